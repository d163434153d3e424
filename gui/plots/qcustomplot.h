#pragma once

// QCustomPlot uses Qt's short keywords, which are disabled in this project.
#define signals Q_SIGNALS
#define slots Q_SLOTS
#define foreach(variable, container) for (variable : container)
#include <qcustomplot.h>
#undef signals
#undef slots
#undef foreach

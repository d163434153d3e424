#pragma once

// QCustomPlot is written with Qt's short keywords, which the studio turns off.
#define signals Q_SIGNALS
#define slots Q_SLOTS
#define foreach(variable, container) for (variable : container)
#include <qcustomplot.h>
#undef signals
#undef slots
#undef foreach

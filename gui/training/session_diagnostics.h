#pragma once

#include <QStringList>

namespace netsmith::gui {

class TrainingSession;

/// Information for diagnosing a run, in English, line by line, without the home folder.
QStringList sessionDiagnostics(const TrainingSession& session);

} // namespace netsmith::gui

#pragma once

#include <QStringList>

namespace netsmith::gui {

class TrainingSession;

/// What helps to find out why a run did what it did, in English, line by line, without the home folder.
QStringList sessionDiagnostics(const TrainingSession& session);

} // namespace netsmith::gui

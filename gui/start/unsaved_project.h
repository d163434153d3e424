#pragma once

#include <QDateTime>
#include <QString>

namespace netsmith::gui {

/// A project that was trained but never saved: its runs are kept, each with the project as trained.
struct UnsavedProject {
    QString folder; ///< of its runs
    QString file; ///< of the newest run's project
    QString name;
    int runs = 0;
    QDateTime time; ///< start of the newest run
};

} // namespace netsmith::gui

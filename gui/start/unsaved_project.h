#pragma once

#include <QDateTime>
#include <QString>

namespace netsmith::gui {

/// A project that was trained and never saved: its runs are kept, and with each the project as it was trained.
struct UnsavedProject {
    QString folder; ///< in which its runs lie
    QString file; ///< of the newest run's project
    QString name;
    int runs = 0;
    QDateTime time; ///< when the newest run began
};

} // namespace netsmith::gui

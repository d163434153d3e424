#pragma once

#include "engine/train/machine_settings.h"

#include <QObject>

class QAction;
class QActionGroup;
class QMenu;

namespace netsmith::gui {

class WindowJobs;

/// The part of a menu that says how the studio uses the machine: threads, where samples lie, fusion. While something trains, it
/// says why nothing of that can be changed.
class MachineMenu : public QObject {
    Q_OBJECT

public:
    /// Adds its entries at the end of `menu`.
    MachineMenu(QMenu& menu, const WindowJobs& jobs);

    void retranslate();

private:
    QAction* add(QMenu& menu, QActionGroup* group, const QString& name, void (*change)(train::MachineSettings&, int), int value);
    void refresh();

    const WindowJobs& m_jobs;
    QMenu* m_threads;
    QMenu* m_placement;
    QAction* m_fuse;
    QList<QAction*> m_threadChoices; ///< their data: how many; 0: one for each core
    QList<QAction*> m_placements; ///< in the order of `samplePlacements`
};

} // namespace netsmith::gui

#pragma once

#include "engine/runs/store/run_summary.h"
#include "gui/widgets/side_thread.h"

#include <QObject>

#include <vector>

namespace netsmith::gui {

class RunBars;
class RunsPanel;
class TrainingSession;

/// After a project is opened, shows the curves of its last run, and offers to resume it if it wasn't finished.
class LastRun final : public QObject {
    Q_OBJECT

public:
    LastRun(TrainingSession& session, RunsPanel& runs, RunBars& bars, QObject* parent);

    /// Another project was opened and its runs are being listed. `projectFile`: its file; empty: all listed runs belong to it.
    void look(const std::filesystem::path& projectFile);
    /// The project was closed: pending results are ignored.
    void forget();

Q_SIGNALS:
    /// Whether a run is shown.
    void shownChanged(bool shown);

private:
    void take(const std::vector<runs::RunSummary>& runs);
    bool isOfAnotherProject(const runs::RunSummary& run) const;
    void offer(const runs::RunSummary& run);

    TrainingSession& m_session;
    RunsPanel& m_runs;
    RunBars& m_bars;
    bool m_looks = false;
    std::filesystem::path m_projectFile;
    std::uint64_t m_look = 0; ///< its number, to detect outdated results
    SideThread m_thread{"netsmith-last"};
};

} // namespace netsmith::gui

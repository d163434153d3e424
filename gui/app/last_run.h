#pragma once

#include "engine/runs/run_summary.h"
#include "gui/widgets/side_thread.h"

#include <QObject>

#include <vector>

namespace netsmith::gui {

class RunBars;
class RunsPanel;
class TrainingSession;

/// Once a project is opened, shows what its last run measured, and offers to go on with it where it did not come to its end.
class LastRun final : public QObject {
    Q_OBJECT

public:
    LastRun(TrainingSession& session, RunsPanel& runs, RunBars& bars, QObject* parent);

    /// Another project is open; its runs are being listed. `projectFile`: its file; empty: all that are listed are its own.
    void look(const std::filesystem::path& projectFile);
    /// No project is open any more: an answer that is still on its way counts for nothing.
    void forget();

Q_SIGNALS:
    /// Whether one is shown.
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
    std::uint64_t m_look = 0; ///< its number
    SideThread m_thread{"netsmith-last"};
};

} // namespace netsmith::gui

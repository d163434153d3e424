#include "gui/app/window/last_run.h"

#include "engine/store/checkpoint_store.h"
#include "gui/progress/run_bars.h"
#include "gui/runs/runs_panel.h"
#include "gui/widgets/guarded.h"

#include <algorithm>
#include <utility>

namespace netsmith::gui {

LastRun::LastRun(TrainingSession& session, RunsPanel& runs, RunBars& bars, QObject* parent)
    : QObject(parent)
    , m_session(session)
    , m_runs(runs)
    , m_bars(bars)
{
    connect(&runs, &RunsPanel::listed, this, &LastRun::take);
}

void LastRun::look(const std::filesystem::path& projectFile)
{
    forget();
    m_projectFile = projectFile;
    m_looks = true;
}

void LastRun::forget()
{
    m_looks = false;
    ++m_look;
    Q_EMIT shownChanged(false);
    m_bars.forgetLastRun();
}

void LastRun::take(const std::vector<runs::RunSummary>& runs)
{
    if (!std::exchange(m_looks, false) || m_session.run() || m_session.state() != TrainingState::idle)
        return; // a new run has already started
    const auto last = std::find_if(runs.rbegin(), runs.rend(), [this](const runs::RunSummary& run) {
        return run.readable && !run.active && run.steps > 0 && !isOfAnotherProject(run);
    });
    if (last == runs.rend())
        return;
    m_runs.showCurves(last->folder);
    Q_EMIT shownChanged(true);
    if (last->state == RunState::running || last->state == RunState::stopped || last->state == RunState::failed)
        offer(*last);
}

/// Several projects may share a folder of runs. A run keeps the name of its project's file if that is renamed: it belongs to
/// another project only if the named file exists.
bool LastRun::isOfAnotherProject(const runs::RunSummary& run) const
{
    const std::vector<std::string> files = run.projectFiles();
    return !m_projectFile.empty() && std::ranges::find(files, m_projectFile.filename().string()) == files.end()
        && std::ranges::any_of(files, [this](const std::string& file) {
               std::error_code unknown;
               return std::filesystem::exists(m_projectFile.parent_path() / std::filesystem::path(file).filename(), unknown);
           });
}

/// Only if there is a checkpoint to resume from; a cross-validation can always be resumed, since its folds are known.
void LastRun::offer(const runs::RunSummary& run)
{
    m_thread.run([this, run, look = m_look] {
        guarded(
            [&] {
                if (run.folds > 0 || CheckpointStore(run.folder / "checkpoints").newest())
                    m_thread.answer([this, run, look] {
                        if (look == m_look)
                            m_bars.offerLastRun(run);
                    });
            },
            [](const Error&) {}); // then there is no checkpoint
    });
}

} // namespace netsmith::gui

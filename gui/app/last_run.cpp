#include "gui/app/last_run.h"

#include "engine/train/store/checkpoint_store.h"
#include "gui/training/run_bars.h"
#include "gui/training/runs_panel.h"
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

void LastRun::look()
{
    forget();
    m_looks = true;
}

void LastRun::forget()
{
    m_looks = false;
    ++m_look;
    m_bars.forgetLastRun();
}

void LastRun::take(const std::vector<runs::RunSummary>& runs)
{
    if (!std::exchange(m_looks, false) || m_session.run() || m_session.state() != TrainingState::idle)
        return; // a new one has begun already
    const auto last = std::find_if(runs.rbegin(), runs.rend(),
                                   [](const runs::RunSummary& run) { return run.readable && !run.active && run.steps > 0; });
    if (last == runs.rend())
        return;
    m_runs.showCurves(last->folder);
    if (last->state == train::RunState::running || last->state == train::RunState::stopped
        || last->state == train::RunState::failed)
        offer(*last);
}

/// If there is a checkpoint to go on from; a cross-validation knows its folds, whether one was begun or not.
void LastRun::offer(const runs::RunSummary& run)
{
    m_thread.run([this, run, look = m_look] {
        guarded(
            [&] {
                if (run.folds > 0 || train::CheckpointStore(run.folder / "checkpoints").newest())
                    m_thread.answer([this, run, look] {
                        if (look == m_look)
                            m_bars.offerLastRun(run);
                    });
            },
            [](const Error&) {}); // then there is none
    });
}

} // namespace netsmith::gui

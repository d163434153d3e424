#include "gui/compress/compress_session.h"

#include "engine/runs/store/run_store.h"
#include "gui/compress/compress_words.h"
#include "gui/training/time_left.h"
#include "gui/widgets/guarded.h"

#include <algorithm>
#include <memory>
#include <utility>

namespace netsmith::gui {
namespace {

/// State of a training's thread between its events.
struct RetrainingPace {
    TimeLeft timeLeft;
    std::int64_t stepsPerEpoch = 1;
};

/// The runs that a stage makes: one for each step, and another one of a network that is trained in 8 bits, which is rounded again,
/// or beside its teacher, which is taken alone.
std::int64_t runsOf(const compress::Stage& stage)
{
    const bool hasTwo = stage.epochs > 0
        && (std::holds_alternative<compress::QuantizationOptions>(stage.change)
            || std::holds_alternative<compress::DistillationOptions>(stage.change));
    return stage.steps + (hasTwo ? 1 : 0);
}

/// In the table of runs it is called by what was done. Its folder's name does if that can't be written.
void nameByChange(const compress::MadeRun& made)
{
    compress::ChainRun run;
    run.change = made.change;
    run.how = made.how;
    guarded([&] { runs::changeLabel(made.run, [&](runs::RunLabel& label) { label.name = changeText(run).toStdString(); }); },
            [](const Error&) {});
}

} // namespace

CompressSession::CompressSession(QObject* parent)
    : QObject(parent)
{
}

CompressSession::~CompressSession()
{
    m_stop.request_stop();
}

void CompressSession::tell(std::uint64_t job, SideThread::Call call)
{
    m_thread.answer([this, job, call = std::move(call)] {
        if (job == m_job)
            call();
    });
}

void CompressSession::setState(State state)
{
    if (state == m_state)
        return;
    m_state = state;
    Q_EMIT stateChanged();
}

void CompressSession::start(const std::filesystem::path& run, std::vector<compress::Stage> stages,
                            const std::filesystem::path& dataDir)
{
    clear();
    m_stop = {};
    m_stages = std::move(stages);
    m_thread.runLarge([this, job = m_job, run, stages = m_stages, dataDir, stop = m_stop.get_token()] {
        guarded(
            [&] {
                const compress::ChainResult result = make(job, run, stages, dataDir, stop);
                tell(job, [this, result] { end(result); });
            },
            [&](const Error& error) {
                const bool isStop = stop.stop_requested();
                tell(job, [this, isStop, message = error.message()] {
                    end({});
                    if (!isStop)
                        Q_EMIT failed(message);
                });
            });
    });
    setState(State::running);
}

compress::ChainResult CompressSession::make(std::uint64_t job, const std::filesystem::path& run,
                                            std::vector<compress::Stage> stages, const std::filesystem::path& dataDir,
                                            const std::stop_token& stop)
{
    compress::ChainOptions options{.stages = std::move(stages), .dataDir = dataDir, .stop = stop};
    options.events.progress = [this, job](const Message& words, std::int64_t done, std::int64_t total) {
        tell(job, [this, words, done, total] {
            m_progress = {.words = words, .done = done, .total = total};
            Q_EMIT progressed();
        });
    };
    options.events.made = [this, job](const compress::MadeRun& made) {
        nameByChange(made);
        tell(job, [this] {
            ++m_made;
            m_isBetween = false;
            m_progress = {};
            Q_EMIT runMade();
        });
    };
    options.events.measured = [this, job](const compress::ChainRun& measured) { tell(job, [this, measured] { take(measured); }); };
    options.events.training = trainingEvents(job);
    return compress::runChain(run, options);
}

train::TrainEvents CompressSession::trainingEvents(std::uint64_t job)
{
    const auto pace = std::make_shared<RetrainingPace>();
    train::TrainEvents events;
    events.start = [this, job, pace](const train::StartEvent& event) {
        pace->timeLeft = TimeLeft(event.stepsPerEpoch, event.epochs, event.trainSamples, event.validationSamples);
        pace->stepsPerEpoch = std::max<std::int64_t>(event.stepsPerEpoch, 1);
        tell(job, [this, run = event.run, epochs = event.epochs, done = event.step, steps = event.stepsPerEpoch * event.epochs] {
            m_progress = {.words = {}, .done = done, .total = steps, .training = true, .run = run, .epoch = 1, .epochs = epochs};
            Q_EMIT runMade();
            Q_EMIT progressed();
        });
    };
    events.step = [this, job, pace](const train::StepEvent& event) {
        pace->timeLeft.trained(event.step, event.seconds);
        tell(job,
             [this, step = event.step, epoch = event.epoch,
              left = pace->timeLeft.ofRun(event.step, event.step % pace->stepsPerEpoch == 0, 0.0)] {
                 m_progress.done = step;
                 m_progress.epoch = epoch;
                 m_progress.secondsLeft = left;
                 Q_EMIT progressed();
             });
    };
    events.epoch = [pace](const train::EpochEvent& event) { pace->timeLeft.validated(event.totalSeconds); };
    return events;
}

/// A run that is trained is measured before and after it: the latter counts.
void CompressSession::take(const compress::ChainRun& run)
{
    const std::size_t current = stage();
    m_isBetween = run.isTrained || (current < m_stages.size() && m_stages[current].epochs == 0);
    const auto known = std::ranges::find(m_runs, run.run, &compress::ChainRun::run);
    if (known == m_runs.end())
        m_runs.push_back(run);
    else
        *known = run;
    m_progress = {};
    Q_EMIT runMade();
}

void CompressSession::end(const compress::ChainResult& result)
{
    for (const compress::ChainRun& run : result.runs) // with the latencies
        take(run);
    m_progress = {};
    m_isBetween = true;
    if (result.stopped) {
        m_stoppedRun = result.last;
        m_left = result.left;
    }
    setState(State::ended);
}

void CompressSession::stop()
{
    if (m_state != State::running)
        return;
    m_stop.request_stop();
    setState(State::stopping);
}

void CompressSession::clear()
{
    m_stop.request_stop();
    ++m_job;
    m_stages.clear();
    m_runs.clear();
    m_left.clear();
    m_stoppedRun.clear();
    m_progress = {};
    m_made = 0;
    m_isBetween = true;
    setState(State::idle);
}

std::size_t CompressSession::stage() const
{
    std::int64_t before = m_made - (m_isBetween ? 0 : 1);
    for (std::size_t i = 0; i < m_stages.size(); ++i) {
        before -= runsOf(m_stages[i]);
        if (before < 0)
            return i;
    }
    return m_stages.size();
}

double CompressSession::share() const
{
    return m_progress.total > 0 ? static_cast<double>(m_progress.done) / static_cast<double>(m_progress.total) : -1.0;
}

} // namespace netsmith::gui

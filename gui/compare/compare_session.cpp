#include "gui/compare/compare_session.h"

#include "engine/inspect/measured_peaks.h"
#include "engine/runs/live_curves.h"
#include "engine/telemetry/energy_meter.h"
#include "engine/telemetry/others_meter.h"
#include "gui/training/time_left.h"

#include <memory>
#include <utility>

namespace netsmith::gui {
namespace {

/// State of a training's thread between its events.
struct ComparedTraining {
    runs::LiveCurves curves;
    TimeLeft timeLeft;
    std::int64_t stepsPerEpoch = 1;
    Message words; ///< reported last
};

} // namespace

CompareSession::CompareSession(QObject* parent)
    : QObject(parent)
{
}

CompareSession::~CompareSession()
{
    m_stop.request_stop();
}

void CompareSession::tell(std::uint64_t job, SideThread::Call call)
{
    m_thread.answer([this, job, call = std::move(call)] {
        if (job == m_job)
            call();
    });
}

void CompareSession::setState(State state)
{
    if (state == m_state)
        return;
    m_state = state;
    Q_EMIT stateChanged();
}

void CompareSession::start(std::vector<runs::Variant> variants, TrainingPlace place, std::filesystem::path dataDir)
{
    clear();
    m_stop = {};
    m_variants = std::move(variants);
    m_thread.runLarge([this, job = m_job, variants = m_variants, place = std::move(place), dataDir = std::move(dataDir),
                       stop = m_stop.get_token()] {
        std::optional<Message> problem;
        try {
            train(job, variants, place, dataDir, stop);
        } catch (const Error& error) {
            problem = error.message();
        } catch (const std::exception& error) {
            problem =
                Message(NS_MESSAGE("compare.unexpected", "the comparison ended unexpectedly: {0}"), std::string(error.what()));
        }
        tell(job, [this, problem] { end(problem); });
    });
    setState(State::running);
}

void CompareSession::train(std::uint64_t job, const std::vector<runs::Variant>& variants, const TrainingPlace& place,
                           const std::filesystem::path& dataDir, const std::stop_token& stop)
{
    runs::CompareOptions how{.stop = stop};
    how.othersShare = telemetry::othersMeter();
    how.options = [&](const runs::Variant& variant) {
        train::TrainOptions told{.projectFile = place.projectFile,
                                 .dataDir = dataDir,
                                 .joules = telemetry::energyMeter(variant.project.training.device),
                                 .peakFlops = inspect::measuredPeak(variant.project)};
        told.events = eventsFor(job);
        return told;
    };
    how.done = [&](const runs::VariantResult& result) {
        tell(job, [this, result] {
            m_results.push_back(result);
            m_progress = {};
            Q_EMIT resultCame();
        });
    };
    runs::trainVariants(variants, how);
}

train::TrainEvents CompareSession::eventsFor(std::uint64_t job)
{
    const auto training = std::make_shared<ComparedTraining>();
    train::TrainEvents events;
    events.preparing = [this, job, training](const PreparingEvent& event) {
        if (event.words != std::exchange(training->words, event.words))
            tell(job, [this, words = event.words] {
                m_progress.words = words;
                Q_EMIT progressed();
            });
    };
    events.start = [this, job, training](const train::StartEvent& event) {
        training->curves = runs::LiveCurves(event);
        training->timeLeft = TimeLeft(event.stepsPerEpoch, event.epochs, event.trainSamples, event.validationSamples);
        training->stepsPerEpoch = event.stepsPerEpoch;
        tell(job, [this, run = event.run, epochs = event.epochs, steps = event.stepsPerEpoch * event.epochs] {
            m_progress = {.words = {}, .run = run, .totalSteps = steps, .epoch = 1, .epochs = epochs};
            Q_EMIT runBegan();
        });
    };
    events.step = [this, job, training](const train::StepEvent& event) {
        training->timeLeft.trained(event.step, event.seconds);
        const bool epochTrained = event.step % training->stepsPerEpoch == 0;
        tell(job,
             [this, step = event.step, epoch = event.epoch, seconds = event.seconds,
              left = training->timeLeft.ofRun(event.step, epochTrained, 0.0), points = training->curves.pointsOf(event)] {
                 m_progress.step = step;
                 m_progress.epoch = epoch;
                 m_progress.seconds = seconds;
                 m_progress.secondsLeft = left;
                 Q_EMIT curvesAdded(points);
                 Q_EMIT progressed();
             });
    };
    events.epoch = [this, job, training](const train::EpochEvent& event) {
        training->timeLeft.validated(event.totalSeconds);
        tell(job, [this, points = training->curves.pointsOf(event)] { Q_EMIT curvesAdded(points); });
    };
    return events;
}

void CompareSession::end(const std::optional<Message>& problem)
{
    m_progress = {};
    setState(State::ended);
    if (problem)
        Q_EMIT failed(*problem);
}

void CompareSession::stop()
{
    if (m_state != State::running)
        return;
    m_stop.request_stop();
    setState(State::stopping);
}

void CompareSession::clear()
{
    m_stop.request_stop();
    ++m_job;
    m_variants.clear();
    m_results.clear();
    m_progress = {};
    setState(State::idle);
}

double CompareSession::share() const
{
    if (m_variants.empty())
        return 0.0;
    const double ofThis =
        m_progress.totalSteps > 0 ? static_cast<double>(m_progress.step) / static_cast<double>(m_progress.totalSteps) : 0.0;
    return (static_cast<double>(m_results.size()) + ofThis) / static_cast<double>(m_variants.size());
}

std::optional<double> CompareSession::secondsLeft() const
{
    if (!m_progress.secondsLeft)
        return std::nullopt;
    double trained = m_progress.seconds + *m_progress.secondsLeft;
    double count = 1.0;
    for (const runs::VariantResult& result : m_results)
        if (!result.error) { // a failed one does not predict the others
            trained += result.seconds;
            ++count;
        }
    const auto toCome = static_cast<double>(m_variants.size() - m_results.size() - 1);
    return *m_progress.secondsLeft + toCome * trained / count;
}

} // namespace netsmith::gui

#include "gui/twin/twin_session.h"

#include "engine/backend/loader.h"
#include "gui/widgets/free_memory.h"

#include <algorithm>
#include <chrono>

namespace netsmith::gui {
namespace {

constexpr std::chrono::milliseconds sliceTime{60};
constexpr std::int64_t measuredEvery = 10; ///< steps; the more steps, the less often, so that a long twin fits in memory

Message unexpected(const std::exception& error)
{
    return Message(NS_MESSAGE("twin.unexpected", "the precision twin ended unexpectedly: {0}"), std::string(error.what()));
}

} // namespace

struct TwinSession::Work {
    std::unique_ptr<twin::Twin> twin;
    std::int64_t next = 0; ///< the step to measure next
    std::int64_t measured = -1; ///< the step that was measured last
    twin::Exponents gradients; ///< over all measurements
    bool together = true; ///< both copies have taken the same steps
};

/// The result of one slice of work.
struct TwinSession::Slice {
    std::vector<twin::TwinStep> steps;
    std::optional<twin::TwinMoment> moment;
    twin::TwinAdvice advice; ///< set with the moment
    std::optional<Message> ended;
    bool over = false;
};

TwinSession::TwinSession(QObject* parent)
    : QObject(parent)
{
}

TwinSession::~TwinSession()
{
    m_stop.request_stop();
}

void TwinSession::tell(std::uint64_t job, SideThread::Call call)
{
    m_thread.answer([this, job, call = std::move(call)] {
        if (job == m_job)
            call();
    });
}

void TwinSession::setState(State state)
{
    if (state == m_state)
        return;
    m_state = state;
    Q_EMIT stateChanged();
}

void TwinSession::start(Project project, std::filesystem::path dataDir, std::string precision)
{
    clear();
    m_stop = {};
    m_project = project;
    m_work = std::make_shared<Work>();
    const std::uint64_t job = m_job;
    m_thread.run([this, job, work = m_work, project = std::move(project), dataDir = std::move(dataDir),
                  precision = std::move(precision), stop = m_stop.get_token()] {
        if (stop.stop_requested())
            return;
        try {
            Backend& backend = *backendFor(project.training.device).take();
            train::LoadedData data = train::loadData(project, dataDir, {.report = {}, .stop = stop});
            const PreparingWatch watch{.report = {}, .stop = stop};
            work->twin = std::make_unique<twin::Twin>(
                project, std::move(data), backend, twin::TwinOptions{.format = twin::TwinFormat::named(precision), .watch = watch});
            tell(job, [this, total = work->twin->setup().totalSteps()] {
                m_totalSteps = total;
                if (m_state == State::preparing)
                    setState(State::running);
                advance();
            });
        } catch (const Error& error) {
            fail(job, error.message(), true);
        } catch (const std::exception& error) {
            fail(job, unexpected(error), true);
        }
    });
    setState(State::preparing);
}

void TwinSession::fail(std::uint64_t job, const Message& message, bool over)
{
    tell(job, [this, message, over] {
        m_slicing = false;
        if (over)
            stop();
        Q_EMIT failed(message);
        advance();
    });
}

TwinSession::Slice TwinSession::workOn(Work& work, const std::stop_token& stop)
{
    twin::Twin& twin = *work.twin;
    Slice slice;
    const auto measure = [&] {
        slice.moment = twin.measure();
        work.measured = twin.steps();
        work.next = twin.steps() + std::max(measuredEvery, twin.steps() / 64);
        work.gradients.add(twin::arrivingAt(*slice.moment));
        slice.advice = twin::adviceOf(*slice.moment, work.gradients);
    };
    const auto until = std::chrono::steady_clock::now() + sliceTime;
    while (!slice.ended && !twin.over() && !stop.stop_requested() && std::chrono::steady_clock::now() < until) {
        if (twin.steps() >= work.next && twin.canMeasure()) {
            measure();
            break; // shown with the steps before it
        }
        const twin::TwinStep step = twin.step();
        slice.steps.push_back(step);
        slice.ended = twin::endBehind(step, twin.format());
        work.together = !slice.ended || !step.lowLoss;
    }
    slice.over = twin.over() || slice.ended;
    if (slice.over && work.together && work.measured != twin.steps() && twin.canMeasure())
        measure();
    return slice;
}

void TwinSession::advance()
{
    if (m_state != State::running || m_slicing)
        return;
    m_slicing = true;
    m_thread.run([this, job = m_job, work = m_work, stop = m_stop.get_token()] {
        try {
            if (!work->twin || work->twin->isLost()) // already released, or about to be
                return;
            tell(job, [this, slice = workOn(*work, stop)] { take(slice); });
        } catch (const Error& error) {
            fail(job, error.message(), true);
        } catch (const std::exception& error) {
            fail(job, unexpected(error), true);
        }
    });
}

void TwinSession::take(const Slice& slice)
{
    m_slicing = false;
    if (!slice.steps.empty()) {
        m_lastStep = slice.steps.back();
        Q_EMIT stepped(slice.steps);
    }
    if (slice.moment) {
        m_moments.push_back(*slice.moment);
        m_advice = slice.advice;
        Q_EMIT measured();
    }
    if (slice.over)
        stop();
    if (slice.ended)
        Q_EMIT failed(*slice.ended);
    advance();
}

void TwinSession::pause()
{
    if (m_state == State::running)
        setState(State::paused);
}

void TwinSession::goOn()
{
    if (m_state != State::paused)
        return;
    setState(State::running);
    advance();
}

void TwinSession::stop()
{
    if (!isLive())
        return;
    letGo();
    setState(State::ended);
}

void TwinSession::clear()
{
    letGo();
    m_moments.clear();
    m_advice = {};
    m_lastStep.reset();
    m_totalSteps = 0;
    setState(State::idle);
}

/// A running slice ends at the next step, and its memory is freed on the thread that allocated it.
void TwinSession::letGo()
{
    m_stop.request_stop();
    ++m_job;
    m_slicing = false;
    if (m_work)
        m_thread.run([work = std::exchange(m_work, nullptr)] {
            work->twin.reset();
            giveBackFreeMemory();
        });
}

void TwinSession::keepInFp32(const std::vector<std::string>& layers)
{
    if (!isLive() || layers == m_project.training.fp32Layers)
        return;
    m_project.training.fp32Layers = layers;
    m_thread.run([this, job = m_job, work = m_work, layers] {
        if (!work->twin)
            return;
        try {
            work->twin->keepInFp32(layers);
            work->next = 0; // measures the effect at once
        } catch (const Error& error) {
            if (work->twin->isLost()) {
                fail(job, error.message(), true);
                return;
            }
            tell(job, [this, layers, kept = work->twin->fp32Layers(), message = error.message()] {
                if (m_project.training.fp32Layers != layers)
                    return; // superseded by a later request
                m_project.training.fp32Layers = kept;
                Q_EMIT notKept(layers, message);
            });
        } catch (const std::exception& error) {
            fail(job, unexpected(error), true);
        }
    });
}

} // namespace netsmith::gui

#include "gui/steps/steps_session.h"

#include "engine/backend/loader.h"
#include "engine/train/training_data.h"
#include "gui/document/project_delta.h"
#include "gui/widgets/guarded.h"

namespace netsmith::gui {
namespace {

double weightIn(const inspect::TracedStep& step, const StepsSession::WeightPlace& place)
{
    for (const inspect::TracedLayer& layer : step.layers)
        for (const inspect::TracedParameter& parameter : layer.parameters)
            if (parameter.id == place.first)
                return parameter.before.at(static_cast<std::size_t>(place.second));
    return 0.0;
}

} // namespace

StepsSession::StepsSession(Document& document, QObject* parent)
    : QObject(parent)
    , m_document(document)
{
    connect(&document, &Document::changed, this, &StepsSession::followDocument);
}

StepsSession::~StepsSession()
{
    m_stop.request_stop();
    ++m_wanted;
    m_thread.run([this] { m_tracer.reset(); });
    m_thread.finish();
}

void StepsSession::setJobs(WindowJobs& jobs)
{
    m_lease.setJobs(jobs);
    connect(&jobs, &WindowJobs::changed, this, [this] {
        if (m_state == State::ready && !whyNot().isEmpty())
            giveWay();
        Q_EMIT changed();
    });
}

QString StepsSession::whyNot() const
{
    return m_state == State::preparing ? QString() : m_lease.whyNot({m_document.project().training.device});
}

bool StepsSession::isOutdated() const
{
    return m_step && ProjectDelta::between(m_project, m_document.project()).change().matters();
}

void StepsSession::begin(Wish wish)
{
    if (!whyNot().isEmpty())
        return;
    m_stop.request_stop();
    m_stop = {};
    m_lease.giveBack();
    m_lease.take({m_document.project().training.device}, [this] { giveWay(); });
    m_wish = std::move(wish);
    m_project = m_document.project();
    m_state = State::preparing;
    m_problem.reset();
    m_progress = {};
    m_step.reset();
    m_edits.clear();
    m_computing = 0;
    m_isTaking = false;
    const std::uint64_t job = ++m_job;
    ++m_wanted;
    Q_EMIT changed();
    Project project = m_project;
    if (m_wish.oneSample)
        project.training.batch = 1;
    m_thread.runLarge([this, job, project = std::move(project), weights = m_wish.weights, dataDir = m_document.dataDir(),
                       stop = m_stop.get_token()] {
        m_tracer.reset();
        const auto work = [&] {
            const PreparingWatch watch{.report =
                                           [this, job](const PreparingEvent& event) {
                                               m_thread.answer([this, job, event] {
                                                   if (job != m_job)
                                                       return;
                                                   m_progress = event;
                                                   Q_EMIT changed();
                                               });
                                           },
                                       .stop = stop};
            watch.throwIfStopped();
            Backend& backend = *backendFor(project.training.device).take();
            m_tracer =
                std::make_unique<inspect::StepTracer>(project, train::readData(project, dataDir, watch), backend, weights, watch);
            watch.throwIfStopped();
            m_thread.answer(
                [this, job, step = std::make_shared<const inspect::TracedStep>(m_tracer->look())] { take(job, step, false); });
        };
        guarded(work, [this, job, stop](const Error& error) {
            m_tracer.reset();
            if (!stop.stop_requested())
                m_thread.answer([this, job, error] { fail(job, error); });
        });
    });
}

void StepsSession::cancel()
{
    if (m_state == State::preparing)
        end();
}

void StepsSession::end()
{
    letGo();
    m_step.reset();
    m_edits.clear();
    m_problem.reset();
    m_state = State::nothing;
    Q_EMIT changed();
}

void StepsSession::letGo()
{
    m_stop.request_stop();
    ++m_job;
    ++m_wanted;
    m_computing = 0;
    m_isTaking = false;
    m_lease.giveBack();
    m_thread.run([this] { m_tracer.reset(); });
}

void StepsSession::giveWay()
{
    letGo();
    m_state = m_step ? State::left : State::nothing;
    Q_EMIT changed();
}

/// Another project has other steps.
void StepsSession::followDocument(const Change& change)
{
    if (change.everything && m_state != State::nothing)
        end();
    else if (m_step)
        Q_EMIT changed();
}

void StepsSession::setWeight(const WeightPlace& place, double value)
{
    if (m_state != State::ready || m_isTaking)
        return;
    const auto [edit, isNew] = m_edits.try_emplace(place, Edit{weightIn(*m_step, place), value});
    edit->second.value = value;
    if (value == edit->second.before)
        m_edits.erase(edit);
    compute([place, value](inspect::StepTracer& tracer) {
        tracer.setWeight(place.first, place.second, value);
        return std::optional<double>();
    });
}

void StepsSession::restoreWeights()
{
    if (m_state != State::ready || m_isTaking || m_edits.empty())
        return;
    compute([edits = std::exchange(m_edits, {})](inspect::StepTracer& tracer) {
        for (const auto& [place, edit] : edits)
            tracer.setWeight(place.first, place.second, edit.before);
        return std::optional<double>();
    });
}

void StepsSession::nextBatch()
{
    if (m_state != State::ready || m_isTaking)
        return;
    compute([edits = m_edits](inspect::StepTracer& tracer) {
        tracer.skipBatch();
        if (edits.empty())
            return std::optional<double>();
        const auto set = [&](double Edit::*weight) {
            for (const auto& [place, edit] : edits)
                tracer.setWeight(place.first, place.second, edit.*weight);
        };
        set(&Edit::before);
        std::optional<double> before;
        guarded([&] { before = tracer.look().loss; }, [](const Error&) {}); // then it is told of the step itself
        set(&Edit::value);
        return before;
    });
}

void StepsSession::takeStep()
{
    if (m_state != State::ready || m_isTaking)
        return;
    m_isTaking = true;
    compute(
        [](inspect::StepTracer& tracer) {
            tracer.advance();
            return std::optional<double>();
        },
        true);
}

void StepsSession::explain(const Number& number)
{
    if (m_state != State::ready || (m_explanation.step == m_step && m_explanation.number == number))
        return;
    const std::uint64_t asked = ++m_asked;
    m_thread.run([this, asked, job = m_job, step = m_step, number] {
        if (!m_tracer || asked != m_asked)
            return;
        guarded(
            [&] {
                Explanation found{step, number,
                                  number.isGradient
                                      ? m_tracer->explainGradient(*step, number.node, number.parameter, number.element)
                                      : m_tracer->explain(*step, number.node, number.element)};
                m_thread.answer([this, job, found = std::move(found)] {
                    if (job != m_job)
                        return;
                    m_explanation = found;
                    Q_EMIT explained();
                });
            },
            [](const Error&) {}); // it is only not known
    });
}

void StepsSession::compute(std::function<std::optional<double>(inspect::StepTracer&)> work, bool takes)
{
    ++m_computing;
    m_problem.reset();
    const std::uint64_t wanted = ++m_wanted;
    m_thread.run([this, job = m_job, wanted, work = std::move(work), takes] {
        if (!m_tracer)
            return;
        guarded(
            [&] {
                const std::optional<double> before = work(*m_tracer);
                Step step;
                if (wanted == m_wanted)
                    step = std::make_shared<const inspect::TracedStep>(m_tracer->look());
                m_thread.answer([this, job, step, takes, before] {
                    if (job == m_job && before)
                        m_lossBefore = *before;
                    take(job, step, takes);
                });
            },
            [&](const Error& error) { m_thread.answer([this, job, error] { fail(job, error); }); });
    });
    Q_EMIT changed();
}

void StepsSession::take(std::uint64_t job, const Step& step, bool takes)
{
    if (job != m_job)
        return;
    if (m_state == State::preparing) {
        m_state = State::ready;
        m_lease.giveBack();
    } else {
        --m_computing;
    }
    if (takes) {
        m_isTaking = false;
        m_edits.clear(); // the next step begins with its own weights
    }
    if (!step)
        return;
    m_step = step;
    if (m_edits.empty())
        m_lossBefore = step->loss;
    Q_EMIT changed();
}

void StepsSession::fail(std::uint64_t job, const Error& error)
{
    if (job != m_job)
        return;
    m_problem = error.message();
    m_isTaking = false;
    if (m_state == State::preparing) {
        m_state = State::nothing;
        m_lease.giveBack();
    } else {
        --m_computing;
    }
    Q_EMIT changed();
}

} // namespace netsmith::gui

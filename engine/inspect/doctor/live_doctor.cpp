#include "engine/inspect/doctor/live_doctor.h"

#include "engine/inspect/doctor/label_signs.h"
#include "engine/inspect/doctor/round.h"
#include "engine/inspect/doctor/training_signs.h"

#include <algorithm>
#include <new>

namespace netsmith::inspect {
namespace {

constexpr std::int64_t bytesAtStart = std::int64_t{256} << 20; // a fraction of a second

std::optional<double> valueOf(const NamedValues& values, std::string_view name)
{
    const auto found = std::ranges::find(values, name, &NamedValues::value_type::first);
    return found == values.end() ? std::nullopt : std::optional(found->second);
}

} // namespace

void LiveDoctor::stepped(const train::StepEvent& event)
{
    for (const train::StepValues& step : event.steps)
        if (!step.values.empty())
            m_history.addStep(step.step, step.values.front());
    m_step = event.step;
}

void LiveDoctor::epochEnded(const train::EpochEvent& event)
{
    m_history.addEpoch({event.epoch, event.step, valueOf(event.values, "loss").value_or(0.0), valueOf(event.values, "val_loss")});
}

void LiveDoctor::look(train::LiveRun& run, const std::shared_ptr<const StepMeasures>& measures, const std::stop_token& stop)
{
    const bool isFirst = !m_project;
    if (isFirst)
        m_project = run.setup().checked();
    if (measures)
        m_history.addMeasures(measures);
    if (m_looksAtSamples && (isFirst || m_history.epochs().size() >= m_epochsToJudge)) {
        try {
            if (isFirst)
                m_atStart = examineStart(run.setup(), stop, bytesAtStart);
            else
                judgeLabels(run, stop);
        } catch (const Error& error) {
            if (error.kind() != ErrorKind::resources)
                throw;
            m_looksAtSamples = false;
        } catch (const std::bad_alloc&) {
            m_looksAtSamples = false;
        }
    }
    tell();
}

/// Each time costs a prediction of many samples, so that it is done after twice as many epochs as the time before.
void LiveDoctor::judgeLabels(train::LiveRun& run, const std::stop_token& stop)
{
    m_epochsToJudge *= 2;
    train::TrainingSetup& setup = run.setup();
    std::vector<Diagnosis> others = m_atStart;
    addTo(others, examineTraining(*m_project, m_history), *m_project);
    m_ofLabels.clear();
    if (!canJudgeLabels(others, m_history))
        return;
    const PredictingNetwork network{run.inputs(), run.outputs(),
                                    [&](std::span<const data::Field> samples) { return run.predict(samples); }, setup.batch(),
                                    setup.project().data};
    m_ofLabels = examineLabels(network, setup, stop);
}

void LiveDoctor::diverged()
{
    m_history.diverged(m_step + 1);
    if (m_project)
        tell();
}

void LiveDoctor::tell()
{
    std::vector<Diagnosis> all = m_atStart;
    addTo(all, examineTraining(*m_project, m_history), *m_project);
    addTo(all, m_ofLabels, *m_project);
    if (!m_diagnoses || *m_diagnoses != all)
        m_diagnoses = std::make_shared<const std::vector<Diagnosis>>(std::move(all));
}

} // namespace netsmith::inspect

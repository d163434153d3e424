#include "engine/inspect/doctor/doctor.h"

#include "engine/inspect/doctor/label_signs.h"
#include "engine/inspect/doctor/round.h"
#include "engine/inspect/measures/layer_probe.h"

#include <algorithm>

namespace netsmith::inspect {
namespace {

/// The loss is the first of the quantities of a step, and of an epoch's training and validation.
double lossIn(const std::vector<double>& values)
{
    return values.empty() ? 0.0 : values.front();
}

class Patient {
public:
    Patient(train::TrainingSetup& setup, const DoctorOptions& options)
        : m_setup(setup)
        , m_options(options)
        , m_loop(setup, setup.project().training)
        , m_probe(setup, m_loop, 0.0)
    {
        m_loop.beginEpoch();
    }

    void train();
    TrainingHistory history() && { return std::move(m_history); }

private:
    bool launch(int steps);
    void endEpoch();
    void measure();

    train::TrainingSetup& m_setup;
    const DoctorOptions& m_options;
    train::TrainingLoop m_loop;
    LayerProbe m_probe;
    std::unique_ptr<ObservedNetwork> m_observed;
    TrainingHistory m_history;
};

/// Returns whether all went well.
bool Patient::launch(int steps)
{
    const train::TrainingLoop::Launch launch = m_loop.launch(steps, steps);
    for (const train::StepValues& step : launch.steps)
        m_history.addStep(step.step, lossIn(step.values));
    if (launch.done < launch.ordered)
        m_history.diverged(m_loop.step() + 1);
    return launch.done == launch.ordered;
}

void Patient::endEpoch()
{
    const std::optional<train::TrainingLoop::Epoch> epoch = m_loop.endEpoch(m_options.watch.stop);
    m_options.watch.throwIfStopped();
    m_history.addEpoch({epoch->number, m_loop.step(), lossIn(epoch->trained),
                        epoch->validated.empty() ? std::nullopt : std::optional(lossIn(epoch->validated))});
    if (!m_loop.isOver())
        m_loop.beginEpoch();
}

void Patient::measure()
{
    m_probe.endStep();
    try {
        if (!m_observed)
            m_observed = m_setup.observe();
        m_probe.lookAtUnits(*m_observed);
    } catch (const Error& error) {
        if (error.kind() != ErrorKind::resources)
            throw;
        m_probe.setUnobserved(error.message());
    }
    m_history.addMeasures(std::make_shared<const StepMeasures>(m_probe.measures()));
    if (m_options.step && !m_history.steps().empty())
        m_options.step(m_history.stepCount(), m_history.steps().back().loss);
}

void Patient::train()
{
    const int interval = std::max(1, m_options.steps / std::max(1, m_options.measured));
    for (int done = 0; done < m_options.steps && !m_loop.isOver();) {
        m_options.watch.throwIfStopped();
        if (m_loop.isAtEpochEnd()) {
            endEpoch();
            continue;
        }
        const std::int64_t before = m_loop.step();
        m_probe.beginStep();
        if (!launch(1))
            return;
        measure();
        for (int i = 1; i < interval && !m_loop.isAtEpochEnd() && done + i < m_options.steps; ++i)
            if (!launch(1))
                return;
        done += static_cast<int>(std::max<std::int64_t>(1, m_loop.step() - before));
    }
    if (m_loop.isAtEpochEnd() && !m_loop.isOver())
        endEpoch();
}

} // namespace

Examination examine(train::TrainingSetup& setup, const DoctorOptions& options)
{
    Examination out;
    out.diagnoses = examineStart(setup, options.watch.stop);
    options.watch.throwIfStopped();
    Patient patient(setup, options);
    patient.train();
    out.history = std::move(patient).history();
    addTo(out.diagnoses, examineTraining(setup.checked(), out.history), setup.checked());
    if (canJudgeLabels(out.diagnoses, out.history)) {
        NetworkPrediction prediction(setup.network(), setup.project(), setup.fieldSpecs());
        const PredictingNetwork network{prediction.inputs(), prediction.outputs(),
                                        [&](std::span<const data::Field> samples) { return prediction.predict(samples); },
                                        setup.batch(), setup.project().data};
        addTo(out.diagnoses, examineLabels(network, setup, options.watch.stop), setup.checked());
        options.watch.throwIfStopped();
    }
    return out;
}

} // namespace netsmith::inspect

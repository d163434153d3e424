#include "engine/train/trial_runner.h"

#include "engine/graph/project/settings.h"
#include "engine/store/arena_arrays.h"
#include "engine/train/project_checks.h"

namespace netsmith::train {
namespace {

/// The project without what its plan does not depend on: two that are equal then may share a network.
Project asPlanned(Project project)
{
    project.schema.clear();
    project.title.clear();
    project.description.clear();
    project.goal.clear();
    project.translations.clear();
    TrainingSettings& training = project.training;
    const TrainingSettings usual;
    training.epochs = usual.epochs;
    training.schedule = usual.schedule;
    training.monitor.clear();
    training.earlyStopping = usual.earlyStopping;
    training.keepCheckpoints = usual.keepCheckpoints;
    training.checkpointEvery = usual.checkpointEvery;
    training.optimizer.parameters.erase("learning_rate");
    for (ParameterGroup& group : training.groups) {
        group.optimizer.parameters.erase("learning_rate");
        if (!group.schedule.id.empty())
            group.schedule = usual.schedule;
    }
    return project;
}

} // namespace

struct TrialRunner::Trial {
    Project project;
    std::optional<TrainingPosition> position; ///< none: it was not trained yet
    /// Where it stands while another trial is in the network; copies share them.
    std::shared_ptr<const SafetensorsFile> weights, slots;
    TrialResult result;
};

TrialRunner::TrialRunner(Project project, LoadedData data, Backend& backend, Options options)
    : m_project(std::move(project))
    , m_data(std::move(data))
    , m_backend(backend)
    , m_options(options)
{
}

TrialRunner::~TrialRunner() = default;

TrialRunner::Trial& TrialRunner::at(int trial) const
{
    const auto found = m_trials.find(trial);
    if (found == m_trials.end())
        throw Error(ErrorKind::usage, NS_MESSAGE("trial.none", "there is no trial {0}"), trial);
    return *found->second;
}

int TrialRunner::add(std::unique_ptr<Trial> trial, std::span<const std::string> overrides)
{
    for (const std::string& each : overrides)
        applySetting(trial->project, each, settingOfParameter);
    const DataSettings &own = trial->project.data, &shared = m_project.data;
    if (own.source != shared.source || own.path != shared.path || own.parameters != shared.parameters
        || trial->project.training.device != m_project.training.device)
        throw Error(ErrorKind::input,
                    NS_MESSAGE("trial.data", "trials share their data and their device; change them in the project itself"));
    m_trials.emplace(++m_last, std::move(trial));
    return m_last;
}

int TrialRunner::begin(std::span<const std::string> overrides)
{
    auto trial = std::make_unique<Trial>();
    trial->project = m_project;
    return add(std::move(trial), overrides);
}

int TrialRunner::fork(int trial, std::span<const std::string> overrides)
{
    if (m_loaded == &at(trial))
        unload();
    return add(std::make_unique<Trial>(at(trial)), overrides);
}

void TrialRunner::drop(int trial)
{
    if (m_loaded == &at(trial))
        m_loaded = nullptr;
    m_trials.erase(trial);
}

/// Takes the numbers of the trial that is in the network out of it.
void TrialRunner::unload()
{
    if (!m_loaded)
        return;
    CompiledNetwork& network = m_setup->network();
    m_loaded->weights = std::make_shared<const SafetensorsFile>(captureWeights(network.state(), network.plan()));
    m_loaded->slots = std::make_shared<const SafetensorsFile>(captureSlots(network.state(), network.plan()));
    m_loaded = nullptr;
}

/// Brings a trial into a network that fits it, which is compiled where the last one does not.
void TrialRunner::load(Trial& trial)
{
    if (m_loaded == &trial)
        return;
    unload();
    Project planned = asPlanned(trial.project);
    if (!m_setup || planned != m_planned) {
        m_setup.reset(); // two of them may not fit into the device's memory
        m_setup = std::make_unique<TrainingSetup>(
            trial.project, m_data, m_backend,
            CompileOptions{.fuse = m_options.fuse, .deterministic = m_options.deterministic, .tunedAlgorithms = &m_tuned});
        m_planned = std::move(planned);
        m_tuned.merge(m_setup->network().tunedAlgorithms());
        ++m_compilations;
    }
    CompiledNetwork& network = m_setup->network();
    if (!trial.weights) {
        network.drawWeights();
    } else {
        restoreWeights(network.state(), network.plan(), *trial.weights, "trial");
        restoreSlots(network.state(), network.plan(), *trial.slots, "trial");
    }
    m_loaded = &trial;
}

TrialResult TrialRunner::train(int number, const TrialBudget& budget, const Report& report, const std::stop_token& stop)
{
    Trial& trial = at(number);
    load(trial);
    TrainingLoop loop(*m_setup, trial.project.training, m_options.stepsPerLaunch);
    if (trial.position)
        loop.setPosition(*trial.position);
    const auto paused = [&] {
        return stop.stop_requested() || (budget.epochs > 0 && loop.at().epoch >= budget.epochs)
            || (budget.steps > 0 && loop.step() >= budget.steps);
    };
    TrialResult& result = trial.result;
    const auto note = [&](TrialState state) {
        trial.position = loop.at();
        result.state = state;
        result.step = loop.step();
        result.epochsDone = loop.at().epoch;
        result.best = loop.at().best;
        return result;
    };
    while (!loop.isOver()) {
        if (paused())
            return note(TrialState::paused);
        loop.beginEpoch();
        while (!loop.isAtEpochEnd()) {
            if (paused())
                return note(TrialState::paused);
            const std::int64_t most = budget.steps > 0 ? budget.steps - loop.step() : control::maximumSteps;
            const TrainingLoop::Launch launch = loop.launch(most);
            if (launch.done < launch.ordered)
                return note(TrialState::diverged);
        }
        const auto epoch = loop.endEpoch(stop);
        if (!epoch)
            return note(TrialState::paused);
        result.values = epoch->values;
        note(TrialState::paused);
        if (report && !report(result) && !loop.isOver())
            return result;
    }
    return note(TrialState::done);
}

const Project& TrialRunner::project(int trial) const
{
    return at(trial).project;
}

TrialResult TrialRunner::result(int trial) const
{
    return at(trial).result;
}

SafetensorsFile TrialRunner::weights(int number)
{
    Trial& trial = at(number);
    if (!trial.position)
        return {};
    load(trial);
    return captureWeights(m_setup->network().state(), m_setup->network().plan());
}

} // namespace netsmith::train

#include "engine/inspect/profiler/profile_training.h"

#include "engine/core/median.h"
#include "engine/core/parallel.h"
#include "engine/data/source.h"
#include "engine/inspect/measures/unrecorded_training.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace netsmith::inspect {
namespace {

constexpr int timingRounds = 5;

/// Sorts kernels into the parts of a step.
class PartOfStep {
public:
    explicit PartOfStep(const Graph& network)
        : m_network(network)
    {
    }

    StepPart of(const KernelInfo& kernel, const std::string& program)
    {
        if (!program.starts_with(programs::forwardBackward))
            return StepPart::update;
        m_backward = m_backward || kernel.op.find("_backward") != std::string::npos; // from the first gradient on
        if (m_backward)
            return StepPart::backward;
        const Node* node = kernel.origin.empty() ? nullptr : m_network.find(kernel.origin.front());
        return kernel.op == "gather" || (node && node->layer == "input") ? StepPart::data : StepPart::forward;
    }

private:
    const Graph& m_network;
    bool m_backward = false;
};

/// The loading of samples in parts. In this machine's memory one part is for many steps, of which few would be timed with it: so
/// steps are timed without, and a part on its own.
class PartLoading {
public:
    PartLoading(train::TrainingSetup& setup, train::TrainingLoop& loop)
        : m_setup(setup)
        , m_loop(loop)
        , m_window(setup.placement().ofDevice == 0 ? std::min(setup.placement().window, setup.data().trainCount()) : 0)
    {
    }

    bool isApart() const { return m_window > 0; }
    /// Loads what the next steps need.
    void load(std::int64_t steps)
    {
        const std::int64_t left = m_setup.data().trainCount() - m_loop.samplesDone();
        if (const std::int64_t count = std::min({steps * samplesOfStep(), m_window, left}); count > 0)
            m_setup.network().stage("train", m_loop.samplesDone(), count);
    }
    /// Goes on with the next part, whose samples the system's cache of files may not have yet.
    void time()
    {
        const std::int64_t parts = std::max<std::int64_t>(1, m_setup.data().trainCount() / m_window);
        beginAgain(m_loop, ++m_part % parts * m_window);
        const train::Stopwatch watch;
        m_setup.network().stage("train", m_loop.samplesDone(), std::min(samplesOfStep(), m_window));
        m_seconds.push_back(watch.seconds());
    }
    /// A step's part of the time.
    double seconds() const
    {
        return medianOf(m_seconds) * static_cast<double>(samplesOfStep())
            / static_cast<double>(std::max(samplesOfStep(), m_window));
    }

private:
    std::int64_t samplesOfStep() const { return m_setup.batch() * m_setup.project().training.gradientAccumulationSteps; }

    train::TrainingSetup& m_setup;
    train::TrainingLoop& m_loop;
    std::int64_t m_window;
    std::int64_t m_part = 0;
    std::vector<double> m_seconds;
};

/// The steps that were timed kernel by kernel.
class TimedSteps {
public:
    void add(train::StepTimes step)
    {
        std::vector<double>& seconds = m_seconds.emplace_back();
        for (const train::ProgramTimes& program : step.programs)
            for (const train::KernelTime& kernel : program.kernels)
                seconds.push_back(kernel.seconds);
        m_steps.push_back(std::move(step));
    }
    int count() const { return static_cast<int>(m_steps.size()); }
    /// Of the kernel at this place among all.
    double median(std::size_t kernel) const
    {
        std::vector<double> seconds;
        for (const std::vector<double>& step : m_seconds)
            seconds.push_back(step[kernel]);
        return medianOf(std::move(seconds));
    }
    double staging() const { return medianOver(&train::StepTimes::staging); }
    double seconds() const { return medianOver(&train::StepTimes::seconds); }
    /// The one that took closest to the median.
    const train::StepTimes& typical() const
    {
        const double median = seconds();
        return *std::ranges::min_element(m_steps, {},
                                         [&](const train::StepTimes& step) { return std::abs(step.seconds - median); });
    }

private:
    double medianOver(double train::StepTimes::*value) const
    {
        std::vector<double> values;
        for (const train::StepTimes& step : m_steps)
            values.push_back(step.*value);
        return medianOf(std::move(values));
    }

    std::vector<train::StepTimes> m_steps;
    std::vector<std::vector<double>> m_seconds; ///< of each step's kernels
};

void addKernels(TrainingProfile& profile, const TimedSteps& steps, const Graph& network, const Executable& executable)
{
    PartOfStep parts(network);
    const double shift = profile.staging - steps.typical().staging; // what is shown first takes as long as it does in the mean
    for (const train::ProgramTimes& program : steps.typical().programs) {
        const std::size_t first = profile.kernels.size();
        for (const train::KernelTime& time : program.kernels) {
            const bool runs = time.kernel.implementation != "view";
            profile.kernels.push_back({.op = time.kernel.op,
                                       .implementation = time.kernel.implementation,
                                       .origin = time.kernel.origin,
                                       .part = parts.of(time.kernel, program.name),
                                       .runs = program.runs,
                                       .seconds = runs ? steps.median(profile.kernels.size()) : 0.0,
                                       .flops = time.kernel.flops,
                                       .bytes = time.kernel.bytes,
                                       .start = shift + program.start + time.start,
                                       .shown = runs ? time.seconds : 0.0});
        }
        for (ArenaBuffer& buffer : executable.buffers(program.program))
            profile.buffers.push_back({.name = std::move(buffer.name),
                                       .op = program.kernels[static_cast<std::size_t>(buffer.first)].kernel.op,
                                       .layer = std::move(buffer.layer),
                                       .isWorkspace = buffer.isWorkspace,
                                       .first = first + static_cast<std::size_t>(buffer.first),
                                       .last = first + static_cast<std::size_t>(buffer.last),
                                       .bytes = buffer.bytes});
    }
}

/// Whether the project's source has a cache for what it decodes, and the project does without.
bool decodesAgain(const DataSettings& settings)
{
    const auto& sources = data::sources();
    const auto source = std::ranges::find(sources, settings.source, [](const data::Source* each) { return each->info().id; });
    if (source == sources.end())
        return false;
    const std::vector<ParameterSpec>& known = (*source)->info().parameters;
    const auto cache = std::ranges::find(known, "cache", &ParameterSpec::name);
    if (cache == known.end() || cache->type != ParameterType::boolean)
        return false;
    const auto set = settings.parameters.find("cache");
    return !std::get<bool>(set == settings.parameters.end() ? cache->defaultValue : set->second);
}

/// A device can do at least what it was seen doing: other programs may have slowed the measurement of its limit.
void raiseLimit(TrainingProfile& profile)
{
    constexpr double leastShare = 0.01; // of a step: shorter times are inexact
    for (const ProfiledKernel& kernel : profile.kernels)
        if (profile.limits.flops > 0.0 && kernel.total() >= leastShare * profile.sum())
            profile.limits.flops = std::max(profile.limits.flops, kernel.rate());
}

} // namespace

TrainingProfile profileTraining(train::TrainingSetup& setup, const TrainingProfileOptions& options)
{
    const Message words(NS_MESSAGE("prepare.profiling", "Timing training steps kernel by kernel"));
    const TrainingSettings& training = setup.project().training;
    train::TrainingLoop loop(setup, training);
    loop.beginEpoch();
    const int each = std::max(1, (options.steps + timingRounds - 1) / timingRounds);
    PartLoading loading(setup, loop);
    const auto before = loading.isApart() ? std::function<void()>([&] { loading.load(each); }) : nullptr;
    trainUnrecorded(loop, each, 0, options.watch, before); // caches, clocks and the length of launches settle
    TimedSteps steps;
    std::vector<double> plain;
    for (int round = 0; round < timingRounds; ++round) {
        options.watch.tell(PreparingStage::measuring, words, round, timingRounds);
        if (loading.isApart())
            loading.time();
        for (const double seconds : trainUnrecorded(loop, each, 0, options.watch, before))
            plain.push_back(seconds);
        for (int i = 0; i < each && steps.count() < options.steps; ++i) {
            options.watch.throwIfStopped();
            if (loop.isAtEpochEnd() || loop.nextStep().last > 0)
                beginAgain(loop);
            if (loading.isApart())
                loading.load(1);
            std::optional<train::StepTimes> step = loop.timeStep();
            if (!step)
                throw Error(ErrorKind::input,
                            NS_MESSAGE("profile.no_step",
                                       "the training set has no whole step of {0:sample|samples}: choose a smaller batch"),
                            setup.batch() * training.gradientAccumulationSteps);
            steps.add(std::move(*step));
        }
    }
    const double apart = loading.isApart() ? loading.seconds() : 0.0;
    TrainingProfile profile{.device = setup.device().id,
                            .deviceName = setup.device().name,
                            .precision = training.precision,
                            .batch = setup.batch(),
                            .accumulate = static_cast<int>(training.gradientAccumulationSteps),
                            .threads = threadCount(),
                            .fused = options.fused,
                            .samples = setup.data().trainCount(),
                            .steps = steps.count(),
                            .reading = options.reading,
                            .step = medianOf(std::move(plain)) + apart,
                            .timed = steps.seconds() + apart,
                            .staging = loading.isApart() ? apart : steps.staging(),
                            .samplesAtOnce = setup.placement().window,
                            .wholeFits = train::fitsWhole(setup.data().extent(), setup.device()),
                            .decodes = decodesAgain(setup.project().data),
                            .epochs = training.epochs,
                            .limits = options.limits,
                            .memory = setup.memory()};
    addKernels(profile, steps, setup.checked().flat().graph, *setup.network().at(setup.batch()).executable);
    raiseLimit(profile);
    return profile;
}

} // namespace netsmith::inspect

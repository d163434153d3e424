#include "engine/inspect/profiler/profile_training.h"

#include "engine/core/median.h"
#include "engine/core/parallel.h"
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
                                       .start = program.start + time.start,
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
    trainUnrecorded(loop, each, 0, options.watch); // caches, clocks and the length of launches settle
    TimedSteps steps;
    std::vector<double> plain;
    for (int round = 0; round < timingRounds; ++round) {
        options.watch.tell(PreparingStage::measuring, words, round, timingRounds);
        for (const double seconds : trainUnrecorded(loop, each, 0, options.watch))
            plain.push_back(seconds);
        for (int i = 0; i < each && steps.count() < options.steps; ++i) {
            options.watch.throwIfStopped();
            if (loop.isAtEpochEnd() || loop.nextStep().last > 0)
                beginAgain(loop);
            std::optional<train::StepTimes> step = loop.timeStep();
            if (!step)
                throw Error(ErrorKind::input,
                            NS_MESSAGE("profile.no_step",
                                       "the training set has no whole step of {0:sample|samples}: choose a smaller batch"),
                            setup.batch() * training.gradientAccumulationSteps);
            steps.add(std::move(*step));
        }
    }
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
                            .step = medianOf(std::move(plain)),
                            .timed = steps.seconds(),
                            .staging = steps.staging(),
                            .samplesAtOnce = setup.placement().window,
                            .limits = options.limits,
                            .memory = setup.memory()};
    addKernels(profile, steps, setup.checked().flat().graph, *setup.network().at(setup.batch()).executable);
    raiseLimit(profile);
    return profile;
}

} // namespace netsmith::inspect

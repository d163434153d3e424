#include "engine/inspect/profiler/alternatives.h"

#include "engine/core/median.h"
#include "engine/core/parallel.h"
#include "engine/inspect/amount_words.h"
#include "engine/inspect/estimate.h"
#include "engine/inspect/training_steps.h"
#include "engine/plan/precisions.h"
#include "engine/predict/field_types.h"
#include "engine/train/project_checks.h"
#include "engine/train/setup.h"

#include <algorithm>
#include <cmath>
#include <memory>

namespace netsmith::inspect {
namespace {

constexpr int comparisons = 5;

/// Sets the number of threads as long as it lives.
class Threads {
public:
    Threads()
        : m_before(threadCount())
    {
    }
    ~Threads() { setThreadCount(m_before); }
    Threads(const Threads&) = delete;
    Threads& operator=(const Threads&) = delete;

    int before() const { return m_before; }
    static int ofAllCores()
    {
        const Threads restored;
        setThreadCount(0);
        return threadCount();
    }

private:
    int m_before;
};

/// A way to train.
struct Way {
    Project project;
    bool fuse = true;
    int threads = 0;
};

/// A way to train, ready to be timed.
class Contender {
public:
    Contender(const Way& way, Backend& backend, const data::DataSplit& samples, const PreparingWatch& watch)
        : m_threads(way.threads)
    {
        setThreadCount(m_threads);
        m_steps = std::make_unique<TrainingSteps>(way.project, way.fuse, backend, samples, watch);
        train(0.0); // caches and the length of launches settle
    }

    /// Trains this long, and one launch at least.
    void train(double seconds)
    {
        setThreadCount(m_threads);
        double spent = 0.0;
        std::int64_t steps = 0;
        do {
            const TrainingSteps::Launch launch = m_steps->launch();
            spent += launch.seconds;
            steps += launch.steps;
        } while (spent < seconds);
        if (seconds > 0.0)
            m_seconds.push_back(spent / static_cast<double>(steps * m_steps->batch()));
    }
    /// Seconds a sample in each round.
    const std::vector<double>& seconds() const { return m_seconds; }
    std::vector<KernelInfo> kernels() const { return m_steps->kernels(); }

private:
    int m_threads;
    std::unique_ptr<TrainingSteps> m_steps;
    std::vector<double> m_seconds;
};

/// What the time of a sample with `other` is to that with `base`, trained in turn.
double ratioOf(Contender& base, Contender& other, const AlternativeOptions& options)
{
    std::vector<double> ratios;
    for (int round = 0; round < comparisons; ++round) {
        options.watch.throwIfStopped();
        for (Contender* each : {&base, &other})
            each->train(options.seconds / comparisons);
        ratios.push_back(other.seconds().back() / base.seconds().back());
    }
    return medianOf(std::move(ratios));
}

/// A batch large enough to keep a device busy; 0: the project's own is, or the data has no larger one.
std::int64_t largerBatch(const TrainingProfile& profile)
{
    constexpr std::int64_t usual = 32, factor = 4;
    const std::int64_t larger = std::max(factor * profile.batch, usual);
    return larger <= profile.samples / factor ? larger : 0;
}

bool fits(const Project& project, const data::DataSplit& samples, Backend& backend, std::int64_t free, const PreparingWatch& watch)
{
    const CheckedProject checked = train::checkProject(project, fieldTypes(samples));
    SampleCounts counts; // the samples are in memory already
    counts.train = samples.count();
    return memoryEstimate(checked, counts, backend, true, watch).total() <= free;
}

} // namespace

std::string_view idOf(Slowness slowness)
{
    switch (slowness) {
    case Slowness::loading: return "loading";
    case Slowness::decoding: return "decoding";
    case Slowness::smallBatch: return "small_batch";
    case Slowness::singlePrecision: return "single_precision";
    case Slowness::fewThreads: return "few_threads";
    case Slowness::noFusion: break;
    }
    return "no_fusion";
}

std::vector<Alternative> measureAlternatives(const Project& project, const TrainingProfile& profile, const data::DataSplit& samples,
                                             Backend& backend, const AlternativeOptions& options)
{
    const Threads threads;
    const DeviceInfo device = train::deviceNamed(backend, project.training.device);
    const Way now{project, profile.fused, threads.before()};
    std::vector<std::pair<Alternative, Way>> ways;
    const auto add = [&](Slowness slowness, std::int64_t value) -> Way& {
        return ways.emplace_back(Alternative{.slowness = slowness, .value = value}, now).second;
    };
    if (!profile.fused)
        add(Slowness::noFusion, 0).fuse = true;
    const int cores = Threads::ofAllCores();
    if (device.id == "cpu" && threads.before() < cores)
        add(Slowness::fewThreads, cores).threads = cores;
    const auto bf16 = std::ranges::find(device.precisions, Precision::bf16, &PrecisionSupport::precision);
    if (project.training.precision == nameOf(Precision::fp32) && bf16 != device.precisions.end() && bf16->available)
        add(Slowness::singlePrecision, 0).project.training.precision = nameOf(Precision::bf16);
    if (const std::int64_t batch = largerBatch(profile); batch > 0) {
        Project larger = project;
        larger.training.batch = batch;
        if (fits(larger, samples, backend, device.memoryFree, options.watch))
            add(Slowness::smallBatch, batch).project = std::move(larger);
    }
    std::vector<Alternative> measured;
    if (ways.empty())
        return measured;
    Contender base(now, backend, samples, options.watch);
    for (std::size_t i = 0; i < ways.size(); ++i) {
        options.watch.tell(PreparingStage::measuring, Message(NS_MESSAGE("prepare.alternatives", "Timing what may be faster")),
                           static_cast<std::int64_t>(i), static_cast<std::int64_t>(ways.size()));
        auto& [alternative, way] = ways[i];
        try {
            Contender other(way, backend, samples, options.watch);
            alternative.ratio = ratioOf(base, other, options);
            measured.push_back(alternative);
        } catch (const Error& error) {
            if (error.kind() != ErrorKind::resources && error.kind() != ErrorKind::diverged)
                throw;
        }
    }
    return measured;
}

FusionSavings measureFusion(const Project& project, const data::DataSplit& samples, Backend& backend,
                            const AlternativeOptions& options)
{
    options.watch.tell(PreparingStage::measuring, Message(NS_MESSAGE("prepare.fusion", "Timing what fusing saves")));
    const Threads threads;
    Contender fused({project, true, threads.before()}, backend, samples, options.watch);
    Contender unfused({project, false, threads.before()}, backend, samples, options.watch);
    FusionSavings savings;
    const auto count = [](const Contender& contender, int& kernels) {
        double bytes = 0.0;
        for (const KernelInfo& kernel : contender.kernels())
            if (kernel.implementation != "view") {
                ++kernels;
                bytes += kernel.bytes;
            }
        return bytes;
    };
    const double bytes = count(fused, savings.kernels);
    savings.bytes = count(unfused, savings.unfused) - bytes;
    savings.ratio = ratioOf(unfused, fused, options);
    return savings;
}

Message wordsOf(const FusionSavings& savings)
{
    const auto percent = static_cast<std::int64_t>(std::lround(100.0 * (1.0 - savings.ratio)));
    if (savings.kernels == savings.unfused)
        return Message(
            NS_MESSAGE("profiler.fusion_none", "There is nothing to fuse in a step: {0:kernel runs|kernels run} as drawn."),
            savings.kernels);
    if (savings.kernels > savings.unfused || savings.bytes <= 0.0) // only the time tells
        return percent < 1
            ? Message(NS_MESSAGE("profiler.fusion_nothing",
                                 "Fusing operations saves no time in a step: {0:kernel runs|kernels run} instead of {1}."),
                      savings.kernels, savings.unfused)
            : Message(
                NS_MESSAGE("profiler.fusion_time",
                           "Fusing operations saves {0} % of the time of a step: {1:kernel runs|kernels run} instead of {2}."),
                percent, savings.kernels, savings.unfused);
    if (percent < 1)
        return Message(
            NS_MESSAGE("profiler.fusion_memory",
                       "Fusing operations saves {0} of {1:kernel|kernels} and {2} of memory traffic in a step, but no time."),
            savings.unfused - savings.kernels, savings.unfused, sizeWords(savings.bytes));
    return Message(
        NS_MESSAGE("profiler.fusion",
                   "Fusing operations saves {0} of {1:kernel|kernels}, {2} of memory traffic and {3} % of the time of a step."),
        savings.unfused - savings.kernels, savings.unfused, sizeWords(savings.bytes), percent);
}

} // namespace netsmith::inspect

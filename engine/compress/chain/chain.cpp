#include "engine/compress/chain/chain.h"

#include "engine/compress/pruned_run.h"

#include <fmt/format.h>

namespace netsmith::compress {
namespace {

namespace fs = std::filesystem;

class ChainRunner {
public:
    ChainRunner(const fs::path& run, const ChainOptions& options)
        : m_options(options)
        , m_original(run)
        , m_parent(openParent(run, options.device))
    {
    }

    ChainResult run()
    {
        const auto& stages = m_options.stages;
        for (std::size_t i = 0; i < stages.size(); ++i) {
            m_rest = std::span(stages).subspan(i + 1);
            const bool goesOn = std::visit([&](const auto& change) { return apply(stages[i], change); }, stages[i].change);
            if (!goesOn)
                return std::move(m_result);
        }
        time();
        return std::move(m_result);
    }

private:
    train::EvaluateOptions evaluateOptions() const
    {
        return {.device = m_options.device, .dataDir = m_options.dataDir, .inputs = {}, .stop = m_options.stop};
    }

    void tell(const Message& words, std::int64_t done = 0, std::int64_t total = 1) const
    {
        if (m_options.events.progress)
            m_options.events.progress(words, done, total);
    }

    /// Beside the last one's: "NAME-step-1", or the first number after it whose folder is free, as in a chain that goes on.
    fs::path folderOfStep()
    {
        const fs::path last = fs::absolute(m_options.runFolder).lexically_normal();
        const fs::path named = last.has_filename() ? last : last.parent_path();
        for (;;) {
            fs::path folder = named.parent_path() / fmt::format("{}-step-{}", named.filename().string(), ++m_steps);
            if (RunFolder::isFree(folder))
                return folder;
        }
    }

    /// How the next run is written and trained. `isLast`: nothing of the chain comes after it.
    PrunedRunOptions runOptions(std::int64_t epochs, bool isLast)
    {
        PrunedRunOptions options{.runFolder = m_options.runFolder,
                                 .dataDir = m_options.dataDir,
                                 .epochs = epochs,
                                 .settings = epochs > 0 ? m_options.settings : std::vector<std::string>(),
                                 .stop = m_options.stop,
                                 .events = m_options.events.training};
        if (!isLast && !options.runFolder.empty())
            options.runFolder = folderOfStep();
        return options;
    }

    bool apply(const Stage& stage, PruningOptions pruning, std::optional<GoalPlan> plan = {})
    {
        tell(Message(NS_MESSAGE("compress.pruning", "pruning")));
        pruning.dataDir = m_options.dataDir;
        pruning.stop = m_options.stop;
        PrunedNetwork network = prune(m_parent.saved, pruning);
        const PrunedRunOptions options = runOptions(stage.epochs, m_rest.empty());
        Json how = pruningJson(network, pruning);
        if (plan)
            how["plan"] = planJson(*plan);
        MadeRun made = write(stage, options, std::move(network), std::move(how));
        made.plan = std::move(plan);
        return take(made, options, true, {});
    }

    bool apply(const Stage& stage, const PlanningOptions& planning)
    {
        SensitivityOptions sensitivity = planning.sensitivity;
        sensitivity.pruning.dataDir = m_options.dataDir;
        sensitivity.pruning.stop = m_options.stop;
        sensitivity.progress = [this](std::int64_t done, std::int64_t total) {
            tell(Message(NS_MESSAGE("compress.trying", "trying each layer alone")), done, total);
        };
        GoalPlan plan = goalPlan(m_parent.saved, planning.goal, sensitivity);
        const PruningOptions pruning = plan.pruning;
        return apply(stage, pruning, std::move(plan));
    }

    bool apply(const Stage& stage, FactorizationOptions factorization)
    {
        tell(Message(NS_MESSAGE("compress.factorizing", "splitting layers")));
        factorization.stop = m_options.stop;
        FactorizedNetwork network = factorized(m_parent.saved, factorization);
        const PrunedRunOptions options = runOptions(stage.epochs, m_rest.empty());
        Json how = factorizationJson(network, factorization);
        return take(write(stage, options, std::move(network), std::move(how)), options, true, {});
    }

    bool apply(const Stage& stage, SparsityOptions pruning)
    {
        const SparseNetwork before = withItsZeros(m_parent.saved, pruning.layers);
        const double first = static_cast<double>(before.zeros()) / static_cast<double>(before.count());
        const double target = pruning.share;
        requireMoreZeros(before, target);
        if (pruning.isGradual) {
            SparseNetwork network = scheduledSparsity(m_parent.saved, pruning);
            const PrunedRunOptions options = runOptions(stage.epochs, m_rest.empty());
            Json how = pruningJson(network, pruning);
            return take(write(stage, options, std::move(network), std::move(how)), options, false, {});
        }
        if (stage.steps > 1)
            (void)sparsified(m_parent.saved, pruning); // what does not work should fail before the first training
        for (std::int64_t step = 1; step <= stage.steps; ++step) {
            tell(Message(NS_MESSAGE("compress.pruning", "pruning")));
            const double time = static_cast<double>(step) / static_cast<double>(stage.steps);
            pruning.share = train::scheduledShare(first, target, time);
            SparseNetwork network = sparsified(m_parent.saved, pruning);
            const bool isLast = step == stage.steps;
            const PrunedRunOptions options = runOptions(stage.epochs, isLast && m_rest.empty());
            std::optional<Stage> left;
            if (!isLast) {
                left = stage;
                std::get<SparsityOptions>(left->change).share = target;
                left->steps = stage.steps - step;
            }
            Json how = pruningJson(network, pruning);
            MadeRun made = write(stage, options, std::move(network), std::move(how));
            made.step = step;
            made.steps = stage.steps;
            if (!take(made, options, isLast, left))
                return false;
        }
        return true;
    }

    bool apply(const Stage& stage, const ClusteringOptions& clustering)
    {
        tell(Message(NS_MESSAGE("compress.clustering", "clustering")));
        SharedNetwork network = sharing(m_parent.saved, clustering.clusters, clustering.layers);
        const PrunedRunOptions options = runOptions(0, m_rest.empty());
        Json how = clusteringJson(network, clustering.clusters);
        return take(write(stage, options, std::move(network), std::move(how)), options, true, {});
    }

    bool apply(const Stage& stage, QuantizationOptions quantization)
    {
        quantization.dataDir = m_options.dataDir;
        quantization.calibration.stop = m_options.stop;
        std::optional<MixedPlan> mixed;
        if (quantization.points) {
            mixed =
                mixedPlan(m_parent.saved, {.quantization = quantization, .progress = [this](std::int64_t done, std::int64_t total) {
                                               tell(Message(NS_MESSAGE("compress.trying", "trying each layer alone")), done, total);
                                           }});
            quantization.floatLayers = mixed->floatLayers;
        }
        const auto round = [&](const PrunedRunOptions& options, bool isAgain) {
            tell(Message(NS_MESSAGE("compress.calibrating", "calibrating")));
            QuantizedNetwork network = quantized(m_parent.saved, quantization);
            Json how = quantizationJson(network, quantization);
            if (mixed && !isAgain) // the numbers are those before a training
                how["mixed"] = mixedJson(*mixed, *quantization.points);
            MadeRun made = write(stage, options, std::move(network), std::move(how));
            if (!isAgain)
                made.mixed = mixed;
            return made;
        };
        const bool trains = stage.epochs > 0;
        const PrunedRunOptions options = runOptions(stage.epochs, m_rest.empty() && !trains);
        std::optional<Stage> again;
        if (trains) {
            QuantizationOptions known = quantization;
            known.points.reset();
            again = Stage{.change = known};
        }
        if (!take(round(options, false), options, true, again))
            return false;
        if (!trains)
            return true;
        // Training moves the weights off their grids: they are rounded again, with the ranges that it followed.
        const PrunedRunOptions rounded = runOptions(0, m_rest.empty());
        const MadeRun last = round(rounded, true);
        made(last);
        add(last, true);
        return true;
    }

    /// The student learns beside its teacher, and goes on alone.
    bool apply(const Stage& stage, const DistillationOptions& distillation)
    {
        tell(Message(NS_MESSAGE("compress.joining", "joining student and teacher")));
        DistilledNetwork network = besideTeacher(m_parent.saved, distillation);
        PrunedRunOptions options = runOptions(stage.epochs, false);
        options.drawnLayers = network.studentLayers;
        Json how = distillationJson(network, distillation);
        const Stage graduation{.change = GraduationOptions{}};
        return take(write(stage, options, std::move(network), std::move(how)), options, false, graduation)
            && apply(graduation, GraduationOptions{});
    }

    bool apply(const Stage& stage, const GraduationOptions&)
    {
        const Json learnt = compressionOf(m_parent.folder);
        GraduatedNetwork network = withoutTeacher(m_parent.saved, learnt);
        Json how = graduationJson(network, learnt);
        const MadeRun student = write(stage, runOptions(0, m_rest.empty()), std::move(network), std::move(how));
        made(student);
        add(student, false);
        return true;
    }

    /// Writes what a change made as the next run.
    template <class Network>
    MadeRun write(const Stage& stage, const PrunedRunOptions& options, Network network, Json how)
    {
        measureOriginal();
        const fs::path run = writeCompressedRun(m_parent, network.project, network.weights, how, options);
        return {.run = run,
                .parent = m_parent.folder,
                .parentStep = m_parent.origin.step,
                .change = std::string(idOf(stage.change)),
                .network = std::move(network),
                .how = std::move(how)};
    }

    /// Measures the original, before the first run is written.
    void measureOriginal()
    {
        if (!m_result.runs.empty())
            return;
        tell(Message(NS_MESSAGE("compress.evaluating", "evaluating")));
        m_result.runs.push_back({.run = m_parent.folder, .measures = measured(m_original, evaluateOptions())});
        if (m_options.events.measured)
            m_options.events.measured(m_result.runs.back());
    }

    /// What is made known of a run before it is trained.
    void made(const MadeRun& written)
    {
        m_result.last = written.run;
        if (m_options.events.made)
            m_options.events.made(written);
    }

    /// Trains a run, and measures it. False if that was stopped. `isShown`: it is measured before it is trained, too. `left`: of
    /// its stage, after that training.
    bool take(const MadeRun& written, const PrunedRunOptions& options, bool isShown, const std::optional<Stage>& left)
    {
        made(written);
        if (isShown || options.epochs == 0)
            add(written, false);
        if (options.epochs == 0)
            return true;
        const train::DoneEvent done = retrain(written.run, options);
        if (done.state == RunState::stopped) {
            m_result.stopped = done.step;
            if (left)
                m_result.left.push_back(*left);
            m_result.left.insert(m_result.left.end(), m_rest.begin(), m_rest.end());
            return false;
        }
        if (!left || written.steps > 1)
            add(written, true);
        else // the next run is the result: its weights are on their grids again, or its teacher has left
            m_parent = openParent(written.run, m_options.device);
        return true;
    }

    /// A run that was reached, which the next one begins from.
    void add(const MadeRun& written, bool isTrained)
    {
        tell(Message(NS_MESSAGE("compress.evaluating", "evaluating")));
        const fs::path& run = written.run;
        m_parent = openParent(run, m_options.device);
        m_result.runs.push_back({.run = run,
                                 .parent = written.parent,
                                 .change = written.change,
                                 .step = written.steps > 1 ? written.step : 0,
                                 .isTrained = isTrained,
                                 .how = written.how,
                                 .measures = measured(run, evaluateOptions())});
        keepMeasures(run, *m_result.runs.back().measures);
        if (m_options.events.measured)
            m_options.events.measured(m_result.runs.back());
    }

    /// Of a run that is there twice only the trained one can be timed: its weights are those of the folder. Both take the same.
    void time()
    {
        std::vector<fs::path> runs;
        for (const ChainRun& run : m_result.runs)
            if (runs.empty() || runs.back() != run.run)
                runs.push_back(run.run);
        if (m_options.timed) {
            const auto progress = [this](std::int64_t done, std::int64_t total) {
                tell(Message(NS_MESSAGE("compress.measuring", "measuring")), done, total);
            };
            const std::vector<std::vector<Latency>> latencies = timeInTurn(runs, evaluateOptions(), progress);
            for (ChainRun& run : m_result.runs)
                run.measures->latencies = latencies[static_cast<std::size_t>(std::ranges::find(runs, run.run) - runs.begin())];
        }
        for (const ChainRun& run : m_result.runs)
            try {
                keepMeasures(run.run, *run.measures);
            } catch (const Error&) {
                if (!run.parent.empty())
                    throw;
            } // the original may lie where nothing can be written
    }

    const ChainOptions& m_options;
    fs::path m_original; ///< as it was named: it may be a checkpoint
    ParentRun m_parent;
    ChainResult m_result;
    std::span<const Stage> m_rest; ///< the stages after the current one
    std::int64_t m_steps = 0; ///< the number in the newest folder
};

} // namespace

ChainResult runChain(const fs::path& run, const ChainOptions& options)
{
    requireSensible(options.stages);
    if (!options.runFolder.empty() && !RunFolder::isFree(options.runFolder)) // not only after the trainings
        RunFolder::refuse(options.runFolder);
    return ChainRunner(run, options).run();
}

} // namespace netsmith::compress

#pragma once

#include "engine/backend/backend.h"
#include "engine/backend/communicator.h"
#include "engine/fields/dataset.h"
#include "engine/plan/build_plan.h"
#include "engine/predict/preparing.h"
#include "engine/predict/sample_window.h"

#include <map>
#include <memory>
#include <set>

namespace netsmith {

/// What a network is compiled from and for; the project outlives the network.
struct NetworkRequest {
    const CheckedProject& project;
    Precision precision = Precision::fp32;
    CompileOptions compile{}; ///< with a communicator the plan is for its ranks
    std::vector<std::string_view> programs{}; ///< see `PlanOptions`, as the next
    std::vector<std::string> observe{};
    std::vector<CachedFeature> features{};
};

/// A project's network compiled over one state for every batch size in use: the full one and the last ones of training and
/// validation.
class CompiledNetwork {
public:
    struct Sized {
        LogicalPlan plan;
        std::unique_ptr<Executable> executable;
        /// Of one phase's steps.
        struct Phase {
            int forwardBackward = -1; ///< −1: not requested, as below
            int accumulate = -1; ///< only if several batches make a step
            int update = -1;
        };
        std::vector<Phase> phases; ///< at least one
        int evaluate = -1;
        int predict = -1;
        std::vector<double> flops{}; ///< of each program, once
        RankShare share{}; ///< of the batch: all of it, unless several ranks train

        /// For these programs, in order.
        double flopsOf(std::span<const int> programs) const;
        /// The programs of a phase's step of `batches` of this size: the gradients of all but the last are accumulated.
        std::vector<int> step(std::int64_t batches, std::size_t phase = 0) const;
        /// Those of this many batches of a step that ends with one of another size.
        std::vector<int> accumulating(std::int64_t batches, std::size_t phase = 0) const;
    };

    /// The first of `batches` is the full one. Throws the errors of the project, the memory or the backend.
    CompiledNetwork(Backend& backend, const NetworkRequest& request, const std::vector<std::int64_t>& batches,
                    const PreparingWatch& watch = {});
    /// Over the state of `other`, which has everything that these programs touch: for more programs with its current weights.
    CompiledNetwork(Backend& backend, const NetworkRequest& request, const std::vector<std::int64_t>& batches,
                    const CompiledNetwork& other);

    State& state() { return *m_state; }
    /// For one of the requested sizes.
    const Sized& at(std::int64_t batch) const { return m_sized.at(batch); }
    const LogicalPlan& plan() const { return at(m_batch).plan; }
    std::int64_t batch() const { return m_batch; }
    /// Those that train together, or null. Batches, orders and counters are those of all of them; each computes its share.
    Communicator* ranks() const { return m_ranks; }
    /// The algorithms that were chosen by timing, for all sizes.
    TunedAlgorithms tunedAlgorithms() const;

    /// The first values of weights, slots and statistics: each depends only on the seed and the parameter's id.
    void drawWeights();
    /// Binds every field the plan reads as "stream/field", and the order of samples. Both outlive the network. `window`: this many
    /// samples at a time, which `stage` loads; 0: all of them.
    void bind(std::string_view stream, const data::DataSplit& split, std::span<const std::int32_t> order, std::int64_t window = 0);
    /// Binds only another order.
    void bindOrder(std::string_view stream, std::span<const std::int32_t> order);
    /// Loads the samples at `samples` positions of the order from `first` on, before a launch that reads them.
    void stage(std::string_view stream, std::int64_t first, std::int64_t samples);
    /// Throws `file.shrunk` if samples that the stream reads are in a mapped file that was truncated: the results of the launch
    /// before this are then void. Called by `stage`, and after each launch.
    void checkRead(std::string_view stream) const;
    /// How many of `steps` steps, of this many samples each, a launch may have: more than one only if their samples can be loaded.
    std::int64_t stepsAtOnce(std::string_view stream, std::int64_t steps, std::int64_t samples) const;
    /// Sets the training's position before a launch that begins with a batch of this size, the full one if 0. `groupSteps`: the
    /// number of applied steps in which each update group was trained, not needed for a training without phases.
    void writeCounters(std::span<const std::int64_t, control::counterCount> counters, std::span<const std::int64_t> groupSteps,
                       std::int64_t batch = 0);
    /// The same of what an evaluation reads next.
    void writeEvaluated(std::int64_t position, std::int64_t batch);
    /// Advances both by the steps of a phase that a launch has done, of the given number of samples each. If the loss is scaled,
    /// only the device knows which of them were applied, and the current scale.
    void countSteps(std::span<std::int64_t, control::counterCount> counters, std::vector<std::int64_t>& groupSteps,
                    std::int64_t done, std::int64_t samples, std::size_t phase = 0);

private:
    void compile(Backend& backend, const NetworkRequest& request, const std::vector<std::int64_t>& batches,
                 const PreparingWatch& watch);

    std::int64_t m_batch;
    Communicator* m_ranks = nullptr;
    std::int64_t m_shift = 0; ///< where this rank's share begins in the batch that the counters on the device stand before
    std::shared_ptr<State> m_state; ///< outlives the executables
    std::map<std::string, SampleWindow, std::less<>> m_windows; ///< by stream, for those that are not bound as a whole
    std::map<std::string, std::vector<const data::Field*>, std::less<>> m_mapped; ///< by stream, likewise bound as a whole
    std::map<std::int64_t, Sized> m_sized; // executables may keep references to their plans: nodes stay where they are
};

LogicalPlan planFor(const NetworkRequest& request, std::int64_t batch);

/// The batch sizes of a training, the full one first; `validation` may be 0.
std::vector<std::int64_t> batchesFor(std::int64_t batch, std::int64_t trainSamples, std::int64_t validationSamples);

} // namespace netsmith

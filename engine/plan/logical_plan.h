#pragma once

#include "engine/graph/specs/weight_options.h"
#include "engine/ops/layer_call.h"
#include "engine/plan/memory/state_layout.h"

#include <string>
#include <vector>

namespace netsmith {

/// The emulated ones compute in FP32 and round to 16 bits, for studies and teaching on any processor.
enum class Precision : std::uint8_t { fp32, tf32, bf16, fp16, bf16Emulated, fp16Emulated };
std::string_view nameOf(Precision precision);
/// Whether small gradients would be lost, so that the loss is scaled.
constexpr bool isScaled(Precision precision)
{
    return precision == Precision::fp16 || precision == Precision::fp16Emulated;
}
constexpr bool isEmulated(Precision precision)
{
    return precision == Precision::bf16Emulated || precision == Precision::fp16Emulated;
}

/// Whether checkpoints keep a statistic; the state that layers carry from batch to batch is only useful for batches of the same
/// size, and within one validation.
enum class Kept : std::uint8_t { always, ofBatch, never };

/// One parameter or statistic in its arena.
struct Segment {
    std::string id; ///< "conv2d_1.kernel": stable, keys checkpoints
    Shape shape;
    std::int64_t offset = 0; ///< in elements; a multiple of `segmentAlignment`
    Initializer initializer;
    float constant = 0.0f; ///< statistics: the first value
    Kept kept = Kept::always;
    bool trainable = true;
    bool decay = true;
    bool isKernel = false; ///< or an embedding's: what can be pruned, and decays unless it is excluded
    bool isPruned = false; ///< by the training's schedule: see `PruningSchedule`
    bool keepsZeros = false; ///< a training step leaves those that are 0
    int group = 0; ///< in the order of `updateGroups`: the group whose optimizer updates it
    float rateScale = 1.0f; ///< what the learning rate is multiplied by: see `ParameterGroup`
    bool isHiddenKernel = true; ///< neither an embedding's nor of the last layer with kernels
    WeightPenalty penalty;
    double maxNorm = 0.0; ///< of each column after a step; 0: no limit

    bool isPenalized() const { return trainable && penalty.isSet(); }
    std::int64_t elements() const { return shape.elements(); }
};

inline constexpr std::int64_t segmentAlignment = 16; // elements: 64 bytes of f32

/// An arena's parts in the order of the layers; their offsets run the other way, because the last layer's gradients are ready
/// first.
struct SegmentTable {
    std::vector<Segment> segments;
    std::int64_t elements = 0; ///< with the alignment padding, which stays zero

    const Segment* find(std::string_view id) const;
};

/// What one column of the metrics ring holds: a sum. A metric with several sums has as many adjacent columns.
struct MetricColumn {
    std::string name; ///< "loss", "samples", "accuracy", …; "dense_2/loss" if there are several outputs
    int objective = 0;
    int metric = -1; ///< which of the objective's metrics, or one of these:

    static constexpr int loss = -1; ///< the objective's, or what the weights add to it
    static constexpr int samples = -2; ///< how many count
};

/// The column of the penalty that the weights add to the loss, if any; it has a weight of 1.
inline constexpr std::string_view penaltyColumn = "penalty";
/// The last column if the loss is scaled, not a sum: the factor of a step's gradients, which is the scale over the samples of a
/// batch. `evaluate` has 0 there.
inline constexpr std::string_view lossScaleColumn = "loss_scale";

/// A layer's output in `forward_backward` and its gradient, each rounded to the plan's precision: for comparing plans. For a
/// softmax that was fused into its loss, that loss's input. `noTensor` if there is none.
struct LayerTensors {
    std::string node;
    TensorId output = noTensor;
    TensorId gradient = noTensor;
};

/// What a program keeps of an observed layer until its next run; read it in the layer's shape.
struct ObservedLayer {
    int program = -1;
    LayerTensors tensors;
    Shape shape; ///< of the output: the tensor kept may be the one that the output is a view of
};

/// The program `input_gradients`: the network on samples that come with a call, as `predict` computes it, and the way back.
struct InputGradients {
    std::vector<TensorId> inputs; ///< written before a run: as `LogicalPlan::predictInputs`
    std::vector<TensorId> seeds; ///< written before a run: d(y)/d(output), one per objective and as large as its output
    std::vector<TensorId> outputs; ///< of the network, one per objective, as its loss takes them
    std::vector<TensorId> gradients; ///< d(y)/d(input), of what the network reads; `noTensor` of classes
};

/// The computation, the same on every machine: tensors, named programs, parameters; immutable once built.
struct LogicalPlan {
    std::string name;
    std::int64_t batch = 0;
    Precision precision = Precision::fp32;
    bool fuse = true;
    std::uint64_t seed = 0;
    std::vector<TensorInfo> tensors;
    std::vector<Program> programs;
    SegmentTable parameters;
    SegmentTable statistics;
    StateLayout state; ///< what lives in a state: see `layOutState`
    int updateGroups = 1; ///< a launch has learning rates for each: see `updateGroups`
    std::vector<std::vector<bool>> phases; ///< which update groups each trains; has its own programs: `programs::ofPhase`
    bool countsGroups = false; ///< the steps of each update group are counted separately, in the counters of `groupStream`
    std::vector<std::vector<double>> slotValues; ///< for each update group's optimizer, the initial value of each slot
    std::vector<MetricColumn> columns;
    std::vector<LayerTensors> layers; ///< in the graph's order
    std::vector<TensorId> predictions; ///< in `predict`: the network's outputs, kept after a run
    std::vector<TensorId> predictInputs;
    InputGradients inputGradients; ///< if that program was requested
    std::vector<ObservedLayer> observed; ///< of `predict` and `input_gradients`
    int accumulate =
        1; ///< batches that make one step; above 1 there is a program that accumulates the gradients of all but the last
    BatchPart batchPart = BatchPart::whole; ///< that its programs compute
    bool averages = false; ///< a moving average of the weights is kept for evaluation and prediction

    const TensorInfo& tensor(TensorId id) const { return tensors[static_cast<std::size_t>(id)]; }
    const Program& program(std::string_view name) const;
    int programIndex(std::string_view name) const; ///< −1 where there is none
    TensorId findTensor(std::string_view name) const;
    /// The table of an arena's segments.
    const SegmentTable& tableOf(Arena arena) const;
    /// The number of slots of a parameter's optimizer, and the largest number of all.
    int slotsOf(const Segment& segment) const;
    int slots() const;
    /// The offset in its row of a tensor that lives in a state, in elements.
    std::int64_t offsetInRow(const TensorInfo& info) const;
    std::int64_t parameterCount() const;
    /// How many of the columns are sums, which the batches of a step add up: all but the loss scale.
    std::size_t sumCount() const { return columns.size() - (isScaled(precision) ? 1 : 0); }

    /// The plan as text, one op per line with shapes, types and provenance: for people and for golden tests.
    std::string text() const;
};

/// The stream whose counters hold an update group's steps, in a plan that counts them.
std::string groupStream(int group);

/// Names of the programs.
namespace programs {
inline constexpr std::string_view forwardBackward = "forward_backward";
inline constexpr std::string_view accumulate = "accumulate"; ///< only if several batches make a step
inline constexpr std::string_view update = "update";
inline constexpr std::string_view evaluate = "evaluate";
inline constexpr std::string_view predict = "predict";
/// Those of a step exist once per phase: "update" of the first, "update/2" of the second.
std::string ofPhase(std::string_view program, int phase);
inline constexpr std::string_view inputGradients = "input_gradients"; ///< only if requested
} // namespace programs

} // namespace netsmith

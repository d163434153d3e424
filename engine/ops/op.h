#pragma once

#include "engine/core/data_type.h"
#include "engine/core/shape.h"

#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace netsmith {

using TensorId = std::int32_t;
inline constexpr TensorId noTensor = -1;

/// Where a tensor's memory is and how long it lives.
enum class Role : std::uint8_t {
    activation, ///< within one run of a program; its memory is reused
    stepScoped, ///< from one program of a step to the next: losses, metric sums, norms
    input, ///< written by the host before a run
    data, ///< a field of a data set or an order of samples, bound by the host and resident on the device
    segment, ///< a part of an arena: one parameter's weights, its gradient, its statistics
    arena, ///< a whole arena
    control, ///< counters, status, learning rates, the ring of metrics: see ops/control.h
};

/// The flat arrays that hold everything that belongs to parameters. Gradients and slots mirror the weights' segments, `staged`
/// mirrors `statistics`, `accumulated` the gradients accumulated over batches, `average` the weights' moving average.
enum class Arena : std::uint8_t { none, weights, gradients, slot0, slot1, slot2, statistics, staged, accumulated, average };
std::string_view nameOf(Role role);
std::string_view nameOf(Arena arena);
/// The arena of an optimizer's slot, from 0.
constexpr Arena slotArena(int slot)
{
    return static_cast<Arena>(static_cast<int>(Arena::slot0) + slot);
}

struct TensorInfo {
    std::string name; ///< data: "train/image"; control: "counters"; parameters: "conv2d_1.kernel"; may be empty
    Shape shape; ///< with the batch axis
    DataType type = DataType::f32;
    Role role = Role::activation;
    Arena arena = Arena::none;
    int segment = -1; ///< for `segment`: the index in the parameter or statistics table
    int row = -1; ///< for what lives in a state: the index in the plan's `StateLayout`
    std::int64_t offset = 0; ///< in elements, for a part of an arena or of a control row: its start
};

/// What an op needs to know beyond its tensors; each op derives its own struct.
struct Attributes {
    virtual ~Attributes() = default;
    /// "stride 2×2, padding same": for dumps and caches, so it must be complete. Empty if there is nothing.
    virtual std::string text() const { return {}; }
};

struct OpSpec;

/// One operation of a program: pure data.
struct Op {
    const OpSpec* spec = nullptr;
    std::shared_ptr<const Attributes> attributes;
    std::vector<TensorId> inputs; ///< `noTensor` if an optional input is absent
    std::vector<TensorId> outputs; ///< the same id as an input if the op works in place on a state
    std::vector<std::string> origin; ///< the nodes it came from

    template <class A>
    const A& as() const
    {
        return static_cast<const A&>(*attributes);
    }
};

/// A new tensor's shape and type, as an op infers it.
struct TensorType {
    Shape shape;
    DataType type = DataType::f32;
};

struct Cost {
    double flops = 0.0; ///< a multiplication and an addition count as two
    double bytes = 0.0; ///< read and written, each tensor once
};

class GradientContext;

/// The types that an op runs in if the layers compute in 16 bits.
enum class PrecisionRule : std::uint8_t {
    likeInput, ///< those of its first input
    low, ///< 16 bits, to which its first two inputs are cast: products
    f32, ///< FP32, to which all its inputs are cast: losses, softmax
    promote, ///< 16 bits if any of its inputs has them, which are cast to one type: sums, joins
};

/// The semantics of an op: shapes, gradient, cost. Its execution belongs to the backends, which find it by name.
struct OpSpec {
    std::string_view name;
    /// Checks the inputs and returns the outputs' types; throws `op.*` naming what was expected and given.
    std::vector<TensorType> (*infer)(const Attributes& attributes, std::span<const TensorInfo> inputs) = nullptr;
    /// Emits the ops of the gradient; null if nothing is differentiable.
    void (*gradient)(GradientContext& context) = nullptr;
    /// Multiplications and additions; null: none worth counting.
    double (*flops)(const Attributes& attributes, std::span<const TensorInfo> inputs,
                    std::span<const TensorInfo> outputs) = nullptr;
    PrecisionRule precision = PrecisionRule::likeInput;
    /// The output shares its input's memory, so nothing runs; the values are unchanged.
    bool isView = false;
};

/// A named list of ops that runs as one: forward_backward, update, evaluate, predict.
struct Program {
    std::string name;
    std::vector<Op> ops;
};

Cost costOf(const Op& op, std::span<const TensorInfo> tensors);

/// Every op there is, in alphabetical order: for backends' tables, docs and the generic tests.
std::span<const OpSpec* const> allOps();

} // namespace netsmith

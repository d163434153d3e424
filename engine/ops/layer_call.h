#pragma once

#include "engine/ops/emitter.h"

namespace netsmith {

enum class WeightKind : std::uint8_t;

/// A layer being lowered at one place of a network: its inputs in, its outputs out, its weights on request.
class LayerCall {
public:
    struct Statistic {
        TensorId current; ///< the committed value, to read
        TensorId staged; ///< where a training step leaves the next value; committed with the update
    };

    virtual ~LayerCall() = default;

    virtual Emitter& emitter() = 0;
    virtual const std::string& node() const = 0; ///< the node's id, which also keys its random draws
    virtual std::span<const TensorId> inputs() const = 0;
    virtual void setOutput(std::size_t index, TensorId tensor) = 0;
    /// The counters that key random draws, and the plan's seed.
    virtual TensorId counters() = 0;
    virtual std::uint64_t seed() const = 0;
    /// How many samples there are at a time.
    virtual std::int64_t batch() const { return 1; }
    /// Whether the layer computes as in training, where alone dropout and batch statistics act.
    virtual bool training() const = 0;
    /// Whether it also stages the next value of its statistics; a frozen layer does not, as in Keras.
    virtual bool updatesStatistics() const { return training(); }
    /// A trainable parameter "node.name" of a kind that the layer declares, f32; the same tensor each time it is asked for.
    TensorId weight(WeightKind kind, const std::string& name, const Shape& shape) { return weight(kind, name, shape, false); }
    /// `unitForget`: see `Initializer`.
    virtual TensorId weight(WeightKind kind, const std::string& name, const Shape& shape, bool unitForget) = 0;
    /// A persistent statistic "node.name", f32, filled with `initial` at first.
    virtual Statistic statistic(const std::string& name, const Shape& shape, float initial) = 0;
    /// What the layer carries on from batch to batch, f32, its first axis the batch's: 0 in front of an epoch's first one. A
    /// validation has a state of its own, and a prediction none: there both are `noTensor`.
    virtual Statistic recurrentState(const std::string&, const Shape&) { return {noTensor, noTensor}; }

    /// Which steps of the first input count, f32 [N,T] with 0 for those that don't; `noTensor` where all do.
    virtual TensorId mask() const { return noTensor; }
    /// Says which steps of the first output count. A layer that keeps the steps of its inputs need not: see `LayerSpec`.
    virtual void setMask(TensorId) { }

    TensorId input() const { return inputs()[0]; }
};

} // namespace netsmith

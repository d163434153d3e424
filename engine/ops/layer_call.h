#pragma once

#include "engine/ops/emitter.h"

namespace netsmith {

enum class WeightKind : std::uint8_t;

/// Whether a batch is whole, a share of one that several ranks have, or one of which this rank has no sample.
enum class BatchPart : std::uint8_t { whole, share, none };

/// A layer being lowered at one place of a network: its inputs, its outputs, and its weights on request.
class LayerCall {
public:
    struct Statistic {
        TensorId current; ///< the committed value, to read
        TensorId staged; ///< where a training step stores the next value; committed with the update
    };

    virtual ~LayerCall() = default;

    virtual Emitter& emitter() = 0;
    virtual const std::string& node() const = 0; ///< the node's id, which also keys its random draws
    virtual std::span<const TensorId> inputs() const = 0;
    virtual void setOutput(std::size_t index, TensorId tensor) = 0;
    /// The counters that key random draws, and the plan's seed.
    virtual TensorId counters() = 0;
    virtual std::uint64_t seed() const = 0;
    /// The batch size.
    virtual std::int64_t batch() const { return 1; }
    virtual BatchPart batchPart() const { return BatchPart::whole; }
    /// Whether the layer computes as in training: dropout and batch statistics are active only there.
    virtual bool training() const = 0;
    /// Whether it also stages the next value of its statistics; a frozen layer does not, as in Keras.
    virtual bool updatesStatistics() const { return training(); }
    /// A trainable parameter "node.name" of a kind that the layer declares, f32; the same tensor each time it is asked for.
    TensorId weight(WeightKind kind, const std::string& name, const Shape& shape) { return weight(kind, name, shape, false); }
    /// `unitForget`: see `Initializer`.
    virtual TensorId weight(WeightKind kind, const std::string& name, const Shape& shape, bool unitForget) = 0;
    /// A persistent statistic "node.name", f32, initialised to `initial`.
    virtual Statistic statistic(const std::string& name, const Shape& shape, float initial) = 0;
    /// The state that the layer carries from batch to batch, f32, its first axis the batch's: 0 before an epoch's first batch. A
    /// validation has its own state, and a prediction none: there both are `noTensor`.
    virtual Statistic recurrentState(const std::string&, const Shape&) { return {noTensor, noTensor}; }

    /// The mask of the first input, f32 [N,T] with 0 for masked steps; `noTensor` if all are valid.
    virtual TensorId mask() const { return noTensor; }
    /// Sets the mask of the first output. A layer that keeps the steps of its inputs need not: see `LayerSpec`.
    virtual void setMask(TensorId) { }

    TensorId input() const { return inputs()[0]; }
};

} // namespace netsmith

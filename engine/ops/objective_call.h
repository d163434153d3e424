#pragma once

#include "engine/ops/emitter.h"

namespace netsmith {

/// A loss or a metric being lowered against one output of the network and one target.
class LossCall {
public:
    LossCall(Emitter& emitter, TensorId prediction, TensorId target, bool fuse, int classes = 0, TensorId weights = noTensor)
        : m_emitter(emitter)
        , m_prediction(prediction)
        , m_target(target)
        , m_classes(classes)
        , m_weights(weights)
        , m_fuse(fuse)
    {
    }

    Emitter& emitter() { return m_emitter; }
    TensorId prediction() const { return m_prediction; }
    TensorId target() const { return m_target; }
    /// The number of classes of the target's field; 0 for none. Mixed samples have distributions over them instead of class
    /// numbers.
    int classes() const { return m_classes; }
    /// The weight of each sample, f32 [N], or of each of its steps [N,T]; `noTensor` if all weigh the same. For a metric only the
    /// mask: 0 for masked steps, else 1.
    TensorId weights() const { return m_weights; }
    /// For a metric that counts: the target, absent (see `MaskedAs`) in masked steps.
    TensorId countedTarget();

    /// The logits before the softmax (or other activation) named `op` that made the prediction, if fusing is allowed and it did.
    TensorId beforeActivation(std::string_view op) const;
    bool madeBy(std::string_view op) const;
    /// The logits in any case: those before the activation `op` if it made the prediction, else the prediction.
    TensorId logits(std::string_view op) const;

    /// The sum over samples, f32: a scalar, or a metric's own sums [count].
    void setSum(TensorId sum) { m_sum = sum; }
    TensorId sum() const { return m_sum; }

private:
    Emitter& m_emitter;
    TensorId m_prediction;
    TensorId m_target;
    int m_classes;
    TensorId m_weights;
    bool m_fuse;
    TensorId m_sum = noTensor;
};

/// The range of an arena that one parameter occupies, and how an optimizer treats it.
struct UpdateRange {
    std::int64_t begin = 0; ///< in elements
    std::int64_t end = 0;
    float rateScale = 1.0f;
    bool decay = true;
    bool operator==(const UpdateRange&) const = default;
};

/// One trained parameter, for optimizers that treat each as a whole.
struct UpdatePart {
    UpdateRange range; ///< without the alignment padding after it
    Shape shape;
    bool isHiddenKernel = true; ///< belongs neither to the network's last layers nor to an embedding
};

/// An optimizer being lowered: everything it reads and writes is an arena or a scalar.
class OptimizerCall {
public:
    OptimizerCall(Emitter& emitter, TensorId weights, TensorId gradients, std::vector<TensorId> slots, TensorId rates,
                  TensorId counters, TensorId gradientScale, TensorId status, std::vector<UpdateRange> ranges,
                  std::vector<UpdatePart> parts)
        : m_emitter(emitter)
        , weights(weights)
        , gradients(gradients)
        , slots(std::move(slots))
        , rates(rates)
        , counters(counters)
        , gradientScale(gradientScale)
        , status(status)
        , ranges(std::move(ranges))
        , parts(std::move(parts))
    {
    }

    Emitter& emitter() { return m_emitter; }

private:
    Emitter& m_emitter;

public:
    const TensorId weights;
    const TensorId gradients;
    const std::vector<TensorId> slots;
    const TensorId rates; ///< learning rates of the launch's steps
    const TensorId counters; ///< optimizer steps so far; the step within the launch
    const TensorId gradientScale; ///< what gradients are multiplied by: 1/samples, unscaling and clipping in one
    const TensorId status; ///< nothing is written unless it is 0
    const std::vector<UpdateRange> ranges; ///< the trainable ranges, merged if they are treated alike
    const std::vector<UpdatePart> parts; ///< the same, one per parameter
};

} // namespace netsmith

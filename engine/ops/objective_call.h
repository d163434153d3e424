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
    /// How many classes the target's field has; 0 for none. Mixed samples have shares of them in the place of their numbers.
    int classes() const { return m_classes; }
    /// What each sample weighs, f32 [N], or each step of it [N,T]; `noTensor` where all count the same. Of a metric the mask alone:
    /// 0 for the steps that don't count, else 1.
    TensorId weights() const { return m_weights; }
    /// Of a metric that counts: the target, absent (see `MaskedAs`) in the steps that don't count.
    TensorId countedTarget();

    /// The logits before the softmax (or other activation) named `op` that made the prediction, if fusing is allowed and it did.
    TensorId beforeActivation(std::string_view op) const;
    bool madeBy(std::string_view op) const;

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

/// The range of an arena that one parameter takes and how an optimizer treats it.
struct UpdateRange {
    std::int64_t begin = 0; ///< in elements
    std::int64_t end = 0;
    float rateScale = 1.0f;
    bool decay = true;
    bool operator==(const UpdateRange&) const = default;
};

/// One parameter that is trained, for optimizers that look at each as a whole.
struct UpdatePart {
    UpdateRange range; ///< without the gap of alignment behind it
    Shape shape;
    bool isHiddenKernel = true; ///< of neither the network's last layers nor an embedding
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
    const std::vector<UpdateRange> ranges; ///< the trainable parts, merged where they are treated alike
    const std::vector<UpdatePart> parts; ///< the same, one a parameter
};

} // namespace netsmith

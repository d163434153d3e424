#pragma once

#include "engine/core/shape.h"
#include "engine/graph/specs/spec.h"

#include <optional>
#include <span>

namespace netsmith {

class LossCall;
class OptimizerCall;

/// A loss: returns the sum over the batch's samples, each times its weight if they are weighted. It is divided by the number of
/// samples, regardless of their weights (Keras's sum_over_batch_size), so that the last batch, masks and ranks agree. For a
/// sequence with a mask the valid steps are summed, and the number is theirs over the length: the mean is over them, as in Keras.
struct LossSpec : Spec {
    /// What does not fit between individually valid parameters, an output (one sample's shape), and the target field (its shape,
    /// and classes; 0 = none): a message, or nothing.
    std::function<std::optional<Message>(const ParameterMap&, const Shape& output, const Shape& target, int classes)> problem;
    std::function<void(const ParameterMap&, LossCall&)> lower;
    /// "softmax" or "sigmoid": what the loss itself applies to a prediction without such an activation, which it takes as logits.
    std::string appliedActivation;
    /// Whether its target are numbers before that activation.
    bool targetIsLogits = false;
};

/// How people read a metric's number: 0.992, or 99.2 %.
enum class MetricFormat { number, percent };

/// A metric: one or several sums over the batch's samples, besides the loss; those of all batches are added up. Sample weights do
/// not affect it; masks do, as for the loss.
struct MetricSpec : Spec {
    /// As for a loss.
    std::function<std::optional<Message>(const ParameterMap&, const Shape& output, const Shape& target, int classes)> problem;
    std::function<void(const ParameterMap&, LossCall&)> lower;
    /// Computes the displayed value from the sums over `samples` samples, in double on the host; empty: the sum divided by the
    /// samples.
    std::function<double(std::span<const double> sums, double samples)> finish;
    /// The sums are a square table of counts, one row per class: for the end of an evaluation, not for each step.
    bool isTable = false;
    /// Whether the model with the larger value is better.
    bool higherIsBetter = false;
    MetricFormat format = MetricFormat::number;
};

/// An optimizer: one pass over the flat arenas of weights, gradients and its slots.
struct OptimizerSpec : Spec {
    /// The arenas that it needs, each as large as the weights, and their initial values.
    std::function<std::vector<double>(const ParameterMap&)> slots;
    std::function<double(const ParameterMap&)> learningRate;
    std::function<void(const ParameterMap&, OptimizerCall&)> lower;
};

/// What a schedule remembers of past epochs; part of a checkpoint, so that a resumed run has the same rates.
struct ScheduleMemory {
    double factor = 1.0; ///< how much of the rate is left
    std::optional<double> best; ///< the loss that was improved upon last
    std::int64_t waited = 0; ///< epochs since
    std::int64_t cooldown = 0; ///< epochs of cooldown left
    bool operator==(const ScheduleMemory&) const = default;
};

/// A step of a training, as a schedule sees it.
struct ScheduleMoment {
    double baseRate = 0.0; ///< the optimizer's
    std::int64_t step = 0; ///< from 0
    std::int64_t totalSteps = 0;
    std::int64_t stepsPerEpoch = 1;
    ScheduleMemory memory{};
};

/// The learning rate at a step, in double on the host, so that every device sees the same.
struct ScheduleSpec : Spec {
    std::function<double(const ParameterMap&, const ScheduleMoment&)> rate;
    /// Called with the loss of every finished epoch, the validation loss if there is one. Empty if the rate does not depend on it.
    std::function<void(const ParameterMap&, double loss, ScheduleMemory&)> epochEnded;
};

using LossRegistry = Registry<LossSpec>;
using MetricRegistry = Registry<MetricSpec>;
using OptimizerRegistry = Registry<OptimizerSpec>;
using ScheduleRegistry = Registry<ScheduleSpec>;

} // namespace netsmith

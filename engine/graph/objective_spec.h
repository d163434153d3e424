#pragma once

#include "engine/core/shape.h"
#include "engine/graph/spec.h"

#include <optional>
#include <span>

namespace netsmith {

class LossCall;
class OptimizerCall;

/// A loss: returns the sum over the batch's samples, each times its weight if they are weighted. It is divided by the number of
/// samples, whatever they weigh (Keras's sum_over_batch_size), so that the last batch, masks and ranks agree. Of a sequence with a
/// mask the steps that count are summed, and the number is theirs over the length: the mean is over them, as Keras's is.
struct LossSpec : Spec {
    /// What does not fit between parameters that are right by themselves, an output (one sample's shape), and the target field (its
    /// shape, and classes; 0 = none): a message, or nothing.
    std::function<std::optional<Message>(const ParameterMap&, const Shape& output, const Shape& target, int classes)> problem;
    std::function<void(const ParameterMap&, LossCall&)> lower;
    /// "softmax" or "sigmoid": what the loss itself applies to a prediction that no such activation made, which it takes for
    /// logits.
    std::string appliedActivation;
};

/// How people read a metric's number: 0.992, or 99.2 %.
enum class MetricFormat { number, percent };

/// A metric: one sum or several over the batch's samples, beside the loss; those of all batches are added up. Weights of samples
/// do not touch it, and masks do as they touch the loss.
struct MetricSpec : Spec {
    /// As for a loss.
    std::function<std::optional<Message>(const ParameterMap&, const Shape& output, const Shape& target, int classes)> problem;
    std::function<void(const ParameterMap&, LossCall&)> lower;
    /// From the sums over so many samples to what people read, in double on the host; empty: the sum divided by the samples.
    std::function<double(std::span<const double> sums, double samples)> finish;
    /// The sums are a square table of counts, a row a class: for the end of an evaluation, not a number of each step.
    bool isTable = false;
    /// Of two models the one with the larger number is the better.
    bool higherIsBetter = false;
    MetricFormat format = MetricFormat::number;
};

/// An optimizer: one pass over the flat arenas of weights, gradients and its slots.
struct OptimizerSpec : Spec {
    /// The arenas of its own that it needs, each as large as the weights, and what their numbers begin as.
    std::function<std::vector<double>(const ParameterMap&)> slots;
    std::function<double(const ParameterMap&)> learningRate;
    std::function<void(const ParameterMap&, OptimizerCall&)> lower;
};

/// What a schedule remembers of the epochs that are over; part of a checkpoint, so that a run that goes on has the same rates.
struct ScheduleMemory {
    double factor = 1.0; ///< how much of the rate is left
    std::optional<double> best; ///< the loss that was improved upon last
    std::int64_t waited = 0; ///< epochs since
    std::int64_t cooldown = 0; ///< epochs left in which nothing is counted
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
    /// Told the loss of every epoch that ends, that of the validation where there is one. Empty where the rate does not depend on
    /// it.
    std::function<void(const ParameterMap&, double loss, ScheduleMemory&)> epochEnded;
};

using LossRegistry = Registry<LossSpec>;
using MetricRegistry = Registry<MetricSpec>;
using OptimizerRegistry = Registry<OptimizerSpec>;
using ScheduleRegistry = Registry<ScheduleSpec>;

} // namespace netsmith

#include "engine/inspect/tracing/layer_reading.h"

#include "engine/inspect/explanations/op_explainers.h"
#include "engine/ops/activation.h"
#include "engine/ops/cross_entropy.h"
#include "engine/ops/dense.h"
#include "engine/ops/pointwise_loss.h"
#include "engine/ops/softmax.h"
#include "engine/plan/checks/project_nodes.h"

#include <algorithm>
#include <cmath>

namespace netsmith::inspect {
namespace {

bool isOf(const Op& op, const OpSpec& spec, const std::string& node)
{
    return op.spec == &spec && std::ranges::find(op.origin, node) != op.origin.end();
}

/// The activation's derivative.
double slopeOf(Activation kind, double alpha, double x)
{
    return explain::slopeFrom({kind, alpha}, slopeReads(kind) == SlopeReads::argument ? x : explain::activate(kind, x, alpha));
}

/// The gradient that the way back takes with respect to a dense op's result.
TensorId gradientOf(const std::vector<Op>& ops, const Op& dense, const std::string& node)
{
    for (const Op& op : ops) {
        if (isOf(op, ops::denseBackwardWeights, node) && op.inputs[0] == dense.inputs[0])
            return op.inputs[1];
        if (isOf(op, ops::denseBackwardData, node) && op.inputs[1] == dense.inputs[1])
            return op.inputs[0];
    }
    return noTensor;
}

/// −log of the probability of the target in each row, or Σ −t·log p.
double crossEntropyOf(const double* probabilities, const double* target, std::int64_t classes, bool isClass)
{
    const auto minusLog = [&](std::int64_t i) { return -std::log(std::clamp(probabilities[i], 1e-7, 1.0 - 1e-7)); };
    if (isClass)
        return minusLog(std::clamp<std::int64_t>(static_cast<std::int64_t>(*target), 0, classes - 1));
    double sum = 0.0;
    for (std::int64_t i = 0; i < classes; ++i)
        sum += target[i] * minusLog(i);
    return sum;
}

double pointwiseOf(PointwiseLoss kind, double p, double t)
{
    if (kind == PointwiseLoss::squared)
        return (p - t) * (p - t);
    if (kind == PointwiseLoss::absolute)
        return std::abs(p - t);
    p = std::clamp(p, 1e-7, 1.0 - 1e-7);
    return -t * std::log(p) - (1.0 - t) * std::log(1.0 - p);
}

bool isPlain(const PointwiseLossAttributes& attributes)
{
    const bool isBinary = attributes.kind == PointwiseLoss::binaryCrossentropy;
    return attributes.kind == PointwiseLoss::squared || attributes.kind == PointwiseLoss::absolute
        || (isBinary && attributes.labelSmoothing == 0.0 && attributes.gamma == 0.0 && attributes.positiveWeight == 1.0
            && attributes.negativeWeight == 1.0);
}

/// Of each sample: the mean over its rows or numbers.
std::vector<double> lossesOf(const LogicalPlan& plan, const Op& op, const std::vector<double>& target, const ReadTensor& read)
{
    if (op.inputs.size() > 2) // weights
        return {};
    const std::vector<double> predicted = read(op.inputs[0]);
    const Shape& shape = plan.tensor(op.inputs[0]).shape;
    std::vector<double> losses(static_cast<std::size_t>(shape[0]));
    const std::int64_t numbers = shape.elements() / shape[0];
    for (std::int64_t sample = 0; sample < shape[0]; ++sample) {
        double& loss = losses[static_cast<std::size_t>(sample)];
        if (op.spec == &ops::pointwiseLoss) {
            const auto& attributes = op.as<PointwiseLossAttributes>();
            if (!isPlain(attributes))
                return {};
            for (std::int64_t i = sample * numbers; i < (sample + 1) * numbers; ++i)
                loss += pointwiseOf(attributes.kind, predicted[static_cast<std::size_t>(i)], target[static_cast<std::size_t>(i)])
                    / static_cast<double>(numbers);
            continue;
        }
        const auto& attributes = op.as<CrossEntropyAttributes>();
        if (attributes.labelSmoothing != 0.0 || attributes.gamma != 0.0 || attributes.alpha != 1.0)
            return {};
        const std::int64_t classes = shape[-1], rows = numbers / classes;
        const bool isClass = std::ssize(target) == shape.elements() / classes;
        for (std::int64_t row = sample * rows; row < (sample + 1) * rows; ++row)
            loss += crossEntropyOf(&predicted[static_cast<std::size_t>(row * classes)],
                                   &target[static_cast<std::size_t>(isClass ? row : row * classes)], classes, isClass)
                / static_cast<double>(rows);
    }
    return losses;
}

} // namespace

std::optional<TracedSums> sumsOf(const LogicalPlan& plan, const LayerTensors& layer, const ReadTensor& read)
{
    const std::vector<Op>& ops = plan.program(programs::forwardBackward).ops;
    const auto dense = std::ranges::find_if(ops, [&](const Op& op) { return isOf(op, ops::dense, layer.node); });
    if (dense == ops.end())
        return std::nullopt;
    const auto applied = std::find_if(dense, ops.end(), [&](const Op& op) {
        return (op.spec == &ops::activation || op.spec == &ops::softmax) && op.inputs[0] == dense->outputs[0];
    });
    const auto before = std::ranges::find_if(ops, [&](const Op& op) { return op.outputs[0] == dense->inputs[0]; });
    const bool isAlone =
        before == ops.end() || before->spec->isView || std::ranges::find(before->origin, layer.node) == before->origin.end();
    if (!isAlone || (layer.output != dense->outputs[0] && (applied == ops.end() || layer.output != applied->outputs[0])))
        return std::nullopt;
    const Shape& kernel = plan.tensor(dense->inputs[1]).shape;
    TracedSums sums{.inputs = kernel[0],
                    .units = kernel[1],
                    .hasBias = dense->as<DenseAttributes>().bias,
                    .activation = "none",
                    .input = read(dense->inputs[0]),
                    .sum = read(dense->outputs[0]),
                    .slope = {},
                    .gradient = {}};
    Activation kind = Activation::none;
    double alpha = 0.0;
    if (applied != ops.end() && applied->spec == &ops::softmax) {
        sums.activation = "softmax";
    } else {
        if (applied != ops.end()) {
            kind = applied->as<ActivationAttributes>().kind;
            alpha = applied->as<ActivationAttributes>().alpha;
            sums.activation = nameOf(kind);
        }
        for (const double sum : sums.sum)
            sums.slope.push_back(slopeOf(kind, alpha, sum));
    }
    if (const TensorId gradient = gradientOf(ops, *dense, layer.node); gradient != noTensor) {
        sums.gradient = read(gradient);
        for (double& number : sums.gradient)
            number /= static_cast<double>(plan.batch);
    }
    return sums;
}

std::vector<TracedObjective> objectivesOf(const LogicalPlan& plan, const Project& project, const ReadTensor& read)
{
    std::vector<TracedObjective> all;
    auto from = plan.program(programs::forwardBackward).ops.begin();
    const auto end = plan.program(programs::forwardBackward).ops.end();
    for (const Objective& objective : project.training.objectives) {
        TracedObjective& traced = all.emplace_back(TracedObjective{.node = objectiveNode(project.graph, objective)->id,
                                                                   .loss = objective.loss.id,
                                                                   .weight = objective.weight,
                                                                   .target = {},
                                                                   .losses = {}});
        const auto op = std::find_if(from, end, [&](const Op& each) {
            return isOf(each, ops::crossEntropy, traced.node) || isOf(each, ops::pointwiseLoss, traced.node);
        });
        if (op == end)
            continue;
        from = op + 1; // two objectives may have the same output
        traced.target = read(op->inputs[1]);
        traced.losses = lossesOf(plan, *op, traced.target, read);
    }
    return all;
}

} // namespace netsmith::inspect

#include "engine/inspect/explanations/op_explainers.h"
#include "engine/inspect/explanations/product_sum.h"
#include "engine/ops/cross_entropy.h"
#include "engine/ops/dense.h"

#include <cmath>

namespace netsmith::inspect::explain {

double slopeFrom(const ActivationAttributes& of, double read)
{
    constexpr double h = 1e-5;
    switch (of.kind) {
    case Activation::none: return 1.0;
    case Activation::elu: return read > 0.0 ? 1.0 : read + of.alpha;
    case Activation::hardTanh: return std::abs(read) < 1.0 ? 1.0 : 0.0;
    case Activation::leakyRelu: return read > 0.0 ? 1.0 : of.alpha;
    case Activation::relu: return read > 0.0 ? 1.0 : 0.0;
    case Activation::relu6: return read > 0.0 && read < 6.0 ? 1.0 : 0.0;
    case Activation::selu: return read > 0.0 ? seluScale : read + seluScale * seluAlpha;
    case Activation::sigmoid: return read * (1.0 - read);
    case Activation::tanh: return 1.0 - read * read;
    default: break;
    }
    return (activate(of.kind, read + h, of.alpha) - activate(of.kind, read - h, of.alpha)) / (2.0 * h);
}

double denseBackwardData(OpCall& call)
{
    const std::int64_t inputs = call.shape(1)[0], units = call.shape(1)[1];
    const std::int64_t row = call.element / inputs, input = call.element % inputs;
    ProductSum sum(call, 0, 1);
    for (std::int64_t unit = 0; unit < units; ++unit)
        sum.add(row * units + unit, input * units + unit);
    return sum.finish(0);
}

double denseBackwardWeights(OpCall& call)
{
    const std::int64_t inputs = call.shape(0)[-1], units = call.shape(1)[-1];
    const std::int64_t rows = call.shape(1).elements() / units, unit = call.element % units;
    if (call.output == 1) {
        ProductSum bias(call, 1);
        for (std::int64_t row = 0; row < rows; ++row)
            bias.add(row * units + unit);
        return bias.finish(1);
    }
    ProductSum sum(call, 0, 1);
    for (std::int64_t row = 0; row < rows; ++row)
        sum.add(row * inputs + call.element / units, row * units + unit);
    return sum.finish(1);
}

double activationBackward(OpCall& call)
{
    const double slope = slopeFrom(call.as<ActivationAttributes>(), call.in(0, call.element));
    const double gradient = call.in(1, call.element);
    const double result = slope == 0.0 ? 0.0 : slope * gradient;
    if (!call.step)
        return result;
    call.step->kind = StepKind::combination;
    call.step->function = "slope";
    call.addOperand(1);
    call.step->terms.push_back(call.term(1, call.element));
    call.step->terms.back().factor = slope;
    call.step->terms.back().value = result;
    call.step->count = 1;
    call.follow(1, call.element);
    return result;
}

double softmaxBackward(OpCall& call)
{
    const std::int64_t count = call.outputShape()[-1], first = call.element / count * count;
    double mean = 0.0; // of the gradients, by the probabilities
    for (std::int64_t i = first; i < first + count; ++i)
        mean += call.in(0, i) * call.in(1, i);
    const double share = call.in(0, call.element), gradient = call.in(1, call.element);
    const double result = share * (gradient - mean);
    if (!call.step)
        return result;
    call.step->kind = StepKind::combination;
    call.step->function = "softmax_gradient";
    call.addOperand(1);
    call.step->terms.push_back(call.term(1, call.element));
    call.step->terms.back().factor = share;
    call.step->count = 1;
    call.step->bias = mean;
    call.follow(1, call.element);
    return result;
}

double crossEntropyBackward(OpCall& call)
{
    constexpr double smallest = 1e-7, largest = 1.0 - 1e-7;
    const auto& attributes = call.as<CrossEntropyAttributes>();
    const Shape& shape = call.shape(0);
    const std::int64_t classes = shape[-1], rows = shape.elements() / classes, row = call.element / classes;
    const bool isPlain =
        call.op.inputs.size() < 4 && attributes.gamma == 0.0 && attributes.alpha == 1.0 && attributes.labelSmoothing == 0.0;
    if (!isPlain)
        return std::nan("");
    const bool isClass = call.shape(1).elements() == rows;
    const double target = !isClass                                       ? call.in(1, call.element)
        : call.in(1, row) == static_cast<double>(call.element % classes) ? 1.0
                                                                         : 0.0;
    const double p = call.in(0, call.element);
    // A sample's rows have equal parts of its loss.
    const double samples = static_cast<double>(rows) / static_cast<double>(shape[0]) / (call.reader.lossScale * call.in(2, 0));
    const double result = p < smallest || p > largest ? 0.0 : -target / (p * samples);
    if (!call.step)
        return result;
    call.step->kind = StepKind::combination;
    call.step->function = "cross_entropy_gradient";
    call.addOperand(0);
    call.step->terms.push_back(call.term(0, call.element));
    call.step->terms.back().factor = samples;
    call.step->count = 1;
    call.step->bias = target;
    return result;
}

} // namespace netsmith::inspect::explain

#include "engine/core/quantization_grid.h"
#include "engine/inspect/explanations/op_explainers.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <numeric>

namespace netsmith::inspect::explain {
namespace {

constexpr int curvePoints = 121;
constexpr std::size_t mostBars = 24;

double sigmoid(double x)
{
    return 1.0 / (1.0 + std::exp(-x));
}

double softplus(double x)
{
    return std::max(x, 0.0) + std::log1p(std::exp(-std::abs(x)));
}

double bounded(double x, double low, double high)
{
    return x < low ? low : x > high ? high : x; // a NaN stays one
}

/// x · weight, where the weight vanishes faster than x grows.
double weighted(double x, double weight)
{
    return weight == 0.0 ? 0.0 : x * weight;
}

/// The curve around 0 and the argument.
template <class Function>
void drawCurve(OpCall& call, std::string name, double parameter, const Function& function)
{
    const double x = call.in(0, call.element);
    CurvePicture curve{.function = std::move(name), .parameter = parameter, .argument = x};
    const double reach = std::isfinite(x) ? std::max(3.0, 1.25 * std::abs(x)) : 3.0;
    for (int i = 0; i < curvePoints; ++i) {
        const double at = reach * (2.0 * i / (curvePoints - 1) - 1.0);
        curve.arguments.push_back(static_cast<float>(at));
        curve.results.push_back(static_cast<float>(function(at)));
    }
    call.step->kind = StepKind::curve;
    call.addOperand(0);
    call.step->terms.push_back(call.term(0, call.element));
    call.step->count = 1;
    call.step->curve = std::move(curve);
    call.follow(0, call.element);
}

} // namespace

double activate(Activation kind, double x, double alpha)
{
    switch (kind) {
    case Activation::none: return x;
    case Activation::elu: return x > 0.0 ? x : alpha * std::expm1(x);
    case Activation::gelu: return weighted(x, 0.5 * std::erfc(-x / std::numbers::sqrt2));
    case Activation::geluTanh: return weighted(x, sigmoid(2.0 * std::sqrt(2.0 / std::numbers::pi) * (x + 0.044715 * x * x * x)));
    case Activation::hardSigmoid: return bounded(x + 3.0, 0.0, 6.0) / 6.0;
    case Activation::hardSilu: return weighted(x, bounded(x + 3.0, 0.0, 6.0) / 6.0);
    case Activation::hardTanh: return bounded(x, -1.0, 1.0);
    case Activation::leakyRelu: return x > 0.0 ? x : alpha * x;
    case Activation::mish: return weighted(x, std::tanh(softplus(x)));
    case Activation::relu: return x < 0.0 ? 0.0 : x;
    case Activation::relu6: return bounded(x, 0.0, 6.0);
    case Activation::selu: return seluScale * (x > 0.0 ? x : seluAlpha * std::expm1(x));
    case Activation::sigmoid: return sigmoid(x);
    case Activation::silu: return weighted(x, sigmoid(x));
    case Activation::softplus: return softplus(x);
    case Activation::softsign: return std::isinf(x) ? std::copysign(1.0, x) : x / (1.0 + std::abs(x));
    case Activation::tanh: return std::tanh(x);
    }
    return x;
}

double activation(OpCall& call)
{
    const auto& attributes = call.as<ActivationAttributes>();
    const auto function = [&](double x) { return activate(attributes.kind, x, attributes.alpha); };
    if (call.step)
        drawCurve(call, std::string(nameOf(attributes.kind)), attributes.alpha, function);
    return function(call.in(0, call.element));
}

double prelu(OpCall& call)
{
    const double alpha = call.in(1, call.element % call.outputShape()[-1]);
    const auto function = [&](double x) { return x > 0.0 ? x : alpha * x; };
    if (call.step) {
        drawCurve(call, "prelu", alpha, function);
        call.addOperand(1);
    }
    return function(call.in(0, call.element));
}

/// Steps of the range's grid.
double fakeQuantize(OpCall& call)
{
    const QuantizationGrid grid = QuantizationGrid::between(static_cast<float>(call.in(1, 0)), static_cast<float>(call.in(1, 1)));
    const auto function = [&](double x) { return double{grid.represented(static_cast<float>(x))}; };
    if (call.step)
        drawCurve(call, "round", grid.step, function);
    return function(call.in(0, call.element));
}

/// Steps of its channel's grid.
double fakeQuantizeWeights(OpCall& call)
{
    const Shape& w = call.outputShape();
    float largest = 0.0f;
    for (std::int64_t i = call.element % w[-1]; i < w.elements(); i += w[-1])
        largest = std::max(largest, std::abs(static_cast<float>(call.in(0, i))));
    const float scale = gridScale(largest);
    const auto function = [&](double x) { return double{weightSteps(static_cast<float>(x), 1.0f / scale) * scale}; };
    if (call.step)
        drawCurve(call, "round", scale, function);
    return function(call.in(0, call.element));
}

/// Steps of its row's grid.
double fakeQuantizeRows(OpCall& call)
{
    const std::int64_t columns = call.outputShape()[-1], first = call.element / columns * columns;
    float largest = 0.0f;
    for (const double number : call.reader.numbers(call.op.inputs[0], first, columns))
        largest = std::max(largest, std::abs(static_cast<float>(number)));
    const float scale = gridScale(largest);
    const auto function = [&](double x) { return double{weightSteps(static_cast<float>(x), 1.0f / scale) * scale}; };
    if (call.step)
        drawCurve(call, "round", scale, function);
    return function(call.in(0, call.element));
}

double softmax(OpCall& call)
{
    const std::int64_t count = call.outputShape()[-1], first = call.element / count * count;
    const std::vector<double> x = call.reader.numbers(call.op.inputs[0], first, count);
    const double largest = *std::ranges::max_element(x);
    double sum = 0.0;
    for (const double each : x)
        sum += std::exp(each - largest);
    const auto shareOf = [&](std::size_t i) { return std::exp(x[i] - largest) / sum; };
    const auto chosen = static_cast<std::size_t>(call.element - first);
    if (!call.step)
        return shareOf(chosen);

    std::vector<std::size_t> order(x.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    if (order.size() > mostBars) {
        const auto size = [&](std::size_t i) { return std::isnan(x[i]) ? std::numeric_limits<double>::infinity() : x[i]; };
        std::ranges::nth_element(order, order.begin() + mostBars, std::greater(), size);
        order.resize(mostBars);
        if (std::ranges::find(order, chosen) == order.end())
            order.back() = chosen;
        std::ranges::sort(order);
    }
    SoftmaxPicture picture;
    for (const std::size_t i : order) {
        picture.places.push_back(static_cast<std::int64_t>(i));
        picture.arguments.push_back(x[i]);
        picture.exponentials.push_back(std::exp(x[i] - largest));
        picture.shares.push_back(shareOf(i));
    }
    picture.chosen = static_cast<std::int64_t>(chosen);
    picture.largest = largest;
    picture.sum = sum;
    picture.count = count;
    call.step->kind = StepKind::softmax;
    call.addOperand(0);
    call.step->terms.push_back(call.term(0, call.element));
    call.step->count = count;
    call.step->softmax = std::move(picture);
    call.follow(0, call.element);
    return shareOf(chosen);
}

} // namespace netsmith::inspect::explain

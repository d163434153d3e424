#include "engine/inspect/explanations/op_explainers.h"
#include "engine/inspect/explanations/plane.h"
#include "engine/ops/add.h"
#include "engine/ops/affine.h"
#include "engine/ops/batch_matmul.h"
#include "engine/ops/dense.h"
#include "engine/ops/merge.h"
#include "engine/ops/scale.h"

#include <cmath>

namespace netsmith::inspect::explain {
namespace {

constexpr std::int64_t mostListed = 1 << 16; // products that are sorted

/// Where a number is in its tensor.
void drawCell(OpCall& call, std::size_t input, std::int64_t at)
{
    call.step->window =
        cellPicture(call.reader.operandOf(call.op.inputs[input]).shape, call.reader.placeOf(call.op.inputs[input], at),
                    [&](std::int64_t element) { return call.in(input, element); });
}

/// The sum of `count` products of the elements `left(k)` and `right(k)` of two inputs.
template <class Left, class Right>
double sumOfProducts(OpCall& call, std::int64_t count, const Left& left, const Right& right)
{
    double sum = 0.0;
    for (std::int64_t k = 0; k < count; ++k)
        sum += call.in(0, left(k)) * call.in(1, right(k));
    if (!call.step)
        return sum;
    call.step->kind = StepKind::products;
    call.addOperand(0);
    call.addOperand(1);
    std::vector<Term> terms;
    const std::int64_t listed = std::min(count, mostListed);
    double of = 0.0;
    for (std::int64_t k = 0; k < listed; ++k) {
        terms.push_back(call.term(0, left(k), 1, right(k)));
        of += terms.back().value;
    }
    keepTerms(*call.step, std::move(terms));
    call.step->count = count;
    if (listed < count)
        call.step->rest += sum - of;
    // The input along which it is summed up, with the largest product's place.
    std::size_t largest = 0;
    for (std::size_t i = 1; i < call.step->terms.size(); ++i)
        if (std::abs(call.step->terms[i].value) > std::abs(call.step->terms[largest].value))
            largest = i;
    if (!call.step->terms.empty()) {
        const Place& at = call.step->terms[largest].at;
        call.step->window =
            cellPicture(call.step->operands[0].shape, at, [&](std::int64_t element) { return call.in(0, element); });
    }
    return sum;
}

double combined(OpCall& call, const char* function, double result)
{
    if (!call.step)
        return result;
    call.step->kind = StepKind::combination;
    call.step->function = function;
    for (std::size_t i = 0; i < call.op.inputs.size(); ++i) {
        call.addOperand(i);
        call.step->terms.push_back(call.term(i, call.element));
        call.follow(i, call.element);
    }
    call.step->count = std::ssize(call.step->terms);
    drawCell(call, 0, call.element);
    return result;
}

/// factor · x + offset
double scaled(OpCall& call, double factor, double offset)
{
    const double result = factor * call.in(0, call.element) + offset;
    if (!call.step)
        return result;
    call.step->kind = StepKind::combination;
    call.step->function = "scale";
    call.addOperand(0);
    call.step->terms.push_back(call.term(0, call.element));
    call.step->terms.back().factor = factor;
    call.step->terms.back().value *= factor;
    call.step->count = 1;
    if (offset != 0.0)
        call.step->bias = offset;
    drawCell(call, 0, call.element);
    call.follow(0, call.element);
    return result;
}

} // namespace

double dense(OpCall& call)
{
    const std::int64_t inputs = call.shape(1)[0], units = call.shape(1)[1];
    const std::int64_t row = call.element / units, unit = call.element % units;
    const double sum = sumOfProducts(
        call, inputs, [&](std::int64_t k) { return row * inputs + k; }, [&](std::int64_t k) { return k * units + unit; });
    if (!call.as<DenseAttributes>().bias)
        return sum;
    const double bias = call.in(2, unit);
    if (call.step) {
        call.addOperand(2);
        call.step->bias = bias;
    }
    return sum + bias;
}

double batchMatmul(OpCall& call)
{
    const auto& attributes = call.as<BatchMatmulAttributes>();
    const BatchMatmulSizes sizes(attributes, call.shape(0), call.shape(1));
    const std::int64_t n = call.element % sizes.columns, m = call.element / sizes.columns % sizes.rows,
                       i = call.element / sizes.columns / sizes.rows;
    const double sum = sumOfProducts(
        call, sizes.inner,
        [&](std::int64_t k) {
            return i * sizes.rows * sizes.inner + (attributes.transposeLeft ? k * sizes.rows + m : m * sizes.inner + k);
        },
        [&](std::int64_t k) {
            return i * sizes.inner * sizes.columns + (attributes.transposeRight ? n * sizes.inner + k : k * sizes.columns + n);
        });
    if (call.step && sizes.inner > 0)
        for (const std::size_t side : {std::size_t{0}, std::size_t{1}}) // one normalized vector of each
            call.follow(side,
                        side == 0 ? i * sizes.rows * sizes.inner + (attributes.transposeLeft ? m : m * sizes.inner)
                                  : i * sizes.inner * sizes.columns + (attributes.transposeRight ? n * sizes.inner : n));
    return sum;
}

double addBias(OpCall& call)
{
    const double bias = call.in(1, call.element % call.outputShape()[-1]);
    const double x = call.in(0, call.element);
    if (call.step) {
        call.step->kind = StepKind::combination;
        call.step->function = "add";
        call.addOperand(0);
        call.addOperand(1);
        call.step->terms.push_back(call.term(0, call.element));
        call.step->terms.push_back(call.term(1, call.element % call.outputShape()[-1]));
        call.step->count = 2;
        call.follow(0, call.element);
    }
    return x + bias;
}

double add(OpCall& call)
{
    return combined(call, "add", call.in(0, call.element) + call.in(1, call.element));
}

double merge(OpCall& call)
{
    const double a = call.in(0, call.element), b = call.in(1, call.element);
    const bool isNan = std::isnan(a) || std::isnan(b);
    switch (call.as<MergeAttributes>().kind) {
    case Merge::subtract: return combined(call, "subtract", a - b);
    case Merge::multiply: return combined(call, "multiply", a * b);
    case Merge::maximum: return combined(call, "maximum", isNan ? a + b : std::max(a, b));
    case Merge::minimum: break;
    }
    return combined(call, "minimum", isNan ? a + b : std::min(a, b));
}

double scale(OpCall& call)
{
    return scaled(call, call.as<ScaleAttributes>().factor, 0.0);
}

double affine(OpCall& call)
{
    const auto& attributes = call.as<AffineAttributes>();
    const auto of = [&](const std::vector<double>& numbers) {
        return numbers.size() == 1 ? numbers[0] : numbers[static_cast<std::size_t>(call.element % call.outputShape()[-1])];
    };
    return scaled(call, of(attributes.factors), of(attributes.offsets));
}

} // namespace netsmith::inspect::explain

#include "engine/ops/dropout.h"

#include "engine/ops/checks.h"
#include "engine/ops/gradient.h"

#include <fmt/format.h>

#include <cmath>

namespace netsmith {
namespace {

constexpr double seluLimit = -1.0507009873554804934193349852946 * 1.6732632423543772848170429916717;

} // namespace

std::string DropoutAttributes::text() const
{
    constexpr std::string_view words[] = {"", " of channels", " to negative"};
    return fmt::format("rate {} seed {} node {}{}", rate, seed, node, words[static_cast<std::size_t>(what)]);
}

double DropoutAttributes::factor() const
{
    if (what != Dropped::toNegative)
        return 1.0 / (1.0 - rate);
    return 1.0 / std::sqrt((1.0 - rate) * (1.0 + rate * seluLimit * seluLimit));
}

double DropoutAttributes::shift() const
{
    return what == Dropped::toNegative ? -factor() * seluLimit * rate : 0.0;
}

double DropoutAttributes::dropped() const
{
    return what == Dropped::toNegative ? factor() * seluLimit + shift() : 0.0;
}

std::int64_t DropoutAttributes::drawn(const Shape& x) const
{
    return what == Dropped::channels ? x[-1] : x.elements() / x[0];
}

std::int64_t DropoutAttributes::repeated(const Shape& x) const
{
    return x.elements() / x[0] / drawn(x);
}

namespace ops {
namespace {

std::vector<TensorType> inferMasked(std::string_view name, const Attributes& attributes, std::span<const TensorInfo> inputs)
{
    const InputCheck check(name, inputs, {"x", "counters"}, 2);
    const auto& dropout = static_cast<const DropoutAttributes&>(attributes);
    const double rate = dropout.rate;
    check.expectFloating(0);
    check.expectRankAtLeast(0, dropout.what == Dropped::channels ? 2 : 1);
    expectCounters(check, 1);
    check.expect(rate >= 0.0 && rate < 1.0, "0 ≤ rate < 1", fmt::format("{}", rate));
    return {check.same(0)};
}

std::vector<TensorType> infer(const Attributes& attributes, std::span<const TensorInfo> inputs)
{
    return inferMasked("dropout", attributes, inputs);
}

std::vector<TensorType> inferBackward(const Attributes& attributes, std::span<const TensorInfo> inputs)
{
    return inferMasked("dropout_backward", attributes, inputs);
}

void gradient(GradientContext& context)
{
    context.give(
        0, context.emitter().emitOne(dropoutBackward, context.op().attributes, {context.outputGradient(0), context.input(1)}));
}

} // namespace

constinit const OpSpec dropout{.name = "dropout", .infer = infer, .gradient = gradient};
constinit const OpSpec dropoutBackward{.name = "dropout_backward", .infer = inferBackward};

} // namespace ops
} // namespace netsmith

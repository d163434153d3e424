#include "engine/ops/warp.h"

#include "engine/ops/checks.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace netsmith {
namespace {

constexpr const char* kinds[] = {"flip", "rotate", "scale", "shear", "shift", "tilt", "window", "resize"};
/// Beyond this a position in an image is no longer an exact integer.
constexpr double largest = 1e6;
constexpr const char* fills[] = {"constant", "nearest", "reflect", "wrap"};

/// Warps are merged if both would look up a pixel in the same way.
bool joins(const WarpAttributes& first, const WarpAttributes& second)
{
    return first.steps.size() + second.steps.size() <= WarpAttributes::mostSteps && first.nearest == second.nearest
        && first.fill == second.fill && first.value == second.value && first.taps == 1 && second.taps == 1
        && first.seed == second.seed;
}

} // namespace

std::string WarpAttributes::text() const
{
    std::string out;
    for (const WarpStep& step : steps)
        out += fmt::format("{} {:08x} {}×{} to {}×{} [{}, {}] [{}, {}]{} ", kinds[static_cast<int>(step.kind)], step.key,
                           step.height, step.width, step.outputHeight, step.outputWidth, step.low[0], step.high[0], step.low[1],
                           step.high[1], step.linked ? " linked" : "");
    return out
        + fmt::format("{} fill {} {} taps {} seed {}", nearest ? "nearest" : "bilinear", fills[static_cast<int>(fill)], value, taps,
                      seed);
}

bool draws(const WarpStep& step)
{
    if (step.kind == WarpStep::Kind::flip)
        return step.high[0] > 0.0 || step.high[1] > 0.0;
    return step.kind != WarpStep::Kind::resize && (step.low[0] != step.high[0] || step.low[1] != step.high[1]);
}

TensorId emitWarp(Emitter& emitter, TensorId x, TensorId counters, WarpAttributes last)
{
    const Shape image = emitter.shape(x);
    for (WarpStep& step : last.steps) {
        step.height = static_cast<std::int32_t>(image[1]);
        step.width = static_cast<std::int32_t>(image[2]);
        if (step.outputHeight == 0)
            step.outputHeight = step.height;
        if (step.outputWidth == 0)
            step.outputWidth = step.width;
    }
    if (const Op* producer = emitter.producer(x); producer && producer->spec == &ops::warp)
        if (const auto& first = producer->as<WarpAttributes>(); joins(first, last)) {
            last.steps.insert(last.steps.begin(), first.steps.begin(), first.steps.end());
            x = producer->inputs[0];
        }
    const bool random = std::ranges::any_of(last.steps, draws);
    return emitter.emitOne(ops::warp, std::make_shared<WarpAttributes>(std::move(last)), {x, random ? counters : noTensor});
}

namespace ops {
namespace {

std::vector<TensorType> infer(const Attributes& base, std::span<const TensorInfo> inputs)
{
    const auto& attributes = static_cast<const WarpAttributes&>(base);
    const InputCheck check("warp", inputs, {"x", "counters"}, 1);
    check.expectFloating(0);
    check.expectRank(0, 4);
    const std::size_t count = attributes.steps.size();
    check.expect(count >= 1 && count <= WarpAttributes::mostSteps, "1 to 8 steps", std::to_string(count));
    check.expect(attributes.taps >= 1 && attributes.taps <= 64, "1 ≤ taps ≤ 64", std::to_string(attributes.taps));
    if (std::ranges::any_of(attributes.steps, draws))
        expectCounters(check, 1);
    std::int64_t height = check.shape(0)[1];
    std::int64_t width = check.shape(0)[2];
    for (const WarpStep& step : attributes.steps) {
        check.expect(step.height == height && step.width == width, fmt::format("a step on {}×{}", height, width),
                     fmt::format("{}×{}", step.height, step.width));
        check.expect(step.outputHeight >= 1 && step.outputWidth >= 1, "an output of at least one pixel",
                     fmt::format("{}×{}", step.outputHeight, step.outputWidth));
        height = step.outputHeight;
        width = step.outputWidth;
        for (int axis = 0; axis < 2; ++axis) {
            const double low = step.low[axis], high = step.high[axis];
            check.expect(std::abs(low) <= largest && std::abs(high) <= largest, "intervals within ±1e6",
                         fmt::format("[{}, {}]", low, high));
            if (step.kind == WarpStep::Kind::scale)
                check.expect(low >= 1.0 / largest && high >= 1.0 / largest, "factors of at least 1e-6",
                             fmt::format("[{}, {}]", low, high));
            if (step.kind == WarpStep::Kind::tilt) // else points behind the camera would be visible
                check.expect(std::abs(low) < 0.5 && std::abs(high) < 0.5, "a tilt within ±0.5", fmt::format("[{}, {}]", low, high));
        }
    }
    return {{Shape{check.shape(0)[0], height, width, check.shape(0)[3]}, check.type(0)}};
}

} // namespace

constinit const OpSpec warp{.name = "warp", .infer = infer, .precision = PrecisionRule::f32};

} // namespace ops
} // namespace netsmith

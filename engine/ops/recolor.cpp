#include "engine/ops/recolor.h"

#include "engine/ops/checks.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace netsmith {
namespace {

constexpr const char* kinds[] = {"brightness", "contrast", "saturation", "hue", "grey"};

bool joins(const RecolorAttributes& first, const RecolorAttributes& second)
{
    return first.steps.size() + second.steps.size() <= RecolorAttributes::mostSteps && first.black == second.black
        && first.white == second.white && !first.toGrey && first.seed == second.seed;
}

} // namespace

std::string RecolorAttributes::text() const
{
    std::string out;
    for (const ColorStep& step : steps)
        out += fmt::format("{} {:08x} [{}, {}] ", kinds[static_cast<int>(step.kind)], step.key, step.low, step.high);
    return out + fmt::format("within [{}, {}]{} seed {}", black, white, toGrey ? " to grey" : "", seed);
}

bool RecolorAttributes::usesMeans() const
{
    return std::ranges::find(steps, ColorStep::Kind::contrast, &ColorStep::kind) != steps.end();
}

bool draws(const ColorStep& step)
{
    return step.kind == ColorStep::Kind::grey ? step.high > 0.0 && step.high < 1.0 : step.low != step.high;
}

TensorId emitRecolor(Emitter& emitter, TensorId x, TensorId counters, RecolorAttributes last)
{
    if (const Op* producer = emitter.producer(x); producer && producer->spec == &ops::recolor)
        if (const auto& first = producer->as<RecolorAttributes>(); joins(first, last)) {
            last.steps.insert(last.steps.begin(), first.steps.begin(), first.steps.end());
            x = producer->inputs[0];
        }
    const bool random = std::ranges::any_of(last.steps, [](const ColorStep& step) { return draws(step); });
    return emitter.emitOne(ops::recolor, std::make_shared<RecolorAttributes>(std::move(last)), {x, random ? counters : noTensor});
}

namespace ops {
namespace {

std::vector<TensorType> infer(const Attributes& base, std::span<const TensorInfo> inputs)
{
    const auto& attributes = static_cast<const RecolorAttributes&>(base);
    const InputCheck check("recolor", inputs, {"x", "counters"}, 1);
    check.expectFloating(0);
    check.expectRank(0, 4);
    const Shape& x = check.shape(0);
    check.expect(x[3] == 1 || x[3] == 3, "1 or 3 channels", std::to_string(x[3]));
    check.expect(!attributes.toGrey || x[3] == 3, "3 channels to make gray", std::to_string(x[3]));
    check.expect(attributes.steps.size() <= RecolorAttributes::mostSteps, "at most 8 steps",
                 std::to_string(attributes.steps.size()));
    check.expect(std::isfinite(attributes.black) && std::isfinite(attributes.white) && attributes.black < attributes.white,
                 "black < white", fmt::format("{} and {}", attributes.black, attributes.white));
    for (const ColorStep& step : attributes.steps)
        check.expect(std::isfinite(step.low) && std::isfinite(step.high), "finite intervals",
                     fmt::format("[{}, {}]", step.low, step.high));
    if (std::ranges::any_of(attributes.steps, [](const ColorStep& step) { return draws(step); }))
        expectCounters(check, 1);
    return {{Shape{x[0], x[1], x[2], attributes.toGrey ? 1 : x[3]}, check.type(0)}};
}

} // namespace

constinit const OpSpec recolor{.name = "recolor", .infer = infer, .precision = PrecisionRule::f32};

} // namespace ops
} // namespace netsmith

#include "engine/ops/gradient_steps.h"

#include "engine/ops/update_checks.h"

#include <fmt/format.h>

namespace netsmith {

std::string ClipValuesAttributes::text() const
{
    return fmt::format("most {}", most);
}

namespace ops {
namespace {

/// How many values there are between the arenas and what is held.
std::size_t checkHeld(const InputCheck& check)
{
    expectArenas(check, 2);
    const std::size_t held = check.count() - 1;
    std::int64_t width = 1;
    for (std::size_t i = 2; i < held; ++i) {
        check.expectType(i, {DataType::f32});
        width += check.shape(i).elements();
    }
    check.expectShape(held, {width});
    check.expectType(held, {DataType::f32});
    return held - 2;
}

std::vector<TensorType> inferHold(const Attributes&, std::span<const TensorInfo> inputs)
{
    const InputCheck check("hold_gradients", inputs, {"gradients", "held gradients", "a value or what is held"}, 3, true);
    checkHeld(check);
    return {check.same(1), check.same(check.count() - 1)};
}

std::vector<TensorType> inferRelease(const Attributes&, std::span<const TensorInfo> inputs)
{
    const InputCheck check("release_gradients", inputs, {"gradients", "held gradients", "a value or what is held"}, 3, true);
    std::vector<TensorType> outputs{check.same(0)};
    const std::size_t values = checkHeld(check);
    for (std::size_t i = 0; i < values; ++i)
        outputs.push_back(check.same(2 + i));
    outputs.push_back(check.same(check.count() - 1));
    return outputs;
}

std::vector<TensorType> inferClip(const Attributes& attributes, std::span<const TensorInfo> inputs)
{
    const InputCheck check("clip_values", inputs, {"gradients", "scale"}, 2);
    const double most = static_cast<const ClipValuesAttributes&>(attributes).most;
    check.expect(most > 0.0, "most > 0", fmt::format("{}", most));
    expectArenas(check, 1);
    expectNumber(check, 1);
    return {check.same(0)};
}

double flops(const Attributes&, std::span<const TensorInfo> inputs, std::span<const TensorInfo>)
{
    return static_cast<double>(inputs[0].shape.elements());
}

} // namespace

constinit const OpSpec holdGradients{.name = "hold_gradients", .infer = inferHold, .flops = flops};
constinit const OpSpec releaseGradients{.name = "release_gradients", .infer = inferRelease, .flops = flops};
constinit const OpSpec clipValues{.name = "clip_values", .infer = inferClip, .flops = flops};

} // namespace ops
} // namespace netsmith

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

/// The number of values between the arenas and the accumulated sums.
std::size_t checkAccumulated(const InputCheck& check)
{
    expectArenas(check, 2);
    const std::size_t accumulated = check.count() - 1;
    std::int64_t width = 1;
    for (std::size_t i = 2; i < accumulated; ++i) {
        check.expectType(i, {DataType::f32});
        width += check.shape(i).elements();
    }
    check.expectShape(accumulated, {width});
    check.expectType(accumulated, {DataType::f32});
    return accumulated - 2;
}

std::vector<TensorType> inferAccumulate(const Attributes&, std::span<const TensorInfo> inputs)
{
    const InputCheck check("accumulate_gradients", inputs, {"gradients", "accumulated gradients", "a value or what is accumulated"},
                           3, true);
    checkAccumulated(check);
    return {check.same(1), check.same(check.count() - 1)};
}

std::vector<TensorType> inferAddAccumulated(const Attributes&, std::span<const TensorInfo> inputs)
{
    const InputCheck check("add_accumulated", inputs, {"gradients", "accumulated gradients", "a value or what is accumulated"}, 3,
                           true);
    std::vector<TensorType> outputs{check.same(0)};
    const std::size_t values = checkAccumulated(check);
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

constinit const OpSpec accumulateGradients{.name = "accumulate_gradients", .infer = inferAccumulate, .flops = flops};
constinit const OpSpec addAccumulated{.name = "add_accumulated", .infer = inferAddAccumulated, .flops = flops};
constinit const OpSpec clipValues{.name = "clip_values", .infer = inferClip, .flops = flops};

} // namespace ops
} // namespace netsmith

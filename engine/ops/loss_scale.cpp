#include "engine/ops/loss_scale.h"

#include "engine/ops/control.h"
#include "engine/ops/update_checks.h"

#include <fmt/format.h>

namespace netsmith {
namespace {

std::string textOf(const LossScaling& scaling)
{
    return fmt::format("{} over {}", scaling.fixed > 0.0 ? fmt::format("{}", scaling.fixed) : "dynamic", scaling.samples);
}

} // namespace

std::string LossScaleAttributes::text() const
{
    return textOf(scaling);
}

std::string ScaledGuardAttributes::text() const
{
    const std::string clip = GuardAttributes::text();
    return textOf(scaling) + (clip.empty() ? "" : " " + clip);
}

namespace ops {
namespace {

void expectScaling(const InputCheck& check, const LossScaling& scaling)
{
    expectNotNegative(check, "fixed", scaling.fixed);
    check.expect(scaling.samples >= 1, "samples ≥ 1", std::to_string(scaling.samples));
}

std::vector<TensorType> inferScale(const Attributes& attributes, std::span<const TensorInfo> inputs)
{
    const InputCheck check("loss_scale", inputs, {"counters"}, 1);
    expectScaling(check, static_cast<const LossScaleAttributes&>(attributes).scaling);
    expectCounters(check, 0);
    return {{Shape(), DataType::f32}};
}

std::vector<TensorType> inferGuard(const Attributes& base, std::span<const TensorInfo> inputs)
{
    const auto& attributes = static_cast<const ScaledGuardAttributes&>(base);
    const InputCheck check("scaled_guard", inputs,
                           {"the sum of squares", "samples", "a loss, the scale, the counters or the status"}, 5, true);
    expectScaling(check, attributes.scaling);
    expectNotNegative(check, "clip_norm", attributes.clipNorm);
    const std::size_t status = check.count() - 1;
    for (std::size_t i = 0; i + 1 < status; ++i)
        expectNumber(check, i);
    expectCounters(check, status - 1);
    expectStatus(check, status);
    return {{Shape(), DataType::f32}, check.same(status - 1), check.same(status)};
}

} // namespace

constinit const OpSpec lossScale{.name = "loss_scale", .infer = inferScale};
constinit const OpSpec scaledGuard{.name = "scaled_guard", .infer = inferGuard};

} // namespace ops
} // namespace netsmith

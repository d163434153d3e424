#include "engine/ops/adaptive_update.h"

#include "engine/ops/update_checks.h"

#include <fmt/format.h>

namespace netsmith {

std::string AdadeltaAttributes::text() const
{
    return fmt::format("rho {} epsilon {}", rho, epsilon) + updateText();
}

std::string AdagradAttributes::text() const
{
    return fmt::format("epsilon {}", epsilon) + updateText();
}

std::string LionAttributes::text() const
{
    return fmt::format("beta1 {} beta2 {}", beta1, beta2) + updateText();
}

std::string NadamAttributes::text() const
{
    return fmt::format("beta1 {} beta2 {} epsilon {}", beta1, beta2, epsilon) + updateText();
}

std::string RmspropAttributes::text() const
{
    return fmt::format("rho {} momentum {}{} epsilon {}", rho, momentum, centered ? " centered" : "", epsilon) + updateText();
}

namespace ops {
namespace {

/// Weights, gradients and one or two slots: what is inferred once the attributes are checked.
std::vector<TensorType> updated(const InputCheck& check, std::size_t slots, const UpdateAttributes& attributes)
{
    expectUpdate(check, 2 + slots, attributes);
    return std::vector<TensorType>(1 + slots, check.same(0));
}

InputCheck checkOf(std::string_view op, std::span<const TensorInfo> inputs, std::size_t slots)
{
    switch (slots) {
    case 1: return {op, inputs, {"weights", "gradients", "slot0", "rates", "counters", "scale", "status"}, 7};
    case 2: return {op, inputs, {"weights", "gradients", "slot0", "slot1", "rates", "counters", "scale", "status"}, 8};
    default: return {op, inputs, {"weights", "gradients", "slot0", "slot1", "slot2", "rates", "counters", "scale", "status"}, 9};
    }
}

std::vector<TensorType> inferAdadelta(const Attributes& base, std::span<const TensorInfo> inputs)
{
    const auto& attributes = static_cast<const AdadeltaAttributes&>(base);
    const InputCheck check = checkOf("adadelta", inputs, 2);
    expectShare(check, "rho", attributes.rho);
    expectNotNegative(check, "epsilon", attributes.epsilon);
    return updated(check, 2, attributes);
}

std::vector<TensorType> inferAdagrad(const Attributes& base, std::span<const TensorInfo> inputs)
{
    const auto& attributes = static_cast<const AdagradAttributes&>(base);
    const InputCheck check = checkOf("adagrad", inputs, 1);
    expectNotNegative(check, "epsilon", attributes.epsilon);
    return updated(check, 1, attributes);
}

std::vector<TensorType> inferLion(const Attributes& base, std::span<const TensorInfo> inputs)
{
    const auto& attributes = static_cast<const LionAttributes&>(base);
    const InputCheck check = checkOf("lion", inputs, 1);
    expectShare(check, "beta1", attributes.beta1);
    expectShare(check, "beta2", attributes.beta2);
    return updated(check, 1, attributes);
}

std::vector<TensorType> inferNadam(const Attributes& base, std::span<const TensorInfo> inputs)
{
    const auto& attributes = static_cast<const NadamAttributes&>(base);
    const InputCheck check = checkOf("nadam", inputs, 2);
    expectShare(check, "beta1", attributes.beta1);
    expectShare(check, "beta2", attributes.beta2);
    expectNotNegative(check, "epsilon", attributes.epsilon);
    return updated(check, 2, attributes);
}

std::vector<TensorType> inferRmsprop(const Attributes& base, std::span<const TensorInfo> inputs)
{
    const auto& attributes = static_cast<const RmspropAttributes&>(base);
    const std::size_t slots = 1 + (attributes.centered ? 1 : 0) + (attributes.momentum != 0.0 ? 1 : 0);
    const InputCheck check = checkOf("rmsprop", inputs, slots);
    expectShare(check, "rho", attributes.rho);
    expectShare(check, "momentum", attributes.momentum);
    expectNotNegative(check, "epsilon", attributes.epsilon);
    return updated(check, slots, attributes);
}

template <int each>
double flopsOf(const Attributes&, std::span<const TensorInfo> inputs, std::span<const TensorInfo>)
{
    return each * static_cast<double>(inputs[0].shape.elements());
}

} // namespace

constinit const OpSpec adadelta{.name = "adadelta", .infer = inferAdadelta, .flops = flopsOf<16>};
constinit const OpSpec adagrad{.name = "adagrad", .infer = inferAdagrad, .flops = flopsOf<7>};
constinit const OpSpec lion{.name = "lion", .infer = inferLion, .flops = flopsOf<9>};
constinit const OpSpec nadam{.name = "nadam", .infer = inferNadam, .flops = flopsOf<15>};
constinit const OpSpec rmsprop{.name = "rmsprop", .infer = inferRmsprop, .flops = flopsOf<10>};

} // namespace ops
} // namespace netsmith

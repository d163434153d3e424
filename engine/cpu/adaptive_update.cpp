#include "engine/ops/adaptive_update.h"

#include "engine/cpu/kernels/adaptive_update.h"
#include "engine/cpu/lower_update.h"

#include <cmath>

namespace netsmith::cpu {
namespace {

/// A piece of the arenas.
struct Arenas {
    const Addresses& at;
    const ArenaPiece& piece;

    const float* gradients() const { return at.in<float>(1) + piece.begin; }
    float* out(std::size_t index) const { return at.out<float>(index) + piece.begin; }
    std::int64_t count() const { return piece.end - piece.begin; }
};

/// 1 − share in f32, which for a share near 1 differs considerably from subtracting the share in f32.
float oneMinus(double share)
{
    return static_cast<float>(1.0 - share);
}

} // namespace

template <>
Lowered lower<ops::adadelta>(const LoweringContext& context, const Op& op)
{
    const auto& attributes = op.as<AdadeltaAttributes>();
    kernels::AdadeltaStep step;
    step.oneMinusRho = oneMinus(attributes.rho);
    step.epsilon = static_cast<float>(attributes.epsilon);
    const auto body = [](const kernels::AdadeltaStep& now, const Addresses& at, const ArenaPiece& piece) {
        const Arenas arenas{at, piece};
        kernels::adadelta(now, arenas.gradients(), arenas.out(0), arenas.out(1), arenas.out(2), arenas.count());
    };
    return lowerUpdate(
        context, op, attributes, [step](const UpdateControl&) { return step; }, body);
}

template <>
Lowered lower<ops::adagrad>(const LoweringContext& context, const Op& op)
{
    const auto& attributes = op.as<AdagradAttributes>();
    kernels::AdagradStep step;
    step.epsilon = static_cast<float>(attributes.epsilon);
    const auto body = [](const kernels::AdagradStep& now, const Addresses& at, const ArenaPiece& piece) {
        const Arenas arenas{at, piece};
        kernels::adagrad(now, arenas.gradients(), arenas.out(0), arenas.out(1), arenas.count());
    };
    return lowerUpdate(
        context, op, attributes, [step](const UpdateControl&) { return step; }, body);
}

template <>
Lowered lower<ops::lion>(const LoweringContext& context, const Op& op)
{
    const auto& attributes = op.as<LionAttributes>();
    kernels::LionStep step;
    step.oneMinusBeta1 = oneMinus(attributes.beta1);
    step.oneMinusBeta2 = oneMinus(attributes.beta2);
    const auto body = [](const kernels::LionStep& now, const Addresses& at, const ArenaPiece& piece) {
        const Arenas arenas{at, piece};
        kernels::lion(now, arenas.gradients(), arenas.out(0), arenas.out(1), arenas.count());
    };
    return lowerUpdate(
        context, op, attributes, [step](const UpdateControl&) { return step; }, body);
}

template <>
Lowered lower<ops::nadam>(const LoweringContext& context, const Op& op)
{
    const auto& attributes = op.as<NadamAttributes>();
    const auto plan = [attributes](const UpdateControl& now) {
        const NadamFactors factors = nadamFactors(attributes.beta1, attributes.beta2, std::llround(now.step));
        kernels::NadamStep step;
        step.ofMomentum = static_cast<float>(factors.ofMomentum);
        step.ofGradient = static_cast<float>(factors.ofGradient);
        step.ofSquares = static_cast<float>(factors.ofSquares);
        step.oneMinusBeta1 = oneMinus(attributes.beta1);
        step.oneMinusBeta2 = oneMinus(attributes.beta2);
        step.epsilon = static_cast<float>(attributes.epsilon);
        return step;
    };
    const auto body = [](const kernels::NadamStep& now, const Addresses& at, const ArenaPiece& piece) {
        const Arenas arenas{at, piece};
        kernels::nadam(now, arenas.gradients(), arenas.out(0), arenas.out(1), arenas.out(2), arenas.count());
    };
    return lowerUpdate(context, op, attributes, plan, body);
}

template <>
Lowered lower<ops::rmsprop>(const LoweringContext& context, const Op& op)
{
    const auto& attributes = op.as<RmspropAttributes>();
    kernels::RmspropStep step;
    step.oneMinusRho = oneMinus(attributes.rho);
    step.momentum = static_cast<float>(attributes.momentum);
    step.epsilon = static_cast<float>(attributes.epsilon);
    const auto body = [centered = attributes.centered](const kernels::RmspropStep& now, const Addresses& at,
                                                       const ArenaPiece& piece) {
        const Arenas arenas{at, piece};
        float* means = centered ? arenas.out(2) : nullptr;
        float* velocity = now.momentum != 0.0f ? arenas.out(at.outputs.size() - 1) : nullptr;
        kernels::rmsprop(now, arenas.gradients(), arenas.out(0), arenas.out(1), means, velocity, arenas.count());
    };
    return lowerUpdate(
        context, op, attributes, [step](const UpdateControl&) { return step; }, body);
}

} // namespace netsmith::cpu

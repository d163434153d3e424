#include "engine/ops/batch_norm.h"

#include "engine/cpu/float_types.h"
#include "engine/cpu/kernels/batch_norm.h"
#include "engine/cpu/kernel.h"

namespace netsmith::cpu {
namespace {

kernels::NormShape shapeOf(const Shape& x, const BatchNormAttributes& attributes)
{
    return {x.elements() / x[-1], x[-1], attributes.activation == Activation::relu};
}

std::int64_t scratchBytes(const kernels::NormShape& shape)
{
    return kernels::normScratch(shape) * static_cast<std::int64_t>(sizeof(float));
}

/// The input at a position, or null if the op has fewer.
template <class T>
const T* optional(const Addresses& at, std::size_t position)
{
    return position < at.inputs.size() ? at.in<T>(position) : nullptr;
}

} // namespace

template <>
Lowered lower<ops::batchNorm>(const LoweringContext& context, const Op& op)
{
    const auto& attributes = op.as<BatchNormAttributes>();
    const kernels::NormShape shape = shapeOf(context.input(op, 0).shape, attributes);
    return forFloatType(context.input(op, 0).type, [&]<class T>(T) {
        return lowerTo(
            [shape, epsilon = static_cast<float>(attributes.epsilon),
             momentum = static_cast<float>(attributes.momentum)](const Addresses& at) {
                const kernels::NormStatistics statistics{.epsilon = epsilon,
                                                         .momentum = momentum,
                                                         .movingMean = at.in<float>(3),
                                                         .movingVariance = at.in<float>(4),
                                                         .mean = at.out<float>(1),
                                                         .inverse = at.out<float>(2),
                                                         .nextMean = at.out<float>(3),
                                                         .nextVariance = at.out<float>(4)};
                kernels::batchNorm(shape, at.in<T>(0), at.in<float>(1), at.in<float>(2), statistics, optional<T>(at, 5),
                                   at.out<T>(0), static_cast<float*>(at.workspace));
            },
            {scratchBytes(shape), {{0, 0}}});
    });
}

template <>
Lowered lower<ops::batchNormBackward>(const LoweringContext& context, const Op& op)
{
    const kernels::NormShape shape = shapeOf(context.input(op, 0).shape, op.as<BatchNormAttributes>());
    // The masked gradient for the residual overwrites the incoming one; otherwise the input's gradient does.
    const bool residual = op.outputs.size() > 3;
    return forFloatType(context.input(op, 0).type, [&]<class T>(T) {
        return lowerTo(
            [shape, residual](const Addresses& at) {
                kernels::batchNormBackward(shape, at.in<T>(0), at.in<float>(1), at.in<float>(2), at.in<float>(3), at.in<T>(4),
                                           optional<T>(at, 5), at.out<T>(0), at.out<float>(1), at.out<float>(2),
                                           residual ? at.out<T>(3) : nullptr, static_cast<float*>(at.workspace));
            },
            {scratchBytes(shape), {{0, 0}, {residual ? 3 : 0, 4}}});
    });
}

template <>
Lowered lower<ops::batchNormInference>(const LoweringContext& context, const Op& op)
{
    const auto& attributes = op.as<BatchNormAttributes>();
    const kernels::NormShape shape = shapeOf(context.input(op, 0).shape, attributes);
    return forFloatType(context.input(op, 0).type, [&]<class T>(T) {
        return lowerTo(
            [shape, epsilon = static_cast<float>(attributes.epsilon)](const Addresses& at) {
                kernels::batchNormInference(shape, at.in<T>(0), at.in<float>(1), at.in<float>(2), at.in<float>(3), at.in<float>(4),
                                            epsilon, optional<T>(at, 5), at.out<T>(0), static_cast<float*>(at.workspace));
            },
            {scratchBytes(shape), {{0, 0}}});
    });
}

template <>
Lowered lower<ops::batchNormInferenceBackward>(const LoweringContext& context, const Op& op)
{
    const auto& attributes = op.as<BatchNormAttributes>();
    const kernels::NormShape shape = shapeOf(context.input(op, 0).shape, attributes);
    return forFloatType(context.input(op, 0).type, [&]<class T>(T) {
        return lowerTo(
            [shape, epsilon = static_cast<float>(attributes.epsilon)](const Addresses& at) {
                kernels::batchNormInference(shape, at.in<T>(0), at.in<float>(1), nullptr, nullptr, at.in<float>(2), epsilon,
                                            static_cast<const T*>(nullptr), at.out<T>(0), static_cast<float*>(at.workspace));
            },
            {scratchBytes(shape), {{0, 0}}});
    });
}

} // namespace netsmith::cpu

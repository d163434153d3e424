#include "engine/ops/batch_norm.h"
#include "engine/ops/norm_statistics.h"

#include "engine/lowering/backend.h"

#include NS_KERNELS(batch_norm)
// clang-format off
#include NS_HEADER(engine/NS_BACKEND/shared_batch_norm.h)
// clang-format on

namespace netsmith::NS_BACKEND {
namespace {

NormShape shapeOf(const Shape& x, const BatchNormAttributes& attributes)
{
    return {x.elements() / x[-1], x[-1], attributes.activation == Activation::relu};
}

} // namespace

template <>
Lowered lower<ops::batchNorm>(const LoweringContext& context, const Op& op)
{
    const auto& attributes = op.as<BatchNormAttributes>();
    const NormShape shape = shapeOf(context.input(op, 0).shape, attributes);
    if (attributes.shared)
        return lowerSharedNorm(context, op, shape);
    return forFloatType(context.input(op, 0).type, [&]<class T>(T) {
        return lowerTo(
            [shape, epsilon = static_cast<float>(attributes.epsilon),
             momentum = static_cast<float>(attributes.momentum)](const Addresses& at, auto&... queue) {
                const NormStatistics statistics = statisticsAt(at, epsilon, momentum);
                kernels::batchNorm(queue..., shape, at.in<T>(0), at.in<float>(1), at.in<float>(2), statistics, at.optional<T>(5),
                                   at.out<T>(0), at.workspace);
            },
            {kernels::normWorkspace(shape), {{0, 0}}});
    });
}

template <>
Lowered lower<ops::batchNormBackward>(const LoweringContext& context, const Op& op)
{
    const NormShape shape = shapeOf(context.input(op, 0).shape, op.as<BatchNormAttributes>());
    if (op.as<BatchNormAttributes>().shared)
        return lowerSharedNormBackward(context, op, shape);
    // The masked gradient for the residual overwrites the incoming one; otherwise the input's gradient does.
    const bool residual = op.outputs.size() > 3;
    return forFloatType(context.input(op, 0).type, [&]<class T>(T) {
        return lowerTo(
            [shape, residual](const Addresses& at, auto&... queue) {
                kernels::batchNormBackward(queue..., shape, at.in<T>(0), at.in<float>(1), at.in<float>(2), at.in<float>(3),
                                           at.in<T>(4), at.optional<T>(5), at.out<T>(0), at.out<float>(1), at.out<float>(2),
                                           residual ? at.out<T>(3) : nullptr, at.workspace);
            },
            {kernels::normWorkspace(shape), {{0, 0}, {residual ? 3 : 0, 4}}});
    });
}

template <>
Lowered lower<ops::batchNormInference>(const LoweringContext& context, const Op& op)
{
    const auto& attributes = op.as<BatchNormAttributes>();
    const NormShape shape = shapeOf(context.input(op, 0).shape, attributes);
    return forFloatType(context.input(op, 0).type, [&]<class T>(T) {
        return lowerTo(
            [shape, epsilon = static_cast<float>(attributes.epsilon)](const Addresses& at, auto&... queue) {
                kernels::batchNormInference(queue..., shape, at.in<T>(0), at.in<float>(1), at.in<float>(2), at.in<float>(3),
                                            at.in<float>(4), epsilon, at.optional<T>(5), at.out<T>(0), at.workspace);
            },
            {kernels::normWorkspace(shape), {{0, 0}}});
    });
}

template <>
Lowered lower<ops::batchNormInferenceBackward>(const LoweringContext& context, const Op& op)
{
    const auto& attributes = op.as<BatchNormAttributes>();
    const NormShape shape = shapeOf(context.input(op, 0).shape, attributes);
    return forFloatType(context.input(op, 0).type, [&]<class T>(T) {
        return lowerTo(
            [shape, epsilon = static_cast<float>(attributes.epsilon)](const Addresses& at, auto&... queue) {
                kernels::batchNormInference(queue..., shape, at.in<T>(0), at.in<float>(1), nullptr, nullptr, at.in<float>(2),
                                            epsilon, static_cast<const T*>(nullptr), at.out<T>(0), at.workspace);
            },
            {kernels::normWorkspace(shape), {{0, 0}}});
    });
}

} // namespace netsmith::NS_BACKEND

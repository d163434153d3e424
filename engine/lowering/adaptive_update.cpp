#include "engine/ops/adaptive_update.h"

#include "engine/lowering/update.h"

#include NS_KERNELS(adaptive_update)

namespace netsmith::NS_BACKEND {

template <>
Lowered lower<ops::adadelta>(const LoweringContext& context, const Op& op)
{
    return lowerTo(
        [optimizer = splitUpdate<AdadeltaAttributes>(context, op)](const Addresses& at, auto&... queue) {
            kernels::adadelta(queue..., optimizer, updateControlOf(at), at.in<float>(1), at.out<float>(0), at.out<float>(1),
                              at.out<float>(2), at.workspace);
        },
        {kernels::updateWorkspace(), {}});
}

template <>
Lowered lower<ops::adagrad>(const LoweringContext& context, const Op& op)
{
    return lowerTo(
        [optimizer = splitUpdate<AdagradAttributes>(context, op)](const Addresses& at, auto&... queue) {
            kernels::adagrad(queue..., optimizer, updateControlOf(at), at.in<float>(1), at.out<float>(0), at.out<float>(1),
                             at.workspace);
        },
        {kernels::updateWorkspace(), {}});
}

template <>
Lowered lower<ops::lion>(const LoweringContext& context, const Op& op)
{
    return lowerTo(
        [optimizer = splitUpdate<LionAttributes>(context, op)](const Addresses& at, auto&... queue) {
            kernels::lion(queue..., optimizer, updateControlOf(at), at.in<float>(1), at.out<float>(0), at.out<float>(1),
                          at.workspace);
        },
        {kernels::updateWorkspace(), {}});
}

template <>
Lowered lower<ops::nadam>(const LoweringContext& context, const Op& op)
{
    return lowerTo(
        [optimizer = splitUpdate<NadamAttributes>(context, op)](const Addresses& at, auto&... queue) {
            kernels::nadam(queue..., optimizer, updateControlOf(at), at.in<float>(1), at.out<float>(0), at.out<float>(1),
                           at.out<float>(2), at.workspace);
        },
        {kernels::updateWorkspace(), {}});
}

template <>
Lowered lower<ops::rmsprop>(const LoweringContext& context, const Op& op)
{
    const auto& attributes = op.as<RmspropAttributes>();
    return lowerTo(
        [optimizer = splitUpdate<RmspropAttributes>(context, op), centered = attributes.centered,
         moves = attributes.momentum != 0.0](const Addresses& at, auto&... queue) {
            float* means = centered ? at.out<float>(2) : nullptr;
            float* velocity = moves ? at.out<float>(at.outputs.size() - 1) : nullptr;
            kernels::rmsprop(queue..., optimizer, updateControlOf(at), at.in<float>(1), at.out<float>(0), at.out<float>(1), means,
                             velocity, at.workspace);
        },
        {kernels::updateWorkspace(), {}});
}

} // namespace netsmith::NS_BACKEND

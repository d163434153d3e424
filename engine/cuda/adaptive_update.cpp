#include "engine/ops/adaptive_update.h"

#include "engine/cuda/kernels/adaptive_update.h"
#include "engine/cuda/update_control.h"

namespace netsmith::cuda {

template <>
Lowered lower<ops::adadelta>(const LoweringContext&, const Op& op)
{
    return lowerTo(
        [attributes = op.as<AdadeltaAttributes>()](const Addresses& at, Stream& stream) {
            kernels::adadelta(stream, attributes, updateControlOf(at), at.in<float>(1), at.out<float>(0), at.out<float>(1),
                              at.out<float>(2), at.workspace);
        },
        {kernels::updateWorkspace(), {}});
}

template <>
Lowered lower<ops::adagrad>(const LoweringContext&, const Op& op)
{
    return lowerTo(
        [attributes = op.as<AdagradAttributes>()](const Addresses& at, Stream& stream) {
            kernels::adagrad(stream, attributes, updateControlOf(at), at.in<float>(1), at.out<float>(0), at.out<float>(1),
                             at.workspace);
        },
        {kernels::updateWorkspace(), {}});
}

template <>
Lowered lower<ops::lion>(const LoweringContext&, const Op& op)
{
    return lowerTo(
        [attributes = op.as<LionAttributes>()](const Addresses& at, Stream& stream) {
            kernels::lion(stream, attributes, updateControlOf(at), at.in<float>(1), at.out<float>(0), at.out<float>(1),
                          at.workspace);
        },
        {kernels::updateWorkspace(), {}});
}

template <>
Lowered lower<ops::nadam>(const LoweringContext&, const Op& op)
{
    return lowerTo(
        [attributes = op.as<NadamAttributes>()](const Addresses& at, Stream& stream) {
            kernels::nadam(stream, attributes, updateControlOf(at), at.in<float>(1), at.out<float>(0), at.out<float>(1),
                           at.out<float>(2), at.workspace);
        },
        {kernels::updateWorkspace(), {}});
}

template <>
Lowered lower<ops::rmsprop>(const LoweringContext&, const Op& op)
{
    return lowerTo(
        [attributes = op.as<RmspropAttributes>()](const Addresses& at, Stream& stream) {
            float* means = attributes.centered ? at.out<float>(2) : nullptr;
            float* velocity = attributes.momentum != 0.0 ? at.out<float>(at.outputs.size() - 1) : nullptr;
            kernels::rmsprop(stream, attributes, updateControlOf(at), at.in<float>(1), at.out<float>(0), at.out<float>(1), means,
                             velocity, at.workspace);
        },
        {kernels::updateWorkspace(), {}});
}

} // namespace netsmith::cuda

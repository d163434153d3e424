#include "engine/ops/embedding.h"

#include "engine/cpu/kernels/embedding.h"
#include "engine/cpu/kernel.h"

namespace netsmith::cpu {

template <>
Lowered lower<ops::embedding>(const LoweringContext& context, const Op& op)
{
    const std::int64_t rows = op.as<EmbeddingAttributes>().rows, size = context.input(op, 0).shape[1];
    const std::int64_t places = context.input(op, 1).shape.elements();
    return lowerTo(
        [=](const Addresses& at) { kernels::embedding(at.in<float>(0), at.in<float>(1), at.out<float>(0), rows, size, places); });
}

template <>
Lowered lower<ops::embeddingBackward>(const LoweringContext& context, const Op& op)
{
    const auto& attributes = op.as<EmbeddingAttributes>();
    const std::int64_t rows = attributes.rows, size = context.input(op, 1).shape[-1], padding = attributes.padding;
    const std::int64_t places = context.input(op, 0).shape.elements();
    const std::int64_t scratch = kernels::embeddingScratch(rows, places) * static_cast<std::int64_t>(sizeof(std::int32_t));
    return lowerTo(
        [=](const Addresses& at) {
            kernels::embeddingBackward(at.in<float>(0), at.in<float>(1), at.out<float>(0), rows, size, places, padding,
                                       static_cast<std::int32_t*>(at.workspace));
        },
        {scratch, {}});
}

} // namespace netsmith::cpu

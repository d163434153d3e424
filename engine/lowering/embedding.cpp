#include "engine/ops/embedding.h"

#include "engine/lowering/backend.h"

#include NS_KERNELS(embedding)

namespace netsmith::NS_BACKEND {

template <>
Lowered lower<ops::embedding>(const LoweringContext& context, const Op& op)
{
    const std::int64_t rows = op.as<EmbeddingAttributes>().rows, size = context.input(op, 0).shape[1];
    const std::int64_t places = context.input(op, 1).shape.elements();
    return lowerTo([=](const Addresses& at, auto&... queue) {
        kernels::embedding(queue..., at.in<float>(0), at.in<float>(1), at.out<float>(0), rows, size, places);
    });
}

template <>
Lowered lower<ops::embeddingBackward>(const LoweringContext& context, const Op& op)
{
    const auto& attributes = op.as<EmbeddingAttributes>();
    const kernels::EmbeddingSum sum{attributes.rows, context.input(op, 1).shape[-1], context.input(op, 0).shape.elements(),
                                    attributes.padding};
    return lowerTo(
        [=](const Addresses& at, auto&... queue) {
            kernels::embeddingBackward(queue..., sum, at.in<float>(0), at.in<float>(1), at.out<float>(0), at.workspace);
        },
        {sum.workspaceBytes(), {}});
}

} // namespace netsmith::NS_BACKEND

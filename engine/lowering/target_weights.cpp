#include "engine/ops/target_weights.h"

#include "engine/lowering/backend.h"

#include NS_KERNELS(target_weights)

namespace netsmith::NS_BACKEND {

template <>
Lowered lower<ops::targetWeights>(const LoweringContext& context, const Op& op)
{
    const auto& attributes = op.as<TargetWeightsAttributes>();
    const std::vector<float> table(attributes.classWeights.begin(), attributes.classWeights.end());
    const std::int64_t rows = context.output(op, 0).shape.elements();
    const std::int64_t columns = attributes.rows ? context.input(op, 0).shape.elements() / rows : 0;
    const std::int64_t each = op.inputs.size() > 1 ? rows / context.input(op, 1).shape.elements() : 1;
    return forTargetType(context.input(op, 0).type, [&]<class Target>(Target) {
        return lowerTo([=](const Addresses& at, auto&... queue) {
            kernels::targetWeights(queue..., at.in<Target>(0), columns, table, at.optional<float>(1), each, at.out<float>(0), rows);
        });
    });
}

} // namespace netsmith::NS_BACKEND

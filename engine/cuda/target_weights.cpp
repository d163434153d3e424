#include "engine/ops/target_weights.h"

#include "engine/cuda/float_types.h"
#include "engine/cuda/kernels/target_weights.h"
#include "engine/cuda/kernel.h"

namespace netsmith::cuda {

template <>
Lowered lower<ops::targetWeights>(const LoweringContext& context, const Op& op)
{
    const auto& attributes = op.as<TargetWeightsAttributes>();
    const std::vector<float> table(attributes.classWeights.begin(), attributes.classWeights.end());
    const std::int64_t rows = context.output(op, 0).shape.elements();
    const std::int64_t columns = attributes.rows ? context.input(op, 0).shape.elements() / rows : 0;
    const std::int64_t each = op.inputs.size() > 1 ? rows / context.input(op, 1).shape.elements() : 1;
    return forTargetType(context.input(op, 0).type, [&]<class Target>(Target) {
        return lowerTo([=](const Addresses& at, Stream& stream) {
            kernels::targetWeights(stream, at.in<Target>(0), columns, table, at.optional<float>(1), each, at.out<float>(0), rows);
        });
    });
}

} // namespace netsmith::cuda

#include "engine/ops/fold_batch_norm.h"

#include "engine/core/error.h"

#include <fmt/format.h>

namespace netsmith {
namespace {

std::vector<TensorType> infer(const Attributes&, std::span<const TensorInfo> inputs)
{
    const Shape channels{inputs[0].shape[-1]};
    for (std::size_t i = 1; i < inputs.size(); ++i)
        if (const bool absent = i == 1 && inputs[i].shape.rank() == 0; !absent && inputs[i].shape != channels)
            throw Error(ErrorKind::input, NS_MESSAGE("op.fold", "folding a batch norm: expected vectors of {0}, got {1}"),
                        channels.text(), inputs[i].shape.text());
    return {{inputs[0].shape, DataType::f32}, {channels, DataType::f32}};
}

} // namespace

std::string FoldBatchNormAttributes::text() const
{
    return fmt::format("epsilon {}", epsilon);
}

namespace ops {
const OpSpec foldBatchNorm{"fold_batch_norm", infer, nullptr, nullptr};
} // namespace ops

} // namespace netsmith

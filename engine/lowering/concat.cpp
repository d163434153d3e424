#include "engine/ops/concat.h"

#include "engine/lowering/backend.h"

#include NS_KERNELS(copy)

namespace netsmith::NS_BACKEND {
namespace {

/// Bytes of one step along the axis, and how many runs along it there are.
struct Runs {
    std::int64_t count = 1;
    std::int64_t inner;

    Runs(const TensorInfo& info, int axis)
        : inner(static_cast<std::int64_t>(sizeOf(info.type)))
    {
        for (int i = 0; i < axis; ++i)
            count *= info.shape[i];
        for (int i = axis + 1; i < info.shape.rank(); ++i)
            inner *= info.shape[i];
    }
};

} // namespace

template <>
Lowered lower<ops::concat>(const LoweringContext& context, const Op& op)
{
    const int axis = op.as<ConcatAttributes>().axis;
    const Runs runs(context.output(op, 0), axis);
    const std::int64_t whole = context.output(op, 0).shape[axis] * runs.inner;
    std::vector<std::int64_t> parts;
    for (std::size_t i = 0; i < op.inputs.size(); ++i)
        parts.push_back(context.input(op, i).shape[axis] * runs.inner);
    return lowerTo([=](const Addresses& at, auto&... queue) {
        std::byte* to = at.out<std::byte>(0);
        for (std::size_t i = 0; i < parts.size(); ++i) {
            kernels::copyRuns(queue..., at.in<std::byte>(i), parts[i], to, whole, parts[i], runs.count);
            to += parts[i];
        }
    });
}

template <>
Lowered lower<ops::slice>(const LoweringContext& context, const Op& op)
{
    const auto& slice = op.as<SliceAttributes>();
    const Runs runs(context.input(op, 0), slice.axis);
    const std::int64_t whole = context.input(op, 0).shape[slice.axis] * runs.inner;
    const std::int64_t begin = slice.begin * runs.inner, part = slice.size * runs.inner;
    return lowerTo([=](const Addresses& at, auto&... queue) {
        kernels::copyRuns(queue..., at.in<std::byte>(0) + begin, whole, at.out<std::byte>(0), part, part, runs.count);
    });
}

} // namespace netsmith::NS_BACKEND

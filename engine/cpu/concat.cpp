#include "engine/ops/concat.h"

#include "engine/cpu/kernel.h"

#include <cstring>

namespace netsmith::cpu {
namespace {

/// Bytes of one run along the axis and all following ones, and the number of runs.
struct Runs {
    std::int64_t count = 1;
    std::int64_t inner; ///< bytes of one step along the axis

    Runs(const TensorInfo& info, int axis)
        : inner(static_cast<std::int64_t>(sizeOf(info.type)))
    {
        for (int i = 0; i < axis; ++i)
            count *= info.shape[i];
        for (int i = axis + 1; i < info.shape.rank(); ++i)
            inner *= info.shape[i];
    }
};

void copyRuns(const std::byte* from, std::int64_t fromStride, std::byte* to, std::int64_t toStride, std::int64_t bytes,
              std::int64_t count)
{
    for (std::int64_t i = 0; i < count; ++i)
        std::memcpy(to + i * toStride, from + i * fromStride, static_cast<std::size_t>(bytes));
}

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
    return lowerTo([=](const Addresses& at) {
        std::byte* to = at.out<std::byte>(0);
        for (std::size_t i = 0; i < parts.size(); ++i) {
            copyRuns(at.in<std::byte>(i), parts[i], to, whole, parts[i], runs.count);
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
    return lowerTo(
        [=](const Addresses& at) { copyRuns(at.in<std::byte>(0) + begin, whole, at.out<std::byte>(0), part, part, runs.count); });
}

} // namespace netsmith::cpu

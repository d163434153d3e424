#include "engine/ops/gather.h"

#include "engine/lowering/backend.h"

#include NS_KERNELS(gather)

namespace netsmith::NS_BACKEND {
namespace {

template <class From>
Lowered gatherInts(std::int64_t rows, std::int64_t elements, std::int64_t stride)
{
    return lowerTo([=](const Addresses& at, auto&... queue) {
        kernels::gatherInts(queue..., at.in<From>(0), at.in<std::int32_t>(1), at.in<std::int64_t>(2), at.out<std::int32_t>(0), rows,
                            elements, stride);
    });
}

template <class From>
Lowered gatherFloats(const GatherAttributes& gather, std::int64_t rows, std::int64_t elements, std::int64_t stride)
{
    return forFloatType(gather.type, [&]<class To>(To) {
        const auto subtract = static_cast<float>(gather.subtract), divide = static_cast<float>(gather.divide);
        return lowerTo([=](const Addresses& at, auto&... queue) {
            kernels::gather(queue..., at.in<From>(0), at.in<std::int32_t>(1), at.in<std::int64_t>(2), subtract, divide,
                            at.out<To>(0), rows, elements, stride);
        });
    });
}

} // namespace

template <>
Lowered lower<ops::gather>(const LoweringContext& context, const Op& op)
{
    const auto& gather = op.as<GatherAttributes>();
    const std::int64_t elements = context.output(op, 0).shape.elements() / gather.batch;
    const std::int64_t stride = gather.stride > 0 ? gather.stride : elements;
    const DataType from = context.input(op, 0).type;
    const bool ints = gather.type == DataType::i32;
    if (ints && from == DataType::u8)
        return gatherInts<std::uint8_t>(gather.batch, elements, stride);
    if (ints && from == DataType::i32)
        return gatherInts<std::int32_t>(gather.batch, elements, stride);
    if (ints && from == DataType::i64)
        return gatherInts<std::int64_t>(gather.batch, elements, stride);
    if (!ints && from == DataType::u8)
        return gatherFloats<std::uint8_t>(gather, gather.batch, elements, stride);
    if (!ints && from == DataType::i32)
        return gatherFloats<std::int32_t>(gather, gather.batch, elements, stride);
    if (!ints && from == DataType::i64)
        return gatherFloats<std::int64_t>(gather, gather.batch, elements, stride);
    if (!ints && from == DataType::f32)
        return gatherFloats<float>(gather, gather.batch, elements, stride);
    if (!ints && from == DataType::f64)
        return gatherFloats<double>(gather, gather.batch, elements, stride);
    throw Error(ErrorKind::input, NS_MESSAGE("lowering.gather", "{0} can't be gathered as {1}"), nameOf(from), nameOf(gather.type));
}

} // namespace netsmith::NS_BACKEND

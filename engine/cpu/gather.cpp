#include "engine/ops/gather.h"

#include "engine/cpu/float_types.h"
#include "engine/cpu/kernels/gather.h"
#include "engine/cpu/kernel.h"
#include "engine/ops/control.h"

namespace netsmith::cpu {
namespace {

template <class From>
Lowered gatherInts(std::int64_t rows, std::int64_t elements, std::int64_t stride)
{
    return lowerTo([=](const Addresses& at) {
        const std::int32_t* order = at.in<std::int32_t>(1) + at.in<std::int64_t>(2)[control::position];
        kernels::gatherInts(at.in<From>(0), order, at.out<std::int32_t>(0), rows, elements, stride);
    });
}

template <class From>
Lowered gatherFloats(const GatherAttributes& gather, std::int64_t rows, std::int64_t elements, std::int64_t stride)
{
    return forFloatType(gather.type, [&]<class To>(To) {
        const auto subtract = static_cast<float>(gather.subtract), divide = static_cast<float>(gather.divide);
        return lowerTo([=](const Addresses& at) {
            const std::int32_t* order = at.in<std::int32_t>(1) + at.in<std::int64_t>(2)[control::position];
            kernels::gather(at.in<From>(0), order, subtract, divide, at.out<To>(0), rows, elements, stride);
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
    if (gather.type == DataType::i32 && from == DataType::u8)
        return gatherInts<std::uint8_t>(gather.batch, elements, stride);
    if (gather.type == DataType::i32 && from == DataType::i32)
        return gatherInts<std::int32_t>(gather.batch, elements, stride);
    if (gather.type == DataType::i32 && from == DataType::i64)
        return gatherInts<std::int64_t>(gather.batch, elements, stride);
    if (gather.type != DataType::i32 && from == DataType::u8)
        return gatherFloats<std::uint8_t>(gather, gather.batch, elements, stride);
    if (gather.type != DataType::i32 && from == DataType::i32)
        return gatherFloats<std::int32_t>(gather, gather.batch, elements, stride);
    if (gather.type != DataType::i32 && from == DataType::f32)
        return gatherFloats<float>(gather, gather.batch, elements, stride);
    if (gather.type != DataType::i32 && from == DataType::i64)
        return gatherFloats<std::int64_t>(gather, gather.batch, elements, stride);
    if (gather.type != DataType::i32 && from == DataType::f64)
        return gatherFloats<double>(gather, gather.batch, elements, stride);
    throw Error(ErrorKind::input, NS_MESSAGE("cpu.gather", "the cpu can't gather {0} as {1}"), nameOf(from), nameOf(gather.type));
}

} // namespace netsmith::cpu

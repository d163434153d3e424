#include "engine/ops/pool2d.h"

#include "engine/lowering/backend.h"

#include NS_KERNELS(average_pool)
#include NS_KERNELS(max_pool)

namespace netsmith::NS_BACKEND {
namespace {

WindowShape shapeOf(const Pool2dAttributes& attributes)
{
    return windowShape(attributes.window, attributes.inputShape);
}

/// `make(T{}, Winner{})` for the types of an image and of its winners.
template <class F>
Lowered forImages(DataType image, DataType winner, F make)
{
    return forFloatType(image,
                        [&]<class T>(T) { return winner == DataType::u8 ? make(T{}, std::uint8_t{}) : make(T{}, std::int32_t{}); });
}

} // namespace

template <>
Lowered lower<ops::maxPool2d>(const LoweringContext& context, const Op& op)
{
    const auto& attributes = op.as<Pool2dAttributes>();
    return forImages(context.input(op, 0).type, context.output(op, 1).type, [&]<class T, class Winner>(T, Winner) {
        return lowerTo([shape = shapeOf(attributes), rectify = attributes.activation == Activation::relu](const Addresses& at,
                                                                                                          auto&... queue) {
            kernels::maxPool(queue..., shape, rectify, at.in<T>(0), at.out<T>(0), at.out<Winner>(1));
        });
    });
}

template <>
Lowered lower<ops::maxPool2dCodes>(const LoweringContext&, const Op& op)
{
    return lowerTo([shape = shapeOf(op.as<Pool2dAttributes>())](const Addresses& at, auto&... queue) {
        kernels::maxPoolCodes(queue..., shape, at.in<std::uint8_t>(0), at.out<std::uint8_t>(0));
    });
}

template <>
Lowered lower<ops::maxPool2dBackward>(const LoweringContext& context, const Op& op)
{
    return forImages(context.input(op, 0).type, context.input(op, 1).type, [&]<class T, class Winner>(T, Winner) {
        return lowerTo([shape = shapeOf(op.as<Pool2dAttributes>())](const Addresses& at, auto&... queue) {
            kernels::maxPoolBackward(queue..., shape, at.in<T>(0), at.in<Winner>(1), at.out<T>(0));
        });
    });
}

template <>
Lowered lower<ops::avgPool2d>(const LoweringContext& context, const Op& op)
{
    return forFloatType(context.input(op, 0).type, [&]<class T>(T) {
        return lowerTo([shape = shapeOf(op.as<Pool2dAttributes>())](const Addresses& at, auto&... queue) {
            kernels::averagePool(queue..., shape, at.in<T>(0), at.out<T>(0));
        });
    });
}

template <>
Lowered lower<ops::avgPool2dBackward>(const LoweringContext& context, const Op& op)
{
    return forFloatType(context.input(op, 0).type, [&]<class T>(T) {
        return lowerTo([shape = shapeOf(op.as<Pool2dAttributes>())](const Addresses& at, auto&... queue) {
            kernels::averagePoolBackward(queue..., shape, at.in<T>(0), at.out<T>(0));
        });
    });
}

} // namespace netsmith::NS_BACKEND

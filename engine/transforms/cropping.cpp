#include "engine/transforms/cropping.h"

#include "engine/core/error.h"

namespace netsmith::transform {

ParameterBuilder<CropSize> declareCropSize()
{
    ParameterBuilder<CropSize> parameters;
    parameters
        .sizes("size", &CropSize::size, 2, 2, NS_TEXT("transform", "Size"),
               NS_TEXT("transform", "Height and width of the resulting images."))
        .range(1, 65536)
        .usual(8, 512)
        .unit(NS_TEXT("unit", "pixels"));
    return parameters;
}

Shape cropped(const CropSize& p, const Shape& image)
{
    if (p.size[0] > image[0] || p.size[1] > image[1])
        throw Error(ErrorKind::input,
                    NS_MESSAGE("crop.size", "{0}×{1} can't be cut out of images of {2}×{3}; choose a smaller size, or pad first"),
                    p.size[0], p.size[1], image[0], image[1]);
    return {p.size[0], p.size[1], image[2]};
}

void cropImage(const CropSize& p, TransformCall& call, bool anywhere)
{
    const Shape image = call.emitter().shape(call.image());
    WarpStep step{.kind = WarpStep::Kind::window};
    for (int axis = 0; axis < 2; ++axis) {
        const auto left = static_cast<double>(image[1 + axis] - p.size[static_cast<std::size_t>(axis)]);
        step.low[axis] = anywhere ? 0.0 : static_cast<double>(static_cast<std::int64_t>(left) / 2);
        step.high[axis] = anywhere ? left : step.low[axis];
    }
    step.outputHeight = static_cast<std::int32_t>(p.size[0]);
    step.outputWidth = static_cast<std::int32_t>(p.size[1]);
    moveImage(call, LookUp(), step);
}

} // namespace netsmith::transform

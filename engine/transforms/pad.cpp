#include "engine/transforms/look_up.h"
#include "engine/transforms/transforms.h"

namespace netsmith::transform {
namespace {

struct Parameters : LookUp {
    std::vector<std::int64_t> padding{4, 4};
};

Shape padded(const Parameters& p, const Shape& image)
{
    return {image[0] + 2 * p.padding[0], image[1] + 2 * p.padding[1], image[2]};
}

void lower(const Parameters& p, TransformCall& call)
{
    const Shape image = call.emitter().shape(call.image()).withoutBatch();
    const Shape output = padded(p, image);
    WarpStep step{.kind = WarpStep::Kind::window};
    for (int axis = 0; axis < 2; ++axis)
        step.low[axis] = step.high[axis] = -static_cast<double>(p.padding[static_cast<std::size_t>(axis)]);
    step.outputHeight = static_cast<std::int32_t>(output[0]);
    step.outputWidth = static_cast<std::int32_t>(output[1]);
    moveImage(call, p, step);
}

} // namespace

TransformSpec pad()
{
    ParameterBuilder<Parameters> parameters;
    parameters
        .sizes("padding", &Parameters::padding, 2, 2, NS_TEXT("pad", "Padding"),
               NS_TEXT("pad", "How many rows are added above and below, and how many columns on each side."))
        .range(0, 4096)
        .usual(0, 16)
        .unit(NS_TEXT("unit", "pixels"));
    declareLookUp(parameters);
    return TransformBuilder<Parameters>("pad", NS_TEXT("pad", "Pad"), NS_TEXT("pad", "Adds a margin around each image."))
        .parameters(parameters)
        .prepares()
        .shape(padded)
        .lower(lower)
        .build();
}

} // namespace netsmith::transform

#include "engine/transforms/look_up.h"
#include "engine/transforms/transforms.h"

#include <algorithm>

namespace netsmith::transform {
namespace {

struct Parameters : LookUp {
    std::vector<std::int64_t> size{32, 32};
};

Shape resized(const Parameters& p, const Shape& image)
{
    return {p.size[0], p.size[1], image[2]};
}

/// Sampled often enough within a pixel that no part of the image is skipped.
int tapsFor(const Parameters& p, const Shape& image)
{
    std::int64_t taps = 1;
    for (int axis = 0; axis < 2; ++axis)
        taps = std::max(taps, (image[axis] + p.size[static_cast<std::size_t>(axis)] - 1) / p.size[static_cast<std::size_t>(axis)]);
    return p.interpolation == "nearest" ? 1 : static_cast<int>(std::min<std::int64_t>(taps, 64));
}

void lower(const Parameters& p, TransformCall& call)
{
    const Shape image = call.emitter().shape(call.image()).withoutBatch();
    WarpStep step{.kind = WarpStep::Kind::resize};
    step.outputHeight = static_cast<std::int32_t>(p.size[0]);
    step.outputWidth = static_cast<std::int32_t>(p.size[1]);
    LookUp lookUp = p;
    lookUp.fillMode = "nearest"; // an image extends half a pixel beyond the centres of its outermost pixels
    moveImage(call, lookUp, step, tapsFor(p, image));
}

} // namespace

TransformSpec resizing()
{
    ParameterBuilder<Parameters> parameters;
    parameters
        .sizes("size", &Parameters::size, 2, 2, NS_TEXT("transform", "Size"),
               NS_TEXT("transform", "Height and width of the resulting images."))
        .range(1, 65536)
        .usual(8, 512)
        .unit(NS_TEXT("unit", "pixels"))
        .choice(
            "interpolation", &Parameters::interpolation, NS_TEXT("transform", "Interpolation"),
            NS_TEXT(
                "transform",
                "How values between pixels are computed: as the nearest one, or from the four around, weighted by their distance."),
            {{"bilinear", NS_TEXT("transform", "Bilinear")}, {"nearest", NS_TEXT("transform", "Nearest")}});
    return TransformBuilder<Parameters>("resizing", NS_TEXT("resizing", "Resize"), NS_TEXT("resizing", "Resizes each image."))
        .parameters(parameters)
        .prepares()
        .shape(resized)
        .lower(lower)
        .build();
}

} // namespace netsmith::transform

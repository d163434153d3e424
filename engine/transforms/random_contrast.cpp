#include "engine/transforms/recoloring.h"
#include "engine/transforms/transforms.h"

namespace netsmith::transform {
namespace {

struct Parameters {
    double factor = 0.2;
};

void lower(const Parameters& p, TransformCall& call)
{
    recolorImage(call, {.kind = ColorStep::Kind::contrast, .low = 1.0 - p.factor, .high = 1.0 + p.factor});
}

} // namespace

TransformSpec randomContrast()
{
    ParameterBuilder<Parameters> parameters;
    parameters
        .real("factor", &Parameters::factor, NS_TEXT("random_contrast", "Largest change"),
              NS_TEXT("random_contrast", "The largest change of contrast about the image's mean, as a fraction."))
        .range(0.0, 1.0)
        .usual(0.0, 0.5);
    return TransformBuilder<Parameters>("random_contrast", NS_TEXT("random_contrast", "Random contrast"),
                                        NS_TEXT("random_contrast", "Raises or lowers the contrast of each image."))
        .parameters(parameters)
        .shape([](const Parameters&, const Shape& image) { return colorShape(image, false); })
        .lower(lower)
        .build();
}

} // namespace netsmith::transform

#include "engine/transforms/recoloring.h"
#include "engine/transforms/transforms.h"

namespace netsmith::transform {
namespace {

struct Parameters {
    double factor = 0.1;
};

void lower(const Parameters& p, TransformCall& call)
{
    recolorImage(call, {.kind = ColorStep::Kind::grey, .low = 0.0, .high = p.factor});
}

} // namespace

TransformSpec randomGrayscale()
{
    ParameterBuilder<Parameters> parameters;
    parameters
        .real("factor", &Parameters::factor, NS_TEXT("random_grayscale", "Probability"),
              NS_TEXT("random_grayscale", "The probability that an image loses its colors."))
        .range(0.0, 1.0)
        .usual(0.0, 0.5);
    return TransformBuilder<Parameters>("random_grayscale", NS_TEXT("random_grayscale", "Random gray"),
                                        NS_TEXT("random_grayscale", "Converts some images to gray."))
        .parameters(parameters)
        .shape([](const Parameters&, const Shape& image) { return colorShape(image, true); })
        .lower(lower)
        .build();
}

} // namespace netsmith::transform

#include "engine/transforms/recoloring.h"
#include "engine/transforms/transforms.h"

namespace netsmith::transform {
namespace {

struct Parameters {
    double factor = 0.3;
};

void lower(const Parameters& p, TransformCall& call)
{
    recolorImage(call, {.kind = ColorStep::Kind::saturation, .low = 1.0 - p.factor, .high = 1.0 + p.factor});
}

} // namespace

TransformSpec randomSaturation()
{
    ParameterBuilder<Parameters> parameters;
    parameters
        .real("factor", &Parameters::factor, NS_TEXT("random_saturation", "Largest change"),
              NS_TEXT("random_saturation", "The largest change of saturation, as a fraction."))
        .range(0.0, 1.0)
        .usual(0.0, 0.5);
    return TransformBuilder<Parameters>("random_saturation", NS_TEXT("random_saturation", "Random saturation"),
                                        NS_TEXT("random_saturation", "Makes each image more or less colorful."))
        .parameters(parameters)
        .shape([](const Parameters&, const Shape& image) { return colorShape(image, true); })
        .lower(lower)
        .build();
}

} // namespace netsmith::transform

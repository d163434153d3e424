#include "engine/transforms/recoloring.h"
#include "engine/transforms/transforms.h"

namespace netsmith::transform {
namespace {

struct Parameters {
    double factor = 0.05;
};

void lower(const Parameters& p, TransformCall& call)
{
    recolorImage(call, {.kind = ColorStep::Kind::hue, .low = -p.factor, .high = p.factor});
}

} // namespace

TransformSpec randomHue()
{
    ParameterBuilder<Parameters> parameters;
    parameters
        .real("factor", &Parameters::factor, NS_TEXT("random_hue", "Largest turn"),
              NS_TEXT("random_hue", "The largest rotation of colors around the color wheel, as a fraction of a full turn."))
        .range(0.0, 0.5)
        .usual(0.0, 0.2);
    return TransformBuilder<Parameters>("random_hue", NS_TEXT("random_hue", "Random hue"),
                                        NS_TEXT("random_hue", "Shifts the hue of each image."))
        .parameters(parameters)
        .shape([](const Parameters&, const Shape& image) { return colorShape(image, true); })
        .lower(lower)
        .build();
}

} // namespace netsmith::transform

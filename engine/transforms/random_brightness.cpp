#include "engine/transforms/recoloring.h"
#include "engine/transforms/transforms.h"

namespace netsmith::transform {
namespace {

struct Parameters {
    double factor = 0.2;
};

void lower(const Parameters& p, TransformCall& call)
{
    recolorImage(call, {.kind = ColorStep::Kind::brightness, .low = -p.factor, .high = p.factor});
}

} // namespace

TransformSpec randomBrightness()
{
    ParameterBuilder<Parameters> parameters;
    parameters
        .real("factor", &Parameters::factor, NS_TEXT("random_brightness", "Largest change"),
              NS_TEXT("random_brightness", "The largest change of brightness, as a fraction of the range from black to white."))
        .range(0.0, 1.0)
        .usual(0.0, 0.5);
    return TransformBuilder<Parameters>("random_brightness", NS_TEXT("random_brightness", "Random brightness"),
                                        NS_TEXT("random_brightness", "Makes each image lighter or darker."))
        .parameters(parameters)
        .shape([](const Parameters&, const Shape& image) { return colorShape(image, false); })
        .lower(lower)
        .build();
}

} // namespace netsmith::transform

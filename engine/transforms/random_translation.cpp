#include "engine/transforms/look_up.h"
#include "engine/transforms/transforms.h"

namespace netsmith::transform {
namespace {

struct Parameters : LookUp {
    double heightFactor = 0.1;
    double widthFactor = 0.1;
};

void lower(const Parameters& p, TransformCall& call)
{
    WarpStep step{.kind = WarpStep::Kind::shift};
    step.low[0] = -p.heightFactor;
    step.high[0] = p.heightFactor;
    step.low[1] = -p.widthFactor;
    step.high[1] = p.widthFactor;
    moveImage(call, p, step);
}

} // namespace

TransformSpec randomTranslation()
{
    ParameterBuilder<Parameters> parameters;
    parameters
        .real("height_factor", &Parameters::heightFactor, NS_TEXT("random_translation", "Up or down"),
              NS_TEXT("random_translation", "The largest shift up or down, as a fraction of the image's height."))
        .range(0.0, 1.0)
        .usual(0.0, 0.3)
        .real("width_factor", &Parameters::widthFactor, NS_TEXT("random_translation", "Left or right"),
              NS_TEXT("random_translation", "The largest shift left or right, as a fraction of the image's width."))
        .range(0.0, 1.0)
        .usual(0.0, 0.3);
    declareLookUp(parameters);
    return TransformBuilder<Parameters>("random_translation", NS_TEXT("random_translation", "Random shift"),
                                        NS_TEXT("random_translation", "Shifts each image by a random distance."))
        .parameters(parameters)
        .lower(lower)
        .build();
}

} // namespace netsmith::transform

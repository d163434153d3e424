#include "engine/transforms/look_up.h"
#include "engine/transforms/transforms.h"

namespace netsmith::transform {
namespace {

struct Parameters : LookUp {
    double factor = 0.2;
};

void lower(const Parameters& p, TransformCall& call)
{
    WarpStep step{.kind = WarpStep::Kind::tilt};
    for (int axis = 0; axis < 2; ++axis) {
        step.low[axis] = -p.factor;
        step.high[axis] = p.factor;
    }
    moveImage(call, p, step);
}

} // namespace

TransformSpec randomPerspective()
{
    ParameterBuilder<Parameters> parameters;
    parameters
        .real("factor", &Parameters::factor, NS_TEXT("random_perspective", "Strength"),
              NS_TEXT("random_perspective", "The strongest tilt: the fraction by which a side moves closer or away."))
        .hard({0.0, 0.5, false, true})
        .usual(0.0, 0.4);
    declareLookUp(parameters);
    return TransformBuilder<Parameters>("random_perspective", NS_TEXT("random_perspective", "Random perspective"),
                                        NS_TEXT("random_perspective", "Tilts each image in perspective."))
        .parameters(parameters)
        .lower(lower)
        .build();
}

} // namespace netsmith::transform

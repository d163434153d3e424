#include "engine/transforms/look_up.h"
#include "engine/transforms/transforms.h"

namespace netsmith::transform {
namespace {

struct Parameters : LookUp {
    double factor = 0.05;
};

void lower(const Parameters& p, TransformCall& call)
{
    constexpr double turn = 2.0 * 3.14159265358979323846;
    WarpStep step{.kind = WarpStep::Kind::rotate};
    step.low[0] = -p.factor * turn;
    step.high[0] = p.factor * turn;
    moveImage(call, p, step);
}

} // namespace

TransformSpec randomRotation()
{
    ParameterBuilder<Parameters> parameters;
    parameters
        .real("factor", &Parameters::factor, NS_TEXT("random_rotation", "Largest turn"),
              NS_TEXT("random_rotation", "The largest rotation, in either direction, as a fraction of a full turn."))
        .range(0.0, 1.0)
        .usual(0.0, 0.25);
    declareLookUp(parameters);
    return TransformBuilder<Parameters>("random_rotation", NS_TEXT("random_rotation", "Random rotation"),
                                        NS_TEXT("random_rotation", "Rotates each image about its center by a random angle."))
        .parameters(parameters)
        .lower(lower)
        .build();
}

} // namespace netsmith::transform

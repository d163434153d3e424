#include "engine/transforms/look_up.h"
#include "engine/transforms/transforms.h"

namespace netsmith::transform {
namespace {

struct Parameters : LookUp {
    double xFactor = 0.1;
    double yFactor = 0.0;
};

void lower(const Parameters& p, TransformCall& call)
{
    WarpStep step{.kind = WarpStep::Kind::shear};
    step.low[0] = -p.yFactor;
    step.high[0] = p.yFactor;
    step.low[1] = -p.xFactor;
    step.high[1] = p.xFactor;
    moveImage(call, p, step);
}

} // namespace

TransformSpec randomShear()
{
    ParameterBuilder<Parameters> parameters;
    parameters
        .real("x_factor", &Parameters::xFactor, NS_TEXT("random_shear", "Slant"),
              NS_TEXT("random_shear", "The largest sideways shift of a row, as a fraction of its distance from the middle."))
        .range(0.0, 10.0)
        .usual(0.0, 0.5)
        .real("y_factor", &Parameters::yFactor, NS_TEXT("random_shear", "Slope"),
              NS_TEXT("random_shear", "The largest vertical shift of a column, as a fraction of its distance from the middle."))
        .range(0.0, 10.0)
        .usual(0.0, 0.5);
    declareLookUp(parameters);
    return TransformBuilder<Parameters>("random_shear", NS_TEXT("random_shear", "Random shear"),
                                        NS_TEXT("random_shear", "Slants each image, as italics slant letters."))
        .parameters(parameters)
        .lower(lower)
        .build();
}

} // namespace netsmith::transform

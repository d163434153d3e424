#include "engine/transforms/look_up.h"
#include "engine/transforms/transforms.h"

#include <algorithm>

namespace netsmith::transform {
namespace {

struct Parameters : LookUp {
    double smallest = 0.9;
    double largest = 1.1;
    bool keepAspect = true;
};

void lower(const Parameters& p, TransformCall& call)
{
    WarpStep step{.kind = WarpStep::Kind::scale};
    for (int axis = 0; axis < 2; ++axis) {
        step.low[axis] = std::min(p.smallest, p.largest);
        step.high[axis] = std::max(p.smallest, p.largest);
    }
    step.linked = p.keepAspect ? 1 : 0;
    moveImage(call, p, step);
}

} // namespace

TransformSpec randomZoom()
{
    ParameterBuilder<Parameters> parameters;
    parameters
        .real("smallest", &Parameters::smallest, NS_TEXT("random_zoom", "Smallest"),
              NS_TEXT("random_zoom", "The smallest scale: 0.5 for half the size."))
        .range(0.01, 100.0)
        .usual(0.5, 1.0)
        .real("largest", &Parameters::largest, NS_TEXT("random_zoom", "Largest"),
              NS_TEXT("random_zoom", "The largest scale: 2 for twice the size."))
        .range(0.01, 100.0)
        .usual(1.0, 2.0)
        .boolean("keep_aspect", &Parameters::keepAspect, NS_TEXT("random_zoom", "Keep proportions"),
                 NS_TEXT("random_zoom", "Whether height and width are scaled alike, or each at random."));
    declareLookUp(parameters);
    return TransformBuilder<Parameters>("random_zoom", NS_TEXT("random_zoom", "Random zoom"),
                                        NS_TEXT("random_zoom", "Makes each image larger or smaller about its center."))
        .parameters(parameters)
        .lower(lower)
        .build();
}

} // namespace netsmith::transform

#include "engine/transforms/look_up.h"
#include "engine/transforms/transforms.h"

namespace netsmith::transform {
namespace {

struct Parameters : LookUp {
    std::string mode = "horizontal";
};

void lower(const Parameters& p, TransformCall& call)
{
    WarpStep step{.kind = WarpStep::Kind::flip};
    step.high[0] = p.mode == "horizontal" ? 0.0 : 0.5;
    step.high[1] = p.mode == "vertical" ? 0.0 : 0.5;
    moveImage(call, p, step);
}

} // namespace

TransformSpec randomFlip()
{
    ParameterBuilder<Parameters> parameters;
    parameters.choice("mode", &Parameters::mode, NS_TEXT("random_flip", "Direction"),
                      NS_TEXT("random_flip", "The direction in which images are flipped, each with probability 1/2."),
                      {{"horizontal", NS_TEXT("random_flip", "Left to right")},
                       {"horizontal_and_vertical", NS_TEXT("random_flip", "Both")},
                       {"vertical", NS_TEXT("random_flip", "Upside down")}});
    return TransformBuilder<Parameters>("random_flip", NS_TEXT("random_flip", "Random flip"),
                                        NS_TEXT("random_flip", "Flips each image with probability 1/2."))
        .parameters(parameters)
        .lower(lower)
        .build();
}

} // namespace netsmith::transform

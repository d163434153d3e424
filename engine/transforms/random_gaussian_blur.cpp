#include "engine/ops/blur.h"
#include "engine/ops/transform_call.h"
#include "engine/transforms/transforms.h"

#include <algorithm>
#include <cmath>

namespace netsmith::transform {
namespace {

struct Parameters {
    double smallest = 0.1;
    double largest = 1.5;
};

/// Three deviations to each side cover all but a thousandth of the Gaussian.
void lower(const Parameters& p, TransformCall& call)
{
    BlurSettings settings;
    settings.lowest = std::min(p.smallest, p.largest);
    settings.highest = std::max(p.smallest, p.largest);
    settings.radius = std::clamp(static_cast<int>(std::ceil(3.0 * settings.highest)), 1, BlurAttributes::mostRadius);
    settings.key = call.key;
    settings.seed = call.seed;
    for (settings.axis = 1; settings.axis <= 2; ++settings.axis)
        call.setImage(call.emitter().emitOne(ops::blur, std::make_shared<BlurAttributes>(settings), {call.image(), call.counters}));
}

} // namespace

TransformSpec randomGaussianBlur()
{
    ParameterBuilder<Parameters> parameters;
    parameters
        .real("smallest", &Parameters::smallest, NS_TEXT("random_gaussian_blur", "Least"),
              NS_TEXT("random_gaussian_blur", "The smallest width of the blur: the Gaussian's standard deviation."))
        .range(0.01, 10.0)
        .usual(0.1, 1.0)
        .unit(NS_TEXT("unit", "pixels"))
        .real("largest", &Parameters::largest, NS_TEXT("random_gaussian_blur", "Most"),
              NS_TEXT("random_gaussian_blur", "The largest width of the blur: the Gaussian's standard deviation."))
        .range(0.01, 10.0)
        .usual(0.5, 3.0)
        .unit(NS_TEXT("unit", "pixels"));
    return TransformBuilder<Parameters>("random_gaussian_blur", NS_TEXT("random_gaussian_blur", "Random blur"),
                                        NS_TEXT("random_gaussian_blur", "Blurs each image by a random amount."))
        .parameters(parameters)
        .lower(lower)
        .build();
}

} // namespace netsmith::transform

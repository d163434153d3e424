#include "engine/ops/erase.h"
#include "engine/ops/transform_call.h"
#include "engine/transforms/transforms.h"

#include <algorithm>

namespace netsmith::transform {
namespace {

struct Parameters {
    double factor = 0.5;
    double smallest = 0.02;
    double largest = 0.33;
    double fillValue = 0.0;
};

void lower(const Parameters& p, TransformCall& call)
{
    EraseSettings settings;
    settings.probability = p.factor;
    settings.smallest = std::min(p.smallest, p.largest);
    settings.largest = std::max(p.smallest, p.largest);
    settings.value = call.range.black + p.fillValue * (call.range.white - call.range.black);
    settings.key = call.key;
    settings.seed = call.seed;
    call.setImage(call.emitter().emitOne(ops::erase, std::make_shared<EraseAttributes>(settings), {call.image(), call.counters}));
}

} // namespace

TransformSpec randomErasing()
{
    ParameterBuilder<Parameters> parameters;
    parameters
        .real("factor", &Parameters::factor, NS_TEXT("random_erasing", "Probability"),
              NS_TEXT("random_erasing", "The probability that a rectangle of an image is painted over."))
        .range(0.0, 1.0)
        .usual(0.1, 1.0)
        .real("smallest", &Parameters::smallest, NS_TEXT("random_erasing", "Smallest fraction"),
              NS_TEXT("random_erasing", "The smallest fraction of the image that the rectangle covers."))
        .range(0.0, 1.0)
        .usual(0.01, 0.2)
        .real("largest", &Parameters::largest, NS_TEXT("random_erasing", "Largest fraction"),
              NS_TEXT("random_erasing", "The largest fraction of the image that the rectangle covers."))
        .range(0.0, 1.0)
        .usual(0.1, 0.5)
        .real("fill_value", &Parameters::fillValue, NS_TEXT("transform", "Fill value"),
              NS_TEXT("random_erasing", "What is painted, from 0 for black to 1 for white."))
        .range(-1e6, 1e6)
        .usual(0.0, 1.0);
    return TransformBuilder<Parameters>(
               "random_erasing", NS_TEXT("random_erasing", "Random erasing"),
               NS_TEXT("random_erasing",
                       "Paints a rectangle over some images, also known as cutout, so that no part is relied on alone."))
        .parameters(parameters)
        .lower(lower)
        .build();
}

} // namespace netsmith::transform

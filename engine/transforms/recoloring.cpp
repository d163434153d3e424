#include "engine/transforms/recoloring.h"

#include "engine/core/error.h"

namespace netsmith::transform {

Shape colorShape(const Shape& image, bool colored)
{
    if (colored && image[2] != 3)
        throw Error(ErrorKind::input, NS_MESSAGE("color.colors", "expected images of three colors, got {0:channel|channels}"),
                    image[2]);
    if (image[2] != 1 && image[2] != 3)
        throw Error(ErrorKind::input,
                    NS_MESSAGE("color.channels", "expected gray images or images of three colors, got {0:channel|channels}"),
                    image[2]);
    return image;
}

void recolorImage(TransformCall& call, ColorStep step)
{
    step.key = call.key;
    RecolorAttributes attributes;
    attributes.steps = {step};
    attributes.black = call.range.black;
    attributes.white = call.range.white;
    attributes.seed = call.seed;
    call.setImage(emitRecolor(call.emitter(), call.image(), call.counters, std::move(attributes)));
}

} // namespace netsmith::transform

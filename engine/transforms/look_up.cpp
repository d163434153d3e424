#include "engine/transforms/look_up.h"

namespace netsmith::transform {

void moveImage(TransformCall& call, const LookUp& lookUp, WarpStep step, int taps)
{
    step.key = call.key;
    WarpAttributes attributes;
    attributes.steps = {step};
    attributes.nearest = lookUp.interpolation == "nearest";
    attributes.fill = lookUp.fillMode == "nearest" ? WarpFill::nearest
        : lookUp.fillMode == "reflect"             ? WarpFill::reflect
        : lookUp.fillMode == "wrap"                ? WarpFill::wrap
                                                   : WarpFill::constant;
    attributes.value = call.range.black + lookUp.fillValue * (call.range.white - call.range.black);
    attributes.taps = taps;
    attributes.seed = call.seed;
    call.setImage(emitWarp(call.emitter(), call.image(), call.counters, std::move(attributes)));
}

} // namespace netsmith::transform

#pragma once

#include "engine/graph/specs/spec.h"
#include "engine/ops/transform_call.h"
#include "engine/ops/warp.h"

namespace netsmith::transform {

/// How a moved image is sampled: the parameters of every transform that moves one.
struct LookUp {
    std::string interpolation = "bilinear";
    std::string fillMode = "constant";
    double fillValue = 0.0; ///< 0 for black to 1 for white
};

/// Declares its three parameters in a struct that derives from it.
template <class P>
void declareLookUp(ParameterBuilder<P>& parameters)
{
    parameters
        .choice(
            "interpolation", &P::interpolation, NS_TEXT("transform", "Interpolation"),
            NS_TEXT(
                "transform",
                "How values between pixels are computed: as the nearest one, or from the four around, weighted by their distance."),
            {{"bilinear", NS_TEXT("transform", "Bilinear")}, {"nearest", NS_TEXT("transform", "Nearest")}})
        .choice("fill_mode", &P::fillMode, NS_TEXT("transform", "Beyond the edge"),
                NS_TEXT("transform",
                        "What fills the area beyond the edge: one value, the nearest pixel, the mirrored image, or the image "
                        "wrapped around."),
                {{"constant", NS_TEXT("transform", "One value")},
                 {"nearest", NS_TEXT("transform", "Nearest pixel")},
                 {"reflect", NS_TEXT("transform", "Mirrored")},
                 {"wrap", NS_TEXT("transform", "Wrap around")}})
        .real("fill_value", &P::fillValue, NS_TEXT("transform", "Fill value"),
              NS_TEXT("transform", "The value beyond the edge, from 0 for black to 1 for white."))
        .range(-1e6, 1e6)
        .usual(0.0, 1.0);
}

/// Emits one step with the call's own draws.
void moveImage(TransformCall& call, const LookUp& lookUp, WarpStep step, int taps = 1);

} // namespace netsmith::transform

#pragma once

#include "engine/core/shape.h"
#include "engine/ops/activation.h"
#include "engine/ops/window3d.h"

namespace netsmith {

/// Cross-correlation of N,D,H,W,C volumes with kernels of kd,kh,kw,C/groups,filters.
struct Conv3dAttributes : Attributes {
    Window3d window;
    std::int64_t groups = 1;
    Activation activation = Activation::none; ///< of the result; set by fusion
    bool bias = true;
    Shape inputShape; ///< of x: what the backward op over data writes, and over weights reads
    Shape kernelShape;
    std::string text() const override;

    /// The shape of y.
    Shape outputShape() const;
};

namespace ops {
extern const OpSpec conv3d; ///< x, w[, b] → y
extern const OpSpec conv3dBackwardData; ///< dy, w → dx
extern const OpSpec conv3dBackwardWeights; ///< x, dy → dw[, db]: f32 whatever the type of x
} // namespace ops

} // namespace netsmith

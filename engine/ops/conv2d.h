#pragma once

#include "engine/ops/activation.h"
#include "engine/ops/window2d.h"

namespace netsmith {

/// Cross-correlation of N,H,W,C images with kernels of kh,kw,C/groups,filters.
struct Conv2dAttributes : Attributes {
    Window2d window;
    std::int64_t groups = 1;
    Activation activation = Activation::none; ///< of the result; set by fusion
    bool bias = true;
    Shape inputShape; ///< of x: what the backward op over data writes, and over weights reads
    Shape kernelShape;
    std::string text() const override;

    bool isDepthwise() const { return groups > 1 && groups == inputShape[3]; } ///< every channel has its own filters
};

namespace ops {
extern const OpSpec conv2d; ///< x, w[, b] → y
extern const OpSpec conv2dBackwardData; ///< dy, w → dx; forward, a transposed convolution
extern const OpSpec conv2dBackwardWeights; ///< x, dy → dw[, db]: f32 whatever the type of x
} // namespace ops

} // namespace netsmith

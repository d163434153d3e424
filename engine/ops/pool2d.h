#pragma once

#include "engine/ops/activation.h"
#include "engine/ops/window2d.h"

namespace netsmith {

/// Pooling of N,H,W,C images. Padding is never the maximum and is not counted in the average.
struct Pool2dAttributes : Attributes {
    Window2d window;
    Activation activation = Activation::none; ///< relu of the input, fused (maximum only)
    Shape inputShape;
    std::string text() const override;
};

namespace ops {
/// x → y, winner: the index of the first maximum within the window, row by row, as u8; 255 if relu made it 0. Windows of more
/// than 254 pixels have i32 winners (−1).
extern const OpSpec maxPool2d;
/// Of codes of 8 bits, which are in the order of the numbers that they stand for: x → y, both u8.
extern const OpSpec maxPool2dCodes;
extern const OpSpec maxPool2dBackward; ///< dy, winner → dx
extern const OpSpec avgPool2d; ///< x → y
extern const OpSpec avgPool2dBackward; ///< dy → dx
} // namespace ops

} // namespace netsmith

#pragma once

#include "engine/cpu/onednn.h"
#include "engine/ops/window_axis.h"

namespace netsmith::cpu {

/// A convolution over any number of axes, channels last, as requested from oneDNN.
struct Convolution {
    Shape x; ///< N,…,C
    Shape y;
    Shape kernel; ///< …,C/groups,filters
    std::int64_t groups = 1;
    bool bias = false;
    bool fixedWeights = false; ///< which are reordered once
    std::vector<WindowAxis> axes;
};

/// x, w[, b] → y; dy, w → dx; x, dy → dw[, db], in f32. `type` is that of x and y.
Lowered lowerForward(const Convolution& conv, Activation activation, DataType type, DataType weightType);
Lowered lowerBackwardData(const Convolution& conv, DataType type, DataType weightType);
Lowered lowerBackwardWeights(const Convolution& conv, DataType type);

} // namespace netsmith::cpu

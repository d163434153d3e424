#pragma once

#include "engine/core/shape.h"
#include "engine/cpu/kernels/pool_shape.h"
#include "engine/ops/window2d.h"

namespace netsmith::cpu {

/// A window over images of this shape as the kernels take it.
inline kernels::PoolShape poolShape(const Window2d& window, const Shape& x)
{
    const Size2 output = window.outputOf({x[1], x[2]});
    return {.images = x[0],
            .height = x[1],
            .width = x[2],
            .channels = x[3],
            .outputHeight = output.height,
            .outputWidth = output.width,
            .kernelHeight = window.kernel.height,
            .kernelWidth = window.kernel.width,
            .strideHeight = window.stride.height,
            .strideWidth = window.stride.width,
            .dilationHeight = window.dilation.height,
            .dilationWidth = window.dilation.width,
            .top = window.top,
            .left = window.left};
}

} // namespace netsmith::cpu

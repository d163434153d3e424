#include "engine/layers/onnx_window.h"

namespace netsmith::layer {

OnnxCall::Attributes onnxWindow(std::span<const WindowAxis> axes)
{
    std::vector<std::int64_t> kernel, strides, pads; // all those before, then all those after
    for (const WindowAxis& axis : axes) {
        kernel.push_back(axis.kernel);
        strides.push_back(axis.stride);
        pads.push_back(axis.before);
    }
    for (const WindowAxis& axis : axes)
        pads.push_back(axis.after);
    return {{"kernel_shape", kernel}, {"strides", strides}, {"pads", pads}};
}

} // namespace netsmith::layer

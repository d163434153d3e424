#include "engine/cuda/device/convolution_plan.h"

#include <fmt/format.h>

namespace netsmith::cuda {

std::int64_t ConvolutionShape::kernelElements() const
{
    std::int64_t count = channels / groups;
    for (const Axis& axis : axes)
        count *= axis.kernel;
    return count;
}

std::int64_t ConvolutionShape::inputElements() const
{
    std::int64_t count = images * channels;
    for (const Axis& axis : axes)
        count *= axis.input;
    return count;
}

std::int64_t ConvolutionShape::outputElements() const
{
    std::int64_t count = images * filters;
    for (const Axis& axis : axes)
        count *= axis.output;
    return count;
}

std::string ConvolutionShape::text() const
{
    const char* const name = pass == ConvolutionPass::forward ? "forward"
        : pass == ConvolutionPass::backwardData               ? "backward data"
                                                              : "backward weights";
    std::string out = fmt::format("{} {}{}{}{}{}, {} of {} channels to {} in {} groups", name, nameOf(type),
                                  tensorFloat ? " as tf32" : "", bias ? " + bias" : "", relu ? " + relu" : "",
                                  anyOrder ? " in any order" : "", images, channels, filters, groups);
    for (const Axis& axis : axes)
        out += fmt::format(", {} by {} to {} (stride {}, dilation {}, padding {})", axis.input, axis.kernel, axis.output,
                           axis.stride, axis.dilation, axis.before);
    return out;
}

} // namespace netsmith::cuda

#include "engine/ops/gradient.h"

#include "engine/core/error.h"

namespace netsmith {

void GradientContext::refuse(std::string_view what) const
{
    const std::string layer = m_op.origin.empty() ? std::string() : m_op.origin.front();
    if (layer.empty())
        throw Error(ErrorKind::input, NS_MESSAGE("op.derivative", "\"{0}\" can't be differentiated"), what);
    throw Error(ErrorKind::input,
                NS_MESSAGE("op.derivative_of", "\"{0}\" of {1} can't be differentiated; remove it from what the loss depends on"),
                what, layer);
}

} // namespace netsmith

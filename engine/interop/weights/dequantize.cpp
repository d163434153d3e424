#include "engine/interop/weights/dequantize.h"

namespace netsmith::interop {

bool fits(const Quantization& quantization, const Shape& shape)
{
    const std::size_t scales = quantization.scales.size();
    if (scales == 0 || (quantization.zeros.size() != 1 && quantization.zeros.size() != scales))
        return false;
    return scales == 1
        || (quantization.axis >= 0 && quantization.axis < shape.rank()
            && shape[quantization.axis] == static_cast<std::int64_t>(scales));
}

std::vector<float> dequantized(const Shape& shape, const Quantization& quantization,
                               const std::function<std::int64_t(std::int64_t)>& at)
{
    const std::int64_t elements = shape.elements();
    const auto scales = static_cast<std::int64_t>(quantization.scales.size());
    std::int64_t stride = 1; // from one place of the axis to the next
    for (int axis = quantization.axis + 1; scales > 1 && axis < shape.rank(); ++axis)
        stride *= shape[axis];
    std::vector<float> out(static_cast<std::size_t>(elements));
    for (std::int64_t i = 0; i < elements; ++i) {
        const auto scale = static_cast<std::size_t>(i / stride % scales);
        const std::int64_t zero = quantization.zeros[quantization.zeros.size() == 1 ? 0 : scale];
        out[static_cast<std::size_t>(i)] = static_cast<float>(at(i) - zero) * quantization.scales[scale];
    }
    return out;
}

} // namespace netsmith::interop

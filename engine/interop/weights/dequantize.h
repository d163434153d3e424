#pragma once

#include "engine/core/shape.h"

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

namespace netsmith::interop {

/// How integers stand for numbers: (integer - zero point) × scale, with one scale and zero point or one for each place of an axis.
struct Quantization {
    std::vector<float> scales{};
    std::vector<std::int64_t> zeros{}; ///< one, or as many as scales
    int axis = 0; ///< of the scales if there are several
};

/// Whether there are as many scales and zero points as this shape needs.
bool fits(const Quantization& quantization, const Shape& shape);

/// The numbers of a tensor, whose integers `at` gives by their row-major index. The quantization must fit.
std::vector<float> dequantized(const Shape& shape, const Quantization& quantization,
                               const std::function<std::int64_t(std::int64_t)>& at);

} // namespace netsmith::interop

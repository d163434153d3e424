#pragma once

#include "engine/core/shape.h"

#include <span>
#include <vector>

namespace netsmith {

/// Numbers with a shape, row-major: a weight on its way into another format.
struct WeightArray {
    Shape shape{};
    std::vector<float> values{};
};

/// Axis i of the result is axis `order[i]` of `array`.
WeightArray transposed(const WeightArray& array, std::span<const int> order);
/// The same numbers with another shape of as many elements.
WeightArray reshaped(WeightArray array, const Shape& shape);
/// The first axis in as many equal parts as `order` has entries, which come in that order: gates of a recurrent layer.
WeightArray partsInOrder(const WeightArray& array, std::span<const int> order);
/// Arrays that differ in their first axis only, along that axis.
WeightArray joined(std::span<const WeightArray> arrays);
/// Of one number.
WeightArray filled(const Shape& shape, float value);

} // namespace netsmith

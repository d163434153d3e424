#include "engine/graph/specs/weight_array.h"

#include <algorithm>
#include <array>

namespace netsmith {

WeightArray transposed(const WeightArray& array, std::span<const int> order)
{
    const int rank = array.shape.rank();
    std::array<std::int64_t, Shape::maxRank> strides{};
    std::int64_t stride = 1;
    for (int axis = rank - 1; axis >= 0; --axis) {
        strides[static_cast<std::size_t>(axis)] = stride;
        stride *= array.shape[axis];
    }
    std::vector<std::int64_t> sizes, steps;
    for (const int axis : order) {
        sizes.push_back(array.shape[axis]);
        steps.push_back(strides[static_cast<std::size_t>(axis)]);
    }
    WeightArray out{Shape(sizes), {}};
    out.values.reserve(array.values.size());
    std::vector<std::int64_t> at(sizes.size(), 0);
    std::int64_t from = 0;
    for (std::size_t i = 0; i < array.values.size(); ++i) {
        out.values.push_back(array.values[static_cast<std::size_t>(from)]);
        for (std::size_t axis = sizes.size(); axis-- > 0;) {
            from += steps[axis];
            if (++at[axis] < sizes[axis])
                break;
            from -= steps[axis] * sizes[axis];
            at[axis] = 0;
        }
    }
    return out;
}

WeightArray reshaped(WeightArray array, const Shape& shape)
{
    array.shape = shape;
    return array;
}

WeightArray partsInOrder(const WeightArray& array, std::span<const int> order)
{
    const std::size_t part = array.values.size() / order.size();
    WeightArray out{array.shape, {}};
    out.values.reserve(array.values.size());
    for (const int index : order) {
        const auto begin = array.values.begin() + static_cast<std::ptrdiff_t>(part) * index;
        out.values.insert(out.values.end(), begin, begin + static_cast<std::ptrdiff_t>(part));
    }
    return out;
}

WeightArray joined(std::span<const WeightArray> arrays)
{
    std::vector<std::int64_t> sizes(arrays[0].shape.sizes().begin(), arrays[0].shape.sizes().end());
    sizes[0] = 0;
    WeightArray out;
    for (const WeightArray& array : arrays) {
        sizes[0] += array.shape[0];
        out.values.insert(out.values.end(), array.values.begin(), array.values.end());
    }
    out.shape = Shape(sizes);
    return out;
}

WeightArray filled(const Shape& shape, float value)
{
    return {shape, std::vector<float>(static_cast<std::size_t>(shape.elements()), value)};
}

} // namespace netsmith

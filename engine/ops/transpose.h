#pragma once

#include "engine/ops/emitter.h"

#include <array>

namespace netsmith {

/// Axis i of the result is axis order[i] of x; the batch axis stays first.
struct TransposeAttributes : Attributes {
    explicit TransposeAttributes(std::vector<int> order)
        : order(std::move(order))
    {
    }
    std::vector<int> order;
    std::string text() const override;
};

/// The same with axes that stay adjacent merged: the sizes of the result's axes, and their strides in x.
struct TransposeExtent {
    int axes = 0;
    std::array<std::int64_t, Shape::maxRank> sizes{};
    std::array<std::int64_t, Shape::maxRank> strides{};

    TransposeExtent() = default;
    TransposeExtent(const Shape& x, const TransposeAttributes& attributes);
    std::int64_t elements() const;
};

namespace ops {
extern const OpSpec transpose; ///< x → x with its axes in another order; its gradient is the inverse permutation
} // namespace ops

} // namespace netsmith

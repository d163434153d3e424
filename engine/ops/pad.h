#pragma once

#include "engine/ops/emitter.h"

#include <array>

namespace netsmith {

/// The number of zeros before and after each axis, including the batch axis; a negative number crops as many entries.
struct PadAttributes : Attributes {
    PadAttributes(std::vector<std::int64_t> before, std::vector<std::int64_t> after)
        : before(std::move(before))
        , after(std::move(after))
    {
    }
    std::vector<std::int64_t> before;
    std::vector<std::int64_t> after;
    std::string text() const override;
};

/// The same over as few axes as possible, the last of which is contiguous: what a kernel loops over. y[i] = x[i − before].
struct PadExtent {
    int axes = 0;
    std::array<std::int64_t, Shape::maxRank> input{};
    std::array<std::int64_t, Shape::maxRank> output{};
    std::array<std::int64_t, Shape::maxRank> before{};

    PadExtent() = default;
    PadExtent(const Shape& x, const PadAttributes& attributes);
    std::int64_t outputElements() const;
};

namespace ops {
extern const OpSpec pad; ///< x → x with zeros around it, or cropped; its gradient is the same op with opposite signs
} // namespace ops

} // namespace netsmith

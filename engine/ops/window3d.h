#pragma once

#include "engine/ops/window_axis.h"

#include <array>
#include <string>

namespace netsmith {

/// Something's depth, height and width.
using Size3 = std::array<std::int64_t, 3>;

/// How a kernel moves over a volume. Padding is always explicit here; "same" is resolved by `paddedSame`.
struct Window3d {
    std::array<WindowAxis, 3> axes{}; ///< of the depth, the height and the width

    /// The sizes of the output; throws `op.volume_window` if the kernel does not fit into the padded input.
    Size3 outputOf(const Size3& input) const;
    /// The same, padded so that each size becomes ceil(input / stride), as in Keras; throws likewise.
    Window3d paddedSame(const Size3& input) const;
    /// "kernel 3×3×3 stride 1×2×2 dilation 1×1×1 padding 1,1,0,1,0,1" (front, back, top, bottom, left, right).
    std::string text() const;

    bool operator==(const Window3d&) const = default;
};

} // namespace netsmith

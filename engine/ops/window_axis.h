#pragma once

#include <cstdint>
#include <optional>

namespace netsmith {

/// How a kernel moves along one axis.
struct WindowAxis {
    std::int64_t kernel = 1;
    std::int64_t stride = 1;
    std::int64_t dilation = 1;
    std::int64_t before = 0; ///< padding
    std::int64_t after = 0;

    /// The output's size; nothing if the kernel does not fit into the padded input, or beyond 64 bits.
    std::optional<std::int64_t> outputOf(std::int64_t input) const;
    /// The same, padded so that the output is ceil(input / stride) long, with the extra padding after, as in Keras; nothing beyond
    /// 64 bits.
    std::optional<WindowAxis> paddedSame(std::int64_t input) const;

    bool operator==(const WindowAxis&) const = default;
};

} // namespace netsmith

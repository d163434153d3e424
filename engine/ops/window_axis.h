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

    /// How long the output is; nothing where the kernel does not fit into the padded input, or past 64 bits.
    std::optional<std::int64_t> outputOf(std::int64_t input) const;
    /// The same, padded so that the output is ceil(input / stride) long, the odd place behind, as in Keras; nothing past 64 bits.
    std::optional<WindowAxis> paddedSame(std::int64_t input) const;

    bool operator==(const WindowAxis&) const = default;
};

} // namespace netsmith

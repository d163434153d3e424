#pragma once

#include "engine/core/expected.h"
#include "engine/core/shape.h"

#include <span>
#include <vector>

namespace netsmith::cli {

/// A PNG file of images of one shape (H,W,1 or H,W,3 bytes) side by side, `columns` a row, with a margin between them.
Expected<std::vector<std::byte>> contactSheet(const Shape& shape, std::span<const std::vector<std::byte>> images,
                                              std::size_t columns);

} // namespace netsmith::cli

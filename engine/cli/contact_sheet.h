#pragma once

#include "engine/core/expected.h"
#include "engine/core/shape.h"

#include <filesystem>
#include <span>
#include <vector>

namespace netsmith::cli {

/// Writes images of one shape (H,W,1 or H,W,3 bytes) side by side into a PNG file, `columns` a row, with a margin between them.
Expected<void> writeContactSheet(const std::filesystem::path& path, const Shape& shape,
                                 std::span<const std::vector<std::byte>> images, std::size_t columns);

} // namespace netsmith::cli

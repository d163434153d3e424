#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

namespace netsmith::interop {

/// The content of a file in a ZIP archive that lies in memory; nothing if there is none of this name. It is not larger than deflate
/// can have packed. Throws `weights.zip_damaged`, `weights.zip_large`, `weights.zip_twice`.
std::optional<std::vector<std::byte>> archiveMember(std::span<const std::byte> archive, std::string_view name);

} // namespace netsmith::interop

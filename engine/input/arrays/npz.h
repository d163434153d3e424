#pragma once

#include "engine/input/arrays/npy.h"

#include <filesystem>
#include <functional>

namespace netsmith::data {

/// Calls `visit(name without ".npy", reader of the array's file, name for errors)` for each array of an NPZ file, a ZIP archive of
/// NPY files, stored or deflated, in order; other members are skipped. The unpacked size of a member is bounded by the size it
/// claims, and that by what deflate can pack into the file. Throws `weights.zip*` and what `visit` does.
void eachNpzArray(const std::filesystem::path& path,
                  const std::function<void(const std::string&, ByteReader&, const std::string&)>& visit);

} // namespace netsmith::data

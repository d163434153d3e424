#pragma once

#include "engine/store/safetensors.h"

namespace netsmith {

/// Gives the arrays of a file that are in another form than as they are, see `ArrayForm`, as the f32 that they stand for; for the
/// parsers of files. Throws `compact.array`, which names the file and the array. Memory is bounded by 32 times the file.
void expandArrays(SafetensorsEntries& file, std::string_view name);

} // namespace netsmith

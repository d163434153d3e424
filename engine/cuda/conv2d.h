#pragma once

#include <cstdint>

namespace netsmith::cuda {

/// A convolution works on so many bytes of patches at a time; tests try fewer.
extern std::int64_t mostPatchBytes;

} // namespace netsmith::cuda

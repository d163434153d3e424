#pragma once

#include <cstdint>

namespace netsmith::cuda {

/// What blocks that must all run at once, one on a multiprocessor, may take.
struct BlockLimits {
    int multiprocessors = 1;
    std::int64_t sharedBytes = 0; ///< of each block
};

/// Of the current GPU. Throws `cuda.runtime`.
BlockLimits blockLimits();

} // namespace netsmith::cuda

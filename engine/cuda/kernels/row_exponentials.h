#pragma once

#include "engine/cuda/kernels/thread_block.h"

#include <cmath>
#include <cstdint>
#include <limits>

namespace netsmith::cuda::kernels {

/// A row's maximum and Σ exp(x − maximum): the maximum is subtracted first, so that nothing overflows.
struct RowExponentials {
    float most;
    float sum;
};

/// By a whole block; takes `size` floats of the shared memory.
template <class T>
NS_DEVICE RowExponentials exponentialsOf(const ThreadBlock& block, const T* x, std::int64_t columns)
{
    float most = -std::numeric_limits<float>::infinity();
    for (std::int64_t c = block.rank(); c < columns; c += block.size())
        most = Larger()(static_cast<float>(x[c]), most);
    most = joined(block, most, Larger());
    float sum = 0.0f;
    for (std::int64_t c = block.rank(); c < columns; c += block.size())
        sum += std::exp(static_cast<float>(x[c]) - most);
    return {most, joined(block, sum, Plus())};
}

} // namespace netsmith::cuda::kernels

#pragma once

#include "engine/cuda/kernels/team.h"

#include <cmath>
#include <cstdint>
#include <limits>

namespace netsmith::cuda::kernels {

/// Of a row its maximum and Σ exp(x − maximum): the maximum is taken off first, so that nothing overflows.
struct RowExponentials {
    float most;
    float sum;
};

/// By a whole team; takes `size` floats of the shared memory.
template <class T>
NS_DEVICE RowExponentials exponentialsOf(const Team& team, const T* x, std::int64_t columns)
{
    float most = -std::numeric_limits<float>::infinity();
    for (std::int64_t c = team.rank(); c < columns; c += team.size())
        most = Larger()(static_cast<float>(x[c]), most);
    most = joined(team, most, Larger());
    float sum = 0.0f;
    for (std::int64_t c = team.rank(); c < columns; c += team.size())
        sum += std::exp(static_cast<float>(x[c]) - most);
    return {most, joined(team, sum, Plus())};
}

} // namespace netsmith::cuda::kernels

#pragma once

#include "engine/cuda/kernels/on_device.h"

#include <algorithm>
#include <cmath>
#include <span>

namespace netsmith::cuda::kernels {

/// Scalars on the device that a kernel reads: as many as travel with one launch.
struct Scalars {
    static constexpr std::size_t most = 16;

    const float* at[most] = {};
    int count = 0;

    /// The first of them, which are addresses of floats.
    template <class Address>
    explicit Scalars(std::span<const Address> all)
        : count(static_cast<int>(std::min(all.size(), most)))
    {
        std::transform(all.begin(), all.begin() + count, at, [](Address value) { return static_cast<const float*>(value); });
    }

    NS_DEVICE bool areFinite() const
    {
        bool finite = true;
        for (int i = 0; i < count; ++i)
            finite = finite && std::isfinite(*at[i]);
        return finite;
    }
};

} // namespace netsmith::cuda::kernels

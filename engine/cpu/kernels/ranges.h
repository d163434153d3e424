#pragma once

#include "engine/core/parallel.h"

#include <algorithm>
#include <array>
#include <functional>

namespace netsmith::kernels {

/// Fewer numbers than this are not worth a second thread if each costs a load, a few operations and a store.
inline constexpr std::int64_t elementGrain = 16384;

/// `parallelFor` without the allocation that a capturing function object would cost.
template <class Body>
void forRanges(std::int64_t count, std::int64_t grain, const Body& body)
{
    parallelFor(count, grain, std::cref(body));
}

/// The grain in rows of this many numbers each.
inline std::int64_t rowGrain(std::int64_t rowElements, std::int64_t grain = elementGrain)
{
    return std::max<std::int64_t>(1, grain / std::max<std::int64_t>(1, rowElements));
}

/// Σ `part(begin, end)` over fixed chunks of [0, count): independent of the threads.
template <class Part>
double sumOver(std::int64_t count, std::int64_t grain, const Part& part)
{
    constexpr std::int64_t most = 64;
    const std::int64_t chunk = std::max(grain, (count + most - 1) / most);
    const std::int64_t chunks = (count + chunk - 1) / chunk;
    std::array<double, most> sums{};
    forRanges(chunks, std::max<std::int64_t>(1, elementGrain / chunk), [&](std::int64_t begin, std::int64_t end) {
        for (std::int64_t i = begin; i < end; ++i)
            sums[static_cast<std::size_t>(i)] = part(i * chunk, std::min(count, (i + 1) * chunk));
    });
    double sum = 0.0;
    for (std::int64_t i = 0; i < chunks; ++i)
        sum += sums[static_cast<std::size_t>(i)];
    return sum;
}

} // namespace netsmith::kernels

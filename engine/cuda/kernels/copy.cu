#include "engine/cuda/kernels/copy.h"

#include "engine/cuda/kernels/launch.h"

namespace netsmith::cuda::kernels {
namespace {

/// Strides and length in units.
template <class Unit>
struct CopyRuns {
    const Unit* from;
    std::int64_t fromStride;
    Unit* to;
    std::int64_t toStride;
    std::int64_t length;
    NS_DEVICE void operator()(std::int64_t i) const
    {
        const std::int64_t run = i / length;
        const std::int64_t at = i - run * length;
        to[run * toStride + at] = from[run * fromStride + at];
    }
};

template <class Unit>
void copyUnits(Stream& stream, const void* from, std::int64_t fromStride, void* to, std::int64_t toStride, std::int64_t bytes,
               std::int64_t runs)
{
    constexpr std::int64_t size = sizeof(Unit);
    launchEach(
        stream, bytes / size * runs,
        CopyRuns<Unit>{static_cast<const Unit*>(from), fromStride / size, static_cast<Unit*>(to), toStride / size, bytes / size});
}

} // namespace

void copyRuns(Stream& stream, const void* from, std::int64_t fromStride, void* to, std::int64_t toStride, std::int64_t bytes,
              std::int64_t runs)
{
    // Every run has to begin at a multiple of the unit, so the addresses count as well.
    const auto all = static_cast<std::uint64_t>(fromStride | toStride | bytes) | reinterpret_cast<std::uintptr_t>(from)
        | reinterpret_cast<std::uintptr_t>(to);
    if (all % 8 == 0)
        copyUnits<std::uint64_t>(stream, from, fromStride, to, toStride, bytes, runs);
    else if (all % 4 == 0)
        copyUnits<std::uint32_t>(stream, from, fromStride, to, toStride, bytes, runs);
    else if (all % 2 == 0)
        copyUnits<std::uint16_t>(stream, from, fromStride, to, toStride, bytes, runs);
    else
        copyUnits<std::uint8_t>(stream, from, fromStride, to, toStride, bytes, runs);
}

} // namespace netsmith::cuda::kernels

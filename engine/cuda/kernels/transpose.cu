#include "engine/cuda/kernels/transpose.h"

#include "engine/cuda/kernels/launch.h"

namespace netsmith::cuda::kernels {
namespace {

/// Writes are contiguous; the caches absorb the strided reads.
template <class Unit>
struct Transpose {
    TransposeExtent extent;
    const Unit* x;
    Unit* y;

    NS_DEVICE void operator()(std::int64_t i) const
    {
        std::int64_t rest = i;
        std::int64_t from = 0;
        for (int axis = extent.axes - 1; axis >= 0; --axis) {
            const auto a = static_cast<std::size_t>(axis);
            const std::int64_t next = rest / extent.sizes[a];
            from += (rest - next * extent.sizes[a]) * extent.strides[a];
            rest = next;
        }
        y[i] = x[from];
    }
};

template <class Unit>
void transposeUnits(Stream& stream, const TransposeExtent& extent, const void* x, void* y)
{
    launchEach(stream, extent.elements(), Transpose<Unit>{extent, static_cast<const Unit*>(x), static_cast<Unit*>(y)});
}

} // namespace

void transpose(Stream& stream, const TransposeExtent& extent, std::size_t size, const void* x, void* y)
{
    if (size == 2)
        transposeUnits<std::uint16_t>(stream, extent, x, y);
    else
        transposeUnits<std::uint32_t>(stream, extent, x, y);
}

} // namespace netsmith::cuda::kernels

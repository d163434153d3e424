#include "engine/cuda/kernels/pad.h"

#include "engine/cuda/kernels/launch.h"

namespace netsmith::cuda::kernels {
namespace {

template <class Unit>
struct Pad {
    PadExtent extent;
    const Unit* x;
    Unit* y;

    NS_DEVICE void operator()(std::int64_t i) const
    {
        std::int64_t rest = i;
        std::int64_t from = 0;
        std::int64_t stride = 1;
        bool inside = true;
        for (int axis = extent.axes - 1; axis >= 0; --axis) {
            const auto a = static_cast<std::size_t>(axis);
            const std::int64_t next = rest / extent.output[a];
            const std::int64_t at = rest - next * extent.output[a] - extent.before[a];
            inside = inside && at >= 0 && at < extent.input[a];
            from += at * stride;
            stride *= extent.input[a];
            rest = next;
        }
        y[i] = inside ? x[from] : Unit{0};
    }
};

template <class Unit>
void padUnits(Stream& stream, const PadExtent& extent, const void* x, void* y)
{
    launchEach(stream, extent.outputElements(), Pad<Unit>{extent, static_cast<const Unit*>(x), static_cast<Unit*>(y)});
}

} // namespace

void pad(Stream& stream, const PadExtent& extent, std::size_t size, const void* x, void* y)
{
    if (size == 2)
        padUnits<std::uint16_t>(stream, extent, x, y);
    else
        padUnits<std::uint32_t>(stream, extent, x, y);
}

} // namespace netsmith::cuda::kernels

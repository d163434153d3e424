#include "engine/cuda/kernels/max_pool.h"

#include "engine/cuda/kernels/float16.h"
#include "engine/cuda/kernels/launch.h"

namespace netsmith::cuda::kernels {
namespace {

/// One element of the output.
template <class T, class Winner>
struct MaxPool {
    WindowShape s;
    bool rectify;
    const T* x;
    T* y;
    Winner* winner;

    NS_DEVICE void operator()(std::int64_t index) const
    {
        const Place at = placeOf(index, s.outputHeight, s.outputWidth, s.channels);
        const WindowPixels rows = rowsOfWindow(s, at.row);
        const WindowPixels columns = columnsOfWindow(s, at.column);
        const T* corner = x + ((at.image * s.height + rows.first) * s.width + columns.first) * s.channels + at.channel;
        float best = 0.0f;
        std::int64_t won = -1;
        for (std::int64_t i = 0; i < rows.count; ++i)
            for (std::int64_t j = 0; j < columns.count; ++j) {
                const auto value = static_cast<float>(corner[(i * s.dilationHeight * s.width + j * s.dilationWidth) * s.channels]);
                // The first NaN stays.
                if (won >= 0 && !(value > best || (value != value && best == best)))
                    continue;
                best = value;
                won = (rows.kernel + i) * s.kernelWidth + columns.kernel + j;
            }
        const bool cut = rectify && best <= 0.0f;
        y[index] = T(cut ? 0.0f : best);
        winner[index] = static_cast<Winner>(cut ? -1 : won);
    }
};

/// One element of the input adds up what it won.
template <class T, class Winner>
struct MaxPoolBackward {
    WindowShape s;
    const T* dy;
    const Winner* winner;
    T* dx;

    NS_DEVICE void operator()(std::int64_t index) const
    {
        const Place at = placeOf(index, s.height, s.width, s.channels);
        const std::int64_t firstRow = at.image * s.outputHeight;
        float sum = 0.0f;
        forWindowsOf(s, at.row, at.column, [&](std::int64_t oy, std::int64_t ox, std::int64_t kernelPixel) {
            const std::int64_t window = ((firstRow + oy) * s.outputWidth + ox) * s.channels + at.channel;
            if (winner[window] == kernelPixel)
                sum += static_cast<float>(dy[window]);
        });
        dx[index] = T(sum);
    }
};

} // namespace

template <class T, class Winner>
void maxPool(Stream& stream, const WindowShape& shape, bool rectify, const T* x, T* y, Winner* winner)
{
    launchEach(stream, shape.outputs(), MaxPool<T, Winner>{shape, rectify, x, y, winner});
}

template <class T, class Winner>
void maxPoolBackward(Stream& stream, const WindowShape& shape, const T* dy, const Winner* winner, T* dx)
{
    launchEach(stream, shape.inputs(), MaxPoolBackward<T, Winner>{shape, dy, winner, dx});
}

#define FOR_WINNER(T, Winner)                                                                                                      \
    template void maxPool(Stream&, const WindowShape&, bool, const T*, T*, Winner*);                                               \
    template void maxPoolBackward(Stream&, const WindowShape&, const T*, const Winner*, T*);
#define INSTANTIATE(T)                                                                                                             \
    FOR_WINNER(T, std::uint8_t)                                                                                                    \
    FOR_WINNER(T, std::int32_t)
NS_FOR_FLOAT_TYPES(INSTANTIATE)

} // namespace netsmith::cuda::kernels

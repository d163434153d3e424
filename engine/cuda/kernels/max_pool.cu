#include "engine/cuda/kernels/max_pool.h"

#include "engine/cuda/kernels/float16.h"
#include "engine/cuda/kernels/lanes.h"
#include "engine/cuda/kernels/launch.h"

namespace netsmith::cuda::kernels {
namespace {

/// Some channels of a pixel of the output.
template <int lanes, class T, class Winner>
struct MaxPool {
    WindowShape s;
    bool rectify;
    const T* x;
    T* y;
    Winner* winner;

    NS_DEVICE void operator()(std::int64_t index) const
    {
        const Place at = placeOf(index, s.outputHeight, s.outputWidth, s.channels / lanes);
        const WindowPixels rows = rowsOfWindow(s, at.row);
        const WindowPixels columns = columnsOfWindow(s, at.column);
        const T* corner = x + ((at.image * s.height + rows.first) * s.width + columns.first) * s.channels + at.channel * lanes;
        float best[lanes] = {};
        std::int64_t won[lanes];
        for (int k = 0; k < lanes; ++k)
            won[k] = -1;
        for (std::int64_t i = 0; i < rows.count; ++i)
            for (std::int64_t j = 0; j < columns.count; ++j) {
                const T* pixel = corner + (i * s.dilationHeight * s.width + j * s.dilationWidth) * s.channels;
                for (int k = 0; k < lanes; ++k) {
                    const auto value = static_cast<float>(pixel[k]);
                    // The first NaN stays.
                    if (won[k] >= 0 && !(value > best[k] || (value != value && best[k] == best[k])))
                        continue;
                    best[k] = value;
                    won[k] = (rows.kernel + i) * s.kernelWidth + columns.kernel + j;
                }
            }
        for (int k = 0; k < lanes; ++k) {
            const bool cut = rectify && best[k] <= 0.0f;
            y[index * lanes + k] = T(cut ? 0.0f : best[k]);
            winner[index * lanes + k] = static_cast<Winner>(cut ? -1 : won[k]);
        }
    }
};

/// A code of the output.
struct MaxPoolCodes {
    WindowShape s;
    const std::uint8_t* x;
    std::uint8_t* y;

    NS_DEVICE void operator()(std::int64_t index) const
    {
        const Place at = placeOf(index, s.outputHeight, s.outputWidth, s.channels);
        const WindowPixels rows = rowsOfWindow(s, at.row);
        const WindowPixels columns = columnsOfWindow(s, at.column);
        const std::uint8_t* corner = x + ((at.image * s.height + rows.first) * s.width + columns.first) * s.channels + at.channel;
        std::uint8_t best = 0;
        for (std::int64_t i = 0; i < rows.count; ++i)
            for (std::int64_t j = 0; j < columns.count; ++j) {
                const std::uint8_t code = corner[(i * s.dilationHeight * s.width + j * s.dilationWidth) * s.channels];
                best = code > best ? code : best;
            }
        y[index] = best;
    }
};

/// Some channels of a pixel of the input add up what they won.
template <int lanes, class T, class Winner>
struct MaxPoolBackward {
    WindowShape s;
    const T* dy;
    const Winner* winner;
    T* dx;

    NS_DEVICE void operator()(std::int64_t index) const
    {
        const Place at = placeOf(index, s.height, s.width, s.channels / lanes);
        const std::int64_t firstRow = at.image * s.outputHeight;
        float sums[lanes] = {};
        forWindowsOf(s, at.row, at.column, [&](std::int64_t oy, std::int64_t ox, std::int64_t kernelPixel) {
            const std::int64_t window = ((firstRow + oy) * s.outputWidth + ox) * s.channels + at.channel * lanes;
            for (int k = 0; k < lanes; ++k)
                if (winner[window + k] == kernelPixel)
                    sums[k] += static_cast<float>(dy[window + k]);
        });
        for (int k = 0; k < lanes; ++k)
            dx[index * lanes + k] = T(sums[k]);
    }
};

} // namespace

template <class T, class Winner>
void maxPool(Stream& stream, const WindowShape& shape, bool rectify, const T* x, T* y, Winner* winner)
{
    forLanes(shape.channels, [&]<int lanes>(std::integral_constant<int, lanes>) {
        launchEach(stream, shape.outputs() / lanes, MaxPool<lanes, T, Winner>{shape, rectify, x, y, winner});
    });
}

void maxPoolCodes(Stream& stream, const WindowShape& shape, const std::uint8_t* x, std::uint8_t* y)
{
    launchEach(stream, shape.outputs(), MaxPoolCodes{shape, x, y});
}

template <class T, class Winner>
void maxPoolBackward(Stream& stream, const WindowShape& shape, const T* dy, const Winner* winner, T* dx)
{
    forLanes(shape.channels, [&]<int lanes>(std::integral_constant<int, lanes>) {
        launchEach(stream, shape.inputs() / lanes, MaxPoolBackward<lanes, T, Winner>{shape, dy, winner, dx});
    });
}

#define FOR_WINNER(T, Winner)                                                                                                      \
    template void maxPool(Stream&, const WindowShape&, bool, const T*, T*, Winner*);                                               \
    template void maxPoolBackward(Stream&, const WindowShape&, const T*, const Winner*, T*);
#define INSTANTIATE(T)                                                                                                             \
    FOR_WINNER(T, std::uint8_t)                                                                                                    \
    FOR_WINNER(T, std::int32_t)
NS_FOR_FLOAT_TYPES(INSTANTIATE)

} // namespace netsmith::cuda::kernels

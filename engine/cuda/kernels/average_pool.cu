#include "engine/cuda/kernels/average_pool.h"

#include "engine/cuda/kernels/float16.h"
#include "engine/cuda/kernels/launch.h"

namespace netsmith::cuda::kernels {
namespace {

/// One element of the output.
template <class T>
struct AveragePool {
    WindowShape s;
    const T* x;
    T* y;

    NS_DEVICE void operator()(std::int64_t index) const
    {
        const Place at = placeOf(index, s.outputHeight, s.outputWidth, s.channels);
        const WindowPixels rows = rowsOfWindow(s, at.row);
        const WindowPixels columns = columnsOfWindow(s, at.column);
        const T* corner = x + ((at.image * s.height + rows.first) * s.width + columns.first) * s.channels + at.channel;
        float sum = 0.0f;
        for (std::int64_t i = 0; i < rows.count; ++i)
            for (std::int64_t j = 0; j < columns.count; ++j)
                sum += static_cast<float>(corner[(i * s.dilationHeight * s.width + j * s.dilationWidth) * s.channels]);
        y[index] = T(sum / static_cast<float>(rows.count * columns.count));
    }
};

/// One element of the input adds up its share of every window that covers it.
template <class T>
struct AveragePoolBackward {
    WindowShape s;
    const T* dy;
    T* dx;

    NS_DEVICE void operator()(std::int64_t index) const
    {
        const Place at = placeOf(index, s.height, s.width, s.channels);
        const std::int64_t firstRow = at.image * s.outputHeight;
        float sum = 0.0f;
        forWindowsOf(s, at.row, at.column, [&](std::int64_t oy, std::int64_t ox, std::int64_t) {
            const std::int64_t window = ((firstRow + oy) * s.outputWidth + ox) * s.channels + at.channel;
            const std::int64_t pixels = rowsOfWindow(s, oy).count * columnsOfWindow(s, ox).count;
            sum += static_cast<float>(dy[window]) / static_cast<float>(pixels);
        });
        dx[index] = T(sum);
    }
};

} // namespace

template <class T>
void averagePool(Stream& stream, const WindowShape& shape, const T* x, T* y)
{
    launchEach(stream, shape.outputs(), AveragePool<T>{shape, x, y});
}

template <class T>
void averagePoolBackward(Stream& stream, const WindowShape& shape, const T* dy, T* dx)
{
    launchEach(stream, shape.inputs(), AveragePoolBackward<T>{shape, dy, dx});
}

#define INSTANTIATE(T)                                                                                                             \
    template void averagePool(Stream&, const WindowShape&, const T*, T*);                                                          \
    template void averagePoolBackward(Stream&, const WindowShape&, const T*, T*);
NS_FOR_FLOAT_TYPES(INSTANTIATE)

} // namespace netsmith::cuda::kernels

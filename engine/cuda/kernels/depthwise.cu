#include "engine/cuda/kernels/depthwise.h"

#include "engine/cuda/kernels/column_slices.h"
#include "engine/cuda/kernels/float16.h"
#include "engine/cuda/kernels/slopes.h"

namespace netsmith::cuda::kernels {
namespace {

/// One element of the output.
template <class T>
struct Depthwise {
    WindowShape s;
    std::int64_t times;
    const T* x;
    const T* w;
    const float* bias;
    Activation activation;
    T* y;

    NS_DEVICE void operator()(std::int64_t index) const
    {
        const std::int64_t filters = s.channels * times;
        const Place at = placeOf(index, s.outputHeight, s.outputWidth, filters);
        const WindowPixels rows = rowsOfWindow(s, at.row);
        const WindowPixels columns = columnsOfWindow(s, at.column);
        const T* corner = x + ((at.image * s.height + rows.first) * s.width + columns.first) * s.channels + at.channel / times;
        const T* weights = w + (rows.kernel * s.kernelWidth + columns.kernel) * filters + at.channel;
        float sum = bias ? bias[at.channel] : 0.0f;
        for (std::int64_t i = 0; i < rows.count; ++i)
            for (std::int64_t j = 0; j < columns.count; ++j)
                sum += static_cast<float>(corner[(i * s.dilationHeight * s.width + j * s.dilationWidth) * s.channels])
                    * static_cast<float>(weights[(i * s.kernelWidth + j) * filters]);
        y[index] = T(activated(activation, sum));
    }
};

/// One element of the input's gradient.
template <class T>
struct DepthwiseBackwardData {
    WindowShape s;
    std::int64_t times;
    const T* dy;
    const T* w;
    T* dx;

    NS_DEVICE void operator()(std::int64_t index) const
    {
        const std::int64_t filters = s.channels * times;
        const Place at = placeOf(index, s.height, s.width, s.channels);
        const std::int64_t first = at.channel * times;
        const std::int64_t firstRow = at.image * s.outputHeight;
        float sum = 0.0f;
        forWindowsOf(s, at.row, at.column, [&](std::int64_t oy, std::int64_t ox, std::int64_t kernelPixel) {
            const T* gradient = dy + ((firstRow + oy) * s.outputWidth + ox) * filters + first;
            const T* weights = w + kernelPixel * filters + first;
            for (std::int64_t i = 0; i < times; ++i)
                sum += static_cast<float>(gradient[i]) * static_cast<float>(weights[i]);
        });
        dx[index] = T(sum);
    }
};

/// Treated as a matrix with a row per output pixel and a column per weight, whose column sums are the gradient.
template <class T>
struct GatherWeights {
    using Value = float;
    using Join = Plus;

    struct Sum {
        const GatherWeights& of;
        std::int64_t weights; ///< all of them
        std::int64_t filter;
        std::int64_t row; ///< of the window
        std::int64_t column;
        float sum = 0.0f;

        template <int count>
        NS_DEVICE void take(std::int64_t i, std::int64_t stride)
        {
            float some = 0.0f;
            for (int k = 0; k < count; ++k)
                some += product((i + k * stride) / weights);
            sum += some;
        }
        NS_DEVICE float product(std::int64_t pixel) const
        {
            const WindowShape& s = of.s;
            const Place at = placeOf(pixel, s.outputHeight, s.outputWidth, 1);
            const std::int64_t y = at.row * s.strideHeight - s.top + row * s.dilationHeight;
            const std::int64_t x = at.column * s.strideWidth - s.left + column * s.dilationWidth;
            if (y < 0 || y >= s.height || x < 0 || x >= s.width)
                return 0.0f;
            const std::int64_t source = (at.image * s.height + y) * s.width + x;
            return static_cast<float>(of.x[source * s.channels + filter / of.times])
                * static_cast<float>(of.dy[pixel * s.channels * of.times + filter]);
        }
        NS_DEVICE float value() const { return sum; }
    };

    WindowShape s;
    std::int64_t times;
    const T* x;
    const T* dy;

    NS_DEVICE Sum start(std::int64_t weight) const
    {
        const std::int64_t filters = s.channels * times;
        const std::int64_t kernelPixel = weight / filters;
        const std::int64_t row = kernelPixel / s.kernelWidth;
        return {*this, s.kernelHeight * s.kernelWidth * filters, weight - kernelPixel * filters, row,
                kernelPixel - row * s.kernelWidth};
    }
};

struct StoreWeight {
    float* dw;
    NS_DEVICE void operator()(std::int64_t weight, float sum) const { dw[weight] = sum; }
};

} // namespace

template <class T>
void depthwise(Stream& stream, const WindowShape& shape, std::int64_t times, const T* x, const T* w, const float* bias,
               Activation activation, T* y)
{
    launchEach(stream, shape.outputs() * times, Depthwise<T>{shape, times, x, w, bias, activation, y});
}

template <class T>
void depthwiseBackwardData(Stream& stream, const WindowShape& shape, std::int64_t times, const T* dy, const T* w, T* dx)
{
    launchEach(stream, shape.inputs(), DepthwiseBackwardData<T>{shape, times, dy, w, dx});
}

template <class T>
void depthwiseBackwardWeights(Stream& stream, const WindowShape& shape, std::int64_t times, const T* x, const T* dy, float* dw,
                              float* partials)
{
    const ColumnSlices cut(shape.images * shape.outputHeight * shape.outputWidth,
                           shape.kernelHeight * shape.kernelWidth * shape.channels * times);
    const GatherWeights<T> gather{shape, times, x, dy};
    if (cut.slices == 1) {
        gatherSlices(stream, cut, gather, dw);
        return;
    }
    gatherSlices(stream, cut, gather, partials);
    joinSlices<GatherWeights<T>>(stream, cut, partials, StoreWeight{dw});
}

#define INSTANTIATE(T)                                                                                                             \
    template void depthwise(Stream&, const WindowShape&, std::int64_t, const T*, const T*, const float*, Activation, T*);          \
    template void depthwiseBackwardData(Stream&, const WindowShape&, std::int64_t, const T*, const T*, T*);                        \
    template void depthwiseBackwardWeights(Stream&, const WindowShape&, std::int64_t, const T*, const T*, float*, float*);
NS_FOR_FLOAT_TYPES(INSTANTIATE)

} // namespace netsmith::cuda::kernels

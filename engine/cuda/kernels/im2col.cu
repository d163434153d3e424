#include "engine/cuda/kernels/im2col.h"

#include "engine/cuda/kernels/float16.h"
#include "engine/cuda/kernels/lanes.h"
#include "engine/cuda/kernels/launch.h"

namespace netsmith::cuda::kernels {
namespace {

template <int lanes, class T>
struct Im2col {
    WindowShape shape;
    PatchPart part;
    const T* x;
    T* patches;

    NS_DEVICE void operator()(std::int64_t i) const
    {
        const std::int64_t groups = part.channels / lanes;
        const std::int64_t pixels = i / groups; // of kernels
        const std::int64_t channel = (i - pixels * groups) * lanes;
        const Place at = placeOf(pixels, shape.outputHeight, shape.outputWidth, shape.kernelHeight * shape.kernelWidth);
        const std::int64_t ky = at.channel / shape.kernelWidth;
        const std::int64_t kx = at.channel - ky * shape.kernelWidth;
        const std::int64_t row = at.row * shape.strideHeight - shape.top + ky * shape.dilationHeight;
        const std::int64_t column = at.column * shape.strideWidth - shape.left + kx * shape.dilationWidth;
        const bool inside = row >= 0 && row < shape.height && column >= 0 && column < shape.width;
        const std::int64_t pixel = ((part.firstImage + at.image) * shape.height + row) * shape.width + column;
        const T* from = x + pixel * shape.channels + part.firstChannel + channel;
        for (int k = 0; k < lanes; ++k)
            patches[i * lanes + k] = inside ? from[k] : T(0.0f);
    }
};

template <int lanes, class T>
struct Col2im {
    WindowShape shape;
    PatchPart part;
    const float* patches;
    T* dx;

    NS_DEVICE void operator()(std::int64_t i) const
    {
        const Place at = placeOf(i, shape.height, shape.width, part.channels / lanes);
        const std::int64_t kernelPixels = shape.kernelHeight * shape.kernelWidth;
        float sums[lanes] = {};
        forWindowsOf(shape, at.row, at.column, [&](std::int64_t oy, std::int64_t ox, std::int64_t kernelPixel) {
            const std::int64_t patch = (at.image * shape.outputHeight + oy) * shape.outputWidth + ox;
            const float* from = patches + (patch * kernelPixels + kernelPixel) * part.channels + at.channel * lanes;
            for (int k = 0; k < lanes; ++k)
                sums[k] += from[k];
        });
        const std::int64_t pixel = ((part.firstImage + at.image) * shape.height + at.row) * shape.width + at.column;
        for (int k = 0; k < lanes; ++k)
            dx[pixel * shape.channels + part.firstChannel + at.channel * lanes + k] = T(sums[k]);
    }
};

} // namespace

template <class T>
void im2col(Stream& stream, const WindowShape& shape, const PatchPart& part, const T* x, T* patches)
{
    const std::int64_t count =
        part.images * shape.outputHeight * shape.outputWidth * shape.kernelHeight * shape.kernelWidth * part.channels;
    forLanes(part.channels, [&]<int lanes>(std::integral_constant<int, lanes>) {
        launchEach(stream, count / lanes, Im2col<lanes, T>{shape, part, x, patches});
    });
}

template <class T>
void col2im(Stream& stream, const WindowShape& shape, const PatchPart& part, const float* patches, T* dx)
{
    const std::int64_t count = part.images * shape.height * shape.width * part.channels;
    forLanes(part.channels, [&]<int lanes>(std::integral_constant<int, lanes>) {
        launchEach(stream, count / lanes, Col2im<lanes, T>{shape, part, patches, dx});
    });
}

#define INSTANTIATE(T)                                                                                                             \
    template void im2col(Stream&, const WindowShape&, const PatchPart&, const T*, T*);                                             \
    template void col2im(Stream&, const WindowShape&, const PatchPart&, const float*, T*);
NS_FOR_FLOAT_TYPES(INSTANTIATE)

} // namespace netsmith::cuda::kernels

#include "engine/cuda/kernels/im2col.h"

#include "engine/cuda/kernels/float16.h"
#include "engine/cuda/kernels/launch.h"

namespace netsmith::cuda::kernels {
namespace {

template <class T>
struct Im2col {
    WindowShape shape;
    PatchPart part;
    const T* x;
    T* patches;

    NS_DEVICE void operator()(std::int64_t i) const
    {
        const std::int64_t pixels = i / part.channels; // of kernels
        const std::int64_t channel = i - pixels * part.channels;
        const Place at = placeOf(pixels, shape.outputHeight, shape.outputWidth, shape.kernelHeight * shape.kernelWidth);
        const std::int64_t ky = at.channel / shape.kernelWidth;
        const std::int64_t kx = at.channel - ky * shape.kernelWidth;
        const std::int64_t row = at.row * shape.strideHeight - shape.top + ky * shape.dilationHeight;
        const std::int64_t column = at.column * shape.strideWidth - shape.left + kx * shape.dilationWidth;
        const bool inside = row >= 0 && row < shape.height && column >= 0 && column < shape.width;
        const std::int64_t pixel = ((part.firstImage + at.image) * shape.height + row) * shape.width + column;
        patches[i] = inside ? x[pixel * shape.channels + part.firstChannel + channel] : T(0.0f);
    }
};

template <class T>
struct Col2im {
    WindowShape shape;
    PatchPart part;
    const float* patches;
    T* dx;

    NS_DEVICE void operator()(std::int64_t i) const
    {
        const Place at = placeOf(i, shape.height, shape.width, part.channels);
        const std::int64_t kernelPixels = shape.kernelHeight * shape.kernelWidth;
        float sum = 0.0f;
        forWindowsOf(shape, at.row, at.column, [&](std::int64_t oy, std::int64_t ox, std::int64_t kernelPixel) {
            const std::int64_t patch = (at.image * shape.outputHeight + oy) * shape.outputWidth + ox;
            sum += patches[(patch * kernelPixels + kernelPixel) * part.channels + at.channel];
        });
        const std::int64_t pixel = ((part.firstImage + at.image) * shape.height + at.row) * shape.width + at.column;
        dx[pixel * shape.channels + part.firstChannel + at.channel] = T(sum);
    }
};

} // namespace

template <class T>
void im2col(Stream& stream, const WindowShape& shape, const PatchPart& part, const T* x, T* patches)
{
    const std::int64_t count =
        part.images * shape.outputHeight * shape.outputWidth * shape.kernelHeight * shape.kernelWidth * part.channels;
    launchEach(stream, count, Im2col<T>{shape, part, x, patches});
}

template <class T>
void col2im(Stream& stream, const WindowShape& shape, const PatchPart& part, const float* patches, T* dx)
{
    launchEach(stream, part.images * shape.height * shape.width * part.channels, Col2im<T>{shape, part, patches, dx});
}

#define INSTANTIATE(T)                                                                                                             \
    template void im2col(Stream&, const WindowShape&, const PatchPart&, const T*, T*);                                             \
    template void col2im(Stream&, const WindowShape&, const PatchPart&, const float*, T*);
NS_FOR_FLOAT_TYPES(INSTANTIATE)

} // namespace netsmith::cuda::kernels

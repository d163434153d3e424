#include "engine/cuda/kernels/im2col3d.h"

#include "engine/cuda/kernels/float16.h"
#include "engine/cuda/kernels/launch.h"

#include <algorithm>

namespace netsmith::cuda::kernels {
namespace {

template <class T>
struct Im2col3d {
    VolumeWindow window;
    PatchPart part;
    const T* x;
    T* patches;

    NS_DEVICE void operator()(std::int64_t i) const
    {
        const WindowShape& s = window.slice;
        const std::int64_t kernelPixels = s.kernelHeight * s.kernelWidth;
        const std::int64_t voxels = i / part.channels; // of kernels
        const std::int64_t channel = i - voxels * part.channels;
        const Place at = placeOf(voxels, s.outputHeight, s.outputWidth, window.kernelDepth * kernelPixels);
        const std::int64_t kz = at.channel / kernelPixels;
        const std::int64_t kernelPixel = at.channel - kz * kernelPixels;
        const std::int64_t ky = kernelPixel / s.kernelWidth;
        const std::int64_t kx = kernelPixel - ky * s.kernelWidth;
        const std::int64_t volume = (part.firstImage + at.image) / window.outputDepth;
        const std::int64_t oz = part.firstImage + at.image - volume * window.outputDepth;
        const std::int64_t z = oz * window.strideDepth - window.front + kz * window.dilationDepth;
        const std::int64_t row = at.row * s.strideHeight - s.top + ky * s.dilationHeight;
        const std::int64_t column = at.column * s.strideWidth - s.left + kx * s.dilationWidth;
        const bool inside = z >= 0 && z < window.depth && row >= 0 && row < s.height && column >= 0 && column < s.width;
        const std::int64_t voxel = ((volume * window.depth + z) * s.height + row) * s.width + column;
        patches[i] = inside ? x[voxel * s.channels + part.firstChannel + channel] : T(0.0f);
    }
};

/// The slices of each volume that a part's patches reach.
struct Reach {
    std::int64_t volumes;
    std::int64_t firstOutput; ///< of a volume
    std::int64_t outputs;
    std::int64_t firstSlice; ///< of a volume
    std::int64_t slices;
    bool adds; ///< to the sums of earlier parts

    Reach(const VolumeWindow& window, const PatchPart& part)
        : volumes(std::max<std::int64_t>(part.images / window.outputDepth, 1))
        , firstOutput(part.firstImage % window.outputDepth)
        , outputs(part.images / volumes)
        , firstSlice(0)
        , slices(window.depth)
        , adds(firstOutput > 0)
    {
        if (!adds)
            return;
        const std::int64_t first = firstOutput * window.strideDepth - window.front;
        const std::int64_t last = first + (outputs - 1) * window.strideDepth + (window.kernelDepth - 1) * window.dilationDepth;
        firstSlice = std::clamp<std::int64_t>(first, 0, window.depth);
        slices = std::clamp<std::int64_t>(last + 1, firstSlice, window.depth) - firstSlice;
    }
};

template <class T>
struct Col2im3d {
    VolumeWindow window;
    PatchPart part;
    Reach reach;
    const float* patches;
    T* dx;

    NS_DEVICE void operator()(std::int64_t i) const
    {
        const WindowShape& s = window.slice;
        const Place at = placeOf(i, s.height, s.width, part.channels);
        const std::int64_t volume = at.image / reach.slices;
        const std::int64_t z = reach.firstSlice + at.image - volume * reach.slices;
        const std::int64_t kernelPixels = s.kernelHeight * s.kernelWidth;
        const PixelWindows windows =
            windowsOfPixel(z, window.strideDepth, window.dilationDepth, window.front, window.kernelDepth, window.outputDepth);
        const std::int64_t endOfPart = reach.firstOutput + reach.outputs;
        const std::int64_t begin = windows.first > reach.firstOutput ? windows.first : reach.firstOutput;
        const std::int64_t end = windows.last < endOfPart ? windows.last + 1 : endOfPart;
        float sum = 0.0f;
        for (std::int64_t oz = begin; oz < end; ++oz) {
            const std::int64_t distance = z + window.front - oz * window.strideDepth;
            const std::int64_t kz = distance / window.dilationDepth;
            if (kz * window.dilationDepth != distance)
                continue;
            const std::int64_t output = volume * reach.outputs + oz - reach.firstOutput;
            forWindowsOf(s, at.row, at.column, [&](std::int64_t oy, std::int64_t ox, std::int64_t kernelPixel) {
                const std::int64_t patch = (output * s.outputHeight + oy) * s.outputWidth + ox;
                sum += patches[((patch * window.kernelDepth + kz) * kernelPixels + kernelPixel) * part.channels + at.channel];
            });
        }
        const std::int64_t voxel = ((volume * window.depth + z) * s.height + at.row) * s.width + at.column;
        T& value = dx[voxel * s.channels + part.firstChannel + at.channel];
        value = reach.adds ? T(static_cast<float>(value) + sum) : T(sum);
    }
};

} // namespace

template <class T>
void im2col(Stream& stream, const VolumeWindow& window, const PatchPart& part, const T* x, T* patches)
{
    if (window.isFlat())
        return im2col(stream, window.slice, part, x, patches);
    const std::int64_t voxels = part.images * window.slice.outputHeight * window.slice.outputWidth;
    launchEach(stream, voxels * window.kernelVoxels() * part.channels, Im2col3d<T>{window, part, x, patches});
}

template <class T>
void col2im(Stream& stream, const VolumeWindow& window, const PatchPart& part, const float* patches, T* dx)
{
    if (window.isFlat()) {
        PatchPart images = part;
        images.firstImage = 0;
        return col2im(stream, window.slice, images, patches, dx);
    }
    const Reach reach(window, part);
    const std::int64_t voxels = reach.volumes * reach.slices * window.slice.height * window.slice.width;
    launchEach(stream, voxels * part.channels, Col2im3d<T>{window, part, reach, patches, dx});
}

#define INSTANTIATE(T)                                                                                                             \
    template void im2col(Stream&, const VolumeWindow&, const PatchPart&, const T*, T*);                                            \
    template void col2im(Stream&, const VolumeWindow&, const PatchPart&, const float*, T*);
NS_FOR_FLOAT_TYPES(INSTANTIATE)

} // namespace netsmith::cuda::kernels

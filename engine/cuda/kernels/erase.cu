#include "engine/cuda/kernels/erase.h"

#include "engine/cuda/kernels/float16.h"
#include "engine/cuda/kernels/launch.h"
#include "engine/ops/control.h"

namespace netsmith::cuda::kernels {
namespace {

/// One image per block, each thread of which computes the same rectangle.
template <class T>
struct EraseImage {
    EraseSettings settings;
    std::int64_t height;
    std::int64_t width;
    std::int64_t channels;
    const std::int64_t* counters;
    const T* x;
    T* y;

    NS_DEVICE void operator()(const ThreadBlock& block, std::int64_t n) const
    {
        const PixelBox box = erasedBox(settings, height, width, static_cast<std::uint64_t>(counters[control::samples] + n));
        const std::int64_t elements = height * width * channels;
        for (std::int64_t e = block.rank(); e < elements; e += block.size()) {
            const std::int64_t pixel = e / channels;
            const bool erased = box.contains(pixel / width, pixel % width);
            y[n * elements + e] = erased ? T(static_cast<float>(settings.value)) : x[n * elements + e];
        }
    }
};

} // namespace

template <class T>
void erase(Stream& stream, const EraseSettings& settings, std::int64_t images, std::int64_t height, std::int64_t width,
           std::int64_t channels, const std::int64_t* counters, const T* x, T* y)
{
    launchBlocks(stream, images, 0, EraseImage<T>{settings, height, width, channels, counters, x, y});
}

#define INSTANTIATE(T)                                                                                                             \
    template void erase(Stream&, const EraseSettings&, std::int64_t, std::int64_t, std::int64_t, std::int64_t,                     \
                        const std::int64_t*, const T*, T*);
NS_FOR_FLOAT_TYPES(INSTANTIATE)

} // namespace netsmith::cuda::kernels

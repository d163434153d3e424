#include "engine/cuda/kernels/blur.h"

#include "engine/cuda/kernels/float16.h"
#include "engine/cuda/kernels/launch.h"
#include "engine/ops/control.h"

namespace netsmith::cuda::kernels {
namespace {

/// One image per block, each thread of which computes the same weights.
template <class T>
struct BlurImage {
    BlurSettings settings;
    std::int64_t elements;
    std::int64_t size;
    std::int64_t stride;
    const std::int64_t* counters;
    const T* x;
    T* y;

    NS_DEVICE void operator()(const ThreadBlock& block, std::int64_t n) const
    {
        const BlurWeights weights = blurWeights(settings, static_cast<std::uint64_t>(counters[control::samples] + n));
        for (std::int64_t e = block.rank(); e < elements; e += block.size()) {
            const std::int64_t place = e / stride % size;
            const T* at = x + n * elements + e;
            float sum = 0.0f;
            for (int d = -settings.radius; d <= settings.radius; ++d) {
                std::int64_t other = place + d;
                other = other < 0 ? 0 : other < size ? other : size - 1;
                sum += static_cast<float>(weights.weights[d < 0 ? -d : d] / weights.sum)
                    * static_cast<float>(at[(other - place) * stride]);
            }
            y[n * elements + e] = T(sum);
        }
    }
};

} // namespace

template <class T>
void blur(Stream& stream, const BlurSettings& settings, std::int64_t images, std::int64_t elements, std::int64_t size,
          std::int64_t stride, const std::int64_t* counters, const T* x, T* y)
{
    launchBlocks(stream, images, 0, BlurImage<T>{settings, elements, size, stride, counters, x, y});
}

#define INSTANTIATE(T)                                                                                                             \
    template void blur(Stream&, const BlurSettings&, std::int64_t, std::int64_t, std::int64_t, std::int64_t, const std::int64_t*,  \
                       const T*, T*);
NS_FOR_FLOAT_TYPES(INSTANTIATE)

} // namespace netsmith::cuda::kernels

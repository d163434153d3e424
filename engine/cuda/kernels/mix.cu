#include "engine/cuda/kernels/mix.h"

#include "engine/cuda/kernels/float16.h"
#include "engine/cuda/kernels/launch.h"
#include "engine/ops/control.h"

#include <type_traits>

namespace netsmith::cuda::kernels {
namespace {

NS_DEVICE inline Mixture mixtureAt(const MixSettings& settings, const std::int64_t* counters, std::int64_t n)
{
    return mixtureOf(settings, static_cast<std::uint64_t>(counters[control::samples] + n));
}

/// One image per block, each thread of which draws the same.
template <class T>
struct MixImage {
    MixSettings settings;
    std::int64_t images;
    std::int64_t channels;
    const std::int64_t* counters;
    const T* x;
    T* y;

    NS_DEVICE void operator()(const ThreadBlock& block, std::int64_t n) const
    {
        const Mixture mixture = mixtureAt(settings, counters, n);
        const auto share = static_cast<float>(mixture.share);
        const std::int64_t elements = settings.height * settings.width * channels;
        const T* own = x + n * elements;
        const T* other = x + (images - 1 - n) * elements;
        for (std::int64_t e = block.rank(); e < elements; e += block.size()) {
            const std::int64_t pixel = e / channels;
            if (settings.cut)
                y[n * elements + e] = mixture.box.contains(pixel / settings.width, pixel % settings.width) ? other[e] : own[e];
            else
                y[n * elements + e] = T(share * static_cast<float>(own[e]) + (1.0f - share) * static_cast<float>(other[e]));
        }
    }
};

/// One target's row.
template <class Target>
struct MixTarget {
    MixSettings settings;
    std::int64_t count;
    std::int64_t width;
    const std::int64_t* counters;
    const Target* target;
    float* y;

    NS_DEVICE void operator()(std::int64_t n) const
    {
        const auto share = static_cast<float>(mixtureAt(settings, counters, n).share);
        for (std::int64_t i = 0; i < width; ++i)
            y[n * width + i] = share * at(n, i) + (1.0f - share) * at(count - 1 - n, i);
    }

private:
    NS_DEVICE float at(std::int64_t n, std::int64_t i) const
    {
        if constexpr (std::is_same_v<Target, float>)
            return target[n * width + i];
        else
            return target[n] == i ? 1.0f : 0.0f;
    }
};

} // namespace

template <class T>
void mixImages(Stream& stream, const MixSettings& settings, std::int64_t images, std::int64_t channels,
               const std::int64_t* counters, const T* x, T* y)
{
    launchBlocks(stream, images, 0, MixImage<T>{settings, images, channels, counters, x, y});
}

template <class Target>
void mixTargets(Stream& stream, const MixSettings& settings, std::int64_t count, std::int64_t width, const std::int64_t* counters,
                const Target* target, float* y)
{
    launchEach(stream, count, MixTarget<Target>{settings, count, width, counters, target, y});
}

#define INSTANTIATE(T)                                                                                                             \
    template void mixImages(Stream&, const MixSettings&, std::int64_t, std::int64_t, const std::int64_t*, const T*, T*);
NS_FOR_FLOAT_TYPES(INSTANTIATE)

template void mixTargets(Stream&, const MixSettings&, std::int64_t, std::int64_t, const std::int64_t*, const std::int32_t*, float*);
template void mixTargets(Stream&, const MixSettings&, std::int64_t, std::int64_t, const std::int64_t*, const float*, float*);

} // namespace netsmith::cuda::kernels

#include "engine/cpu/kernels/mix.h"

#include "engine/cpu/kernels/ranges.h"
#include "engine/ops/control.h"

#include <cstring>

namespace netsmith::kernels {
namespace {

Mixture mixtureAt(const MixSettings& settings, const std::int64_t* counters, std::int64_t n)
{
    return mixtureOf(settings, static_cast<std::uint64_t>(counters[control::samples]) + static_cast<std::uint64_t>(n));
}

template <class T>
void blend(float share, const T* own, const T* other, T* y, std::int64_t count)
{
    for (std::int64_t i = 0; i < count; ++i)
        y[i] = static_cast<T>(share * static_cast<float>(own[i]) + (1.0f - share) * static_cast<float>(other[i]));
}

/// `own` with the box of `other` in it.
template <class T>
void paste(const MixSettings& settings, const PixelBox& box, std::int64_t channels, const T* own, const T* other, T* y)
{
    const auto bytes = [](std::int64_t count) { return static_cast<std::size_t>(count) * sizeof(T); };
    std::memcpy(static_cast<void*>(y), own, bytes(settings.height * settings.width * channels));
    for (std::int64_t row = box.top; row < box.bottom; ++row) {
        const std::int64_t at = (row * settings.width + box.left) * channels;
        std::memcpy(static_cast<void*>(y + at), other + at, bytes((box.right - box.left) * channels));
    }
}

} // namespace

template <class T>
void mixImages(const MixSettings& settings, std::int64_t images, std::int64_t channels, const std::int64_t* counters, const T* x,
               T* y) noexcept
{
    const std::int64_t elements = settings.height * settings.width * channels;
    forRanges(images, rowGrain(elements), [&](std::int64_t begin, std::int64_t end) {
        for (std::int64_t n = begin; n < end; ++n) {
            const Mixture mixture = mixtureAt(settings, counters, n);
            const T* other = x + (images - 1 - n) * elements;
            if (settings.cut)
                paste(settings, mixture.box, channels, x + n * elements, other, y + n * elements);
            else
                blend(static_cast<float>(mixture.share), x + n * elements, other, y + n * elements, elements);
        }
    });
}

template void mixImages(const MixSettings&, std::int64_t, std::int64_t, const std::int64_t*, const float*, float*) noexcept;
template void mixImages(const MixSettings&, std::int64_t, std::int64_t, const std::int64_t*, const BFloat16*, BFloat16*) noexcept;

void mixTargets(const MixSettings& settings, std::int64_t count, std::int64_t width, const std::int64_t* counters,
                const std::int32_t* target, float* y) noexcept
{
    std::fill_n(y, count * width, 0.0f);
    for (std::int64_t n = 0; n < count; ++n) {
        const auto share = static_cast<float>(mixtureAt(settings, counters, n).share);
        y[n * width + target[n]] += share;
        y[n * width + target[count - 1 - n]] += 1.0f - share;
    }
}

void mixTargets(const MixSettings& settings, std::int64_t count, std::int64_t width, const std::int64_t* counters,
                const float* target, float* y) noexcept
{
    for (std::int64_t n = 0; n < count; ++n) {
        const auto share = static_cast<float>(mixtureAt(settings, counters, n).share);
        blend(share, target + n * width, target + (count - 1 - n) * width, y + n * width, width);
    }
}

} // namespace netsmith::kernels

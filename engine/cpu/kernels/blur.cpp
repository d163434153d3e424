#include "engine/cpu/kernels/blur.h"

#include "engine/cpu/kernels/ranges.h"
#include "engine/ops/control.h"

namespace netsmith::kernels {
namespace {

/// A piece of a line, in which every number is far enough from the next for the compiler to add many at once.
constexpr std::int64_t piece = 64;

template <class T>
void blurLine(const BlurWeights& weights, int radius, std::int64_t size, std::int64_t inner, const T* x, T* y)
{
    const auto scale = static_cast<float>(1.0 / weights.sum);
    for (std::int64_t place = 0; place < size; ++place)
        for (std::int64_t begin = 0; begin < inner; begin += piece) {
            const std::int64_t count = std::min(piece, inner - begin);
            float sums[piece] = {};
            for (int d = -radius; d <= radius; ++d) {
                const float weight = static_cast<float>(weights.weights[d < 0 ? -d : d]) * scale;
                const T* from = x + std::clamp<std::int64_t>(place + d, 0, size - 1) * inner + begin;
                for (std::int64_t i = 0; i < count; ++i)
                    sums[i] += weight * static_cast<float>(from[i]);
            }
            for (std::int64_t i = 0; i < count; ++i)
                y[place * inner + begin + i] = static_cast<T>(sums[i]);
        }
}

} // namespace

template <class T>
void blur(const BlurSettings& settings, std::int64_t images, std::int64_t elements, std::int64_t size, std::int64_t stride,
          const std::int64_t* counters, const T* x, T* y) noexcept
{
    const std::int64_t line = size * stride;
    const auto firstSample = static_cast<std::uint64_t>(counters[control::samples]);
    forRanges(images, rowGrain(elements * settings.radius), [&](std::int64_t begin, std::int64_t end) {
        for (std::int64_t n = begin; n < end; ++n) {
            const BlurWeights weights = blurWeights(settings, firstSample + static_cast<std::uint64_t>(n));
            for (std::int64_t offset = n * elements; offset < (n + 1) * elements; offset += line)
                blurLine(weights, settings.radius, size, stride, x + offset, y + offset);
        }
    });
}

template void blur<float>(const BlurSettings&, std::int64_t, std::int64_t, std::int64_t, std::int64_t, const std::int64_t*,
                          const float*, float*) noexcept;
template void blur<BFloat16>(const BlurSettings&, std::int64_t, std::int64_t, std::int64_t, std::int64_t, const std::int64_t*,
                             const BFloat16*, BFloat16*) noexcept;

} // namespace netsmith::kernels

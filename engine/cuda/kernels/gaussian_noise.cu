#include "engine/cuda/kernels/gaussian_noise.h"

#include "engine/core/philox.h"
#include "engine/cuda/kernels/float16.h"
#include "engine/cuda/kernels/launch.h"
#include "engine/ops/control.h"

#include <cmath>

namespace netsmith::cuda::kernels {
namespace {

/// The four elements of one sample that share one draw.
template <class T>
struct GaussianNoise {
    NoiseSource source;
    const std::int64_t* counters;
    const T* x;
    T* y;
    std::int64_t elements;
    std::int64_t draws; ///< of one sample

    NS_DEVICE void operator()(std::int64_t i) const
    {
        const std::int64_t row = i / draws;
        const std::int64_t draw = i - row * draws;
        const auto sample = static_cast<std::uint64_t>(counters[control::samples] + row);
        const Philox::Words words = Philox::draw(source.seed,
                                                 {static_cast<std::uint32_t>(draw), static_cast<std::uint32_t>(sample),
                                                  static_cast<std::uint32_t>(sample >> 32), source.node});
        const std::int64_t first = row * elements + draw * 4;
        const std::int64_t left = elements - draw * 4;
        for (int pair = 0; pair < 4; pair += 2) {
            const float radius = std::sqrt(-2.0f * std::log(1.0f - Philox::uniform(words[static_cast<std::size_t>(pair)])));
            // In turns from the nearest quarter: no error before the last product.
            const float turns = Philox::uniform(words[static_cast<std::size_t>(pair) + 1]);
            const auto quarter = static_cast<int>(turns * 4.0f + 0.5f);
            const float angle = (turns - static_cast<float>(quarter) * 0.25f) * 6.28318531f;
            const float sine = std::sin(angle);
            const float cosine = std::cos(angle);
            const float along = quarter % 2 == 0 ? cosine : sine;
            const float across = quarter % 2 == 0 ? sine : cosine;
            lay(first + pair, left > pair, radius * ((quarter + 1) & 2 ? -along : along));
            lay(first + pair + 1, left > pair + 1, radius * (quarter & 2 ? -across : across));
        }
    }

    NS_DEVICE void lay(std::int64_t i, bool there, float deviate) const
    {
        if (!there)
            return;
        const auto value = static_cast<float>(x[i]);
        const float noise = deviate * source.deviation;
        y[i] = T(source.multiplied ? value * (1.0f + noise) : value + noise);
    }
};

} // namespace

template <class T>
void gaussianNoise(Stream& stream, const NoiseSource& source, const std::int64_t* counters, const T* x, T* y, std::int64_t samples,
                   std::int64_t elements)
{
    const std::int64_t draws = (elements + 3) / 4;
    launchEach(stream, samples * draws, GaussianNoise<T>{source, counters, x, y, elements, draws});
}

#define INSTANTIATE(T)                                                                                                             \
    template void gaussianNoise(Stream&, const NoiseSource&, const std::int64_t*, const T*, T*, std::int64_t, std::int64_t);
NS_FOR_FLOAT_TYPES(INSTANTIATE)

} // namespace netsmith::cuda::kernels

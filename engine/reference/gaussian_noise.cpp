#include "engine/ops/gaussian_noise.h"

#include "engine/core/philox.h"
#include "engine/reference/call.h"

namespace netsmith::reference {
namespace {

double deviateAt(const GaussianNoiseAttributes& attributes, std::uint64_t sample, std::int64_t element)
{
    const Philox::Words words = Philox::draw(attributes.seed,
                                             {static_cast<std::uint32_t>(element / 4), static_cast<std::uint32_t>(sample),
                                              static_cast<std::uint32_t>(sample >> 32), attributes.node});
    const auto pair = static_cast<std::size_t>(element % 4 / 2 * 2);
    const double radius = std::sqrt(-2.0 * std::log(1.0 - double{Philox::uniform(words[pair])}));
    const double angle = 2.0 * std::numbers::pi * Philox::uniform(words[pair + 1]);
    return radius * (element % 2 == 0 ? std::cos(angle) : std::sin(angle));
}

} // namespace

template <>
void compute<ops::gaussianNoise>(const Call& call)
{
    const auto& attributes = call.as<GaussianNoiseAttributes>();
    const Tensor& x = call.in(0);
    const auto first = static_cast<std::uint64_t>(call.in(1)[control::samples]);
    const std::int64_t elements = x.size() / x.shape()[0]; // of one sample
    for (std::int64_t i = 0; i < x.size(); ++i) {
        const std::uint64_t sample = first + static_cast<std::uint64_t>(i / elements);
        const double noise = attributes.deviation * deviateAt(attributes, sample, i % elements);
        call.out(0)[i] = attributes.multiplied ? x[i] * (1.0 + noise) : x[i] + noise;
    }
}

} // namespace netsmith::reference

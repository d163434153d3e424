#include "engine/cpu/kernels/group_norm.h"

#include "engine/cpu/kernels/ranges.h"

#define NETSMITH_KERNELS "engine/cpu/kernels/group_norm.cpp"
#include "engine/cpu/kernels/each_isa.h"

#ifdef NETSMITH_LANES

#include "engine/cpu/kernels/channel_rows.h"

#else

namespace netsmith::kernels {
namespace {

constexpr std::int64_t linesOfSample = 6; // rows of `channels` floats that a sample takes of the scratch memory

/// The number of positions that fit the first-level cache together.
std::int64_t pieceOf(const GroupNormShape& shape)
{
    return std::max<std::int64_t>(8, 6144 / shape.channels);
}

/// Calls `body(sample, scratch)` for each sample, on all threads.
template <class Body>
void eachSample(const GroupNormShape& shape, float* scratch, const Body& body)
{
    forRanges(shape.samples, rowGrain(shape.positions * shape.channels), [&](std::int64_t begin, std::int64_t end) {
        for (std::int64_t n = begin; n < end; ++n)
            body(n, scratch + n * linesOfSample * shape.channels);
    });
}

/// Joins the channels' means and squared deviations, which are over equally many positions, to the group's mean and variance.
void joinChannels(const float* means, const float* deviations, std::int64_t width, double positions, double& mean, double& variance)
{
    mean = 0.0;
    for (std::int64_t c = 0; c < width; ++c)
        mean += means[c];
    mean /= static_cast<double>(width);
    double deviation = 0.0;
    for (std::int64_t c = 0; c < width; ++c) {
        const double shift = means[c] - mean;
        deviation += deviations[c] + shift * shift * positions;
    }
    variance = deviation / (positions * static_cast<double>(width));
}

} // namespace

std::int64_t groupNormWorkspace(const GroupNormShape& shape)
{
    return shape.samples * linesOfSample * shape.channels * static_cast<std::int64_t>(sizeof(float));
}

template <class T>
void groupNorm(const GroupNormShape& shape, double epsilon, const T* x, const float* gamma, const float* beta, T* y, float* mean,
               float* inverse, void* workspace) noexcept
{
    const auto moments = NETSMITH_VERSION(channelMoments<T>);
    const auto normalise = NETSMITH_VERSION(scaleAndShift<T>);
    const std::int64_t channels = shape.channels;
    const std::int64_t width = channels / shape.groups;
    eachSample(shape, static_cast<float*>(workspace), [&](std::int64_t n, float* lines) {
        const T* from = x + n * shape.positions * channels;
        float* means = lines;
        float* deviations = means + channels;
        float* scale = deviations + channels;
        float* shift = scale + channels;
        moments(from, shape.positions, channels, pieceOf(shape), means, deviations);
        for (std::int64_t g = 0; g < shape.groups; ++g) {
            double center = 0.0;
            double variance = 0.0;
            joinChannels(means + g * width, deviations + g * width, width, static_cast<double>(shape.positions), center, variance);
            const double factor = 1.0 / std::sqrt(variance + epsilon);
            mean[n * shape.groups + g] = static_cast<float>(center);
            inverse[n * shape.groups + g] = static_cast<float>(factor);
            for (std::int64_t c = g * width; c < (g + 1) * width; ++c) {
                const double scaled = gamma ? gamma[c] * factor : factor;
                scale[c] = static_cast<float>(scaled);
                shift[c] = static_cast<float>((beta ? beta[c] : 0.0) - center * scaled);
            }
        }
        normalise(from, scale, shift, nullptr, false, y + n * shape.positions * channels, shape.positions, channels);
    });
}

template <class T>
void groupNormBackward(const GroupNormShape& shape, const T* x, const float* gamma, const float* mean, const float* inverse,
                       const T* dy, T* dx, float* dgamma, float* dbeta, void* workspace) noexcept
{
    const auto sum = NETSMITH_VERSION(channelGradients<T>);
    const auto spread = NETSMITH_VERSION(inputGradient<T>);
    const std::int64_t channels = shape.channels;
    const std::int64_t width = channels / shape.groups;
    const double members = static_cast<double>(shape.positions * width);
    eachSample(shape, static_cast<float*>(workspace), [&](std::int64_t n, float* lines) {
        const std::int64_t at = n * shape.positions * channels;
        float* sums = lines;
        float* products = sums + channels;
        float* means = products + channels;
        float* scale = means + channels;
        float* slope = scale + channels;
        float* shift = slope + channels;
        for (std::int64_t c = 0; c < channels; ++c)
            means[c] = mean[n * shape.groups + c / width];
        sum(x + at, means, dy + at, nullptr, nullptr, shape.positions, channels, pieceOf(shape), sums, products);
        for (std::int64_t g = 0; g < shape.groups; ++g) {
            const double center = mean[n * shape.groups + g];
            const double factor = inverse[n * shape.groups + g];
            double gradients = 0.0;
            double normalised = 0.0;
            for (std::int64_t c = g * width; c < (g + 1) * width; ++c) {
                products[c] = static_cast<float>(products[c] * factor); // Σ dy·(x − mean)/√(variance + ε)
                gradients += (gamma ? gamma[c] : 1.0) * sums[c];
                normalised += (gamma ? gamma[c] : 1.0) * products[c];
            }
            // dx = factor·(gamma·dy − Σ/members − (x − mean)·factor·Π/members), as one line through x.
            const double tilt = -factor * factor * normalised / members;
            for (std::int64_t c = g * width; c < (g + 1) * width; ++c) {
                scale[c] = static_cast<float>(gamma ? gamma[c] * factor : factor);
                slope[c] = static_cast<float>(tilt);
                shift[c] = static_cast<float>(-factor * gradients / members - tilt * center);
            }
        }
        spread(x + at, dy + at, nullptr, scale, slope, shift, dx + at, shape.positions, channels);
    });
    const auto* lines = static_cast<const float*>(workspace);
    for (std::int64_t c = 0; c < channels; ++c) {
        double gammas = 0.0;
        double betas = 0.0;
        for (std::int64_t n = 0; n < shape.samples; ++n) {
            betas += lines[n * linesOfSample * channels + c];
            gammas += lines[n * linesOfSample * channels + channels + c];
        }
        dgamma[c] = static_cast<float>(gammas);
        dbeta[c] = static_cast<float>(betas);
    }
}

#define INSTANTIATE(T)                                                                                                             \
    template void groupNorm<T>(const GroupNormShape&, double, const T*, const float*, const float*, T*, float*, float*,            \
                               void*) noexcept;                                                                                    \
    template void groupNormBackward<T>(const GroupNormShape&, const T*, const float*, const float*, const float*, const T*, T*,    \
                                       float*, float*, void*) noexcept;
INSTANTIATE(float)
INSTANTIATE(BFloat16)

} // namespace netsmith::kernels

#endif

#include "engine/cpu/kernels/batch_norm.h"

#include "engine/cpu/kernels/norm_parts.h"

#define NETSMITH_KERNELS "engine/cpu/kernels/batch_norm_backward.cpp"
#include "engine/cpu/kernels/each_isa.h"

#ifdef NETSMITH_LANES

#include "engine/cpu/kernels/channel_rows.h"

#else

namespace netsmith::kernels {

std::int64_t normWorkspace(const NormShape& shape)
{
    return (3 + 2 * NormParts::countOf(shape)) * shape.channels * static_cast<std::int64_t>(sizeof(float));
}

template <class T>
void batchNormBackward(const NormShape& shape, const T* x, const float* gamma, const float* mean, const float* inverse, const T* dy,
                       const T* y, T* dx, float* dgamma, float* dbeta, T* dresidual, void* workspace, const NormJoin* join) noexcept
{
    auto* scratch = static_cast<float*>(workspace);
    const std::int64_t channels = shape.channels;
    const T* mask = shape.rectify ? y : nullptr;
    const NormParts parts(shape, scratch + channels);
    const auto sum = NETSMITH_VERSION(channelGradients<T>);
    parts.each([&](std::int64_t begin, std::int64_t end, float* sums, float* products) {
        const std::int64_t at = begin * channels;
        sum(x + at, mean, dy + at, mask ? mask + at : nullptr, dresidual ? dresidual + at : nullptr, end - begin, channels,
            parts.pieceRows(), sums, products);
    });

    float* scale = scratch;
    float* slope = parts.first();
    float* shift = parts.second();
    const auto finish = [&](std::int64_t c, double gradients, double normalised, double rows) {
        // dx = scale·(dy − dbeta/rows − (x − mean)·inverse·dgamma/rows), as one line through x.
        const double factor = static_cast<double>(gamma[c]) * inverse[c];
        const double tilt = -factor * inverse[c] * normalised / rows;
        scale[c] = static_cast<float>(factor);
        slope[c] = static_cast<float>(tilt);
        shift[c] = static_cast<float>(-factor * gradients / rows - tilt * mean[c]);
    };
    for (std::int64_t c = 0; c < channels; ++c) {
        double gradients = 0.0;
        double products = 0.0;
        for (std::int64_t p = 0; p < parts.count(); ++p) {
            gradients += parts.first(p)[c];
            products += parts.second(p)[c];
        }
        const double normalised = products * inverse[c]; // Σ dy·(x − mean)/√(variance + ε)
        dbeta[c] = static_cast<float>(gradients);
        dgamma[c] = static_cast<float>(normalised);
        if (join) {
            join->first[c] = gradients;
            join->second[c] = normalised;
        } else {
            finish(c, gradients, normalised, static_cast<double>(shape.rows));
        }
    }
    if (join) {
        const double rows = join->run(shape.rows);
        for (std::int64_t c = 0; c < channels; ++c)
            finish(c, join->first[c], join->second[c], rows);
    }

    // What was masked and kept needs no mask again.
    const T* gradient = dresidual ? dresidual : dy;
    const T* again = dresidual ? nullptr : mask;
    const auto spread = NETSMITH_VERSION(inputGradient<T>);
    forRanges(shape.rows, rowGrain(channels), [&](std::int64_t begin, std::int64_t end) {
        const std::int64_t at = begin * channels;
        spread(x + at, gradient + at, again ? again + at : nullptr, scale, slope, shift, dx + at, end - begin, channels);
    });
}

template void batchNormBackward<float>(const NormShape&, const float*, const float*, const float*, const float*, const float*,
                                       const float*, float*, float*, float*, float*, void*, const NormJoin*) noexcept;
template void batchNormBackward<BFloat16>(const NormShape&, const BFloat16*, const float*, const float*, const float*,
                                          const BFloat16*, const BFloat16*, BFloat16*, float*, float*, BFloat16*, void*,
                                          const NormJoin*) noexcept;

} // namespace netsmith::kernels

#endif

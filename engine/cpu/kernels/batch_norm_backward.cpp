#include "engine/cpu/kernels/batch_norm.h"

#include "engine/cpu/kernels/norm_parts.h"

#define NETSMITH_KERNELS "engine/cpu/kernels/batch_norm_backward.cpp"
#include "engine/cpu/kernels/each_isa.h"

#ifdef NETSMITH_LANES

/// dy where y > 0 (or everywhere, without y), kept in `dresidual` if there is one.
template <class T, class Used>
inline Floats maskedGradient(const T* dy, const T* y, T* dresidual, std::int64_t at, Used used)
{
    Floats gradient = load(dy + at, used);
    if (y)
        gradient = load(y + at, used) > Floats{} ? gradient : Floats{};
    if (dresidual)
        store(dresidual + at, gradient, used);
    return gradient;
}

/// Σ dy and Σ dy·(x − mean) of each channel over `rows` rows.
template <class T>
void channelGradients(const T* x, const float* mean, const T* dy, const T* y, T* dresidual, std::int64_t rows,
                      std::int64_t channels, std::int64_t piece, float* sums, float* products)
{
    for (std::int64_t c = 0; c < channels; ++c)
        sums[c] = products[c] = 0.0f;
    for (std::int64_t begin = 0; begin < rows; begin += piece) {
        const std::int64_t end = rows - begin < piece ? rows : begin + piece;
        eachVector(channels, [&](std::int64_t c, auto used) {
            const Floats center = load(mean + c, used);
            Floats sum[2]{};
            Floats product[2]{};
            const auto take = [&](std::int64_t r, int k) {
                const std::int64_t at = r * channels + c;
                const Floats gradient = maskedGradient(dy, y, dresidual, at, used);
                sum[k] += gradient;
                product[k] += gradient * (load(x + at, used) - center);
            };
            std::int64_t r = begin;
            for (; r + 2 <= end; r += 2) {
                take(r, 0);
                take(r + 1, 1);
            }
            if (r < end)
                take(r, 0);
            store(sums + c, load(sums + c, used) + (sum[0] + sum[1]), used);
            store(products + c, load(products + c, used) + (product[0] + product[1]), used);
        });
    }
}

/// dx = dy·scale + x·slope + shift, dy masked by y if there is one.
template <class T>
void inputGradient(const T* x, const T* dy, const T* y, const float* scale, const float* slope, const float* shift, T* dx,
                   std::int64_t rows, std::int64_t channels)
{
    T* const nowhere = nullptr;
    for (std::int64_t r = 0; r < rows; ++r) {
        const std::int64_t at = r * channels;
        eachVector(channels, [&](std::int64_t c, auto used) {
            const Floats gradient = maskedGradient(dy, y, nowhere, at + c, used);
            const Floats centered = load(x + at + c, used) * load(slope + c, used) + load(shift + c, used);
            store(dx + at + c, gradient * load(scale + c, used) + centered, used);
        });
    }
}

#else

namespace netsmith::kernels {

std::int64_t normScratch(const NormShape& shape)
{
    return (3 + 2 * NormParts::countOf(shape)) * shape.channels;
}

template <class T>
void batchNormBackward(const NormShape& shape, const T* x, const float* gamma, const float* mean, const float* inverse, const T* dy,
                       const T* y, T* dx, float* dgamma, float* dbeta, T* dresidual, float* scratch) noexcept
{
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
    const auto rows = static_cast<double>(shape.rows);
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
        // dx = scale·(dy − dbeta/rows − (x − mean)·inverse·dgamma/rows), as one line through x.
        const double factor = static_cast<double>(gamma[c]) * inverse[c];
        const double tilt = -factor * inverse[c] * normalised / rows;
        scale[c] = static_cast<float>(factor);
        slope[c] = static_cast<float>(tilt);
        shift[c] = static_cast<float>(-factor * gradients / rows - tilt * mean[c]);
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
                                       const float*, float*, float*, float*, float*, float*) noexcept;
template void batchNormBackward<BFloat16>(const NormShape&, const BFloat16*, const float*, const float*, const float*,
                                          const BFloat16*, const BFloat16*, BFloat16*, float*, float*, BFloat16*, float*) noexcept;

} // namespace netsmith::kernels

#endif

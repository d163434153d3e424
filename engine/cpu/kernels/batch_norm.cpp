#include "engine/cpu/kernels/batch_norm.h"

#include "engine/cpu/kernels/norm_parts.h"

#define NETSMITH_KERNELS "engine/cpu/kernels/batch_norm.cpp"
#include "engine/cpu/kernels/each_isa.h"

#ifdef NETSMITH_LANES

/// Merges the mean and the squared deviations of `rows` more rows into those of `before` rows.
template <class T, class Used>
inline void mergePiece(const T* x, std::int64_t rows, std::int64_t stride, std::int64_t before, float* mean, float* deviation,
                       Used used)
{
    Floats sums[4]{};
    std::int64_t r = 0;
    for (; r + 4 <= rows; r += 4)
        for (int k = 0; k < 4; ++k)
            sums[k] += load(x + (r + k) * stride, used);
    for (; r < rows; ++r)
        sums[0] += load(x + r * stride, used);
    const Floats here = ((sums[0] + sums[1]) + (sums[2] + sums[3])) * (1.0f / static_cast<float>(rows));

    Floats squares[4]{};
    for (r = 0; r + 4 <= rows; r += 4)
        for (int k = 0; k < 4; ++k) {
            const Floats difference = load(x + (r + k) * stride, used) - here;
            squares[k] += difference * difference;
        }
    for (; r < rows; ++r) {
        const Floats difference = load(x + r * stride, used) - here;
        squares[0] += difference * difference;
    }
    const Floats spread = (squares[0] + squares[1]) + (squares[2] + squares[3]);

    const float share = static_cast<float>(rows) / static_cast<float>(before + rows);
    const Floats old = load(mean, used);
    const Floats shift = here - old;
    store(mean, old + shift * share, used);
    store(deviation, load(deviation, used) + spread + shift * shift * (static_cast<float>(before) * share), used);
}

/// The mean and Σ (x − mean)² of each channel over `rows` rows.
template <class T>
void channelMoments(const T* x, std::int64_t rows, std::int64_t channels, std::int64_t piece, float* mean, float* deviation)
{
    for (std::int64_t c = 0; c < channels; ++c)
        mean[c] = deviation[c] = 0.0f;
    for (std::int64_t r = 0; r < rows; r += piece) {
        const std::int64_t count = rows - r < piece ? rows - r : piece;
        eachVector(channels, [&](std::int64_t c, auto used) {
            mergePiece(x + r * channels + c, count, channels, r, mean + c, deviation + c, used);
        });
    }
}

/// y = x·scale + shift[ + residual], rectified or not.
template <class T>
void scaleAndShift(const T* x, const float* scale, const float* shift, const T* residual, bool rectify, T* y, std::int64_t rows,
                   std::int64_t channels)
{
    const Floats least = all(rectify ? 0.0f : -std::numeric_limits<float>::infinity());
    for (std::int64_t r = 0; r < rows; ++r) {
        const std::int64_t at = r * channels;
        eachVector(channels, [&](std::int64_t c, auto used) {
            Floats value = load(x + at + c, used) * load(scale + c, used) + load(shift + c, used);
            if (residual)
                value += load(residual + at + c, used);
            store(y + at + c, value < least ? least : value, used);
        });
    }
}

#else

namespace netsmith::kernels {
namespace {

template <class T>
void normalise(const NormShape& shape, const T* x, const float* scale, const float* shift, const T* residual, T* y)
{
    const auto run = NETSMITH_VERSION(scaleAndShift<T>);
    forRanges(shape.rows, rowGrain(shape.channels), [&](std::int64_t begin, std::int64_t end) {
        const std::int64_t at = begin * shape.channels;
        run(x + at, scale, shift, residual ? residual + at : nullptr, shape.rectify, y + at, end - begin, shape.channels);
    });
}

} // namespace

template <class T>
void batchNorm(const NormShape& shape, const T* x, const float* gamma, const float* beta, const NormStatistics& statistics,
               const T* residual, T* y, float* scratch) noexcept
{
    const NormParts parts(shape, scratch);
    const auto moments = NETSMITH_VERSION(channelMoments<T>);
    parts.each([&](std::int64_t begin, std::int64_t end, float* mean, float* deviation) {
        moments(x + begin * shape.channels, end - begin, shape.channels, parts.pieceRows(), mean, deviation);
    });

    float* scale = parts.first();
    float* shift = parts.second();
    const auto rows = static_cast<double>(shape.rows);
    for (std::int64_t c = 0; c < shape.channels; ++c) {
        double count = 0.0;
        double mean = 0.0;
        double deviation = 0.0;
        for (std::int64_t p = 0; p < parts.count(); ++p) {
            const auto more = static_cast<double>(parts.rowsOf(p));
            const double difference = parts.first(p)[c] - mean;
            mean += difference * more / (count + more);
            deviation += parts.second(p)[c] + difference * difference * count * more / (count + more);
            count += more;
        }
        const double variance = deviation / rows;
        const double inverse = 1.0 / std::sqrt(variance + statistics.epsilon);
        const double momentum = statistics.momentum;
        statistics.mean[c] = static_cast<float>(mean);
        statistics.inverse[c] = static_cast<float>(inverse);
        statistics.nextMean[c] = static_cast<float>(momentum * statistics.movingMean[c] + (1.0 - momentum) * mean);
        statistics.nextVariance[c] = static_cast<float>(momentum * statistics.movingVariance[c] + (1.0 - momentum) * variance);
        scale[c] = static_cast<float>(gamma[c] * inverse);
        shift[c] = static_cast<float>(beta[c] - mean * gamma[c] * inverse);
    }
    normalise(shape, x, scale, shift, residual, y);
}

template <class T>
void batchNormInference(const NormShape& shape, const T* x, const float* gamma, const float* beta, const float* mean,
                        const float* variance, float epsilon, const T* residual, T* y, float* scratch) noexcept
{
    const NormParts parts(shape, scratch);
    float* scale = parts.first();
    float* shift = parts.second();
    for (std::int64_t c = 0; c < shape.channels; ++c) {
        const double factor = gamma[c] / std::sqrt(static_cast<double>(variance[c]) + epsilon);
        scale[c] = static_cast<float>(factor);
        shift[c] = static_cast<float>(beta[c] - mean[c] * factor);
    }
    normalise(shape, x, scale, shift, residual, y);
}

void foldBatchNorm(const float* w, const float* b, const float* gamma, const float* beta, const float* mean, const float* variance,
                   float epsilon, float* foldedW, float* foldedB, std::int64_t rows, std::int64_t channels) noexcept
{
    for (std::int64_t c = 0; c < channels; ++c) {
        const double factor = gamma[c] / std::sqrt(static_cast<double>(variance[c]) + epsilon);
        foldedB[c] = static_cast<float>(((b ? b[c] : 0.0f) - mean[c]) * factor + beta[c]);
        for (std::int64_t r = 0; r < rows; ++r)
            foldedW[r * channels + c] = static_cast<float>(w[r * channels + c] * factor);
    }
}

#define INSTANTIATE(T)                                                                                                             \
    template void batchNorm<T>(const NormShape&, const T*, const float*, const float*, const NormStatistics&, const T*, T*,        \
                               float*) noexcept;                                                                                   \
    template void batchNormInference<T>(const NormShape&, const T*, const float*, const float*, const float*, const float*, float, \
                                        const T*, T*, float*) noexcept;
INSTANTIATE(float)
INSTANTIATE(BFloat16)

} // namespace netsmith::kernels

#endif

#include "engine/cpu/kernels/batch_norm.h"

#include "engine/cpu/kernels/norm_parts.h"

#define NETSMITH_KERNELS "engine/cpu/kernels/batch_norm.cpp"
#include "engine/cpu/kernels/each_isa.h"

#ifdef NETSMITH_LANES

#include "engine/cpu/kernels/channel_rows.h"

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
               const T* residual, T* y, void* workspace, const NormJoin* join) noexcept
{
    const NormParts parts(shape, static_cast<float*>(workspace));
    const auto moments = NETSMITH_VERSION(channelMoments<T>);
    parts.each([&](std::int64_t begin, std::int64_t end, float* mean, float* deviation) {
        moments(x + begin * shape.channels, end - begin, shape.channels, parts.pieceRows(), mean, deviation);
    });

    float* scale = parts.first();
    float* shift = parts.second();
    const auto finish = [&](std::int64_t c, double mean, double deviation, double rows) {
        const double variance = deviation / rows;
        const double inverse = 1.0 / std::sqrt(variance + statistics.epsilon);
        const double momentum = statistics.momentum;
        statistics.mean[c] = static_cast<float>(mean);
        statistics.inverse[c] = static_cast<float>(inverse);
        statistics.nextMean[c] = static_cast<float>(momentum * statistics.movingMean[c] + (1.0 - momentum) * mean);
        statistics.nextVariance[c] = static_cast<float>(momentum * statistics.movingVariance[c] + (1.0 - momentum) * variance);
        scale[c] = static_cast<float>(gamma[c] * inverse);
        shift[c] = static_cast<float>(beta[c] - mean * gamma[c] * inverse);
    };
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
        if (join) {
            join->first[c] = mean;
            join->second[c] = deviation;
        } else {
            finish(c, mean, deviation, static_cast<double>(shape.rows));
        }
    }
    if (join) {
        const double rows = join->run(shape.rows);
        for (std::int64_t c = 0; c < shape.channels; ++c)
            finish(c, join->first[c], join->second[c], rows);
    }
    normalise(shape, x, scale, shift, residual, y);
}

template <class T>
void batchNormInference(const NormShape& shape, const T* x, const float* gamma, const float* beta, const float* mean,
                        const float* variance, float epsilon, const T* residual, T* y, void* workspace) noexcept
{
    const NormParts parts(shape, static_cast<float*>(workspace));
    float* scale = parts.first();
    float* shift = parts.second();
    for (std::int64_t c = 0; c < shape.channels; ++c) {
        const double factor = gamma[c] / std::sqrt(static_cast<double>(variance[c]) + epsilon);
        scale[c] = static_cast<float>(factor);
        shift[c] = static_cast<float>((beta ? beta[c] : 0.0f) - (mean ? mean[c] : 0.0f) * factor);
    }
    normalise(shape, x, scale, shift, residual, y);
}

#define INSTANTIATE(T)                                                                                                             \
    template void batchNorm<T>(const NormShape&, const T*, const float*, const float*, const NormStatistics&, const T*, T*, void*, \
                               const NormJoin*) noexcept;                                                                          \
    template void batchNormInference<T>(const NormShape&, const T*, const float*, const float*, const float*, const float*, float, \
                                        const T*, T*, void*) noexcept;
INSTANTIATE(float)
INSTANTIATE(BFloat16)

} // namespace netsmith::kernels

#endif

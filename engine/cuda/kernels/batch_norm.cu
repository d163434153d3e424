#include "engine/cuda/kernels/batch_norm.h"

#include "engine/cuda/kernels/column_slices.h"
#include "engine/cuda/kernels/float16.h"
#include "engine/cuda/kernels/norm_gathers.h"

#include <cmath>

namespace netsmith::cuda::kernels {
namespace {

/// Adjacent elements, read and written together.
template <class T, int size>
struct alignas(std::min<std::size_t>(size * sizeof(T), 16)) Pack {
    T values[static_cast<std::size_t>(size)];
};

template <int size, class T>
NS_DEVICE Pack<T, size> packAt(const T* from, std::int64_t i)
{
    return *reinterpret_cast<const Pack<T, size>*>(from + i);
}

template <int size, class T>
NS_DEVICE void store(T* to, std::int64_t i, const Pack<T, size>& pack)
{
    *reinterpret_cast<Pack<T, size>*>(to + i) = pack;
}

bool packable(const void* pointer)
{
    return reinterpret_cast<std::uintptr_t>(pointer) % 16 == 0;
}

/// What is done to every element: dx = dy·scale + x·slope + shift, y = x·scale + shift.
struct Lines {
    float* scale;
    float* shift;
    float* slope;
    Lines(const NormShape& shape, void* workspace)
        : scale(static_cast<float*>(workspace))
        , shift(scale + shape.channels)
        , slope(shift + shape.channels)
    {
    }
    /// The rest of the workspace.
    template <class Value>
    Value* parts(const NormShape& shape) const
    {
        return reinterpret_cast<Value*>(slope + shape.channels);
    }
};

struct FinishMoments {
    NormStatistics statistics;
    const float* gamma;
    const float* beta;
    Lines lines;
    NS_DEVICE void operator()(std::int64_t c, const Moments& moments) const
    {
        const double mean = moments.mean;
        const double variance = static_cast<double>(moments.deviation) / moments.count;
        const double inverse = 1.0 / std::sqrt(variance + statistics.epsilon);
        const double momentum = statistics.momentum;
        statistics.mean[c] = static_cast<float>(mean);
        statistics.inverse[c] = static_cast<float>(inverse);
        statistics.nextMean[c] = static_cast<float>(momentum * statistics.movingMean[c] + (1.0 - momentum) * mean);
        statistics.nextVariance[c] = static_cast<float>(momentum * statistics.movingVariance[c] + (1.0 - momentum) * variance);
        lines.scale[c] = static_cast<float>(gamma[c] * inverse);
        lines.shift[c] = static_cast<float>(beta[c] - mean * gamma[c] * inverse);
    }
};

/// The scale and shift of fixed statistics.
struct FixedLine {
    const float* gamma;
    const float* beta;
    const float* mean;
    const float* variance;
    float epsilon;
    Lines lines;
    NS_DEVICE void operator()(std::int64_t c) const
    {
        const double factor = gamma[c] / std::sqrt(static_cast<double>(variance[c]) + epsilon);
        lines.scale[c] = static_cast<float>(factor);
        lines.shift[c] = static_cast<float>((beta ? beta[c] : 0.0f) - (mean ? mean[c] : 0.0f) * factor);
    }
};

struct FinishGradients {
    const float* gamma;
    const float* mean;
    const float* inverse;
    float* dgamma;
    float* dbeta;
    double rows;
    Lines lines;
    NS_DEVICE void operator()(std::int64_t c, const GradientSums& sums) const
    {
        const double gradients = sums.gradients;
        const double normalised = static_cast<double>(sums.products) * inverse[c]; // Σ dy·(x − mean)/√(variance + ε)
        dbeta[c] = sums.gradients;
        dgamma[c] = static_cast<float>(normalised);
        // dx = scale·(dy − dbeta/rows − (x − mean)·inverse·dgamma/rows), as one line through x.
        const double factor = static_cast<double>(gamma[c]) * inverse[c];
        const double tilt = -factor * inverse[c] * normalised / rows;
        lines.scale[c] = static_cast<float>(factor);
        lines.slope[c] = static_cast<float>(tilt);
        lines.shift[c] = static_cast<float>(-factor * gradients / rows - tilt * mean[c]);
    }
};

template <class T, int size>
struct Normalise {
    NormShape shape;
    const T* x;
    Lines lines;
    const T* residual;
    T* y;
    NS_DEVICE void operator()(std::int64_t index) const
    {
        const std::int64_t i = index * size;
        const std::int64_t channel = i % shape.channels;
        const auto xs = packAt<size>(x, i);
        const auto rest = residual ? packAt<size>(residual, i) : Pack<T, size>{};
        const auto scale = packAt<size>(static_cast<const float*>(lines.scale), channel);
        const auto shift = packAt<size>(static_cast<const float*>(lines.shift), channel);
        Pack<T, size> ys;
        for (int k = 0; k < size; ++k) {
            const float value =
                static_cast<float>(xs.values[k]) * scale.values[k] + shift.values[k] + static_cast<float>(rest.values[k]);
            ys.values[k] = T(shape.rectify && value < 0.0f ? 0.0f : value);
        }
        store(y, i, ys);
    }
};

template <class T, int size>
struct InputGradient {
    NormShape shape;
    const T* x;
    const T* dy;
    const T* y; ///< or null
    Lines lines;
    T* dx;
    T* dresidual; ///< or null
    NS_DEVICE void operator()(std::int64_t index) const
    {
        const std::int64_t i = index * size;
        const std::int64_t channel = i % shape.channels;
        const auto xs = packAt<size>(x, i);
        auto gradients = packAt<size>(dy, i);
        if (y) {
            const auto ys = packAt<size>(y, i);
            for (int k = 0; k < size; ++k)
                gradients.values[k] = static_cast<float>(ys.values[k]) > 0.0f ? gradients.values[k] : T(0.0f);
        }
        const auto scale = packAt<size>(static_cast<const float*>(lines.scale), channel);
        const auto shift = packAt<size>(static_cast<const float*>(lines.shift), channel);
        const auto slope = packAt<size>(static_cast<const float*>(lines.slope), channel);
        Pack<T, size> result;
        for (int k = 0; k < size; ++k)
            result.values[k] = T(static_cast<float>(gradients.values[k]) * scale.values[k]
                                 + (static_cast<float>(xs.values[k]) * slope.values[k] + shift.values[k]));
        if (dresidual)
            store(dresidual, i, gradients);
        store(dx, i, result);
    }
};

template <class T>
void normalise(Stream& stream, const NormShape& shape, const T* x, const Lines& lines, const T* residual, T* y)
{
    constexpr int size = 16 / sizeof(T);
    const std::int64_t count = shape.rows * shape.channels;
    if (shape.channels % size == 0 && packable(x) && packable(residual) && packable(y) && packable(lines.scale))
        launchEach(stream, count / size, Normalise<T, size>{shape, x, lines, residual, y});
    else
        launchEach(stream, count, Normalise<T, 1>{shape, x, lines, residual, y});
}

} // namespace

std::int64_t normWorkspace(const NormShape& shape)
{
    constexpr std::size_t part = std::max(sizeof(Moments), sizeof(GradientSums));
    return 3 * shape.channels * static_cast<std::int64_t>(sizeof(float))
        + ColumnSlices(shape.rows, shape.channels).parts() * static_cast<std::int64_t>(part);
}

template <class T>
void batchNorm(Stream& stream, const NormShape& shape, const T* x, const float* gamma, const float* beta,
               const NormStatistics& statistics, const T* residual, T* y, void* workspace)
{
    const ColumnSlices cut(shape.rows, shape.channels);
    const Lines lines(shape, workspace);
    auto* parts = lines.parts<Moments>(shape);
    gatherSlices(stream, cut, GatherMoments<T>{x}, parts);
    joinSlices<GatherMoments<T>>(stream, cut, parts, FinishMoments{statistics, gamma, beta, lines});
    normalise(stream, shape, x, lines, residual, y);
}

template <class T>
void batchNormBackward(Stream& stream, const NormShape& shape, const T* x, const float* gamma, const float* mean,
                       const float* inverse, const T* dy, const T* y, T* dx, float* dgamma, float* dbeta, T* dresidual,
                       void* workspace)
{
    const T* mask = shape.rectify ? y : nullptr;
    const ColumnSlices cut(shape.rows, shape.channels);
    const Lines lines(shape, workspace);
    auto* parts = lines.parts<GradientSums>(shape);
    gatherSlices(stream, cut, GatherGradients<T>{x, dy, mask, mean}, parts);
    joinSlices<GatherGradients<T>>(stream, cut, parts,
                                   FinishGradients{gamma, mean, inverse, dgamma, dbeta, static_cast<double>(shape.rows), lines});

    constexpr int size = 16 / sizeof(T);
    const std::int64_t count = shape.rows * shape.channels;
    if (shape.channels % size == 0 && packable(x) && packable(dy) && packable(mask) && packable(dx) && packable(dresidual)
        && packable(lines.scale))
        launchEach(stream, count / size, InputGradient<T, size>{shape, x, dy, mask, lines, dx, dresidual});
    else
        launchEach(stream, count, InputGradient<T, 1>{shape, x, dy, mask, lines, dx, dresidual});
}

template <class T>
void batchNormInference(Stream& stream, const NormShape& shape, const T* x, const float* gamma, const float* beta,
                        const float* mean, const float* variance, float epsilon, const T* residual, T* y, void* workspace)
{
    const Lines lines(shape, workspace);
    launchEach(stream, shape.channels, FixedLine{gamma, beta, mean, variance, epsilon, lines});
    normalise(stream, shape, x, lines, residual, y);
}

#define INSTANTIATE(T)                                                                                                             \
    template void batchNorm(Stream&, const NormShape&, const T*, const float*, const float*, const NormStatistics&, const T*, T*,  \
                            void*);                                                                                                \
    template void batchNormBackward(Stream&, const NormShape&, const T*, const float*, const float*, const float*, const T*,       \
                                    const T*, T*, float*, float*, T*, void*);                                                      \
    template void batchNormInference(Stream&, const NormShape&, const T*, const float*, const float*, const float*, const float*,  \
                                     float, const T*, T*, void*);
NS_FOR_FLOAT_TYPES(INSTANTIATE)

} // namespace netsmith::cuda::kernels

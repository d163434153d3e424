#include "engine/cuda/kernels/group_norm.h"

#include "engine/cuda/kernels/column_slices.h"
#include "engine/cuda/kernels/float16.h"
#include "engine/cuda/kernels/norm_gathers.h"

#include <cmath>

namespace netsmith::cuda::kernels {
namespace {

/// One slice per sample, so that sums are per sample and channel.
ColumnSlices samplesOf(const GroupNormShape& shape)
{
    ColumnSlices cut(shape.samples * shape.positions, shape.channels);
    cut.slices = shape.samples;
    cut.sliceRows = shape.positions;
    return cut;
}

/// What is done to every element: dx = dy·scale + x·slope + shift, y = x·scale + shift; each [samples, channels].
struct GroupLines {
    float* scale;
    float* shift;
    float* slope;
    GroupLines(const GroupNormShape& shape, void* workspace)
        : scale(static_cast<float*>(workspace))
        , shift(scale + shape.samples * shape.channels)
        , slope(shift + shape.samples * shape.channels)
    {
    }
    /// The rest of the workspace.
    template <class Value>
    Value* parts(const GroupNormShape& shape) const
    {
        return reinterpret_cast<Value*>(slope + shape.samples * shape.channels);
    }
};

/// Of one group of one sample, from its channels' moments.
struct JoinGroup {
    GroupNormShape shape;
    double epsilon;
    const Moments* parts;
    const float* gamma; ///< or null
    const float* beta; ///< or null
    float* mean;
    float* inverse;
    GroupLines lines;

    NS_DEVICE void operator()(std::int64_t group) const
    {
        const std::int64_t width = shape.channels / shape.groups;
        const std::int64_t first = group * width; // groups follow each other as their channels do
        Moments moments;
        for (std::int64_t c = first; c < first + width; ++c)
            moments = JoinMoments()(moments, parts[c]);
        const double center = moments.mean;
        const double variance = static_cast<double>(moments.deviation) / moments.count;
        const double factor = 1.0 / std::sqrt(variance + epsilon);
        mean[group] = moments.mean;
        inverse[group] = static_cast<float>(factor);
        for (std::int64_t c = first; c < first + width; ++c) {
            const std::int64_t channel = c % shape.channels;
            const double scaled = gamma ? gamma[channel] * factor : factor;
            lines.scale[c] = static_cast<float>(scaled);
            lines.shift[c] = static_cast<float>((beta ? beta[channel] : 0.0f) - center * scaled);
        }
    }
};

/// Gathers the sums over each channel of a sample of the gradient that arrives.
template <class T>
struct GatherChannel {
    using Value = GradientSums;
    using Join = JoinGradientSums;

    struct Sum {
        GroupNormShape shape;
        const T* x;
        const T* dy;
        const float* mean;
        const float* inverse;
        std::int64_t group;
        GradientSums sums{};
        template <int count>
        NS_DEVICE void take(std::int64_t i, std::int64_t stride)
        {
            const std::int64_t of = i / (shape.positions * shape.channels) * shape.groups + group;
            const float center = mean[of];
            const float factor = inverse[of];
            GradientSums some;
            for (int k = 0; k < count; ++k) {
                const auto gradient = static_cast<float>(dy[i + k * stride]);
                some.gradients += gradient;
                some.products += gradient * (static_cast<float>(x[i + k * stride]) - center) * factor;
            }
            sums = JoinGradientSums()(sums, some);
        }
        NS_DEVICE GradientSums value() const { return sums; }
    };

    GroupNormShape shape;
    const T* x;
    const T* dy;
    const float* mean;
    const float* inverse;
    NS_DEVICE Sum start(std::int64_t column) const
    {
        return {shape, x, dy, mean, inverse, column / (shape.channels / shape.groups)};
    }
};

struct JoinGroupGradients {
    GroupNormShape shape;
    const GradientSums* parts;
    const float* gamma; ///< or null
    const float* mean;
    const float* inverse;
    GroupLines lines;

    NS_DEVICE void operator()(std::int64_t group) const
    {
        const std::int64_t width = shape.channels / shape.groups;
        const std::int64_t first = group * width;
        double gradients = 0.0;
        double products = 0.0;
        for (std::int64_t c = first; c < first + width; ++c) {
            const double scale = gamma ? gamma[c % shape.channels] : 1.0f;
            gradients += scale * parts[c].gradients;
            products += scale * parts[c].products;
        }
        // dx = factor·(gamma·dy − Σ/members − (x − mean)·factor·Π/members), as one line through x.
        const auto members = static_cast<double>(shape.positions * width);
        const double factor = inverse[group];
        const double tilt = -factor * factor * products / members;
        for (std::int64_t c = first; c < first + width; ++c) {
            lines.scale[c] = static_cast<float>(gamma ? gamma[c % shape.channels] * factor : factor);
            lines.slope[c] = static_cast<float>(tilt);
            lines.shift[c] = static_cast<float>(-factor * gradients / members - tilt * mean[group]);
        }
    }
};

template <class T>
struct NormaliseGroup {
    GroupNormShape shape;
    const T* x;
    GroupLines lines;
    T* y;
    NS_DEVICE void operator()(std::int64_t i) const
    {
        const std::int64_t row = i / shape.channels;
        const std::int64_t line = row / shape.positions * shape.channels + (i - row * shape.channels);
        y[i] = T(static_cast<float>(x[i]) * lines.scale[line] + lines.shift[line]);
    }
};

template <class T>
struct GroupInputGradient {
    GroupNormShape shape;
    const T* x;
    const T* dy;
    GroupLines lines;
    T* dx;
    NS_DEVICE void operator()(std::int64_t i) const
    {
        const std::int64_t row = i / shape.channels;
        const std::int64_t line = row / shape.positions * shape.channels + (i - row * shape.channels);
        const float tilted = static_cast<float>(x[i]) * lines.slope[line] + lines.shift[line];
        dx[i] = T(static_cast<float>(dy[i]) * lines.scale[line] + tilted);
    }
};

struct StoreParameters {
    float* dgamma;
    float* dbeta;
    NS_DEVICE void operator()(std::int64_t column, const GradientSums& sums) const
    {
        dgamma[column] = sums.products;
        dbeta[column] = sums.gradients;
    }
};

} // namespace

std::int64_t groupNormWorkspace(const GroupNormShape& shape)
{
    constexpr std::size_t part = std::max(sizeof(Moments), sizeof(GradientSums));
    return shape.samples * shape.channels * static_cast<std::int64_t>(3 * sizeof(float) + part);
}

template <class T>
void groupNorm(Stream& stream, const GroupNormShape& shape, double epsilon, const T* x, const float* gamma, const float* beta, T* y,
               float* mean, float* inverse, void* workspace)
{
    const GroupLines lines(shape, workspace);
    auto* parts = lines.parts<Moments>(shape);
    gatherSlices(stream, samplesOf(shape), GatherMoments<T>{x}, parts);
    launchEach(stream, shape.samples * shape.groups, JoinGroup{shape, epsilon, parts, gamma, beta, mean, inverse, lines});
    launchEach(stream, shape.samples * shape.positions * shape.channels, NormaliseGroup<T>{shape, x, lines, y});
}

template <class T>
void groupNormBackward(Stream& stream, const GroupNormShape& shape, const T* x, const float* gamma, const float* mean,
                       const float* inverse, const T* dy, T* dx, float* dgamma, float* dbeta, void* workspace)
{
    const GroupLines lines(shape, workspace);
    auto* parts = lines.parts<GradientSums>(shape);
    const ColumnSlices cut = samplesOf(shape);
    gatherSlices(stream, cut, GatherChannel<T>{shape, x, dy, mean, inverse}, parts);
    joinSlices<GatherChannel<T>>(stream, cut, parts, StoreParameters{dgamma, dbeta});
    launchEach(stream, shape.samples * shape.groups, JoinGroupGradients{shape, parts, gamma, mean, inverse, lines});
    launchEach(stream, shape.samples * shape.positions * shape.channels, GroupInputGradient<T>{shape, x, dy, lines, dx});
}

#define INSTANTIATE(T)                                                                                                             \
    template void groupNorm(Stream&, const GroupNormShape&, double, const T*, const float*, const float*, T*, float*, float*,      \
                            void*);                                                                                                \
    template void groupNormBackward(Stream&, const GroupNormShape&, const T*, const float*, const float*, const float*, const T*,  \
                                    T*, float*, float*, void*);
NS_FOR_FLOAT_TYPES(INSTANTIATE)

} // namespace netsmith::cuda::kernels

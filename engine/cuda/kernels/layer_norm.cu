#include "engine/cuda/kernels/layer_norm.h"

#include "engine/cuda/kernels/column_slices.h"
#include "engine/cuda/kernels/float16.h"
#include "engine/cuda/kernels/norm_gathers.h"
#include "engine/cuda/kernels/softmax.h"

#include <cmath>

namespace netsmith::cuda::kernels {
namespace {

// A thread writes only elements that no other thread reads, so a row may be overwritten in place.

template <class T>
struct LayerNorm {
    LayerNormShape shape;
    double epsilon;
    const T* x;
    const float* gamma; ///< or null
    const float* beta; ///< or null
    T* y;
    float* mean;
    float* inverse;

    NS_DEVICE void operator()(const ThreadBlock& block, std::int64_t row) const
    {
        const T* from = x + row * shape.columns;
        float center = 0.0f;
        if (shape.centred) {
            float sum = 0.0f;
            for (std::int64_t c = block.rank(); c < shape.columns; c += block.size())
                sum += static_cast<float>(from[c]);
            center = joined(block, sum, Plus()) / static_cast<float>(shape.columns);
        }
        float squares = 0.0f;
        for (std::int64_t c = block.rank(); c < shape.columns; c += block.size()) {
            const float difference = static_cast<float>(from[c]) - center;
            squares += difference * difference;
        }
        const double variance = static_cast<double>(joined(block, squares, Plus())) / static_cast<double>(shape.columns);
        const auto factor = static_cast<float>(1.0 / std::sqrt(variance + epsilon));
        if (block.rank() == 0) {
            mean[row] = center;
            inverse[row] = factor;
        }
        for (std::int64_t c = block.rank(); c < shape.columns; c += block.size()) {
            const float scaled = (static_cast<float>(from[c]) - center) * factor * (gamma ? gamma[c] : 1.0f);
            y[row * shape.columns + c] = T(scaled + (beta ? beta[c] : 0.0f));
        }
    }
};

template <class T>
struct LayerInputGradient {
    LayerNormShape shape;
    const T* x;
    const float* gamma; ///< or null
    const float* mean;
    const float* inverse;
    const T* dy;
    T* dx;

    NS_DEVICE void operator()(const ThreadBlock& block, std::int64_t row) const
    {
        const std::int64_t first = row * shape.columns;
        const float center = mean[row];
        const float factor = inverse[row];
        float sum = 0.0f;
        float product = 0.0f;
        for (std::int64_t c = block.rank(); c < shape.columns; c += block.size()) {
            const float gradient = static_cast<float>(dy[first + c]) * (gamma ? gamma[c] : 1.0f);
            sum += gradient;
            product += gradient * (static_cast<float>(x[first + c]) - center) * factor;
        }
        sum = joined(block, sum, Plus());
        product = joined(block, product, Plus());
        const auto width = static_cast<float>(shape.columns);
        const float shift = shape.centred ? sum / width : 0.0f;
        const float tilt = product / width * factor;
        for (std::int64_t c = block.rank(); c < shape.columns; c += block.size()) {
            const float gradient = static_cast<float>(dy[first + c]) * (gamma ? gamma[c] : 1.0f);
            const float difference = static_cast<float>(x[first + c]) - center;
            dx[first + c] = T(factor * (gradient - shift - difference * tilt));
        }
    }
};

/// Gathers Σ dy and Σ dy·(x − mean)·inverse of each column, where mean and inverse are the row's.
template <class T>
struct GatherParameters {
    using Value = GradientSums;
    using Join = JoinGradientSums;

    struct Sum {
        const T* x;
        const T* dy;
        const float* mean;
        const float* inverse;
        std::int64_t columns;
        GradientSums sums{};
        template <int count>
        NS_DEVICE void take(std::int64_t i, std::int64_t stride)
        {
            const std::int64_t row = i / columns;
            const std::int64_t step = stride / columns;
            GradientSums some;
            for (int k = 0; k < count; ++k) {
                const std::int64_t at = i + k * stride;
                const auto gradient = static_cast<float>(dy[at]);
                some.gradients += gradient;
                some.products += gradient * (static_cast<float>(x[at]) - mean[row + k * step]) * inverse[row + k * step];
            }
            sums = JoinGradientSums()(sums, some);
        }
        NS_DEVICE GradientSums value() const { return sums; }
    };

    const T* x;
    const T* dy;
    const float* mean;
    const float* inverse;
    std::int64_t columns;
    NS_DEVICE Sum start(std::int64_t) const { return {x, dy, mean, inverse, columns}; }
};

struct StoreLayerParameters {
    float* dgamma;
    float* dbeta;
    NS_DEVICE void operator()(std::int64_t column, const GradientSums& sums) const
    {
        dgamma[column] = sums.products;
        dbeta[column] = sums.gradients;
    }
};

} // namespace

template <class T>
void layerNorm(Stream& stream, const LayerNormShape& shape, double epsilon, const T* x, const float* gamma, const float* beta, T* y,
               float* mean, float* inverse)
{
    launchBlocks(stream, shape.rows, sizeof(float), LayerNorm<T>{shape, epsilon, x, gamma, beta, y, mean, inverse},
                 blockSizeForRow(shape.columns));
}

std::int64_t layerNormWorkspace(const LayerNormShape& shape)
{
    return ColumnSlices(shape.rows, shape.columns).parts() * static_cast<std::int64_t>(sizeof(GradientSums));
}

template <class T>
void layerNormBackward(Stream& stream, const LayerNormShape& shape, const T* x, const float* gamma, const float* mean,
                       const float* inverse, const T* dy, T* dx, float* dgamma, float* dbeta, void* workspace)
{
    // First, because dx may overwrite dy.
    const ColumnSlices cut(shape.rows, shape.columns);
    auto* parts = static_cast<GradientSums*>(workspace);
    gatherSlices(stream, cut, GatherParameters<T>{x, dy, mean, inverse, shape.columns}, parts);
    joinSlices<GatherParameters<T>>(stream, cut, parts, StoreLayerParameters{dgamma, dbeta});
    launchBlocks(stream, shape.rows, sizeof(float), LayerInputGradient<T>{shape, x, gamma, mean, inverse, dy, dx},
                 blockSizeForRow(shape.columns));
}

#define INSTANTIATE(T)                                                                                                             \
    template void layerNorm(Stream&, const LayerNormShape&, double, const T*, const float*, const float*, T*, float*, float*);     \
    template void layerNormBackward(Stream&, const LayerNormShape&, const T*, const float*, const float*, const float*, const T*,  \
                                    T*, float*, float*, void*);
NS_FOR_FLOAT_TYPES(INSTANTIATE)

} // namespace netsmith::cuda::kernels

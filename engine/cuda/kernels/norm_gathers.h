#pragma once

#include "engine/cuda/kernels/on_device.h"

#include <cstdint>

namespace netsmith::cuda::kernels {

struct Moments {
    float count = 0.0f;
    float mean = 0.0f;
    float deviation = 0.0f; ///< Σ (x − mean)²
};

struct JoinMoments {
    NS_DEVICE Moments operator()(const Moments& a, const Moments& b) const
    {
        if (a.count == 0.0f)
            return b;
        if (b.count == 0.0f)
            return a;
        const float count = a.count + b.count;
        const float share = b.count / count;
        const float shift = b.mean - a.mean;
        return {count, a.mean + shift * share, a.deviation + b.deviation + shift * shift * (a.count * share)};
    }
};

/// Gathers the moments of each column of x.
template <class T>
struct GatherMoments {
    using Value = Moments;
    using Join = JoinMoments;

    struct Sum {
        const T* x;
        Moments moments{};
        template <int count>
        NS_DEVICE void take(std::int64_t i, std::int64_t stride)
        {
            float values[count];
            float sum = 0.0f;
            for (int k = 0; k < count; ++k) {
                values[k] = static_cast<float>(x[i + k * stride]);
                sum += values[k];
            }
            const float mean = sum * (1.0f / count);
            float deviation = 0.0f;
            for (int k = 0; k < count; ++k)
                deviation += (values[k] - mean) * (values[k] - mean);
            moments = JoinMoments()(moments, {static_cast<float>(count), mean, deviation});
        }
        NS_DEVICE Moments value() const { return moments; }
    };

    const T* x;
    NS_DEVICE Sum start(std::int64_t) const { return {x}; }
};

struct GradientSums {
    float gradients = 0.0f; ///< Σ dy
    float products = 0.0f; ///< Σ dy·(x − mean)
};

struct JoinGradientSums {
    NS_DEVICE GradientSums operator()(const GradientSums& a, const GradientSums& b) const
    {
        return {a.gradients + b.gradients, a.products + b.products};
    }
};

/// Gathers the sums over each column of the gradient that arrives.
template <class T>
struct GatherGradients {
    using Value = GradientSums;
    using Join = JoinGradientSums;

    struct Sum {
        const T* x;
        const T* dy;
        const T* y; ///< or null
        float mean;
        GradientSums sums{};
        template <int count>
        NS_DEVICE void take(std::int64_t i, std::int64_t stride)
        {
            GradientSums some;
            for (int k = 0; k < count; ++k) {
                const std::int64_t at = i + k * stride;
                const float arrived = static_cast<float>(dy[at]);
                const float gradient = !y || static_cast<float>(y[at]) > 0.0f ? arrived : 0.0f;
                some.gradients += gradient;
                some.products += gradient * (static_cast<float>(x[at]) - mean);
            }
            sums = JoinGradientSums()(sums, some);
        }
        NS_DEVICE GradientSums value() const { return sums; }
    };

    const T* x;
    const T* dy;
    const T* y;
    const float* mean;
    NS_DEVICE Sum start(std::int64_t column) const { return {x, dy, y, mean[column]}; }
};

} // namespace netsmith::cuda::kernels

#include "engine/cuda/kernels/prelu.h"

#include "engine/cuda/kernels/column_slices.h"
#include "engine/cuda/kernels/column_sums.h"
#include "engine/cuda/kernels/float16.h"

namespace netsmith::cuda::kernels {
namespace {

template <class T>
struct Prelu {
    const T* x;
    const float* alpha;
    T* y;
    std::int64_t channels;
    NS_DEVICE void operator()(std::int64_t i) const
    {
        const auto value = static_cast<float>(x[i]);
        y[i] = T(value > 0.0f ? value : alpha[i % channels] * value);
    }
};

template <class T>
struct PreluBackward {
    const T* x;
    const float* alpha;
    const T* dy;
    T* dx;
    std::int64_t channels;
    NS_DEVICE void operator()(std::int64_t i) const
    {
        const auto arrived = static_cast<float>(dy[i]);
        dx[i] = T(static_cast<float>(x[i]) > 0.0f ? arrived : alpha[i % channels] * arrived);
    }
};

/// Σ x·dy over the rows where x is not positive.
template <class T>
struct GatherAlpha {
    using Value = float;
    using Join = Plus;

    struct Sum {
        const T* x;
        const T* dy;
        float sum = 0.0f;
        template <int count>
        NS_DEVICE void take(std::int64_t i, std::int64_t stride)
        {
            float some = 0.0f;
            for (int k = 0; k < count; ++k) {
                const auto value = static_cast<float>(x[i + k * stride]);
                some += value > 0.0f ? 0.0f : value * static_cast<float>(dy[i + k * stride]);
            }
            sum += some;
        }
        NS_DEVICE float value() const { return sum; }
    };

    const T* x;
    const T* dy;
    NS_DEVICE Sum start(std::int64_t) const { return {x, dy}; }
};

struct StoreAlpha {
    float* out;
    NS_DEVICE void operator()(std::int64_t channel, float sum) const { out[channel] = sum; }
};

} // namespace

template <class T>
void prelu(Stream& stream, const T* x, const float* alpha, T* y, std::int64_t rows, std::int64_t channels)
{
    launchEach(stream, rows * channels, Prelu<T>{x, alpha, y, channels});
}

std::int64_t preluScratch(std::int64_t rows, std::int64_t channels)
{
    return columnPartials(rows, channels);
}

template <class T>
void preluBackward(Stream& stream, const T* x, const float* alpha, const T* dy, T* dx, float* dAlpha, std::int64_t rows,
                   std::int64_t channels, float* scratch)
{
    // The sums first: dx may overwrite what they read.
    const ColumnSlices cut(rows, channels);
    const GatherAlpha<T> gather{x, dy};
    if (cut.slices == 1) {
        gatherSlices(stream, cut, gather, dAlpha);
    } else {
        gatherSlices(stream, cut, gather, scratch);
        joinSlices<GatherAlpha<T>>(stream, cut, scratch, StoreAlpha{dAlpha});
    }
    launchEach(stream, rows * channels, PreluBackward<T>{x, alpha, dy, dx, channels});
}

#define INSTANTIATE(T)                                                                                                             \
    template void prelu(Stream&, const T*, const float*, T*, std::int64_t, std::int64_t);                                          \
    template void preluBackward(Stream&, const T*, const float*, const T*, T*, float*, std::int64_t, std::int64_t, float*);
NS_FOR_FLOAT_TYPES(INSTANTIATE)

} // namespace netsmith::cuda::kernels

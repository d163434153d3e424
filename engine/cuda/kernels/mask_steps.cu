#include "engine/cuda/kernels/mask_steps.h"

#include "engine/cuda/kernels/float16.h"
#include "engine/cuda/kernels/sums.h"

namespace netsmith::cuda::kernels {
namespace {

/// A step of a sample, `width` numbers. Only if it is masked are the sample's other steps checked.
template <class T>
struct MaskSteps {
    const T* x;
    const float* mask;
    T* y;
    T other;
    bool spares;
    std::int64_t steps;
    std::int64_t width;

    NS_DEVICE bool counts(std::int64_t step) const
    {
        if (mask[step] != 0.0f)
            return true;
        if (!spares)
            return false;
        const std::int64_t first = step / steps * steps;
        for (std::int64_t t = first; t < first + steps; ++t)
            if (mask[t] != 0.0f)
                return false;
        return true;
    }
    NS_DEVICE void operator()(const ThreadBlock& block, std::int64_t step) const
    {
        const bool kept = counts(step);
        for (std::int64_t c = block.rank(); c < width; c += block.size())
            y[step * width + c] = kept ? x[step * width + c] : other;
    }
};

struct IsCounted {
    const float* mask;
    NS_DEVICE double operator()(std::int64_t i) const { return mask[i] != 0.0f ? 1.0 : 0.0; }
};

struct StoreSamples {
    float* samples;
    float* inverse;
    std::int64_t steps;
    NS_DEVICE void operator()(double counted) const
    {
        const double whole = (counted > 0.0 ? counted : 1.0) / static_cast<double>(steps);
        *samples = static_cast<float>(whole);
        *inverse = static_cast<float>(1.0 / whole);
    }
};

} // namespace

template <class T>
void maskSteps(Stream& stream, T other, bool spares, const T* x, const float* mask, T* y, std::int64_t samples, std::int64_t steps,
               std::int64_t width)
{
    launchBlocks(stream, samples * steps, 0, MaskSteps<T>{x, mask, y, other, spares, steps, width}, 32);
}

#define INSTANTIATE(T)                                                                                                             \
    template void maskSteps(Stream&, T, bool, const T*, const float*, T*, std::int64_t, std::int64_t, std::int64_t);
NS_FOR_FLOAT_TYPES(INSTANTIATE)

template void maskSteps(Stream&, std::int32_t, bool, const std::int32_t*, const float*, std::int32_t*, std::int64_t, std::int64_t,
                        std::int64_t);

std::int64_t countStepsWorkspace(std::int64_t count)
{
    return partialSums(count) * static_cast<std::int64_t>(sizeof(double));
}

void countSteps(Stream& stream, const float* mask, float* samples, float* inverse, void* workspace, std::int64_t count,
                std::int64_t steps)
{
    launchSum(stream, count, IsCounted{mask}, StoreSamples{samples, inverse, steps}, static_cast<double*>(workspace));
}

} // namespace netsmith::cuda::kernels

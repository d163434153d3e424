#include "engine/cuda/kernels/recolor.h"

#include "engine/cuda/kernels/float16.h"
#include "engine/cuda/kernels/launch.h"
#include "engine/ops/control.h"

namespace netsmith::cuda::kernels {

ColorSteps::ColorSteps(const RecolorAttributes& attributes)
    : steps()
    , count(static_cast<int>(attributes.steps.size()))
    , usesMeans(attributes.usesMeans())
    , toGrey(attributes.toGrey)
    , black(attributes.black)
    , white(attributes.white)
    , seed(attributes.seed)
{
    std::copy(attributes.steps.begin(), attributes.steps.end(), steps);
}

namespace {

/// One image per block. Every thread computes the same map, from the same means.
template <class T>
struct RecolorImage {
    ColorSteps steps;
    std::int64_t pixels;
    int channels;
    const std::int64_t* counters;
    const T* x;
    T* y;

    NS_DEVICE void operator()(const ThreadBlock& block, std::int64_t n) const
    {
        const T* image = x + n * pixels * channels;
        double means[3] = {};
        if (steps.usesMeans)
            for (int c = 0; c < channels; ++c) {
                double sum = 0.0;
                for (std::int64_t i = block.rank(); i < pixels; i += block.size())
                    sum += static_cast<double>(static_cast<float>(image[i * channels + c]));
                means[c] = joined(block, sum, Plus{}) / static_cast<double>(pixels);
            }
        const std::int64_t first = counters ? counters[control::samples] : 0;
        const ColorMap map = mapOf(steps.steps, steps.count, channels, means, steps.white - steps.black, steps.seed,
                                   static_cast<std::uint64_t>(first + n));
        const std::int64_t to = steps.toGrey ? 1 : channels;
        for (std::int64_t i = block.rank(); i < pixels; i += block.size()) {
            float color[3] = {};
            for (int c = 0; c < channels; ++c) {
                color[c] = static_cast<float>(map.offset[c]);
                for (int k = 0; k < channels; ++k)
                    color[c] += static_cast<float>(map.matrix[3 * c + k]) * static_cast<float>(image[i * channels + k]);
            }
            if (steps.toGrey)
                color[0] = static_cast<float>(lumaRed) * color[0] + static_cast<float>(lumaGreen) * color[1]
                    + static_cast<float>(lumaBlue) * color[2];
            for (int c = 0; c < to; ++c)
                y[(n * pixels + i) * to + c] = T(cut(color[c]));
        }
    }

private:
    NS_DEVICE float cut(float value) const
    {
        const auto low = static_cast<float>(steps.black), high = static_cast<float>(steps.white);
        return value < low ? low : value > high ? high : value;
    }
};

} // namespace

template <class T>
void recolor(Stream& stream, const ColorSteps& steps, std::int64_t images, std::int64_t pixels, int channels,
             const std::int64_t* counters, const T* x, T* y)
{
    launchBlocks(stream, images, sizeof(double), RecolorImage<T>{steps, pixels, channels, counters, x, y});
}

#define INSTANTIATE(T)                                                                                                             \
    template void recolor(Stream&, const ColorSteps&, std::int64_t, std::int64_t, int, const std::int64_t*, const T*, T*);
NS_FOR_FLOAT_TYPES(INSTANTIATE)

} // namespace netsmith::cuda::kernels

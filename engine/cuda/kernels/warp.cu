#include "engine/cuda/kernels/warp.h"

#include "engine/cuda/kernels/float16.h"
#include "engine/cuda/kernels/launch.h"
#include "engine/ops/control.h"

#include <cmath>

namespace netsmith::cuda::kernels {

WarpSteps::WarpSteps(const WarpAttributes& attributes)
    : steps()
    , count(static_cast<int>(attributes.steps.size()))
    , taps(attributes.taps)
    , nearest(attributes.nearest)
    , fill(attributes.fill)
    , value(static_cast<float>(attributes.value))
    , seed(attributes.seed)
{
    std::copy(attributes.steps.begin(), attributes.steps.end(), steps);
}

namespace {

/// One image per block, whose first thread computes the positions of its pixels.
template <class T>
struct WarpImage {
    WarpSteps steps;
    WarpSizes sizes;
    const std::int64_t* counters;
    const T* x;
    T* y;

    NS_DEVICE void operator()(const ThreadBlock& block, std::int64_t n) const
    {
        auto* map = block.shared<WarpMap>();
        const std::int64_t first = counters ? counters[control::samples] : 0;
        if (block.rank() == 0)
            *map = mapOf(steps.steps, steps.count, steps.seed, static_cast<std::uint64_t>(first + n));
        block.sync();
        const std::int64_t count = sizes.outputHeight * sizes.outputWidth * sizes.channels;
        const T* image = x + n * sizes.height * sizes.width * sizes.channels;
        for (std::int64_t e = block.rank(); e < count; e += block.size())
            y[n * count + e] = T(element(*map, image, e));
        block.sync(); // before the next image's map is written
    }

private:
    NS_DEVICE float element(const WarpMap& map, const T* image, std::int64_t e) const
    {
        const std::int64_t pixel = e / sizes.channels;
        const std::int64_t channel = e - pixel * sizes.channels;
        const std::int64_t i = pixel / sizes.outputWidth;
        const std::int64_t j = pixel - i * sizes.outputWidth;
        const double step = 1.0 / steps.taps;
        float sum = 0.0f;
        for (int tap = 0; tap < steps.taps * steps.taps; ++tap) {
            const double row = static_cast<double>(i) + (tap / steps.taps + 0.5) * step - 0.5;
            const double column = static_cast<double>(j) + (tap % steps.taps + 0.5) * step - 0.5;
            double px = map.m[0] * column + map.m[1] * row + map.m[2];
            double py = map.m[3] * column + map.m[4] * row + map.m[5];
            if (!map.isAffine()) {
                const double w = map.m[6] * column + map.m[7] * row + map.m[8];
                px /= w;
                py /= w;
            }
            sum += look(image, px, py, channel);
        }
        return sum / static_cast<float>(steps.taps * steps.taps);
    }

    NS_DEVICE float look(const T* image, double column, double row, std::int64_t channel) const
    {
        if (steps.nearest)
            return at(image, static_cast<std::int64_t>(std::floor(row + 0.5)), static_cast<std::int64_t>(std::floor(column + 0.5)),
                      channel);
        const double top = std::floor(row);
        const double left = std::floor(column);
        const auto y = static_cast<float>(row - top);
        const auto x = static_cast<float>(column - left);
        const auto i = static_cast<std::int64_t>(top);
        const auto j = static_cast<std::int64_t>(left);
        return (1.0f - y) * ((1.0f - x) * at(image, i, j, channel) + x * at(image, i, j + 1, channel))
            + y * ((1.0f - x) * at(image, i + 1, j, channel) + x * at(image, i + 1, j + 1, channel));
    }

    NS_DEVICE float at(const T* image, std::int64_t row, std::int64_t column, std::int64_t channel) const
    {
        const std::int64_t i = pixelAt(row, sizes.height, steps.fill);
        const std::int64_t j = pixelAt(column, sizes.width, steps.fill);
        return i < 0 || j < 0 ? steps.value : static_cast<float>(image[(i * sizes.width + j) * sizes.channels + channel]);
    }
};

} // namespace

template <class T>
void warp(Stream& stream, const WarpSteps& steps, const WarpSizes& sizes, const std::int64_t* counters, const T* x, T* y)
{
    launchBlocks(stream, sizes.images, sizeof(WarpMap), WarpImage<T>{steps, sizes, counters, x, y});
}

#define INSTANTIATE(T) template void warp(Stream&, const WarpSteps&, const WarpSizes&, const std::int64_t*, const T*, T*);
NS_FOR_FLOAT_TYPES(INSTANTIATE)

} // namespace netsmith::cuda::kernels

#include "engine/ops/warp.h"

#include "engine/reference/call.h"

#include <cmath>

namespace netsmith::reference {
namespace {

/// One image of the batch, sampled also outside its pixels.
class Looked {
public:
    Looked(const Tensor& x, std::int64_t sample, const WarpAttributes& attributes)
        : m_x(x)
        , m_first(sample * x.shape()[1] * x.shape()[2] * x.shape()[3])
        , m_attributes(attributes)
    {
    }

    double at(double column, double row, std::int64_t channel) const
    {
        if (m_attributes.nearest)
            return pixel(std::floor(column + 0.5), std::floor(row + 0.5), channel);
        const double left = std::floor(column);
        const double top = std::floor(row);
        const double x = column - left;
        const double y = row - top;
        return (1.0 - y) * ((1.0 - x) * pixel(left, top, channel) + x * pixel(left + 1.0, top, channel))
            + y * ((1.0 - x) * pixel(left, top + 1.0, channel) + x * pixel(left + 1.0, top + 1.0, channel));
    }

private:
    double pixel(double column, double row, std::int64_t channel) const
    {
        const Shape& shape = m_x.shape();
        const std::int64_t i = pixelAt(static_cast<std::int64_t>(row), shape[1], m_attributes.fill);
        const std::int64_t j = pixelAt(static_cast<std::int64_t>(column), shape[2], m_attributes.fill);
        return i < 0 || j < 0 ? m_attributes.value : m_x[m_first + (i * shape[2] + j) * shape[3] + channel];
    }

    const Tensor& m_x;
    std::int64_t m_first;
    const WarpAttributes& m_attributes;
};

} // namespace

template <>
void compute<ops::warp>(const Call& call)
{
    const auto& attributes = call.as<WarpAttributes>();
    const Tensor& y = call.out(0);
    const auto first = call.hasInput(1) ? static_cast<std::uint64_t>(call.in(1)[control::samples]) : 0;
    const std::int64_t height = y.shape()[1], width = y.shape()[2], channels = y.shape()[3];
    for (std::int64_t n = 0; n < y.shape()[0]; ++n) {
        const WarpMap map = mapOf(attributes.steps.data(), static_cast<int>(attributes.steps.size()), attributes.seed,
                                  first + static_cast<std::uint64_t>(n));
        const Looked image(call.in(0), n, attributes);
        for (std::int64_t i = 0; i < height; ++i)
            for (std::int64_t j = 0; j < width; ++j)
                for (std::int64_t c = 0; c < channels; ++c) {
                    double sum = 0.0;
                    for (int tap = 0; tap < attributes.taps * attributes.taps; ++tap) {
                        const double row = static_cast<double>(i) + (tap / attributes.taps + 0.5) / attributes.taps - 0.5;
                        const double column = static_cast<double>(j) + (tap % attributes.taps + 0.5) / attributes.taps - 0.5;
                        const double w = map.m[6] * column + map.m[7] * row + map.m[8];
                        sum += image.at((map.m[0] * column + map.m[1] * row + map.m[2]) / w,
                                        (map.m[3] * column + map.m[4] * row + map.m[5]) / w, c);
                    }
                    y[((n * height + i) * width + j) * channels + c] = sum / (attributes.taps * attributes.taps);
                }
    }
}

} // namespace netsmith::reference

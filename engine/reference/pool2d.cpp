#include "engine/ops/pool2d.h"

#include "engine/reference/image.h"
#include "engine/reference/call.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace netsmith::reference {
namespace {

/// The winner that means "relu made it 0".
double noWinner(const Tensor& winner)
{
    return winner.info->type == DataType::u8 ? 255.0 : -1.0;
}

/// The number of pixels averaged at an output pixel.
double tapsAt(const Window2d& window, const Image& image, std::int64_t oy, std::int64_t ox)
{
    double taps = 0.0;
    forEachTap(window, image, oy, ox, [&](std::int64_t, std::int64_t, std::int64_t, std::int64_t) { taps += 1.0; });
    return taps;
}

} // namespace

template <>
void compute<ops::maxPool2d>(const Call& call)
{
    const auto& attributes = call.as<Pool2dAttributes>();
    const Image x(call.in(0));
    const Image y(call.out(0));
    const Image winner(call.out(1));
    forEachPixel(y, [&](std::int64_t n, std::int64_t oy, std::int64_t ox) {
        for (std::int64_t c = 0; c < x.channels; ++c) {
            double best = -std::numeric_limits<double>::infinity();
            std::int64_t at = -1;
            forEachTap(attributes.window, x, oy, ox, [&](std::int64_t ky, std::int64_t kx, std::int64_t iy, std::int64_t ix) {
                const double value = x.at(n, iy, ix, c);
                // A NaN wins over all, so that it is not lost.
                if (at >= 0 && !(value > best || (std::isnan(value) && !std::isnan(best))))
                    return;
                best = value;
                at = ky * attributes.window.kernel.width + kx;
            });
            const bool rectified = attributes.activation == Activation::relu && best <= 0.0;
            y.at(n, oy, ox, c) = rectified ? 0.0 : best;
            winner.at(n, oy, ox, c) = rectified ? noWinner(call.out(1)) : static_cast<double>(at);
        }
    });
}

template <>
void compute<ops::maxPool2dCodes>(const Call& call)
{
    const Image x(call.in(0));
    const Image y(call.out(0));
    forEachPixel(y, [&](std::int64_t n, std::int64_t oy, std::int64_t ox) {
        for (std::int64_t c = 0; c < x.channels; ++c) {
            double best = 0.0;
            forEachTap(
                call.as<Pool2dAttributes>().window, x, oy, ox,
                [&](std::int64_t, std::int64_t, std::int64_t iy, std::int64_t ix) { best = std::max(best, x.at(n, iy, ix, c)); });
            y.at(n, oy, ox, c) = best;
        }
    });
}

template <>
void compute<ops::maxPool2dBackward>(const Call& call)
{
    const auto& attributes = call.as<Pool2dAttributes>();
    const Image dy(call.in(0));
    const Image winner(call.in(1));
    const Image dx(call.out(0));
    const double none = noWinner(call.in(1));
    std::ranges::fill(call.out(0).values, 0.0);
    forEachPixel(dy, [&](std::int64_t n, std::int64_t oy, std::int64_t ox) {
        forEachTap(attributes.window, dx, oy, ox, [&](std::int64_t ky, std::int64_t kx, std::int64_t iy, std::int64_t ix) {
            const auto tap = static_cast<double>(ky * attributes.window.kernel.width + kx);
            for (std::int64_t c = 0; c < dx.channels; ++c)
                if (const double won = winner.at(n, oy, ox, c); won != none && won == tap)
                    dx.at(n, iy, ix, c) += dy.at(n, oy, ox, c);
        });
    });
}

template <>
void compute<ops::avgPool2d>(const Call& call)
{
    const Window2d& window = call.as<Pool2dAttributes>().window;
    const Image x(call.in(0));
    const Image y(call.out(0));
    forEachPixel(y, [&](std::int64_t n, std::int64_t oy, std::int64_t ox) {
        const double taps = tapsAt(window, x, oy, ox);
        for (std::int64_t c = 0; c < x.channels; ++c) {
            double sum = 0.0;
            forEachTap(window, x, oy, ox,
                       [&](std::int64_t, std::int64_t, std::int64_t iy, std::int64_t ix) { sum += x.at(n, iy, ix, c); });
            y.at(n, oy, ox, c) = sum / taps;
        }
    });
}

template <>
void compute<ops::avgPool2dBackward>(const Call& call)
{
    const Window2d& window = call.as<Pool2dAttributes>().window;
    const Image dy(call.in(0));
    const Image dx(call.out(0));
    std::ranges::fill(call.out(0).values, 0.0);
    forEachPixel(dy, [&](std::int64_t n, std::int64_t oy, std::int64_t ox) {
        const double taps = tapsAt(window, dx, oy, ox);
        forEachTap(window, dx, oy, ox, [&](std::int64_t, std::int64_t, std::int64_t iy, std::int64_t ix) {
            for (std::int64_t c = 0; c < dx.channels; ++c)
                dx.at(n, iy, ix, c) += dy.at(n, oy, ox, c) / taps;
        });
    });
}

} // namespace netsmith::reference

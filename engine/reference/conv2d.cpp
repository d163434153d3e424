#include "engine/ops/conv2d.h"

#include "engine/reference/activation.h"
#include "engine/reference/image.h"
#include "engine/reference/call.h"

#include <algorithm>

namespace netsmith::reference {
namespace {

/// Calls `body(n, oy, ox, iy, ix, weight, channel, filter)` for every product of a convolution: the element `weight` of the kernel
/// times channel `channel` of input pixel (iy, ix) goes into filter `filter` of output pixel (oy, ox).
template <class F>
void forEachProduct(const Conv2dAttributes& attributes, const Image& x, const Image& y, F body)
{
    const std::int64_t channels = x.channels / attributes.groups; // of one group
    const std::int64_t filters = y.channels / attributes.groups;
    forEachPixel(y, [&](std::int64_t n, std::int64_t oy, std::int64_t ox) {
        forEachTap(attributes.window, x, oy, ox, [&](std::int64_t ky, std::int64_t kx, std::int64_t iy, std::int64_t ix) {
            const std::int64_t tap = ky * attributes.window.kernel.width + kx;
            for (std::int64_t c = 0; c < channels; ++c)
                for (std::int64_t f = 0; f < y.channels; ++f)
                    body(n, oy, ox, iy, ix, (tap * channels + c) * y.channels + f, f / filters * channels + c, f);
        });
    });
}

} // namespace

template <>
void compute<ops::conv2d>(const Call& call)
{
    const auto& attributes = call.as<Conv2dAttributes>();
    const Image x(call.in(0));
    const Image y(call.out(0));
    const Tensor& w = call.in(1);
    forEachPixel(y, [&](std::int64_t n, std::int64_t oy, std::int64_t ox) {
        for (std::int64_t f = 0; f < y.channels; ++f)
            y.at(n, oy, ox, f) = attributes.bias ? call.in(2)[f] : 0.0;
    });
    forEachProduct(attributes, x, y,
                   [&](std::int64_t n, std::int64_t oy, std::int64_t ox, std::int64_t iy, std::int64_t ix, std::int64_t weight,
                       std::int64_t c, std::int64_t f) { y.at(n, oy, ox, f) += x.at(n, iy, ix, c) * w[weight]; });
    for (double& value : call.out(0).values)
        value = activate(attributes.activation, value);
}

template <>
void compute<ops::conv2dBackwardData>(const Call& call)
{
    const Image dy(call.in(0));
    const Tensor& w = call.in(1);
    const Image dx(call.out(0));
    std::ranges::fill(call.out(0).values, 0.0);
    forEachProduct(call.as<Conv2dAttributes>(), dx, dy,
                   [&](std::int64_t n, std::int64_t oy, std::int64_t ox, std::int64_t iy, std::int64_t ix, std::int64_t weight,
                       std::int64_t c, std::int64_t f) { dx.at(n, iy, ix, c) += dy.at(n, oy, ox, f) * w[weight]; });
}

template <>
void compute<ops::conv2dBackwardWeights>(const Call& call)
{
    const auto& attributes = call.as<Conv2dAttributes>();
    const Image x(call.in(0));
    const Image dy(call.in(1));
    const Tensor& dw = call.out(0);
    std::ranges::fill(dw.values, 0.0);
    forEachProduct(attributes, x, dy,
                   [&](std::int64_t n, std::int64_t oy, std::int64_t ox, std::int64_t iy, std::int64_t ix, std::int64_t weight,
                       std::int64_t c, std::int64_t f) { dw[weight] += x.at(n, iy, ix, c) * dy.at(n, oy, ox, f); });
    if (!attributes.bias)
        return;
    const Tensor& db = call.out(1);
    std::ranges::fill(db.values, 0.0);
    forEachPixel(dy, [&](std::int64_t n, std::int64_t oy, std::int64_t ox) {
        for (std::int64_t f = 0; f < dy.channels; ++f)
            db[f] += dy.at(n, oy, ox, f);
    });
}

} // namespace netsmith::reference

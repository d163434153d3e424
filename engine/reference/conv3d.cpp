#include "engine/ops/conv3d.h"

#include "engine/reference/activation.h"
#include "engine/reference/call.h"

#include <algorithm>

namespace netsmith::reference {
namespace {

/// The position of a window's tap along one axis; outside the volume in the padding.
std::int64_t placeOf(const WindowAxis& axis, std::int64_t output, std::int64_t tap)
{
    return output * axis.stride - axis.before + tap * axis.dilation;
}

/// Calls `body(x, weight, y)` with the indices of every product of a convolution: that element of the input times that of the
/// kernel goes into that of the output.
template <class F>
void forEachProduct(const Conv3dAttributes& attributes, F body)
{
    const auto& [depth, height, width] = attributes.window.axes;
    const Shape &x = attributes.inputShape, &w = attributes.kernelShape;
    const Shape y = attributes.outputShape();
    const std::int64_t channels = w[3], filters = w[4] / attributes.groups; // of one group
    const auto forTaps = [&](std::int64_t n, std::int64_t oz, std::int64_t oy, std::int64_t ox) {
        const std::int64_t result = (((n * y[1] + oz) * y[2] + oy) * y[3] + ox) * y[4];
        for (std::int64_t kz = 0; kz < w[0]; ++kz)
            for (std::int64_t ky = 0; ky < w[1]; ++ky)
                for (std::int64_t kx = 0; kx < w[2]; ++kx) {
                    const std::int64_t iz = placeOf(depth, oz, kz), iy = placeOf(height, oy, ky), ix = placeOf(width, ox, kx);
                    if (iz < 0 || iz >= x[1] || iy < 0 || iy >= x[2] || ix < 0 || ix >= x[3])
                        continue;
                    const std::int64_t voxel = (((n * x[1] + iz) * x[2] + iy) * x[3] + ix) * x[4];
                    const std::int64_t tap = (kz * w[1] + ky) * w[2] + kx;
                    for (std::int64_t c = 0; c < channels; ++c)
                        for (std::int64_t f = 0; f < w[4]; ++f)
                            body(voxel + f / filters * channels + c, (tap * channels + c) * w[4] + f, result + f);
                }
    };
    for (std::int64_t n = 0; n < y[0]; ++n)
        for (std::int64_t oz = 0; oz < y[1]; ++oz)
            for (std::int64_t oy = 0; oy < y[2]; ++oy)
                for (std::int64_t ox = 0; ox < y[3]; ++ox)
                    forTaps(n, oz, oy, ox);
}

} // namespace

template <>
void compute<ops::conv3d>(const Call& call)
{
    const auto& attributes = call.as<Conv3dAttributes>();
    const Tensor &x = call.in(0), &w = call.in(1), &y = call.out(0);
    for (std::int64_t i = 0; i < y.size(); ++i)
        y[i] = attributes.bias ? call.in(2)[i % y.shape()[4]] : 0.0;
    forEachProduct(attributes, [&](std::int64_t from, std::int64_t weight, std::int64_t to) { y[to] += x[from] * w[weight]; });
    for (double& value : y.values)
        value = activate(attributes.activation, value);
}

template <>
void compute<ops::conv3dBackwardData>(const Call& call)
{
    const Tensor &dy = call.in(0), &w = call.in(1), &dx = call.out(0);
    std::ranges::fill(dx.values, 0.0);
    forEachProduct(call.as<Conv3dAttributes>(),
                   [&](std::int64_t from, std::int64_t weight, std::int64_t to) { dx[from] += dy[to] * w[weight]; });
}

template <>
void compute<ops::conv3dBackwardWeights>(const Call& call)
{
    const auto& attributes = call.as<Conv3dAttributes>();
    const Tensor &x = call.in(0), &dy = call.in(1), &dw = call.out(0);
    std::ranges::fill(dw.values, 0.0);
    forEachProduct(attributes, [&](std::int64_t from, std::int64_t weight, std::int64_t to) { dw[weight] += x[from] * dy[to]; });
    if (!attributes.bias)
        return;
    const Tensor& db = call.out(1);
    std::ranges::fill(db.values, 0.0);
    for (std::int64_t i = 0; i < dy.size(); ++i)
        db[i % db.size()] += dy[i];
}

} // namespace netsmith::reference

#include "engine/ops/upsample.h"

#include "engine/reference/call.h"

#include <algorithm>
#include <cmath>

namespace netsmith::reference {
namespace {

/// Calls `body(input, output, share)` for each input that each output reads, both counted through their tensors, axis by axis:
/// `axis` is the next one, of which `in` and `out` are the entries before.
template <class Body>
void forEachRead(const UpsampleAttributes& attributes, const Shape& x, const Shape& y, int axis, std::int64_t in, std::int64_t out,
                 double share, const Body& body)
{
    if (axis == x.rank())
        return body(in, out, share);
    const bool grows = axis > 0 && axis < x.rank() - 1;
    const double factor = grows ? static_cast<double>(attributes.factors[static_cast<std::size_t>(axis) - 1]) : 1.0;
    for (std::int64_t o = 0; o < y[axis]; ++o) {
        const auto read = [&](double at, double of) {
            const auto i = static_cast<std::int64_t>(std::clamp(at, 0.0, static_cast<double>(x[axis] - 1)));
            if (of > 0.0)
                forEachRead(attributes, x, y, axis + 1, in * x[axis] + i, out * y[axis] + o, share * of, body);
        };
        if (attributes.interpolation == Interpolation::nearest) {
            read(std::floor(static_cast<double>(o) / factor), 1.0);
            continue;
        }
        const double at = (static_cast<double>(o) + 0.5) / factor - 0.5;
        const double low = std::floor(at);
        read(low, 1.0 - (at - low));
        read(low + 1.0, at - low);
    }
}

} // namespace

template <>
void compute<ops::upsample>(const Call& call)
{
    std::ranges::fill(call.out(0).values, 0.0);
    forEachRead(call.as<UpsampleAttributes>(), call.in(0).shape(), call.out(0).shape(), 0, 0, 0, 1.0,
                [&](std::int64_t in, std::int64_t out, double share) { call.out(0)[out] += share * call.in(0)[in]; });
}

template <>
void compute<ops::upsampleBackward>(const Call& call)
{
    std::ranges::fill(call.out(0).values, 0.0);
    forEachRead(call.as<UpsampleAttributes>(), call.out(0).shape(), call.in(0).shape(), 0, 0, 0, 1.0,
                [&](std::int64_t in, std::int64_t out, double share) { call.out(0)[in] += share * call.in(0)[out]; });
}

} // namespace netsmith::reference

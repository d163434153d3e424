#include "engine/ops/dense.h"

#include "engine/reference/activation.h"
#include "engine/reference/call.h"
#include "engine/reference/rows.h"

#include <algorithm>

namespace netsmith::reference {

template <>
void compute<ops::dense>(const Call& call)
{
    const auto& attributes = call.as<DenseAttributes>();
    const Rows x(call.in(0));
    const Rows y(call.out(0));
    const Rows w(call.in(1));
    for (std::int64_t r = 0; r < x.count; ++r)
        for (std::size_t n = 0; n < y.row(r).size(); ++n) {
            double sum = attributes.bias ? call.in(2).values[n] : 0.0;
            for (std::int64_t k = 0; k < x.width; ++k)
                sum += x.row(r)[static_cast<std::size_t>(k)] * w.row(k)[n];
            y.row(r)[n] = activate(attributes.activation, sum);
        }
}

template <>
void compute<ops::denseBackwardData>(const Call& call)
{
    const Rows dy(call.in(0));
    const Rows w(call.in(1));
    const Rows dx(call.out(0));
    for (std::int64_t r = 0; r < dy.count; ++r)
        for (std::int64_t k = 0; k < dx.width; ++k) {
            double sum = 0.0;
            for (std::size_t n = 0; n < dy.row(r).size(); ++n)
                sum += dy.row(r)[n] * w.row(k)[n];
            dx.row(r)[static_cast<std::size_t>(k)] = sum;
        }
}

template <>
void compute<ops::denseBackwardWeights>(const Call& call)
{
    const Rows x(call.in(0));
    const Rows dy(call.in(1));
    const Rows dw(call.out(0));
    std::ranges::fill(call.out(0).values, 0.0);
    for (std::int64_t r = 0; r < x.count; ++r)
        for (std::int64_t k = 0; k < x.width; ++k)
            for (std::size_t n = 0; n < dy.row(r).size(); ++n)
                dw.row(k)[n] += x.row(r)[static_cast<std::size_t>(k)] * dy.row(r)[n];
    if (!call.as<DenseAttributes>().bias)
        return;
    std::ranges::fill(call.out(1).values, 0.0);
    for (std::int64_t r = 0; r < dy.count; ++r)
        for (std::size_t n = 0; n < dy.row(r).size(); ++n)
            call.out(1).values[n] += dy.row(r)[n];
}

} // namespace netsmith::reference

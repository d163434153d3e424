#include "engine/ops/softmax.h"
#include "engine/reference/softmax.h"

#include "engine/reference/call.h"
#include "engine/reference/rows.h"

#include <algorithm>
#include <cmath>

namespace netsmith::reference {

double softmaxOf(std::span<const double> x, std::span<double> y)
{
    const double maximum = *std::ranges::max_element(x);
    double sum = 0.0;
    for (std::size_t i = 0; i < x.size(); ++i)
        sum += y[i] = std::exp(x[i] - maximum);
    for (double& value : y)
        value /= sum;
    return maximum + std::log(sum);
}

template <>
void compute<ops::softmax>(const Call& call)
{
    const Rows x(call.in(0));
    const Rows y(call.out(0));
    for (std::int64_t r = 0; r < x.count; ++r)
        softmaxOf(x.row(r), y.row(r));
}

template <>
void compute<ops::softmaxBackward>(const Call& call)
{
    const Rows y(call.in(0));
    const Rows dy(call.in(1));
    const Rows dx(call.out(0));
    for (std::int64_t r = 0; r < y.count; ++r) {
        double product = 0.0;
        for (std::size_t c = 0; c < y.row(r).size(); ++c)
            product += y.row(r)[c] * dy.row(r)[c];
        for (std::size_t c = 0; c < y.row(r).size(); ++c)
            dx.row(r)[c] = y.row(r)[c] * (dy.row(r)[c] - product);
    }
}

} // namespace netsmith::reference

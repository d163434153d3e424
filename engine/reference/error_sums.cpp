#include "engine/ops/error_sums.h"

#include "engine/reference/call.h"

#include <cmath>

namespace netsmith::reference {
namespace {

double elementsPerSample(const Tensor& tensor)
{
    return static_cast<double>(tensor.size() / tensor.shape()[0]);
}

} // namespace

template <>
void compute<ops::squaredError>(const Call& call)
{
    double sum = 0.0;
    for (std::int64_t i = 0; i < call.in(0).size(); ++i) {
        const double difference = call.in(0)[i] - call.in(1)[i];
        sum += difference * difference;
    }
    call.out(0)[0] = sum / elementsPerSample(call.in(0));
}

template <>
void compute<ops::squaredErrorBackward>(const Call& call)
{
    const double factor = 2.0 / elementsPerSample(call.in(0)) * call.in(2)[0];
    for (std::int64_t i = 0; i < call.in(0).size(); ++i)
        call.out(0)[i] = (call.in(0)[i] - call.in(1)[i]) * factor;
}

template <>
void compute<ops::absoluteError>(const Call& call)
{
    double sum = 0.0;
    for (std::int64_t i = 0; i < call.in(0).size(); ++i)
        sum += std::abs(call.in(0)[i] - call.in(1)[i]);
    call.out(0)[0] = sum / elementsPerSample(call.in(0));
}

} // namespace netsmith::reference

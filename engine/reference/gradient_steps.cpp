#include "engine/ops/gradient_steps.h"

#include "engine/reference/call.h"

#include <algorithm>

namespace netsmith::reference {

template <>
void compute<ops::accumulateGradients>(const Call& call)
{
    const std::size_t values = call.inputCount() - 3;
    const Tensor& sums = call.out(0);
    const Tensor& accumulated = call.out(1);
    const bool begins = accumulated[0] == 0.0;
    for (std::int64_t i = 0; i < sums.size(); ++i)
        sums[i] = (begins ? 0.0 : sums[i]) + call.in(0)[i];
    std::int64_t place = 1;
    for (std::size_t v = 0; v < values; ++v)
        for (const double value : call.in(2 + v).values) {
            double& sum = accumulated[place++];
            sum = (begins ? 0.0 : sum) + value;
        }
    accumulated[0] += 1.0;
}

template <>
void compute<ops::addAccumulated>(const Call& call)
{
    const std::size_t values = call.inputCount() - 3;
    const Tensor& gradients = call.out(0);
    const Tensor& accumulated = call.out(1 + values);
    const bool adds = accumulated[0] > 0.0;
    for (std::int64_t i = 0; i < gradients.size(); ++i)
        gradients[i] += adds ? call.in(1)[i] : 0.0;
    std::int64_t place = 1;
    for (std::size_t v = 0; v < values; ++v)
        for (std::int64_t i = 0; i < call.in(2 + v).size(); ++i, ++place)
            call.out(1 + v)[i] = call.in(2 + v)[i] + (adds ? accumulated[place] : 0.0);
    accumulated[0] = 0.0;
}

template <>
void compute<ops::clipValues>(const Call& call)
{
    const double most = call.as<ClipValuesAttributes>().most / call.in(1)[0];
    for (double& value : call.out(0).values)
        value = value > most ? most : value < -most ? -most : value;
}

} // namespace netsmith::reference

#include "engine/ops/all_reduce.h"

#include "engine/backend/communicator.h"
#include "engine/reference/call.h"

#include <algorithm>

namespace netsmith::reference {

template <>
void compute<ops::allReduce>(const Call& call)
{
    const double divisor = call.as<AllReduceAttributes>().mean ? call.communicator().size() : 1.0;
    for (std::size_t i = 0; i < call.inputCount(); ++i) {
        const std::span<double> numbers = call.out(i).values;
        if (numbers.data() != call.in(i).values.data())
            std::ranges::copy(call.in(i).values, numbers.begin());
        call.communicator().allReduce(numbers).take();
        for (double& number : numbers)
            number /= divisor;
    }
}

} // namespace netsmith::reference

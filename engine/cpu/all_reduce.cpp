#include "engine/ops/all_reduce.h"

#include "engine/backend/communicator.h"
#include "engine/cpu/kernel.h"
#include "engine/cpu/onednn.h"

#include <algorithm>
#include <vector>

namespace netsmith::cpu {

template <>
Lowered lower<ops::allReduce>(const LoweringContext& context, const Op& op)
{
    Communicator* const ranks = context.options.communicator; // null where memory alone is estimated
    std::vector<std::int64_t> counts;
    for (std::size_t i = 0; i < op.inputs.size(); ++i)
        counts.push_back(context.input(op, i).shape.elements());
    const float factor = op.as<AllReduceAttributes>().mean && ranks ? 1.0f / static_cast<float>(ranks->size()) : 1.0f;
    return lowerTo([ranks, counts = std::move(counts), factor](const Addresses& at) {
        for (std::size_t i = 0; i < counts.size(); ++i) {
            const std::span numbers(at.out<float>(i), static_cast<std::size_t>(counts[i]));
            if (at.in<float>(i) != numbers.data())
                std::copy_n(at.in<float>(i), numbers.size(), numbers.begin());
            if (!ranks->allReduce(numbers))
                noteFailure(rankLeft, *at.failure);
            if (factor != 1.0f)
                for (float& number : numbers)
                    number *= factor;
        }
    });
}

} // namespace netsmith::cpu

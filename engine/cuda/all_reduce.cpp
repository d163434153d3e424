#include "engine/ops/all_reduce.h"

#include "engine/backend/communicator.h"
#include "engine/cuda/device/pinned_bytes.h"
#include "engine/cuda/kernel.h"

#include <algorithm>
#include <limits>
#include <vector>

namespace netsmith::cuda {
namespace {

/// The tensors of a call, one after the other in the host's memory, where the ranks exchange them.
struct Exchange {
    Communicator* ranks;
    std::vector<std::int64_t> counts;
    float factor;
    PinnedBytes bytes;
    std::function<void()> work; ///< the device calls it whenever the tensors are there

    void reduce() const
    {
        const std::span numbers(reinterpret_cast<float*>(bytes.data()), static_cast<std::size_t>(bytes.size()) / sizeof(float));
        if (!ranks->allReduce(numbers)) // a step of such numbers is not committed
            std::ranges::fill(numbers, std::numeric_limits<float>::quiet_NaN());
        for (float& number : numbers)
            number *= factor;
    }
};

} // namespace

template <>
Lowered lower<ops::allReduce>(const LoweringContext& context, const Op& op)
{
    auto exchange = std::make_shared<Exchange>();
    exchange->ranks = context.options.communicator; // null where memory alone is estimated
    std::int64_t total = 0;
    for (std::size_t i = 0; i < op.inputs.size(); ++i) {
        exchange->counts.push_back(context.input(op, i).shape.elements());
        total += exchange->counts.back();
    }
    if (exchange->ranks) {
        exchange->bytes = PinnedBytes(total * static_cast<std::int64_t>(sizeof(float)));
        exchange->factor = op.as<AllReduceAttributes>().mean ? 1.0f / static_cast<float>(exchange->ranks->size()) : 1.0f;
        exchange->work = [own = exchange.get()] { own->reduce(); };
    }
    return lowerTo([exchange = std::move(exchange)](const Addresses& at, Stream& stream) {
        const auto eachTensor = [&](const auto& copy) {
            std::byte* host = exchange->bytes.data();
            for (std::size_t i = 0; i < exchange->counts.size(); ++i) {
                const std::int64_t bytes = exchange->counts[i] * static_cast<std::int64_t>(sizeof(float));
                copy(i, host, bytes);
                host += bytes;
            }
        };
        eachTensor([&](std::size_t i, std::byte* host, std::int64_t bytes) { stream.toHost(host, at.in<float>(i), bytes); });
        stream.onHost(exchange->work);
        eachTensor([&](std::size_t i, std::byte* host, std::int64_t bytes) { stream.toDevice(at.out<float>(i), host, bytes); });
    });
}

} // namespace netsmith::cuda

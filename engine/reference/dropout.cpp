#include "engine/ops/dropout.h"

#include "engine/core/philox.h"
#include "engine/reference/call.h"

namespace netsmith::reference {
namespace {

bool isKept(const DropoutAttributes& attributes, std::uint64_t sample, std::int64_t drawn)
{
    const Philox::Words words = Philox::draw(attributes.seed,
                                             {static_cast<std::uint32_t>(drawn / 4), static_cast<std::uint32_t>(sample),
                                              static_cast<std::uint32_t>(sample >> 32), attributes.node});
    return Philox::uniform(words[static_cast<std::size_t>(drawn % 4)]) >= attributes.rate;
}

void drop(const Call& call, double factor, double shift, double dropped)
{
    const auto& attributes = call.as<DropoutAttributes>();
    const Tensor& x = call.in(0);
    const auto first = static_cast<std::uint64_t>(call.in(1)[control::samples]);
    const std::int64_t elements = x.size() / x.shape()[0]; // of one sample
    const std::int64_t drawn = attributes.what == Dropped::channels ? x.shape()[-1] : elements;
    for (std::int64_t i = 0; i < x.size(); ++i) {
        const bool kept = isKept(attributes, first + static_cast<std::uint64_t>(i / elements), i % drawn);
        call.out(0)[i] = kept ? x[i] * factor + shift : dropped;
    }
}

} // namespace

template <>
void compute<ops::dropout>(const Call& call)
{
    const auto& attributes = call.as<DropoutAttributes>();
    drop(call, attributes.factor(), attributes.shift(), attributes.dropped());
}

template <>
void compute<ops::dropoutBackward>(const Call& call)
{
    drop(call, call.as<DropoutAttributes>().factor(), 0.0, 0.0);
}

} // namespace netsmith::reference

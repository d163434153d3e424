#include "engine/ops/dropout.h"

#include "engine/core/philox.h"
#include "engine/reference/call.h"

namespace netsmith::reference {
namespace {

/// The factor of one element: 0, or 1 / (1 − rate).
double maskAt(const DropoutAttributes& attributes, std::uint64_t sample, std::int64_t element)
{
    const Philox::Words words = Philox::draw(attributes.seed,
                                             {static_cast<std::uint32_t>(element / 4), static_cast<std::uint32_t>(sample),
                                              static_cast<std::uint32_t>(sample >> 32), attributes.node});
    const double drawn = Philox::uniform(words[static_cast<std::size_t>(element % 4)]);
    return drawn >= attributes.rate ? 1.0 / (1.0 - attributes.rate) : 0.0;
}

} // namespace

template <>
void compute<ops::dropout>(const Call& call)
{
    const auto& attributes = call.as<DropoutAttributes>();
    const Tensor& x = call.in(0);
    const auto first = static_cast<std::uint64_t>(call.in(1)[control::samples]);
    const std::int64_t elements = x.size() / x.shape()[0]; // of one sample
    for (std::int64_t i = 0; i < x.size(); ++i)
        call.out(0)[i] = x[i] * maskAt(attributes, first + static_cast<std::uint64_t>(i / elements), i % elements);
}

/// The mask is linear, and the same for the gradient.
template <>
void compute<ops::dropoutBackward>(const Call& call)
{
    compute<ops::dropout>(call);
}

} // namespace netsmith::reference

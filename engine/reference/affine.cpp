#include "engine/ops/affine.h"

#include "engine/reference/call.h"

namespace netsmith::reference {

template <>
void compute<ops::affine>(const Call& call)
{
    const auto& attributes = call.as<AffineAttributes>();
    const std::int64_t channels = call.in(0).shape()[-1];
    const auto of = [](const std::vector<double>& numbers, std::int64_t channel) {
        return numbers.size() == 1 ? numbers[0] : numbers[static_cast<std::size_t>(channel)];
    };
    for (std::int64_t i = 0; i < call.in(0).size(); ++i)
        call.out(0)[i] = of(attributes.factors, i % channels) * call.in(0)[i] + of(attributes.offsets, i % channels);
}

} // namespace netsmith::reference

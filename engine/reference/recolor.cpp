#include "engine/ops/recolor.h"

#include "engine/reference/call.h"

#include <algorithm>

namespace netsmith::reference {

template <>
void compute<ops::recolor>(const Call& call)
{
    const auto& attributes = call.as<RecolorAttributes>();
    const Tensor& x = call.in(0);
    const Tensor& y = call.out(0);
    const auto first = call.hasInput(1) ? static_cast<std::uint64_t>(call.in(1)[control::samples]) : 0;
    const std::int64_t pixels = x.shape()[1] * x.shape()[2], from = x.shape()[3], to = y.shape()[3];
    for (std::int64_t n = 0; n < x.shape()[0]; ++n) {
        double means[3] = {};
        for (std::int64_t i = 0; i < pixels; ++i)
            for (std::int64_t c = 0; c < from; ++c)
                means[c] += x[(n * pixels + i) * from + c] / static_cast<double>(pixels);
        const ColorMap map =
            mapOf(attributes.steps.data(), static_cast<int>(attributes.steps.size()), static_cast<int>(from), means,
                  attributes.white - attributes.black, attributes.seed, first + static_cast<std::uint64_t>(n));
        for (std::int64_t i = 0; i < pixels; ++i) {
            double color[3] = {};
            for (std::int64_t c = 0; c < from; ++c) {
                color[c] = map.offset[c];
                for (std::int64_t k = 0; k < from; ++k)
                    color[c] += map.matrix[3 * c + k] * x[(n * pixels + i) * from + k];
            }
            if (attributes.toGrey)
                color[0] = lumaRed * color[0] + lumaGreen * color[1] + lumaBlue * color[2];
            for (std::int64_t c = 0; c < to; ++c)
                y[(n * pixels + i) * to + c] = std::clamp(color[c], attributes.black, attributes.white);
        }
    }
}

} // namespace netsmith::reference

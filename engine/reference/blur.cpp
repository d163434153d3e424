#include "engine/ops/blur.h"

#include "engine/reference/call.h"

#include <algorithm>

namespace netsmith::reference {

template <>
void compute<ops::blur>(const Call& call)
{
    const BlurSettings& settings = call.as<BlurAttributes>().settings;
    const Tensor& x = call.in(0);
    const Shape& shape = x.shape();
    const auto first = static_cast<std::uint64_t>(call.in(1)[control::samples]);
    const std::int64_t size = shape[settings.axis];
    const std::int64_t stride = settings.axis == 1 ? shape[2] * shape[3] : shape[3];
    for (std::int64_t i = 0; i < x.size(); ++i) {
        const std::int64_t image = i / (shape[1] * shape[2] * shape[3]);
        const BlurWeights weights = blurWeights(settings, first + static_cast<std::uint64_t>(image));
        const std::int64_t place = i / stride % size;
        double sum = 0.0;
        for (int d = -settings.radius; d <= settings.radius; ++d)
            sum += weights.weights[std::abs(d)] * x[i + (std::clamp<std::int64_t>(place + d, 0, size - 1) - place) * stride];
        call.out(0)[i] = sum / weights.sum;
    }
}

} // namespace netsmith::reference

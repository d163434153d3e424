#include "engine/ops/mix.h"

#include "engine/reference/call.h"

namespace netsmith::reference {
namespace {

Mixture mixtureAt(const Call& call, std::int64_t sample)
{
    const auto first = static_cast<std::uint64_t>(call.in(1)[control::samples]);
    return mixtureOf(call.as<MixAttributes>().settings, first + static_cast<std::uint64_t>(sample));
}

} // namespace

template <>
void compute<ops::mixImages>(const Call& call)
{
    const MixSettings& settings = call.as<MixAttributes>().settings;
    const Tensor& x = call.in(0);
    const Shape& shape = x.shape();
    const std::int64_t elements = shape[1] * shape[2] * shape[3];
    for (std::int64_t n = 0; n < shape[0]; ++n) {
        const Mixture mixture = mixtureAt(call, n);
        for (std::int64_t e = 0; e < elements; ++e) {
            const double own = x[n * elements + e], other = x[(shape[0] - 1 - n) * elements + e];
            const std::int64_t pixel = e / shape[3];
            double& y = call.out(0)[n * elements + e];
            if (settings.cut)
                y = mixture.box.contains(pixel / shape[2], pixel % shape[2]) ? other : own;
            else
                y = mixture.share * own + (1.0 - mixture.share) * other;
        }
    }
}

template <>
void compute<ops::mixTargets>(const Call& call)
{
    const Tensor& target = call.in(0);
    const Tensor& y = call.out(0);
    const std::int64_t count = y.shape()[0], width = y.size() / count;
    const auto at = [&](std::int64_t n, std::int64_t i) {
        if (target.info->type == DataType::i32)
            return target[n] == static_cast<double>(i) ? 1.0 : 0.0;
        return target[n * width + i];
    };
    for (std::int64_t n = 0; n < count; ++n) {
        const double share = mixtureAt(call, n).share;
        for (std::int64_t i = 0; i < width; ++i)
            y[n * width + i] = share * at(n, i) + (1.0 - share) * at(count - 1 - n, i);
    }
}

} // namespace netsmith::reference

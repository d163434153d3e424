#include "engine/ops/fake_quantize.h"

#include "engine/core/quantization_grid.h"
#include "engine/reference/quantization.h"

#include <algorithm>

namespace netsmith::reference {

template <>
void compute<ops::fakeQuantize>(const Call& call)
{
    const QuantizationGrid grid = gridOf(call.in(1));
    for (std::int64_t i = 0; i < call.in(0).size(); ++i)
        call.out(0)[i] = grid.represented(static_cast<float>(call.in(0)[i]));
}

template <>
void compute<ops::fakeQuantizeBackward>(const Call& call)
{
    const QuantizationGrid grid = gridOf(call.in(1));
    for (std::int64_t i = 0; i < call.in(0).size(); ++i)
        call.out(0)[i] = grid.contains(static_cast<float>(call.in(0)[i])) ? call.in(2)[i] : 0.0;
}

template <>
void compute<ops::fakeQuantizeRangeGradient>(const Call& call)
{
    const QuantizationGrid grid = gridOf(call.in(1));
    double low = 0.0, high = 0.0;
    for (std::int64_t i = 0; i < call.in(0).size(); ++i) {
        const auto x = static_cast<float>(call.in(0)[i]);
        const double dy = call.in(2)[i], steps = x * grid.inverse;
        if (grid.contains(x)) {
            const double moved = dy * (nearestInteger(grid.position(x)) - steps) / 255.0;
            low -= moved;
            high += moved;
        } else {
            (x < 0.0f ? low : high) += dy;
        }
    }
    call.out(0)[0] = low;
    call.out(0)[1] = high;
}

template <>
void compute<ops::fakeQuantizeWeights>(const Call& call)
{
    const Tensor& w = call.in(0);
    const QuantizedWeights quantized(w);
    const std::int64_t channels = w.shape()[-1];
    for (std::int64_t i = 0; i < w.size(); ++i)
        call.out(0)[i] = quantized.steps[static_cast<std::size_t>(i)] * quantized.scales[static_cast<std::size_t>(i % channels)];
}

template <>
void compute<ops::fakeQuantizeRows>(const Call& call)
{
    const std::int64_t columns = call.in(0).shape()[-1];
    for (std::int64_t row = 0; row < call.in(0).size(); row += columns) {
        const RoundedRow rounded(
            std::span(call.in(0).values).subspan(static_cast<std::size_t>(row), static_cast<std::size_t>(columns)));
        for (std::int64_t i = 0; i < columns; ++i)
            call.out(0)[row + i] = rounded.codes[static_cast<std::size_t>(i)] * rounded.step;
    }
}

template <>
void compute<ops::observeRange>(const Call& call)
{
    const double momentum = call.as<ObserveRangeAttributes>().momentum;
    double low = 0.0, high = 0.0;
    for (const double value : call.in(0).values) {
        low = value < low ? value : low;
        high = value > high ? value : high;
    }
    const bool begins = call.in(1)[0] == 0.0 && call.in(1)[1] == 0.0;
    call.out(0)[0] = begins ? low : momentum * call.in(1)[0] + (1.0 - momentum) * low;
    call.out(0)[1] = begins ? high : momentum * call.in(1)[1] + (1.0 - momentum) * high;
}

} // namespace netsmith::reference

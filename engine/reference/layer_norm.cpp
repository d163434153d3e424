#include "engine/ops/layer_norm.h"

#include "engine/reference/rows.h"

#include <cmath>

namespace netsmith::reference {

template <>
void compute<ops::layerNorm>(const Call& call)
{
    const auto& attributes = call.as<LayerNormAttributes>();
    const Rows x(call.in(0));
    const Rows y(call.out(0));
    for (std::int64_t r = 0; r < x.count; ++r) {
        double mean = 0.0;
        if (attributes.centred)
            for (const double value : x.row(r))
                mean += value / static_cast<double>(x.width);
        double variance = 0.0;
        for (const double value : x.row(r))
            variance += (value - mean) * (value - mean) / static_cast<double>(x.width);
        const double inverse = 1.0 / std::sqrt(variance + attributes.epsilon);
        call.out(1)[r] = mean;
        call.out(2)[r] = inverse;
        for (std::int64_t c = 0; c < x.width; ++c) {
            const auto at = static_cast<std::size_t>(c);
            const double scaled = (x.row(r)[at] - mean) * inverse * (call.hasInput(1) ? call.in(1)[c] : 1.0);
            y.row(r)[at] = scaled + (call.hasInput(2) ? call.in(2)[c] : 0.0);
        }
    }
}

template <>
void compute<ops::layerNormBackward>(const Call& call)
{
    const bool centred = call.as<LayerNormAttributes>().centred;
    const std::int64_t columns = call.in(0).shape()[-1];
    const std::int64_t rows = call.in(0).size() / columns;
    for (std::int64_t c = 0; c < columns; ++c)
        call.out(1)[c] = call.out(2)[c] = 0.0;
    for (std::int64_t r = 0; r < rows; ++r) {
        const double inverse = call.in(3)[r];
        const auto normalised = [&](std::int64_t c) { return (call.in(0)[r * columns + c] - call.in(2)[r]) * inverse; };
        const auto arrived = [&](std::int64_t c) { return call.in(4)[r * columns + c] * (call.hasInput(1) ? call.in(1)[c] : 1.0); };
        double sum = 0.0;
        double product = 0.0;
        for (std::int64_t c = 0; c < columns; ++c) {
            const double dy = call.in(4)[r * columns + c];
            call.out(1)[c] += dy * normalised(c);
            call.out(2)[c] += dy;
            sum += arrived(c);
            product += arrived(c) * normalised(c);
        }
        const double width = static_cast<double>(columns);
        for (std::int64_t c = 0; c < columns; ++c)
            call.out(0)[r * columns + c] = inverse * (arrived(c) - (centred ? sum / width : 0.0) - normalised(c) * product / width);
    }
}

} // namespace netsmith::reference

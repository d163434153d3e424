#include "engine/ops/max_norm.h"

#include "engine/ops/control.h"
#include "engine/reference/call.h"

#include <cmath>

namespace netsmith::reference {

template <>
void compute<ops::maxNorm>(const Call& call)
{
    if (call.in(1)[0] != static_cast<double>(control::good))
        return;
    const double limit = call.as<MaxNormAttributes>().limit;
    const Tensor& w = call.out(0);
    const std::int64_t columns = w.shape()[-1];
    for (std::int64_t column = 0; column < columns; ++column) {
        double squares = 0.0;
        for (std::int64_t i = column; i < w.size(); i += columns)
            squares += w[i] * w[i];
        const double norm = std::sqrt(squares);
        if (norm <= limit)
            continue;
        for (std::int64_t i = column; i < w.size(); i += columns)
            w[i] *= limit / norm;
    }
}

} // namespace netsmith::reference

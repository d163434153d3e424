#include "engine/ops/fold_batch_norm.h"

#include "engine/reference/call.h"

#include <cmath>

namespace netsmith::reference {

template <>
void compute<ops::foldBatchNorm>(const Call& call)
{
    const double epsilon = call.as<FoldBatchNormAttributes>().epsilon;
    const Tensor& w = call.in(0);
    const std::int64_t channels = w.shape()[-1];
    for (std::int64_t c = 0; c < channels; ++c) {
        const double scale = call.in(2)[c] / std::sqrt(call.in(5)[c] + epsilon);
        const double bias = call.hasInput(1) ? call.in(1)[c] : 0.0;
        for (std::int64_t i = c; i < w.size(); i += channels)
            call.out(0)[i] = w[i] * scale;
        call.out(1)[c] = (bias - call.in(4)[c]) * scale + call.in(3)[c];
    }
}

} // namespace netsmith::reference

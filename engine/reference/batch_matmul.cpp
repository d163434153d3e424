#include "engine/ops/batch_matmul.h"

#include "engine/reference/call.h"

namespace netsmith::reference {

template <>
void compute<ops::batchMatmul>(const Call& call)
{
    const auto& attributes = call.as<BatchMatmulAttributes>();
    const Tensor &a = call.in(0), &b = call.in(1), &y = call.out(0);
    const BatchMatmulSizes sizes(attributes, a.shape(), b.shape());
    const auto left = [&](std::int64_t i, std::int64_t m, std::int64_t k) {
        return a[i * sizes.rows * sizes.inner + (attributes.transposeLeft ? k * sizes.rows + m : m * sizes.inner + k)];
    };
    const auto right = [&](std::int64_t i, std::int64_t k, std::int64_t n) {
        return b[i * sizes.inner * sizes.columns + (attributes.transposeRight ? n * sizes.inner + k : k * sizes.columns + n)];
    };
    for (std::int64_t i = 0; i < sizes.count; ++i)
        for (std::int64_t m = 0; m < sizes.rows; ++m)
            for (std::int64_t n = 0; n < sizes.columns; ++n) {
                double sum = 0.0;
                for (std::int64_t k = 0; k < sizes.inner; ++k)
                    sum += left(i, m, k) * right(i, k, n);
                y[(i * sizes.rows + m) * sizes.columns + n] = sum;
            }
}

} // namespace netsmith::reference

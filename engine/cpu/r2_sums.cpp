#include "engine/ops/r2_sums.h"

#include "engine/cpu/kernel.h"

namespace netsmith::cpu {
namespace {

void storeExactly(double sum, float* high, float* low)
{
    *high = static_cast<float>(sum);
    *low = static_cast<float>(sum - static_cast<double>(*high));
}

} // namespace

/// Once a step over a few numbers a sample: a plain loop, not worth a second thread.
template <>
Lowered lower<ops::r2Sums>(const LoweringContext& context, const Op& op)
{
    const Shape& shape = context.input(op, 0).shape;
    const std::int64_t columns = shape[-1], rows = shape.elements() / columns;
    return lowerTo([=](const Addresses& at) {
        float* out = at.out<float>(0);
        for (std::int64_t c = 0; c < columns; ++c) {
            double errors = 0.0, sum = 0.0, squares = 0.0;
            for (std::int64_t r = 0; r < rows; ++r) {
                const double target = at.in<float>(1)[r * columns + c];
                const double error = at.in<float>(0)[r * columns + c] - target;
                errors += error * error;
                sum += target;
                squares += target * target;
            }
            out[c] = static_cast<float>(errors);
            storeExactly(sum, out + columns + c, out + 2 * columns + c);
            storeExactly(squares, out + 3 * columns + c, out + 4 * columns + c);
        }
    });
}

} // namespace netsmith::cpu

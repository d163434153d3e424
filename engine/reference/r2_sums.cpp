#include "engine/ops/r2_sums.h"

#include "engine/reference/call.h"
#include "engine/reference/rows.h"

namespace netsmith::reference {

template <>
void compute<ops::r2Sums>(const Call& call)
{
    const Rows p(call.in(0)), t(call.in(1));
    for (std::int64_t c = 0; c < p.width; ++c) {
        double errors = 0.0, sum = 0.0, squares = 0.0;
        for (std::int64_t r = 0; r < p.count; ++r) {
            const double target = t.row(r)[static_cast<std::size_t>(c)];
            const double error = p.row(r)[static_cast<std::size_t>(c)] - target;
            errors += error * error;
            sum += target;
            squares += target * target;
        }
        const std::int64_t width = p.width;
        call.out(0)[c] = errors;
        // Here a number is a double, but as in every backend the first of two is a float's value.
        call.out(0)[width + c] = static_cast<double>(static_cast<float>(sum));
        call.out(0)[2 * width + c] = sum - static_cast<double>(static_cast<float>(sum));
        call.out(0)[3 * width + c] = static_cast<double>(static_cast<float>(squares));
        call.out(0)[4 * width + c] = squares - static_cast<double>(static_cast<float>(squares));
    }
}

} // namespace netsmith::reference

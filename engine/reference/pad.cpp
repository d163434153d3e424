#include "engine/ops/pad.h"

#include "engine/reference/call.h"

namespace netsmith::reference {

template <>
void compute<ops::pad>(const Call& call)
{
    const auto& before = call.as<PadAttributes>().before;
    const Shape& x = call.in(0).shape();
    const Shape& y = call.out(0).shape();
    for (std::int64_t i = 0; i < call.out(0).size(); ++i) {
        std::int64_t rest = i;
        std::int64_t from = 0;
        std::int64_t stride = 1;
        bool inside = true;
        for (int axis = y.rank() - 1; axis >= 0; --axis) {
            const std::int64_t at = rest % y[axis] - before[static_cast<std::size_t>(axis)];
            inside = inside && at >= 0 && at < x[axis];
            from += at * stride;
            stride *= x[axis];
            rest /= y[axis];
        }
        call.out(0)[i] = inside ? call.in(0)[from] : 0.0;
    }
}

} // namespace netsmith::reference

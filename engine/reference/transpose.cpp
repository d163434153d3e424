#include "engine/ops/transpose.h"

#include "engine/reference/call.h"

namespace netsmith::reference {

template <>
void compute<ops::transpose>(const Call& call)
{
    const auto& order = call.as<TransposeAttributes>().order;
    const Shape& x = call.in(0).shape();
    const Shape& y = call.out(0).shape();
    for (std::int64_t i = 0; i < call.out(0).size(); ++i) {
        std::array<std::int64_t, Shape::maxRank> at{}; // in x
        std::int64_t rest = i;
        for (int axis = y.rank() - 1; axis >= 0; --axis) {
            at[static_cast<std::size_t>(order[static_cast<std::size_t>(axis)])] = rest % y[axis];
            rest /= y[axis];
        }
        std::int64_t from = 0;
        for (int axis = 0; axis < x.rank(); ++axis)
            from = from * x[axis] + at[static_cast<std::size_t>(axis)];
        call.out(0)[i] = call.in(0)[from];
    }
}

} // namespace netsmith::reference

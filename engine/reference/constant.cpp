#include "engine/ops/constant.h"

#include "engine/reference/call.h"

#include <algorithm>

namespace netsmith::reference {

template <>
void compute<ops::constant>(const Call& call)
{
    std::ranges::fill(call.out(0).values, call.as<ConstantAttributes>().value);
}

} // namespace netsmith::reference

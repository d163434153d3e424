#include "engine/ops/copy.h"

#include "engine/reference/call.h"

#include <algorithm>

namespace netsmith::reference {

template <>
void compute<ops::copy>(const Call& call)
{
    std::ranges::copy(call.in(0).values, call.out(0).values.begin());
}

} // namespace netsmith::reference

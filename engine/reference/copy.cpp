#include "engine/ops/copy.h"

#include "engine/reference/kernels.h"

#include <algorithm>

namespace netsmith::reference {

void copy(const Call& call)
{
    std::ranges::copy(call.in(0).values, call.out(0).values.begin());
}

} // namespace netsmith::reference

#include "engine/ops/cast.h"

#include "engine/reference/call.h"

#include <algorithm>

namespace netsmith::reference {

/// The executable rounds every result to its type.
template <>
void compute<ops::cast>(const Call& call)
{
    std::ranges::copy(call.in(0).values, call.out(0).values.begin());
}

} // namespace netsmith::reference

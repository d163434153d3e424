#include "engine/ops/scale.h"

#include "engine/reference/call.h"

namespace netsmith::reference {

template <>
void compute<ops::scale>(const Call& call)
{
    for (std::int64_t i = 0; i < call.in(0).size(); ++i)
        call.out(0)[i] = call.as<ScaleAttributes>().factor * call.in(0)[i];
}

} // namespace netsmith::reference

#include "engine/ops/begin_state.h"

#include "engine/ops/control.h"
#include "engine/reference/call.h"

namespace netsmith::reference {

template <>
void compute<ops::beginState>(const Call& call)
{
    const bool begins = call.in(1)[control::position] == 0.0;
    for (std::int64_t i = 0; i < call.in(0).size(); ++i)
        call.out(0)[i] = begins ? 0.0 : call.in(0)[i];
}

} // namespace netsmith::reference

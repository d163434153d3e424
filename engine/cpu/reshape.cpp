#include "engine/ops/reshape.h"

#include "engine/cpu/lowerings.h"

namespace netsmith::cpu {

Lowered lowerReshape(const LoweringContext&, const Op&)
{
    return {}; // the arena's layout gives both tensors the same bytes
}

} // namespace netsmith::cpu

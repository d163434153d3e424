#include "engine/ops/reshape.h"

#include "engine/cpu/kernel.h"

namespace netsmith::cpu {

template <>
Lowered lower<ops::reshape>(const LoweringContext&, const Op&)
{
    return {}; // the arena's layout gives both tensors the same bytes
}

} // namespace netsmith::cpu

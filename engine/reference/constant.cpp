#include "engine/ops/constant.h"

#include "engine/reference/call.h"

namespace netsmith::reference {

template <>
void compute<ops::constant>(const Call& call)
{
    call.out(0)[0] = call.as<ConstantAttributes>().value;
}

} // namespace netsmith::reference

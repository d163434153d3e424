#include "engine/ops/constant.h"

#include "engine/reference/kernels.h"

namespace netsmith::reference {

void constant(const Call& call)
{
    call.out(0)[0] = call.as<ConstantAttributes>().value;
}

} // namespace netsmith::reference

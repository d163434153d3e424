#include "engine/ops/add.h"

#include "engine/reference/activation.h"
#include "engine/reference/call.h"

namespace netsmith::reference {

template <>
void compute<ops::add>(const Call& call)
{
    const Activation kind = call.as<AddAttributes>().activation;
    for (std::int64_t i = 0; i < call.in(0).size(); ++i)
        call.out(0)[i] = activate(kind, call.in(0)[i] + call.in(1)[i]);
}

} // namespace netsmith::reference

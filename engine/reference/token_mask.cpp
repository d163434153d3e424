#include "engine/ops/token_mask.h"

#include "engine/reference/call.h"

namespace netsmith::reference {

template <>
void compute<ops::tokenMask>(const Call& call)
{
    const auto padding = static_cast<double>(call.as<TokenMaskAttributes>().padding);
    for (std::int64_t i = 0; i < call.in(0).size(); ++i)
        call.out(0)[i] = call.in(0)[i] == padding ? 0.0 : 1.0;
}

} // namespace netsmith::reference

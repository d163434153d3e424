#include "engine/ops/muon.h"

#include "engine/lowering/update.h"

// clang-format off
#include NS_HEADER(engine/NS_BACKEND/muon.h)
// clang-format on

namespace netsmith::NS_BACKEND {

template <>
Lowered lower<ops::muon>(const LoweringContext&, const Op& op)
{
    const Muon muon(op.as<MuonAttributes>());
    return lowerTo([muon](const Addresses& at, auto&... queue) { muon(queue..., updateControlOf(at), at); }, {muon.workspace(), {}},
                   muon.implementation());
}

} // namespace netsmith::NS_BACKEND

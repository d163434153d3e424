#include "engine/lowering/backend.h"
#include "engine/ops/all_ops.h"

namespace netsmith::NS_BACKEND {
namespace {

template <const OpSpec&... specs>
LowerFunction find(OpList<specs...>, std::string_view op)
{
    static constexpr std::pair<const OpSpec*, LowerFunction> rows[] = {{&specs, &lower<specs>}...};
    return functionFor<LowerFunction>(op, rows);
}

} // namespace

LowerFunction lowering(std::string_view op)
{
    return find(AllOps(), op);
}

} // namespace netsmith::NS_BACKEND

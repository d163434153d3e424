#include "engine/ops/all_ops.h"
#include "engine/reference/call.h"

namespace netsmith::reference {
namespace {

template <const OpSpec&... specs>
Kernel find(OpList<specs...>, std::string_view op)
{
    static constexpr std::pair<const OpSpec*, Kernel> rows[] = {{&specs, &compute<specs>}...};
    return functionFor<Kernel>(op, rows);
}

} // namespace

Kernel kernelNamed(std::string_view op)
{
    return find(AllOps(), op);
}

} // namespace netsmith::reference

#include "engine/ops/all_ops.h"

#include <array>

namespace netsmith {
namespace {

template <const OpSpec&... specs>
std::span<const OpSpec* const> listOf(OpList<specs...>)
{
    static constexpr std::array list{&specs...};
    return list;
}

} // namespace

std::span<const OpSpec* const> allOps()
{
    return listOf(AllOps());
}

} // namespace netsmith

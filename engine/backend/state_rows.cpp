#include "engine/backend/state_rows.h"

#include "engine/core/error.h"

namespace netsmith {
namespace {

[[noreturn]] void throwSize(Arena arena, std::int64_t have, std::int64_t asked)
{
    throw Error(ErrorKind::failed, NS_MESSAGE("state.size", "the arena {0} has {1:element|elements}, {2:was|were} asked for"),
                nameOf(arena), have, asked);
}

std::int64_t elementsOf(const StateLayout& layout, int row)
{
    return row < 0 ? 0 : layout.rows[static_cast<std::size_t>(row)].elements;
}

} // namespace

int rowOfArena(const StateLayout& layout, Arena arena, std::size_t elements)
{
    const int row = layout.find(arena);
    const std::int64_t have = elementsOf(layout, row);
    if (have != static_cast<std::int64_t>(elements))
        throwSize(arena, have, static_cast<std::int64_t>(elements));
    return row;
}

int rowOfPart(const StateLayout& layout, Arena arena, std::int64_t first, std::int64_t count)
{
    const int row = layout.find(arena);
    const std::int64_t have = elementsOf(layout, row);
    if (first < 0 || count > have - first)
        throwSize(arena, have, first + count);
    return row;
}

} // namespace netsmith

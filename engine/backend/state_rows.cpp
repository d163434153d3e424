#include "engine/backend/state_rows.h"

#include "engine/core/error.h"

namespace netsmith {

int rowOfArena(const StateLayout& layout, Arena arena, std::size_t elements)
{
    const int row = layout.find(arena);
    const std::int64_t have = row < 0 ? 0 : layout.rows[static_cast<std::size_t>(row)].elements;
    if (have != static_cast<std::int64_t>(elements))
        throw Error(ErrorKind::failed, NS_MESSAGE("state.size", "the arena {0} has {1:element|elements}, {2:was|were} asked for"),
                    nameOf(arena), have, elements);
    return row;
}

} // namespace netsmith

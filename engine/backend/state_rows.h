#pragma once

#include "engine/backend/backend.h"

#include <functional>

namespace netsmith {

/// The row of a whole arena, −1 if no program touches it; throws `state.size` if it has a different number of elements.
int rowOfArena(const StateLayout& layout, Arena arena, std::size_t elements);
/// The row of an arena's part, −1 if no program touches the arena and none of it is meant; throws `state.size` past its end.
int rowOfPart(const StateLayout& layout, Arena arena, std::int64_t first, std::int64_t count);

/// What a state's rows take, each of them `bytesOf(row)`; bound data, which is not yet known, is not counted.
template <class BytesOf>
MemoryUse stateMemory(const StateLayout& layout, const BytesOf& bytesOf)
{
    MemoryUse use;
    for (const StateRow& row : layout.rows) {
        const std::int64_t bytes = std::invoke(bytesOf, row);
        switch (row.memory) {
        case MemoryClass::weights: use.weights += bytes; break;
        case MemoryClass::gradients: use.gradients += bytes; break;
        case MemoryClass::optimizer: use.optimizer += bytes; break;
        case MemoryClass::workspace: use.workspace += bytes; break;
        case MemoryClass::data: break;
        }
    }
    return use;
}

} // namespace netsmith

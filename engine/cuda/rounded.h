#pragma once

#include "engine/backend/workspace.h"
#include "engine/cuda/kernel.h"
#include "engine/cuda/kernels/cast.h"

#include <type_traits>

namespace netsmith::cuda {

/// A buffer for this many f32 rounded to a type; none if that is f32, too.
inline Piece takeRounded(Workspace& workspace, std::int64_t elements, DataType type)
{
    return workspace.take(type == DataType::f32 ? 0 : elements, sizeOf(type));
}

/// f32 in the type T: as they are, or rounded into their room.
template <class T>
const T* asRounded(Stream& stream, const float* values, const Piece& room, const Addresses& at)
{
    if constexpr (std::is_same_v<T, float>) {
        return values;
    } else {
        if (!values)
            return nullptr;
        kernels::cast(stream, values, room.of<T>(at), room.elements);
        return room.of<T>(at);
    }
}

} // namespace netsmith::cuda

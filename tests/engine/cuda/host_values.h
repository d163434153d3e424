#pragma once

#include "engine/cuda/float_types.h"

#include <cstdint>

namespace netsmith::cuda {

/// Numbers of an array in the device's types.
inline double valueAt(DataType type, const void* data, std::int64_t index)
{
    return forFloatType(type, [&]<class T>(T) { return static_cast<double>(static_cast<const T*>(data)[index]); });
}

inline void setValue(DataType type, void* data, std::int64_t index, double value)
{
    forFloatType(type, [&]<class T>(T) { static_cast<T*>(data)[index] = T(value); });
}

} // namespace netsmith::cuda

#pragma once

#include "engine/core/bfloat16.h"
#include "engine/core/data_type.h"

#include <cstdint>

namespace netsmith::cuda {

/// Numbers of an array in the device's types.
inline double valueAt(DataType type, const void* data, std::int64_t index)
{
    return type == DataType::bf16 ? static_cast<double>(static_cast<const BFloat16*>(data)[index])
                                  : static_cast<double>(static_cast<const float*>(data)[index]);
}

inline void setValue(DataType type, void* data, std::int64_t index, double value)
{
    if (type == DataType::bf16)
        static_cast<BFloat16*>(data)[index] = BFloat16(value);
    else
        static_cast<float*>(data)[index] = static_cast<float>(value);
}

} // namespace netsmith::cuda

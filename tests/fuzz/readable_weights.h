#pragma once

#include "engine/interop/weights/weight_file.h"

#include <cstdlib>

namespace netsmith::interop {

/// Ends the program if a tensor's bytes don't match its shape; a sanitizer sees those that can't be read.
inline void requireReadable(const WeightFile& file)
{
    for (const WeightTensor& tensor : file.tensors) {
        if (tensor.bytes.size() != static_cast<std::size_t>(tensor.shape.elements()) * sizeOf(tensor.type))
            std::abort();
        const volatile std::byte* bytes = tensor.bytes.data();
        for (std::size_t i = 0; i < tensor.bytes.size(); ++i)
            static_cast<void>(bytes[i]);
    }
}

} // namespace netsmith::interop

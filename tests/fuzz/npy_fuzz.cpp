#include "engine/data/npy.h"

#include <cstdlib>

/// NPY: whatever the bytes, an array that matches its header or an error, and nothing else.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size)
{
    using namespace netsmith;
    const auto array = data::parseNpy(std::as_bytes(std::span(bytes, size)), "input");
    if (!array)
        return 0;
    // Every claimed byte can be read: the sanitizer sees if not.
    const auto count = static_cast<std::size_t>(array->shape.elements()) * sizeOf(array->type);
    const volatile std::byte* elements = array->bytes.get();
    for (std::size_t i = 0; i < count; ++i)
        static_cast<void>(elements[i]);
    return 0;
}

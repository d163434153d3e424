#include "engine/input/arrays/idx.h"

#include <cstdlib>

/// IDX, plain and gzip: any bytes give an array that matches its header, or an error.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size)
{
    using namespace netsmith;
    const auto content = std::as_bytes(std::span(bytes, size));
    const std::optional<data::IdxWanted> wanted[] = {
        {}, data::IdxWanted{DataType::u8, {28, 28}}, data::IdxWanted{DataType::u8, {}}};
    for (const auto& want : wanted) {
        const auto array = data::parseIdx(content, "input", want);
        if (!array)
            continue;
        if (want && (array->type != want->type || array->shape.withoutBatch() != want->sample))
            std::abort();
        // Every claimed byte must be readable, which the sanitizer checks.
        const auto count = static_cast<std::size_t>(array->shape.elements()) * sizeOf(array->type);
        const volatile std::byte* elements = array->bytes.get();
        for (std::size_t i = 0; i < count; ++i)
            static_cast<void>(elements[i]);
    }
    return 0;
}

#include "engine/core/utf8.h"
#include "engine/input/arrays/npy.h"

#include <cstdlib>

namespace {

/// As many texts as the header says, all valid in JSON, or an error.
void readTexts(std::span<const std::byte> bytes)
{
    using namespace netsmith;
    try {
        const auto reader = data::openBytes(bytes, "input");
        const data::NpyHeader header = data::readNpyHeader(*reader, "input");
        if (!header.isText())
            return;
        std::int64_t count = 0;
        data::readNpyTexts(header, *reader, "input", [&](std::int64_t, std::string_view text) {
            ++count;
            if (!isUtf8(text))
                std::abort();
        });
        if (count != header.shape.elements())
            std::abort();
    } catch (const Error&) {
    }
}

} // namespace

/// NPY: any bytes give an array that matches its header, or an error.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size)
{
    using namespace netsmith;
    readTexts(std::as_bytes(std::span(bytes, size)));
    const auto array = data::parseNpy(std::as_bytes(std::span(bytes, size)), "input");
    if (!array)
        return 0;
    // Every claimed byte must be readable, which the sanitizer checks.
    const auto count = static_cast<std::size_t>(array->shape.elements()) * sizeOf(array->type);
    const volatile std::byte* elements = array->bytes.get();
    for (std::size_t i = 0; i < count; ++i)
        static_cast<void>(elements[i]);
    return 0;
}

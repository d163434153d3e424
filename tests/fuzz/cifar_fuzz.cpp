#include "engine/data/cifar_source.h"

#include <cstdlib>
#include <vector>

/// CIFAR's records: as many pictures as the file has whole records, or an error.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size)
{
    for (const int labels : {1, 2}) {
        const std::size_t record = static_cast<std::size_t>(labels) + 3072;
        const std::size_t count = size / record;
        std::vector<std::byte> images(count * 3072), classes(count);
        const bool whole = size > 0 && size % record == 0;
        const auto parsed =
            netsmith::data::parseCifar(std::as_bytes(std::span(bytes, size)), "input", labels, images.data(), classes.data());
        if (parsed.hasValue() != whole)
            std::abort();
    }
    return 0;
}

#include "engine/store/safetensors.h"

#include <cstdlib>
#include <cstring>

using namespace netsmith;

/// Tensors that can be read are within the file, fill it, and survive a round trip.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    std::vector<std::byte> content(size);
    if (size > 0)
        std::memcpy(content.data(), data, size);
    const Expected<SafetensorsFile> file = parseSafetensors(std::move(content), "input");
    if (!file)
        return 0;
    for (const TensorView& tensor : file->tensors)
        if (static_cast<std::int64_t>(tensor.bytes.size())
            != tensor.shape.elements() * static_cast<std::int64_t>(sizeOf(tensor.type)))
            std::abort();
    const auto written = writeSafetensors(file->tensors, file->metadata);
    const Expected<SafetensorsFile> again = parseSafetensors(written, "again");
    if (!again || again->tensors.size() != file->tensors.size() || writeSafetensors(again->tensors, again->metadata) != written)
        std::abort();
    return 0;
}

#pragma once

#include "engine/interop/weights/weight_formats.h"

#include <cstdlib>
#include <cstring>

namespace netsmith::interop {

/// Reads the bytes as a file of one format: any give tensors that are where they claim to be and can be read, or an error about
/// input.
inline void fuzzWeights(const std::uint8_t* data, std::size_t size, bool (*recognises)(std::span<const std::byte>),
                        WeightFile (*read)(const MappedFile&, const std::filesystem::path&))
{
    const std::shared_ptr<std::byte[]> bytes(new std::byte[size]);
    if (size > 0)
        std::memcpy(bytes.get(), data, size);
    const MappedFile file{bytes, size};
    recognises(file.all());
    try {
        const WeightFile weights = read(file, "input");
        if (weights.tensors.empty())
            std::abort();
        std::size_t total = 0;
        for (const WeightTensor& tensor : weights.tensors) {
            total += tensor.bytes.size();
            if (static_cast<std::int64_t>(tensor.bytes.size())
                != tensor.shape.elements() * static_cast<std::int64_t>(sizeOf(tensor.type)))
                std::abort();
            if (weights.find(tensor.name) != &tensor)
                std::abort();
            if (total < (std::size_t{1} << 26) && static_cast<std::int64_t>(floatsOf(tensor).size()) != tensor.shape.elements())
                std::abort();
        }
        for (const Message& note : weights.notes)
            if (note.text().empty())
                std::abort();
    } catch (const Error& error) {
        if (error.kind() != ErrorKind::input || std::string_view(error.what()).find("input") == std::string_view::npos)
            std::abort();
    }
}

} // namespace netsmith::interop

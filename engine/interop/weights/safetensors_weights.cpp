#include "engine/interop/weights/stored_tensor.h"
#include "engine/interop/weights/weight_formats.h"
#include "engine/store/safetensors.h"

#include <algorithm>
#include <array>
#include <cstring>

namespace netsmith::interop {
namespace {

constexpr std::array<std::pair<std::string_view, Element>, 13> safetensorsTypes{{
    {"F64", Element::f64},
    {"F32", Element::f32},
    {"F16", Element::f16},
    {"BF16", Element::bf16},
    {"I64", Element::i64},
    {"I32", Element::i32},
    {"I16", Element::i16},
    {"I8", Element::i8},
    {"U64", Element::u64},
    {"U32", Element::u32},
    {"U16", Element::u16},
    {"U8", Element::u8},
    {"BOOL", Element::boolean},
}};

} // namespace

bool recognisesSafetensors(std::span<const std::byte> content)
{
    std::uint64_t length = 0;
    if (content.size() < sizeof length + 2)
        return false;
    std::memcpy(&length, content.data(), sizeof length);
    return length >= 2 && length <= content.size() - sizeof length && content[sizeof length] == std::byte{'{'};
}

WeightFile readSafetensorsWeights(const MappedFile& file, const std::filesystem::path& path)
{
    SafetensorsEntries read = safetensorsEntries(file.all(), path.string());
    const auto content =
        std::make_shared<const std::pair<std::shared_ptr<const void>, std::shared_ptr<const void>>>(file.bytes, read.content);
    TensorIntake intake(path.string(), content, file.size);
    for (SafetensorsEntry& entry : read.entries) {
        const auto* type =
            std::ranges::find(safetensorsTypes, std::string_view(entry.type), &std::pair<std::string_view, Element>::first);
        if (type == safetensorsTypes.end()) {
            intake.leaveOut(entry.name,
                            Message(NS_MESSAGE("weights.safetensors.type", "numbers of the type {0} can't be read"), entry.type));
            continue;
        }
        intake.add({.name = std::move(entry.name),
                    .type = std::string(nameOf(type->second)),
                    .element = type->second,
                    .sizes = std::move(entry.sizes),
                    .bytes = entry.bytes});
    }
    const auto writer = read.metadata.find("format"); // PyTorch's library writes "pt"
    const std::string format = writer == read.metadata.end() ? std::string() : writer->second;
    return intake.take("safetensors",
                       format == "pt"             ? Framework::pytorch
                           : format == "netsmith" ? Framework::netsmith
                                                  : Framework::unknown);
}

} // namespace netsmith::interop

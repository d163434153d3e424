#include "engine/core/error.h"
#include "engine/core/utf8.h"
#include "engine/input/arrays/npy.h"
#include "engine/interop/weights/stored_tensor.h"
#include "engine/interop/weights/weight_formats.h"
#include "engine/input/zip_archive.h"

#include <fmt/format.h>

#include <algorithm>

namespace netsmith::interop {
namespace {

constexpr std::string_view npyEnding = ".npy";

/// An array in a file of NumPy's as a tensor, which is called `name`.
StoredTensor storedIn(std::span<const std::byte> file, const std::string& place, std::string name)
{
    const auto reader = data::openBytes(file, place);
    const data::NpyHeader header = data::readNpyHeader(*reader, place, data::NpyScalars::read);
    if (header.isText())
        refuse(NS_MESSAGE("weights.npy.texts", "{0} holds texts, not numbers"), place);
    const std::string type = header.kind == 'b' ? "bool"
                                                : fmt::format("{}{}",
                                                              header.kind == 'f'       ? "float"
                                                                  : header.kind == 'i' ? "int"
                                                                                       : "uint",
                                                              8 * header.size);
    StoredTensor stored{.name = std::move(name), .type = type, .bigEndian = header.bigEndian};
    using enum Element;
    for (const Element element : {f64, f32, f16, i64, i32, i16, i8, u64, u32, u16, u8, boolean})
        if (nameOf(element) == type)
            stored.element = element;
    stored.bytes = file.subspan(static_cast<std::size_t>(header.headerBytes));
    const auto sizes = header.shape.sizes();
    stored.sizes.assign(sizes.begin(), sizes.end());
    if (header.fortranOrder) {
        std::int64_t stride = 1;
        for (const std::int64_t size : sizes) {
            stored.strides.push_back(stride);
            stride *= size; // fits: the header's claim was checked
        }
    }
    return stored;
}

/// Numbers past the end mean that this is not the file that was saved.
void requireEnd(const StoredTensor& stored, const std::string& place)
{
    std::uint64_t bytes = bytesOf(stored.element);
    for (const std::int64_t size : stored.sizes)
        bytes *= static_cast<std::uint64_t>(size);
    if (bytes < stored.bytes.size())
        refuse(NS_MESSAGE("weights.npy.trailing", "{0} has {1:byte|bytes} after the last number; download or copy it again"), place,
               stored.bytes.size() - bytes);
}

} // namespace

bool recognisesNpy(std::span<const std::byte> content)
{
    constexpr std::string_view magic = "\x93NUMPY";
    return content.size() >= magic.size() && std::equal(magic.begin(), magic.end(), reinterpret_cast<const char*>(content.data()));
}

WeightFile readNpyWeights(const MappedFile& file, const std::filesystem::path& path)
{
    const std::string place = path.string();
    StoredTensor stored = storedIn(file.all(), place, path.stem().string());
    requireEnd(stored, place);
    TensorIntake intake(place, file.bytes, file.size);
    intake.add(std::move(stored));
    return intake.take("NumPy", Framework::unknown);
}

bool recognisesNpz(std::span<const std::byte> content)
{
    if (!data::ZipArchive::begins(content))
        return false;
    try {
        const data::ZipArchive archive(content, "");
        return std::ranges::any_of(archive.entries(), [](const auto& entry) { return entry.name.ends_with(npyEnding); });
    } catch (const Error&) {
        return false;
    }
}

WeightFile readNpzWeights(const MappedFile& file, const std::filesystem::path& path)
{
    const std::string place = path.string();
    const auto archive = std::make_shared<data::ZipArchive>(file.all(), place, file.bytes);
    // The sizes are read first: what is deflated may be much larger than the file.
    std::uint64_t size = file.size;
    for (const data::ZipArchive::Entry& entry : archive->entries())
        size += entry.deflated ? entry.size : 0;
    TensorIntake intake(place, archive, size);
    for (const data::ZipArchive::Entry& entry : archive->entries()) {
        if (!entry.name.ends_with(npyEnding))
            continue;
        std::string name = entry.name.substr(0, entry.name.size() - npyEnding.size());
        const std::string member = place + ":" + visibleText(entry.name);
        const std::span<const std::byte> content = archive->bytes(entry);
        try {
            StoredTensor stored = storedIn(content, member, name);
            requireEnd(stored, member);
            intake.add(std::move(stored));
        } catch (const Error& error) { // Python objects, texts and arrays without numbers stand beside weights
            intake.leaveOut(name, error.message());
        }
    }
    return intake.take("NumPy", Framework::unknown);
}

} // namespace netsmith::interop

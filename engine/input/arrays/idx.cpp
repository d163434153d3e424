#include "engine/input/arrays/idx.h"

#include "engine/core/checked.h"
#include "engine/input/byte_reader.h"

#include <algorithm>
#include <array>
#include <bit>

namespace netsmith::data {
namespace {

std::string hex(std::span<const std::byte> bytes)
{
    constexpr char digits[] = "0123456789abcdef";
    std::string out;
    for (const std::byte byte : bytes) {
        out += out.empty() ? "" : " ";
        out += digits[std::to_integer<unsigned>(byte) >> 4];
        out += digits[std::to_integer<unsigned>(byte) & 15];
    }
    return out;
}

DataType elementType(std::byte code, const std::string& name)
{
    constexpr auto unsupported =
        NS_MESSAGE("data.idx.unsupported", "{0} holds {1} elements; u8, i32, f32 and f64 can be read: convert the file");
    switch (std::to_integer<int>(code)) {
    case 0x08: return DataType::u8;
    case 0x09: refuse(unsupported, name, "i8");
    case 0x0B: refuse(unsupported, name, "i16");
    case 0x0C: return DataType::i32;
    case 0x0D: return DataType::f32;
    case 0x0E: return DataType::f64;
    default:
        refuse(NS_MESSAGE("data.idx.type",
                          "{0} is not an IDX file: its third byte is {1}, expected a type from 08 to 0e; is it "
                          "the right file?"),
               name, hex(std::span(&code, 1)));
    }
}

struct Header {
    DataType type = DataType::u8;
    Shape shape;
    std::uint64_t bytes = 0;
};

Header readHeader(ByteReader& reader, const std::string& name)
{
    std::array<std::byte, 4> magic{};
    const std::size_t got = reader.read(magic);
    if (got == 0)
        refuse(NS_MESSAGE("data.idx.empty", "{0} is empty, expected an IDX file; download or copy it again"), name);
    if (got < magic.size() || magic[0] != std::byte{0} || magic[1] != std::byte{0})
        refuse(NS_MESSAGE("data.idx.magic",
                          "{0} is not an IDX file: it begins with {1}, expected 00 00, a type and a rank; is it "
                          "the right file?"),
               name, hex(std::span(magic).first(got)));
    Header header;
    header.type = elementType(magic[2], name);
    const auto rank = std::to_integer<std::size_t>(magic[3]);
    if (rank < 1 || rank > Shape::maxRank)
        refuse(NS_MESSAGE("data.idx.rank", "{0} has {1:axis|axes}, expected 1 to {2}; is it the right file?"), name, rank,
               Shape::maxRank);

    std::array<std::byte, 4 * Shape::maxRank> raw{};
    const auto sizes = std::span(raw).first(4 * rank);
    const std::size_t read = reader.read(sizes);
    if (read < sizes.size())
        refuse(NS_MESSAGE("data.idx.header", "{0} ends in its header: {1:byte|bytes} of {2}; download or copy it again"), name,
               magic.size() + read, magic.size() + sizes.size());
    std::array<std::int64_t, Shape::maxRank> axes{};
    for (std::size_t i = 0; i < rank; ++i) {
        for (std::size_t byte = 0; byte < 4; ++byte)
            axes[i] = axes[i] << 8 | std::to_integer<std::int64_t>(raw[4 * i + byte]);
        if (axes[i] == 0)
            refuse(NS_MESSAGE("data.idx.zero", "{0} holds nothing: size {1} of {2} in its header is 0; use a file with samples"),
                   name, i + 1, rank);
    }
    header.shape = Shape(std::span(axes).first(rank));
    header.bytes = magic.size() + sizes.size();
    return header;
}

void checkWanted(const Header& header, const IdxWanted& wanted, const std::string& name)
{
    if (header.type != wanted.type)
        refuse(NS_MESSAGE("data.idx.other_type", "{0} holds {1} elements, expected {2}; is it the right file?"), name,
               std::string(nameOf(header.type)), std::string(nameOf(wanted.type)));
    if (header.shape.rank() != wanted.sample.rank() + 1)
        refuse(NS_MESSAGE("data.idx.other_rank", "{0} has {1:axis|axes}, expected {2}; are images and labels swapped?"), name,
               header.shape.rank(), wanted.sample.rank() + 1);
    if (header.shape.withoutBatch() != wanted.sample)
        refuse(NS_MESSAGE("data.idx.other_sample", "{0} has samples of {1}, expected {2}; is it the right file?"), name,
               header.shape.withoutBatch().text(), wanted.sample.text());
}

/// The bytes of all elements, after checking that the file can hold them.
std::int64_t believableBytes(const Header& header, std::uint64_t sizeAtMost, const std::string& name)
{
    std::optional<std::int64_t> bytes = static_cast<std::int64_t>(sizeOf(header.type));
    for (const std::int64_t size : header.shape.sizes())
        bytes = bytes ? checkedMultiply(*bytes, size) : std::nullopt;
    const std::uint64_t room = sizeAtMost - std::min(sizeAtMost, header.bytes);
    if (!bytes || static_cast<std::uint64_t>(*bytes) > room)
        refuse(NS_MESSAGE("data.idx.claim",
                          "{0} claims {1} {2} elements but holds at most {3:byte|bytes} of them: it is truncated or "
                          "damaged; download or copy it again"),
               name, header.shape.text(), std::string(nameOf(header.type)), room);
    if (*bytes > idxBytesAtMost)
        refuse(NS_MESSAGE("data.idx.large", "{0} claims {1:byte|bytes}, at most {2} can be read; split the file"), name, *bytes,
               idxBytesAtMost);
    return *bytes;
}

void toMachineOrder(std::span<std::byte> elements, std::size_t size)
{
    static_assert(std::endian::native == std::endian::little, "IDX is big-endian");
    for (std::size_t at = 0; size > 1 && at < elements.size(); at += size)
        std::ranges::reverse(elements.subspan(at, size));
}

IdxArray readAll(ByteReader& reader, const std::string& name, const std::optional<IdxWanted>& wanted)
{
    const Header header = readHeader(reader, name);
    if (wanted)
        checkWanted(header, *wanted, name);
    const std::int64_t size = believableBytes(header, reader.sizeAtMost(), name);
    IdxArray array{header.type, header.shape, allocateBytes(size)};
    const std::span elements(array.bytes.get(), static_cast<std::size_t>(size));
    const std::size_t got = reader.read(elements);
    if (got < elements.size())
        refuse(NS_MESSAGE("data.idx.short", "{0} ends after {1} of {2:byte|bytes} ({3} {4}); download or copy it again"), name, got,
               size, header.shape.text(), std::string(nameOf(header.type)));
    std::byte extra{};
    if (reader.read(std::span(&extra, 1)) != 0)
        refuse(NS_MESSAGE("data.idx.trailing",
                          "{0} continues after the {1} {2} elements its header claims; download or copy it again"),
               name, header.shape.text(), std::string(nameOf(header.type)));
    toMachineOrder(elements, sizeOf(header.type));
    return array;
}

} // namespace

Expected<IdxArray> readIdx(const std::filesystem::path& path, const std::optional<IdxWanted>& wanted)
try {
    return readAll(*openBytes(path), path.string(), wanted);
} catch (const Error& error) {
    return error;
}

Expected<std::int64_t> countIdx(const std::filesystem::path& path, const IdxWanted& wanted)
try {
    const std::unique_ptr<ByteReader> reader = openBytes(path);
    const Header header = readHeader(*reader, path.string());
    checkWanted(header, wanted, path.string());
    believableBytes(header, reader->sizeAtMost(), path.string());
    return header.shape[0];
} catch (const Error& error) {
    return error;
}

Expected<IdxArray> parseIdx(std::span<const std::byte> content, std::string_view name, const std::optional<IdxWanted>& wanted)
try {
    return readAll(*openBytes(content, std::string(name)), std::string(name), wanted);
} catch (const Error& error) {
    return error;
}

} // namespace netsmith::data

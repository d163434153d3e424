#include "engine/input/arrays/npy.h"

#include "engine/core/checked.h"
#include "engine/core/files/mapped_file.h"
#include "engine/core/utf8.h"
#include "engine/fields/text/code_points.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstring>
#include <limits>
#include <optional>
#include <vector>

namespace netsmith::data {
namespace {

static_assert(std::endian::native == std::endian::little);

[[noreturn]] void refuseSize(std::int64_t bytes, const std::string& name)
{
    refuse(NS_MESSAGE("data.npy.large", "{0} claims {1:byte|bytes}, at most {2} can be read; split it"), name, bytes,
           npyBytesAtMost);
}

[[noreturn]] void refuseShort(const NpyHeader& header, std::size_t got, const std::string& name)
{
    refuse(NS_MESSAGE("data.npy.short", "{0} ends after {1} of {2:byte|bytes} of its {3} elements; download or copy it again"),
           name, got, header.storedBytes(), header.shape.text());
}

void requireEnd(const NpyHeader& header, ByteReader& reader, const std::string& name)
{
    std::byte extra{};
    if (reader.read(std::span(&extra, 1)) != 0)
        refuse(NS_MESSAGE("data.npy.trailing", "{0} continues after the {1} elements its header claims; download or copy it again"),
               name, header.shape.text());
}

/// NumPy's UCS-4 or bytes as UTF-8; nothing if they are not text.
std::optional<std::string> textOf(const NpyHeader& header, std::span<const std::byte> element)
{
    std::string out;
    if (header.kind == 'S') {
        out.assign(reinterpret_cast<const char*>(element.data()), element.size());
        out.erase(out.find_last_not_of('\0') + 1);
    } else {
        std::u32string characters(element.size() / sizeof(char32_t), U'\0');
        std::memcpy(characters.data(), element.data(), characters.size() * sizeof(char32_t));
        characters.erase(characters.find_last_not_of(U'\0') + 1);
        for (const char32_t stored : characters) {
            const auto character = static_cast<std::uint32_t>(stored);
            const std::uint32_t turned =
                character >> 24 | (character >> 8 & 0xFF00u) | (character << 8 & 0xFF0000u) | character << 24;
            const std::uint32_t value = header.bigEndian ? turned : character;
            if (value > 0x10FFFF)
                return std::nullopt;
            appendUtf8(out, static_cast<char32_t>(value));
        }
    }
    return isUtf8(out) ? std::optional(std::move(out)) : std::nullopt;
}

/// IEEE 754's binary16, every value of which a float can hold.
float fromHalf(std::uint16_t half)
{
    const int exponent = half >> 10 & 31, fraction = half & 1023;
    const float sign = half >> 15 != 0 ? -1.0f : 1.0f;
    if (exponent == 31)
        return fraction == 0 ? sign * std::numeric_limits<float>::infinity() : std::numeric_limits<float>::quiet_NaN();
    return sign
        * (exponent == 0 ? std::ldexp(static_cast<float>(fraction), -24)
                         : std::ldexp(static_cast<float>(fraction + 1024), exponent - 25));
}

/// Elements of one type stored as another.
template <class From, class To>
void convert(std::span<const std::byte> stored, std::byte* out)
{
    for (std::size_t i = 0; i < stored.size() / sizeof(From); ++i) {
        From from{};
        std::memcpy(&from, stored.data() + i * sizeof(From), sizeof from);
        const To to = static_cast<To>(from);
        std::memcpy(out + i * sizeof(To), &to, sizeof to);
    }
}

void convertHalves(std::span<const std::byte> stored, std::byte* out)
{
    for (std::size_t i = 0; i < stored.size() / 2; ++i) {
        std::uint16_t half = 0;
        std::memcpy(&half, stored.data() + 2 * i, sizeof half);
        const float value = fromHalf(half);
        std::memcpy(out + i * sizeof value, &value, sizeof value);
    }
}

void convertAll(const NpyHeader& header, std::span<const std::byte> stored, std::byte* out)
{
    const std::string type{header.kind, static_cast<char>('0' + header.size)};
    if (type == "f2")
        convertHalves(stored, out);
    else if (type == "i1")
        convert<std::int8_t, std::int32_t>(stored, out);
    else if (type == "i2")
        convert<std::int16_t, std::int32_t>(stored, out);
    else if (type == "u2")
        convert<std::uint16_t, std::int32_t>(stored, out);
    else if (type == "u4")
        convert<std::uint32_t, std::int64_t>(stored, out);
    else
        std::ranges::copy(stored, out);
}

void checkValues(const NpyHeader& header, std::span<const std::byte> stored, const std::string& name)
{
    if (header.kind == 'u' && header.size == 8)
        for (std::size_t i = 7; i < stored.size(); i += 8)
            if (std::to_integer<int>(stored[i]) >> 7 != 0)
                refuse(NS_MESSAGE("data.npy.unsigned",
                                  "{0} holds integers beyond 2^63 - 1, which can't be read; convert it to float64"),
                       name);
    if (header.kind == 'b' && std::ranges::any_of(stored, [](std::byte value) { return value > std::byte{1}; }))
        refuse(NS_MESSAGE("data.npy.bool", "{0} holds booleans that are neither 0 nor 1: it is damaged; download or copy it again"),
               name);
}

/// The elements in C order, from an array in Fortran order.
void fromFortran(const Shape& shape, std::size_t size, std::span<const std::byte> stored, std::byte* elements)
{
    std::array<std::int64_t, Shape::maxRank> at{};
    const std::size_t rank = shape.rank();
    for (std::size_t out = 0; out < stored.size(); out += size) {
        std::int64_t from = 0;
        for (std::size_t axis = rank; axis-- > 0;)
            from = from * shape[axis] + at[axis];
        std::memcpy(elements + out, &stored[static_cast<std::size_t>(from) * size], size);
        for (std::size_t axis = rank; axis-- > 0 && ++at[axis] == shape[axis];)
            at[axis] = 0;
    }
}

} // namespace

NpyArray readNpy(ByteReader& reader, const std::string& name, std::int64_t memory)
{
    return readNpyElements(readNpyHeader(reader, name), reader, name, memory);
}

NpyArray readNpyElements(const NpyHeader& header, ByteReader& reader, const std::string& name, std::int64_t memory)
{
    if (header.isText())
        refuse(
            NS_MESSAGE("data.npy.texts",
                       "{0} holds texts, which can only be read as classes; convert it to numbers with array.astype(\"float32\")"),
            name);
    if (header.storedBytes() > npyBytesAtMost)
        refuseSize(header.storedBytes(), name);
    const auto stored = static_cast<std::size_t>(header.storedBytes());
    const auto size = static_cast<std::size_t>(header.size), outSize = sizeOf(header.type());
    const auto bytes = checkedMultiply(header.shape.elements(), static_cast<std::int64_t>(outSize));
    if (!bytes)
        refuseSize(header.storedBytes(), name);
    const bool turned = header.fortranOrder && header.shape.rank() > 1, converted = outSize != size;
    const SampleRoom room(header.storedBytes() * (turned ? 2 : 1) + (converted ? *bytes : 0), memory);
    Bytes raw = room.allocate(header.storedBytes());
    const std::span elements(raw.get(), stored);
    if (const std::size_t got = reader.read(elements); got < stored)
        refuseShort(header, got, name);
    requireEnd(header, reader, name);
    if (header.bigEndian)
        for (std::size_t at = 0; size > 1 && at < stored; at += size)
            std::ranges::reverse(elements.subspan(at, size));
    checkValues(header, elements, name);
    if (turned) {
        const Bytes rows = room.allocate(header.storedBytes());
        fromFortran(header.shape, size, elements, rows.get());
        raw = rows;
    }
    if (converted) {
        const Bytes values = room.allocate(*bytes);
        convertAll(header, {raw.get(), stored}, values.get());
        raw = values;
    }
    room.settle({raw.get(), static_cast<std::size_t>(*bytes)});
    return {header.type(), header.shape, std::move(raw), room.isOnDisk()};
}

void readNpyTexts(const NpyHeader& header, ByteReader& reader, const std::string& name, const TextVisit& visit)
{
    if (!header.isText() || (header.fortranOrder && header.shape.rank() > 1))
        refuse(NS_MESSAGE("data.npy.no_texts", "{0} is not a plain array of texts; save it again with numpy.save"), name);
    std::vector<std::byte> element(static_cast<std::size_t>(header.size));
    for (std::int64_t i = 0; i < header.shape.elements(); ++i) {
        if (const std::size_t got = reader.read(element); got < element.size())
            refuseShort(header, static_cast<std::size_t>(i) * element.size() + got, name);
        const std::optional<std::string> text = textOf(header, element);
        if (!text)
            refuse(NS_MESSAGE("data.npy.utf8", "{0}: text {1} is not Unicode; save it again with array.astype(str)"), name, i);
        visit(i, *text);
    }
    requireEnd(header, reader, name);
}

NpyArray readNpyFile(const std::filesystem::path& path, std::int64_t mappedFrom)
{
    const std::string name = path.string();
    const NpyHeader header = readNpyHeader(*openBytes(path), name);
    const std::int64_t stored = header.storedBytes();
    if (stored >= mappedFrom && !header.isText() && header.isNative()) {
        const MappedFile file = mapFile(path).take();
        // Reading reports the error with one that is longer or shorter, or that it is compressed.
        if (static_cast<std::int64_t>(file.size) == header.headerBytes + stored)
            return {header.type(), header.shape, {file.bytes, file.bytes.get() + header.headerBytes}, true};
    }
    return readNpy(*openBytes(path), name);
}

std::string npyOf(const Shape& shape, std::span<const float> numbers)
{
    std::string sizes;
    for (int axis = 0; axis < shape.rank(); ++axis)
        sizes += fmt::format("{}, ", shape[axis]);
    std::string header = fmt::format("{{'descr': '<f4', 'fortran_order': False, 'shape': ({}), }}", sizes);
    constexpr std::size_t preamble = 10, alignment = 64;
    header.append(alignment - (preamble + header.size() + 1) % alignment, ' ');
    header += '\n';
    std::string file = "\x93NUMPY";
    file.append({'\1', '\0', static_cast<char>(header.size() & 0xff), static_cast<char>(header.size() >> 8)});
    return (file += header).append(reinterpret_cast<const char*>(numbers.data()), numbers.size_bytes());
}

Expected<NpyArray> parseNpy(std::span<const std::byte> content, std::string_view name)
try {
    return readNpy(*openBytes(content, std::string(name)), std::string(name));
} catch (const Error& error) {
    return error;
}

} // namespace netsmith::data

#include "engine/core/checked.h"
#include "engine/input/arrays/npy.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <optional>
#include <utility>
#include <vector>

namespace netsmith::data {
namespace {

/// The header's text, a Python dictionary: {'descr': '<f4', 'fortran_order': False, 'shape': (3, 4), }
class Dictionary {
public:
    Dictionary(std::string_view text, const std::string& name)
        : m_rest(text)
        , m_name(name)
    {
    }

    NpyHeader read()
    {
        NpyHeader header;
        bool descr = false, order = false, shape = false;
        expect('{');
        while (!accept('}')) {
            const std::string_view key = text();
            expect(':');
            bool& seen = key == "descr" ? descr : key == "fortran_order" ? order : key == "shape" ? shape : bad();
            if (std::exchange(seen, true))
                bad();
            if (&seen == &descr)
                readType(header);
            else if (&seen == &order)
                header.fortranOrder = readBool();
            else
                header.shape = readShape();
            if (!accept(',')) {
                expect('}');
                break;
            }
        }
        skipBlanks();
        if (!descr || !order || !shape || !m_rest.empty())
            bad();
        return header;
    }

private:
    [[noreturn]] bool& bad() const
    {
        refuse(NS_MESSAGE("data.npy.header",
                          "{0} has a header that can't be parsed, expected NumPy's type, order and shape; save it "
                          "again with numpy.save"),
               m_name);
    }
    void skipBlanks()
    {
        while (!m_rest.empty() && (m_rest[0] == ' ' || m_rest[0] == '\n' || m_rest[0] == '\t'))
            m_rest.remove_prefix(1);
    }
    bool accept(char c)
    {
        skipBlanks();
        if (m_rest.empty() || m_rest[0] != c)
            return false;
        m_rest.remove_prefix(1);
        return true;
    }
    void expect(char c)
    {
        if (!accept(c))
            bad();
    }
    std::string_view text()
    {
        const bool single = accept('\'');
        if (!single)
            expect('"');
        const std::size_t end = m_rest.find(single ? '\'' : '"');
        if (end == std::string_view::npos)
            bad();
        const std::string_view out = m_rest.substr(0, end);
        m_rest.remove_prefix(end + 1);
        return out;
    }
    bool readBool()
    {
        skipBlanks();
        for (const bool value : {false, true}) {
            const std::string_view word = value ? "True" : "False";
            if (m_rest.starts_with(word)) {
                m_rest.remove_prefix(word.size());
                return value;
            }
        }
        bad();
    }
    void readType(NpyHeader& header)
    {
        skipBlanks();
        if (m_rest.starts_with('['))
            refuse(NS_MESSAGE("data.npy.structure",
                              "{0} holds structures of several values; save each of them as an array of its own"),
                   m_name);
        const std::string_view type = text();
        const std::string_view digits = type.substr(std::min<std::size_t>(2, type.size()));
        const auto [end, code] = std::from_chars(digits.data(), digits.data() + digits.size(), header.size);
        if (type.size() > 1 && type[1] == 'O')
            refuse(NS_MESSAGE("data.npy.object",
                              "{0} holds Python objects, which are not read because they could run anything; save "
                              "numbers, with array.astype(\"float32\")"),
                   m_name);
        // "<U5" is five characters of four bytes each, "|S5" five bytes.
        constexpr int textAtMost = 1 << 16;
        if (type.size() > 2 && (type[1] == 'U' || type[1] == 'S') && code == std::errc() && end == digits.data() + digits.size()
            && header.size > 0 && header.size <= textAtMost) {
            header.size *= type[1] == 'U' ? 4 : 1;
            header.kind = type[1];
            header.bigEndian = type[0] == '>';
            return;
        }
        const bool known = type.size() == 3 && code == std::errc() && end == digits.data() + digits.size()
            && std::string_view("<>|=").find(type[0]) != std::string_view::npos;
        constexpr std::array<std::string_view, 11> read{"f2", "f4", "f8", "i1", "i2", "i4", "i8", "u1", "u2", "u4", "u8"};
        if (!known || (type.substr(1) != "b1" && std::ranges::find(read, type.substr(1)) == read.end()))
            refuse(NS_MESSAGE("data.npy.type",
                              "{0} holds elements of the type \"{1}\"; floats, integers, booleans and texts can be read: convert "
                              "it with array.astype(\"float32\")"),
                   m_name, std::string(type.substr(0, 40)));
        header.kind = type[1];
        header.bigEndian = type[0] == '>';
    }
    Shape readShape()
    {
        std::vector<std::int64_t> sizes;
        expect('(');
        while (!accept(')')) {
            std::int64_t size = 0;
            const auto [end, code] = std::from_chars(m_rest.data(), m_rest.data() + m_rest.size(), size);
            if (code != std::errc() || size < 0)
                bad();
            m_rest.remove_prefix(static_cast<std::size_t>(end - m_rest.data()));
            accept('L'); // as Python 2 wrote it
            sizes.push_back(size);
            if (sizes.size() > Shape::maxRank)
                refuse(NS_MESSAGE("data.npy.rank", "{0} has more than {1:axis|axes}; reshape it"), m_name, Shape::maxRank);
            if (size == 0)
                refuse(NS_MESSAGE("data.npy.zero", "{0} holds nothing: axis {1} has size 0; use an array with samples"), m_name,
                       sizes.size());
            if (!accept(',')) {
                expect(')');
                break;
            }
        }
        return Shape(sizes);
    }

    std::string_view m_rest;
    const std::string& m_name;
};

std::string readExactly(ByteReader& reader, std::size_t size, const std::string& name)
{
    std::string out(size, '\0');
    if (reader.read(std::as_writable_bytes(std::span(out))) < size)
        refuse(NS_MESSAGE("data.npy.short_header",
                          "{0} ends in its header, expected an array in NumPy's NPY format; download or copy it "
                          "again"),
               name);
    return out;
}

} // namespace

DataType NpyHeader::type() const
{
    if (kind == 'f')
        return size == 8 ? DataType::f64 : DataType::f32;
    if (kind == 'b' || (kind == 'u' && size == 1))
        return DataType::u8;
    return size < 4 || (kind == 'i' && size == 4) ? DataType::i32 : DataType::i64;
}

std::int64_t NpyHeader::storedBytes() const
{
    std::optional<std::int64_t> bytes = size;
    for (const std::int64_t axis : shape.sizes())
        bytes = bytes ? checkedMultiply(*bytes, axis) : std::nullopt;
    return bytes.value_or(-1);
}

std::string NpyHeader::words() const
{
    return (isText() ? std::string("texts ") : std::string(nameOf(type())) + ' ') + shape.text();
}

bool NpyHeader::isNative() const
{
    const bool sameType = kind == 'f' ? size >= 4 : kind == 'i' ? size >= 4 : kind == 'u' && size == 1;
    return sameType && !(bigEndian && size > 1) && !(fortranOrder && shape.rank() > 1);
}

NpyHeader readNpyHeader(ByteReader& reader, const std::string& name, NpyScalars scalars)
{
    constexpr std::string_view magic = "\x93NUMPY";
    constexpr std::size_t headerAtMost = 1 << 16; // an array's is 128 bytes; structures may have more
    const std::string first = readExactly(reader, magic.size() + 2, name);
    if (!first.starts_with(magic))
        refuse(NS_MESSAGE("data.npy.magic", "{0} is not an NPY file; is it the right file?"), name);
    const int version = first[magic.size()];
    if (version < 1 || version > 3)
        refuse(
            NS_MESSAGE("data.npy.version", "{0} is written in version {1} of NPY, expected 1 to 3; save it again with numpy.save"),
            name, version);
    std::size_t length = 0, shift = 0;
    for (const char byte : readExactly(reader, version == 1 ? 2 : 4, name)) {
        length |= std::size_t{static_cast<unsigned char>(byte)} << shift;
        shift += 8;
    }
    if (length > headerAtMost)
        refuse(NS_MESSAGE("data.npy.long_header", "{0} claims a header of {1:byte|bytes}, at most {2} are read; is it damaged?"),
               name, length, headerAtMost);
    const std::string text = readExactly(reader, length, name);
    NpyHeader header = Dictionary(text, name).read();
    header.headerBytes = static_cast<std::int64_t>(first.size() + (version == 1 ? 2 : 4) + length);
    if (header.shape.rank() == 0 && scalars == NpyScalars::refuse)
        refuse(NS_MESSAGE("data.npy.scalar", "{0} is a single number, expected an array of samples; save several"), name);
    const std::int64_t bytes = header.storedBytes();
    if (bytes < 0 || static_cast<std::uint64_t>(bytes) > reader.sizeAtMost())
        refuse(NS_MESSAGE("data.npy.claim",
                          "{0} claims {1} elements of {2:byte|bytes} but is smaller than that: it is truncated or damaged; "
                          "download or copy it again"),
               name, header.shape.text(), header.size);
    return header;
}

} // namespace netsmith::data

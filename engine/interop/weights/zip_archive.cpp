#include "engine/interop/weights/zip_archive.h"

#include "engine/core/error.h"
#include "engine/core/files/mapped_file.h"
#include "engine/core/utf8.h"
#include "engine/fields/sample_room.h"

#include <algorithm>
#include <cstring>
#include <optional>
#include <zlib.h>

namespace netsmith::interop {
namespace {

constexpr std::uint32_t localSign = 0x04034b50, entrySign = 0x02014b50, endSign = 0x06054b50;
constexpr std::uint32_t end64Sign = 0x06064b50, locatorSign = 0x07064b50;
constexpr std::size_t localBytes = 30, entryBytes = 46, endBytes = 22, end64Bytes = 56, locatorBytes = 20;
constexpr std::uint64_t narrow = 0xffffffff; // in 32 bits: the number is in the 64 bits of ZIP64
constexpr std::uint64_t densest = 1032; // the most that deflate packs into a byte

template <class T>
T number(std::span<const std::byte> bytes, std::size_t at)
{
    T value{};
    std::memcpy(&value, bytes.subspan(at, sizeof value).data(), sizeof value);
    return value;
}

Message ends()
{
    return Message(NS_MESSAGE("weights.zip.ends", "its directory is missing or not where the file's end says, so it is truncated"));
}

/// Unpacks all of `packed` into `out`, which it must fill. Nothing, or what is wrong.
std::optional<Message> inflateInto(std::span<const std::byte> packed, std::span<std::byte> out)
{
    z_stream stream{};
    if (inflateInit2(&stream, -MAX_WBITS) != Z_OK)
        throw std::bad_alloc();
    constexpr std::size_t piece = std::size_t{1} << 30; // zlib counts in 32 bits
    std::size_t taken = 0, filled = 0;
    std::byte excess{};
    int code = Z_OK;
    while (code == Z_OK) {
        const std::size_t in = std::min(packed.size() - taken, piece), room = std::min(out.size() - filled, piece);
        stream.next_in = reinterpret_cast<Bytef*>(const_cast<std::byte*>(packed.data() + taken));
        stream.avail_in = static_cast<uInt>(in);
        stream.next_out = reinterpret_cast<Bytef*>(room > 0 ? out.data() + filled : &excess);
        stream.avail_out = static_cast<uInt>(room > 0 ? room : 1);
        code = inflate(&stream, Z_NO_FLUSH);
        taken += in - stream.avail_in;
        const std::size_t made = (room > 0 ? room : 1) - stream.avail_out;
        if (room == 0 && made > 0)
            code = Z_MEM_ERROR;
        filled += room > 0 ? made : 0;
    }
    inflateEnd(&stream);
    if (code == Z_MEM_ERROR)
        return Message(NS_MESSAGE("weights.zip.more", "it unpacks to more than it claims"));
    if (code != Z_STREAM_END)
        return Message(NS_MESSAGE("weights.zip.damaged", "its data is damaged"));
    if (filled < out.size())
        return Message(NS_MESSAGE("weights.zip.less", "it unpacks to less than it claims"));
    return std::nullopt;
}

} // namespace

bool ZipArchive::begins(std::span<const std::byte> content)
{
    return content.size() >= endBytes && number<std::uint32_t>(content, 0) == localSign;
}

ZipArchive::ZipArchive(std::span<const std::byte> content, std::string place, std::shared_ptr<const void> owner)
    : m_place(std::move(place))
    , m_owner(std::move(owner))
    , m_all(content)
{
    readDirectory();
    for (std::size_t i = 0; i < m_entries.size(); ++i)
        if (!m_byName.emplace(m_entries[i].name, i).second)
            fail(Message(NS_MESSAGE("weights.zip.twice", "two of its files are called \"{0}\""), visibleText(m_entries[i].name)));
}

void ZipArchive::fail(Message reason) const
{
    refuse(NS_MESSAGE("weights.zip", "{0} can't be read as a ZIP archive: {1}; download or copy it again"), m_place,
           std::move(reason));
}

void ZipArchive::readDirectory()
{
    // The end of the directory is followed by nothing but a comment, whose length it holds.
    std::optional<std::size_t> end;
    for (std::size_t back = endBytes; back <= std::min<std::size_t>(m_all.size(), endBytes + 0xffff) && !end; ++back)
        if (const std::size_t at = m_all.size() - back;
            number<std::uint32_t>(m_all, at) == endSign && number<std::uint16_t>(m_all, at + 20) == back - endBytes)
            end = at;
    if (!end)
        fail(ends());
    std::uint64_t count = number<std::uint16_t>(m_all, *end + 10), size = number<std::uint32_t>(m_all, *end + 12);
    std::uint64_t begin = number<std::uint32_t>(m_all, *end + 16), limit = *end;
    if (*end >= locatorBytes && number<std::uint32_t>(m_all, *end - locatorBytes) == locatorSign) {
        const auto end64 = number<std::uint64_t>(m_all, *end - locatorBytes + 8);
        if (end64 > *end || *end - end64 < end64Bytes + locatorBytes
            || number<std::uint32_t>(m_all, static_cast<std::size_t>(end64)) != end64Sign)
            fail(ends());
        const auto record = m_all.subspan(static_cast<std::size_t>(end64), end64Bytes);
        count = number<std::uint64_t>(record, 32);
        size = number<std::uint64_t>(record, 40);
        begin = number<std::uint64_t>(record, 48);
        limit = end64;
    }
    if (begin > limit || size != limit - begin || count > size / entryBytes)
        fail(ends());
    auto rest = m_all.subspan(static_cast<std::size_t>(begin), static_cast<std::size_t>(size));
    m_all = m_all.first(static_cast<std::size_t>(begin));
    for (std::uint64_t i = 0; i < count; ++i)
        rest = rest.subspan(readEntry(rest));
    checkOverlaps(begin);
}

std::size_t ZipArchive::readEntry(std::span<const std::byte> header)
{
    if (header.size() < entryBytes || number<std::uint32_t>(header, 0) != entrySign)
        fail(ends());
    const std::size_t name = number<std::uint16_t>(header, 28), extra = number<std::uint16_t>(header, 30);
    const std::size_t whole = entryBytes + name + extra + number<std::uint16_t>(header, 32);
    if (header.size() < whole)
        fail(ends());
    Entry entry;
    entry.name.assign(reinterpret_cast<const char*>(header.data()) + entryBytes, name);
    const Message damaged(NS_MESSAGE("weights.zip.entry", "the place or the size of \"{0}\" in it is not valid"),
                          visibleText(entry.name));
    entry.checksum = number<std::uint32_t>(header, 16);
    std::uint64_t packed = number<std::uint32_t>(header, 20), offset = number<std::uint32_t>(header, 42);
    entry.size = number<std::uint32_t>(header, 24);
    for (auto fields = header.subspan(entryBytes + name, extra); fields.size() >= 4;) {
        const std::size_t length = number<std::uint16_t>(fields, 2);
        if (length > fields.size() - 4)
            break;
        auto wide = fields.subspan(4, length);
        for (std::uint64_t* value : {&entry.size, &packed, &offset})
            if (number<std::uint16_t>(fields, 0) == 1 && *value == narrow && wide.size() >= 8) {
                *value = number<std::uint64_t>(wide, 0);
                wide = wide.subspan(8);
            }
        fields = fields.subspan(4 + length);
    }

    if (number<std::uint16_t>(header, 8) & 1)
        fail(Message(NS_MESSAGE("weights.zip.encrypted", "\"{0}\" in it is encrypted"), visibleText(entry.name)));
    const auto method = number<std::uint16_t>(header, 10);
    if (method != 0 && method != 8)
        fail(Message(NS_MESSAGE("weights.zip.method", "\"{0}\" in it is packed by method {1}, and only deflate can be read"),
                     visibleText(entry.name), method));
    entry.deflated = method == 8;
    if (offset > m_all.size() || m_all.size() - offset < localBytes
        || number<std::uint32_t>(m_all, static_cast<std::size_t>(offset)) != localSign)
        fail(damaged);
    const auto local = m_all.subspan(static_cast<std::size_t>(offset));
    const std::size_t begin = localBytes + number<std::uint16_t>(local, 26) + number<std::uint16_t>(local, 28);
    if (begin > local.size() || packed > local.size() - begin || (!entry.deflated && packed != entry.size))
        fail(damaged);
    if (entry.deflated && entry.size / densest > packed)
        fail(Message(NS_MESSAGE("weights.zip.bomb", "\"{0}\" in it claims {1:byte|bytes}, more than its {2} packed ones can hold"),
                     visibleText(entry.name), entry.size, packed));
    entry.packed = local.subspan(begin, static_cast<std::size_t>(packed));
    m_ranges.emplace_back(offset, offset + begin + packed);
    m_size += entry.deflated ? 0 : entry.size;
    m_entries.push_back(std::move(entry));
    return whole;
}

void ZipArchive::checkOverlaps(std::uint64_t directory)
{
    std::ranges::sort(m_ranges);
    std::uint64_t reached = 0;
    for (const auto& [begin, end] : m_ranges) {
        if (begin < reached || end > directory)
            fail(Message(NS_MESSAGE("weights.zip.overlap", "files in it overlap")));
        reached = end;
    }
}

const ZipArchive::Entry* ZipArchive::find(std::string_view name) const
{
    const auto found = m_byName.find(name);
    return found == m_byName.end() ? nullptr : &m_entries[found->second];
}

std::span<const std::byte> ZipArchive::bytes(const Entry& entry)
{
    if (!entry.deflated)
        return entry.packed;
    const auto [unpacked, isNew] = m_unpacked.try_emplace(entry.name);
    if (!isNew)
        return unpacked->second;
    if (entry.size > static_cast<std::uint64_t>(data::memoryForSamples()))
        throw Error(ErrorKind::resources,
                    NS_MESSAGE("weights.zip_memory",
                               "{0}: \"{1}\" takes {2:byte|bytes} unpacked, more than there is memory for; close other programs"),
                    m_place, visibleText(entry.name), entry.size);
    unpacked->second.resize(static_cast<std::size_t>(entry.size));
    std::optional<Message> problem = inflateInto(entry.packed, unpacked->second);
    checkMapped(entry.packed);
    std::uint32_t sum = 0;
    for (std::span rest(unpacked->second); !problem && !rest.empty();) {
        const auto part = rest.first(std::min<std::size_t>(rest.size(), 1u << 30));
        sum = static_cast<std::uint32_t>(crc32(sum, reinterpret_cast<const Bytef*>(part.data()), static_cast<uInt>(part.size())));
        rest = rest.subspan(part.size());
    }
    if (!problem && sum != entry.checksum)
        problem = Message(NS_MESSAGE("weights.zip.checksum", "its checksum is wrong"));
    if (problem)
        fail(Message(NS_MESSAGE("weights.zip.unpack", "\"{0}\" in it: {1}"), visibleText(entry.name), *std::move(problem)));
    m_size += entry.size;
    return unpacked->second;
}

} // namespace netsmith::interop

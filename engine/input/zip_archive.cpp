#include "engine/input/zip_archive.h"

#include "engine/core/error.h"
#include "engine/core/files/mapped_file.h"
#include "engine/core/utf8.h"
#include "engine/fields/sample_room.h"

#include <algorithm>
#include <cstring>
#include <optional>
#include <zlib.h>

namespace netsmith::data {
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

} // namespace

/// The content of one entry, unpacked as it is read.
class ZipArchive::Reader final : public ByteReader {
public:
    Reader(const ZipArchive& archive, const Entry& entry)
        : m_archive(archive)
        , m_entry(entry)
        , m_rest(entry.packed)
    {
        if (m_entry.deflated && inflateInit2(&m_stream, -MAX_WBITS) != Z_OK)
            throw std::bad_alloc();
    }
    ~Reader() override
    {
        if (m_entry.deflated)
            inflateEnd(&m_stream);
    }
    Reader(const Reader&) = delete;
    Reader& operator=(const Reader&) = delete;

    std::size_t read(std::span<std::byte> out) override
    {
        out = out.first(static_cast<std::size_t>(std::min<std::uint64_t>(out.size(), m_entry.size - m_read)));
        for (std::span<std::byte> room = out; !room.empty();) {
            const std::span<std::byte> part = room.first(std::min(room.size(), piece));
            if (fill(part) < part.size())
                fail(Message(NS_MESSAGE("weights.zip.less", "it unpacks to less than it claims")));
            m_sum = crc32(m_sum, reinterpret_cast<const Bytef*>(part.data()), static_cast<uInt>(part.size()));
            room = room.subspan(part.size());
        }
        m_read += out.size();
        if (m_read == m_entry.size && !m_checked)
            checkEnd();
        return out.size();
    }
    std::uint64_t sizeAtMost() const override { return m_entry.size; }

private:
    static constexpr std::size_t piece = std::size_t{1} << 30; // zlib counts in 32 bits

    [[noreturn]] void fail(Message problem) const
    {
        m_archive.fail(
            Message(NS_MESSAGE("weights.zip.unpack", "\"{0}\" in it: {1}"), visibleText(m_entry.name), std::move(problem)));
    }

    /// Fewer bytes only at the end of the content.
    std::size_t fill(std::span<std::byte> out)
    {
        if (!m_entry.deflated) {
            std::memcpy(out.data(), m_rest.data(), out.size());
            m_rest = m_rest.subspan(out.size());
            return out.size();
        }
        m_stream.next_out = reinterpret_cast<Bytef*>(out.data());
        m_stream.avail_out = static_cast<uInt>(out.size());
        while (m_stream.avail_out > 0 && !m_ended) {
            if (m_stream.avail_in == 0) {
                const std::span<const std::byte> next = m_rest.first(std::min(m_rest.size(), piece));
                m_stream.next_in = reinterpret_cast<Bytef*>(const_cast<std::byte*>(next.data()));
                m_stream.avail_in = static_cast<uInt>(next.size());
                m_rest = m_rest.subspan(next.size());
            }
            const int code = inflate(&m_stream, Z_NO_FLUSH);
            m_ended = code == Z_STREAM_END;
            if (code != Z_OK && !m_ended) // also where the packed bytes end too early
                fail(Message(NS_MESSAGE("weights.zip.damaged", "its data is damaged")));
        }
        return out.size() - m_stream.avail_out;
    }

    void checkEnd()
    {
        m_checked = true;
        std::byte excess{};
        if (m_entry.deflated && fill({&excess, 1}) > 0)
            fail(Message(NS_MESSAGE("weights.zip.more", "it unpacks to more than it claims")));
        checkMapped(m_entry.packed);
        if (m_sum != m_entry.checksum)
            fail(Message(NS_MESSAGE("weights.zip.checksum", "its checksum is wrong")));
    }

    const ZipArchive& m_archive;
    const Entry& m_entry;
    std::span<const std::byte> m_rest; ///< of the packed bytes
    std::uint64_t m_read = 0;
    uLong m_sum = 0;
    bool m_ended = false; ///< the packed data says that it ends
    bool m_checked = false;
    z_stream m_stream{};
};

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

std::unique_ptr<ByteReader> ZipArchive::open(const Entry& entry) const
{
    return std::make_unique<Reader>(*this, entry);
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
    Reader(*this, entry).read(unpacked->second);
    m_size += entry.size;
    return unpacked->second;
}

} // namespace netsmith::data

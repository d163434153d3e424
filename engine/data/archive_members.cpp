#include "engine/data/archive_members.h"

#include "engine/core/error.h"

#include <algorithm>
#include <archive.h>
#include <archive_entry.h>

namespace netsmith::data {
namespace {

namespace fs = std::filesystem;

struct Free {
    void operator()(archive* open) const { archive_read_free(open); }
};

/// An archive that is read sequentially.
class OpenArchive {
public:
    OpenArchive(const fs::path& path, const MessageTemplate& unreadable)
        : m_path(path)
        , m_unreadable(unreadable)
        , m_archive(archive_read_new())
    {
        if (!m_archive)
            throw Error(ErrorKind::resources,
                        NS_MESSAGE("data.archive_memory", "not enough memory to read {0}; close other programs"), path.string());
        archive_read_support_filter_gzip(get());
        archive_read_support_format_tar(get());
        if (archive_read_open_filename(get(), path.c_str(), std::size_t{1} << 16) != ARCHIVE_OK)
            fail();
    }

    archive* get() const { return m_archive.get(); }

    /// The next member; null after the last.
    archive_entry* next() const
    {
        archive_entry* entry = nullptr;
        const int result = archive_read_next_header(get(), &entry);
        if (result == ARCHIVE_EOF)
            return nullptr;
        if (result < ARCHIVE_WARN)
            fail();
        return entry;
    }

    [[noreturn]] void fail() const
    {
        const char* reason = archive_error_string(get());
        throw Error(ErrorKind::input, m_unreadable, m_path.string(), reason ? reason : "");
    }

private:
    const fs::path& m_path;
    const MessageTemplate& m_unreadable;
    std::unique_ptr<archive, Free> m_archive;
};

/// The unpacked bytes of the current member.
class MemberReader final : public ByteReader {
public:
    MemberReader(const OpenArchive& archive, std::uint64_t size)
        : m_archive(archive)
        , m_size(size)
    {
    }

    std::size_t read(std::span<std::byte> out) override
    {
        std::size_t filled = 0;
        while (filled < out.size()) {
            const la_ssize_t got = archive_read_data(m_archive.get(), &out[filled], out.size() - filled);
            if (got < 0)
                m_archive.fail();
            if (got == 0)
                break;
            filled += static_cast<std::size_t>(got);
        }
        return filled;
    }
    std::uint64_t sizeAtMost() const override { return m_size; }

private:
    const OpenArchive& m_archive;
    std::uint64_t m_size;
};

} // namespace

void eachArchiveMember(const fs::path& path, const MessageTemplate& unreadable,
                       const std::function<void(const std::string&, ByteReader&)>& visit)
{
    const std::uint64_t unpacked = openBytes(path)->sizeAtMost(); // which throws errors of the file itself
    const OpenArchive archive(path, unreadable);
    while (archive_entry* entry = archive.next()) {
        const char* name = archive_entry_pathname(entry);
        if (!name || archive_entry_filetype(entry) != AE_IFREG)
            continue;
        const std::uint64_t claimed = archive_entry_size_is_set(entry)
            ? static_cast<std::uint64_t>(std::max<la_int64_t>(0, archive_entry_size(entry)))
            : unpacked;
        MemberReader reader(archive, std::min(claimed, unpacked));
        visit(name, reader);
    }
}

} // namespace netsmith::data

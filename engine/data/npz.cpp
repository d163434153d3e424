#include "engine/data/npz.h"

#include "engine/core/error.h"

#include <algorithm>
#include <archive.h>
#include <archive_entry.h>
#include <set>

namespace netsmith::data {
namespace {

namespace fs = std::filesystem;

struct Free {
    void operator()(archive* open) const { archive_read_free(open); }
};

[[noreturn]] void fail(archive* open, const fs::path& path)
{
    const char* reason = archive_error_string(open);
    throw Error(ErrorKind::input, NS_MESSAGE("data.npz", "{0} can't be read as an NPZ file, a ZIP archive of arrays: {1}"),
                path.string(), reason ? reason : "");
}

/// The unpacked bytes of the archive's current member.
class MemberReader final : public ByteReader {
public:
    MemberReader(archive* open, const fs::path& path, std::uint64_t size)
        : m_archive(open)
        , m_path(path)
        , m_size(size)
    {
    }

    std::size_t read(std::span<std::byte> out) override
    {
        std::size_t filled = 0;
        while (filled < out.size()) {
            const la_ssize_t got = archive_read_data(m_archive, &out[filled], out.size() - filled);
            if (got < 0)
                fail(m_archive, m_path);
            if (got == 0)
                break;
            filled += static_cast<std::size_t>(got);
        }
        return filled;
    }
    std::uint64_t sizeAtMost() const override { return m_size; }

private:
    archive* m_archive;
    const fs::path& m_path;
    std::uint64_t m_size;
};

} // namespace

void eachNpzArray(const fs::path& path, const std::function<void(const std::string&, ByteReader&, const std::string&)>& visit)
{
    constexpr std::uint64_t densest = 1032; // deflate's limit
    constexpr std::string_view ending = ".npy";
    const std::uint64_t fileSize = openBytes(path)->sizeAtMost(); // and what is wrong with the file itself
    const std::unique_ptr<archive, Free> open(archive_read_new());
    if (!open)
        throw Error(ErrorKind::resources, NS_MESSAGE("data.npz_memory", "no memory to read {0}; close other programs"),
                    path.string());
    archive_read_support_format_zip_seekable(open.get());
    if (archive_read_open_filename(open.get(), path.c_str(), std::size_t{1} << 16) != ARCHIVE_OK)
        fail(open.get(), path);
    std::set<std::string> seen;
    for (;;) {
        archive_entry* entry = nullptr;
        const int result = archive_read_next_header(open.get(), &entry);
        if (result == ARCHIVE_EOF)
            return;
        if (result < ARCHIVE_WARN)
            fail(open.get(), path);
        const char* given = archive_entry_pathname(entry);
        std::string name = given ? given : "";
        if (!name.ends_with(ending) || archive_entry_filetype(entry) != AE_IFREG)
            continue;
        name.resize(name.size() - ending.size());
        if (!seen.insert(name).second)
            throw Error(ErrorKind::input, NS_MESSAGE("data.npz_twice", "{0} holds two arrays \"{1}\"; save it again"),
                        path.string(), name);
        const std::uint64_t most = fileSize > UINT64_MAX / densest ? UINT64_MAX : fileSize * densest;
        const std::uint64_t claimed = archive_entry_size_is_set(entry)
            ? static_cast<std::uint64_t>(std::max<la_int64_t>(0, archive_entry_size(entry)))
            : most;
        MemberReader reader(open.get(), path, std::min(claimed, most));
        visit(name, reader, path.string() + ":" + name + ".npy");
    }
}

} // namespace netsmith::data

#include "engine/interop/weights/keras_archive.h"

#include "engine/core/error.h"

#include <archive.h>
#include <archive_entry.h>
#include <memory>
#include <string>

namespace netsmith::interop {
namespace {

struct FreeArchive {
    void operator()(archive* open) const { archive_read_free(open); }
};

[[noreturn]] void refuseArchive(archive* open)
{
    const char* reason = archive_error_string(open);
    refuse(NS_MESSAGE("weights.zip_damaged", "it is not a valid ZIP archive ({0}); download or copy it again"),
           reason ? reason : "");
}

/// The content of the current entry.
std::vector<std::byte> unpackEntry(archive* open, std::uint64_t most)
{
    std::vector<std::byte> content;
    while (true) {
        const void* block = nullptr;
        std::size_t size = 0;
        la_int64_t offset = 0;
        const int result = archive_read_data_block(open, &block, &size, &offset);
        if (result == ARCHIVE_EOF)
            return content;
        if (result < ARCHIVE_WARN)
            refuseArchive(open);
        if (offset < 0 || static_cast<std::uint64_t>(offset) != content.size() || size > most - content.size())
            refuse(
                NS_MESSAGE("weights.zip_large",
                           "a file in the ZIP archive has more than {0:byte|bytes}, out of all proportion to the archive; save the "
                           "model again"),
                most);
        const auto* bytes = static_cast<const std::byte*>(block);
        content.insert(content.end(), bytes, bytes + size);
    }
}

} // namespace

std::optional<std::vector<std::byte>> archiveMember(std::span<const std::byte> bytes, std::string_view name)
{
    const std::unique_ptr<archive, FreeArchive> open(archive_read_new());
    if (!open)
        throw Error(ErrorKind::resources,
                    NS_MESSAGE("weights.zip_no_memory", "not enough memory to unpack it; close other programs"));
    archive_read_support_format_zip_seekable(open.get());
    if (archive_read_open_memory(open.get(), bytes.data(), bytes.size()) != ARCHIVE_OK)
        refuseArchive(open.get());
    // Keras does not compress its archives, and weights compress badly. Deflate packs 1032:1, but what is in the archive may be
    // compressed itself, and both together would no longer be bounded by the file's size.
    constexpr std::uint64_t densest = 64;
    constexpr std::uint64_t always = std::uint64_t{1} << 20;
    std::optional<std::vector<std::byte>> found;
    while (true) {
        archive_entry* entry = nullptr;
        const int result = archive_read_next_header(open.get(), &entry);
        if (result == ARCHIVE_EOF)
            return found;
        if (result < ARCHIVE_WARN)
            refuseArchive(open.get());
        const char* path = archive_entry_pathname(entry);
        if (!path || path != name || archive_entry_filetype(entry) != AE_IFREG)
            continue;
        if (found)
            refuse(NS_MESSAGE("weights.zip_twice", "the ZIP archive contains two files {0}, so it is damaged"), name);
        found = unpackEntry(open.get(), bytes.size() * densest + always);
    }
}

} // namespace netsmith::interop

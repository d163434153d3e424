#pragma once

#include <archive.h>
#include <archive_entry.h>

#include <string>
#include <utility>
#include <vector>

namespace netsmith::test {

/// Writes a ZIP archive of these names and contents, as numpy.savez does without `deflate` and numpy.savez_compressed with it.
inline void writeZip(const std::string& path, const std::vector<std::pair<std::string, std::string>>& members, bool deflate)
{
    archive* zip = archive_write_new();
    archive_write_set_format_zip(zip);
    archive_write_set_options(zip, deflate ? "zip:compression=deflate" : "zip:compression=store");
    archive_write_open_filename(zip, path.c_str());
    for (const auto& [name, content] : members) {
        archive_entry* entry = archive_entry_new();
        archive_entry_set_pathname(entry, name.c_str());
        archive_entry_set_filetype(entry, AE_IFREG);
        archive_entry_set_size(entry, static_cast<la_int64_t>(content.size()));
        archive_write_header(zip, entry);
        archive_write_data(zip, content.data(), content.size());
        archive_entry_free(entry);
    }
    archive_write_close(zip);
    archive_write_free(zip);
}

} // namespace netsmith::test

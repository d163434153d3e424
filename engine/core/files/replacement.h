#pragma once

#include "engine/core/error.h"
#include "engine/core/files/file_blocks.h"

#include <filesystem>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <sys/stat.h>

namespace netsmith {

class OpenFolder;

/// What the safe writers have in common: a new file that will replace another, its destination, what is checked before and done
/// after. Throws what goes wrong.
class Replacement {
public:
    /// Follows a link if it stays in its own folder.
    explicit Replacement(const std::filesystem::path& path);
    /// Follows none.
    Replacement(const OpenFolder& folder, const std::string& name, PageCache cache = PageCache::used);
    Replacement(const Replacement&) = delete;
    Replacement& operator=(const Replacement&) = delete;
    ~Replacement();

    void append(std::span<const std::byte> content);
    void clear();

    using Blocks = std::function<void(std::span<const std::byte>)>;
    /// Syncs, reads the whole file back, and puts it in place if `isWhatWasWritten` then says so.
    void commit(const Blocks& readBack, const std::function<bool()>& isWhatWasWritten);

private:
    class NewFile;

    void begin(const OpenFolder& folder, const std::string& name, PageCache cache);
    void must(bool done) const;
    [[noreturn]] void fail(int code) const;

    std::filesystem::path m_path;
    std::string m_name;
    struct stat m_status { };
    bool m_existed = false;
    std::unique_ptr<NewFile> m_file;
};

/// The error that a path names something else than a regular file.
Error notAFile(const std::filesystem::path& path);

} // namespace netsmith

#pragma once

#include "engine/core/expected.h"

#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <sys/stat.h>
#include <vector>

namespace netsmith {

/// A folder held open. What is written, moved and removed through its descriptor stays in it whatever happens to its path, and no
/// symbolic link is followed below it: links that come with a project must not lead out of it. Copies share the descriptor.
class OpenFolder {
public:
    /// A folder chosen by the user, which may be reached through links. An error is `folder.open`, with errno set.
    static Expected<OpenFolder> open(const std::filesystem::path& path);

    /// A folder below this one, opened part by part: `file.link` where a part is a link, else `folder.open`.
    Expected<OpenFolder> inside(const std::filesystem::path& below) const;
    /// The same; nothing where there is no such folder.
    Expected<std::optional<OpenFolder>> find(const std::filesystem::path& below) const;
    /// The same; made where it is missing, with those above it. An error is `file.link` or `folder.make`.
    Expected<OpenFolder> make(const std::filesystem::path& below) const;

    /// Its path when it was opened; for reading, and for messages.
    const std::filesystem::path& path() const { return m_path; }
    /// For system calls with single-component names; it can be searched but not read.
    int descriptor() const { return *m_descriptor; }

    // For a single-component name, in the folder itself. The first three follow no link; what fails sets errno.

    /// As `openat` does; -1 with ELOOP where it is a link.
    int openFile(const std::string& name, int flags, mode_t mode = 0) const;
    bool status(const std::string& name, struct stat& status) const;
    bool holds(const std::string& name) const;
    /// Removes a file, a link or a folder with all that it holds; false where there was none. An error is `folder.remove`.
    Expected<bool> remove(const std::string& name) const;

    /// Its contents; nothing if they can't be read.
    std::vector<std::string> names() const;
    /// Makes sure that its names have reached the disk. False, with errno set, where that failed.
    bool sync() const;

private:
    OpenFolder(std::filesystem::path path, int descriptor);
    int goInside(const std::filesystem::path& below, bool makes);

    std::filesystem::path m_path;
    std::shared_ptr<const int> m_descriptor;
};

/// The error that `path` can't be written, moved or removed because it is a symbolic link.
Error linkError(const std::filesystem::path& path);

} // namespace netsmith

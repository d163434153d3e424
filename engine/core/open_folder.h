#pragma once

#include "engine/core/expected.h"

#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <sys/stat.h>
#include <vector>

namespace netsmith {

/// A folder held open. What is written, moved and removed by its descriptor lies in it whatever becomes of its path meanwhile, and
/// no symbolic link is followed below it: what a project brings along must not lead out of it. Copies share the descriptor.
class OpenFolder {
public:
    /// A person's own choice, to which links may lead. An error is `folder.open`, with errno set.
    static Expected<OpenFolder> open(const std::filesystem::path& path);

    /// A folder below this one, opened part by part: `file.link` where a part is a link, else `folder.open`.
    Expected<OpenFolder> inside(const std::filesystem::path& below) const;
    /// The same; nothing where there is no such folder.
    Expected<std::optional<OpenFolder>> find(const std::filesystem::path& below) const;
    /// The same; made where it is missing, with those above it. An error is `file.link` or `folder.make`.
    Expected<OpenFolder> make(const std::filesystem::path& below) const;

    /// Where it was when it was opened; for reading, and for what people are told.
    const std::filesystem::path& path() const { return m_path; }
    /// For the system's calls with names of one part; it can be searched and not read.
    int descriptor() const { return *m_descriptor; }

    // Of a name of one part, in the folder itself. The first three follow no link; what fails sets errno.

    /// As `openat` does; -1 with ELOOP where it is a link.
    int openFile(const std::string& name, int flags, mode_t mode = 0) const;
    bool status(const std::string& name, struct stat& status) const;
    bool holds(const std::string& name) const;
    /// Removes a file, a link or a folder with all that it holds; false where there was none. An error is `folder.remove`.
    Expected<bool> remove(const std::string& name) const;

    /// What lies in it; nothing where that can't be read.
    std::vector<std::string> names() const;
    /// Brings its names to the disk for certain. False, with errno set, where that failed.
    bool sync() const;

private:
    OpenFolder(std::filesystem::path path, int descriptor);
    int goInside(const std::filesystem::path& below, bool makes);

    std::filesystem::path m_path;
    std::shared_ptr<const int> m_descriptor;
};

/// That `path` can't be written, moved or removed, for it is a symbolic link.
Error linkError(const std::filesystem::path& path);

} // namespace netsmith

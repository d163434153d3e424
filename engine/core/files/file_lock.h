#pragma once

#include "engine/core/files/open_folder.h"

namespace netsmith {

/// Lets one program at a time read, change and write a file: a small separate file that exists only while it is held. One left by a
/// killed program does not block others.
class FileLock {
public:
    /// Waits until nobody else holds it. Throws `file.lock` if the file can't be created, for example because it is a link.
    FileLock(OpenFolder folder, std::string name);
    ~FileLock();
    FileLock(const FileLock&) = delete;
    FileLock& operator=(const FileLock&) = delete;

private:
    bool hasItsName() const;

    OpenFolder m_folder;
    std::string m_name;
    int m_fd = -1;
};

} // namespace netsmith

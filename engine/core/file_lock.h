#pragma once

#include "engine/core/open_folder.h"

namespace netsmith {

/// Lets one program at a time read, change and write a file: a small file of its own, there only while somebody holds it. What a
/// killed program leaves of it locks nobody out.
class FileLock {
public:
    /// Waits until nobody else holds it. Throws `file.lock` where the file can't be made, as where it is a link.
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

#pragma once

#include <filesystem>

namespace netsmith {

/// Lets one program at a time read, change and write a file: a small file of its own, there only while somebody holds it. What a
/// killed program leaves of it locks nobody out.
class FileLock {
public:
    /// Waits until nobody else holds it. Throws `file.lock` where the file can't be made.
    explicit FileLock(std::filesystem::path path);
    ~FileLock();
    FileLock(const FileLock&) = delete;
    FileLock& operator=(const FileLock&) = delete;

private:
    std::filesystem::path m_path;
    int m_fd = -1;
};

} // namespace netsmith

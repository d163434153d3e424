#pragma once

#include <filesystem>
#include <string_view>

namespace netsmith {

/// A new folder, removed with its content by the destructor.
class TemporaryFolder {
public:
    /// In `parent`, which is made where it is missing, or in the system's folder for temporary files if that is empty; its name
    /// begins with `name`. Throws `folder.make`.
    explicit TemporaryFolder(std::string_view name, const std::filesystem::path& parent = {});
    ~TemporaryFolder();
    TemporaryFolder(const TemporaryFolder&) = delete;
    TemporaryFolder& operator=(const TemporaryFolder&) = delete;

    const std::filesystem::path& path() const { return m_path; }

private:
    std::filesystem::path m_path;
};

} // namespace netsmith

#pragma once

#include "engine/core/expected.h"

#include <filesystem>

namespace netsmith::train {

/// An empty folder to be filled, removed with all it holds unless it was moved away.
class NewFolder {
public:
    /// Makes it, and the folders above it; what was left there by an interrupted attempt is removed. Throws `folder.make`.
    explicit NewFolder(std::filesystem::path path);
    ~NewFolder();
    NewFolder(const NewFolder&) = delete;
    NewFolder& operator=(const NewFolder&) = delete;

private:
    std::filesystem::path m_path;
};

/// Puts `from` in the place of `to`; a folder that is there is exchanged for it in one move and then removed.
Expected<void> moveFolder(const std::filesystem::path& from, const std::filesystem::path& to);

/// Makes a folder and those above it. An error says which and why: `resources` for rights and space, `input` for a wrong name.
Expected<void> makeFolder(const std::filesystem::path& path);

} // namespace netsmith::train

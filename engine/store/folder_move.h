#pragma once

#include "engine/core/open_folder.h"

namespace netsmith {

/// An empty folder to be filled, removed with all it holds unless it was moved away.
class NewFolder {
public:
    /// What was left there by an interrupted attempt is removed. Throws `folder.make`.
    NewFolder(OpenFolder parent, std::string name);
    ~NewFolder();
    NewFolder(const NewFolder&) = delete;
    NewFolder& operator=(const NewFolder&) = delete;

    const OpenFolder& folder() const { return m_folder; }
    /// Puts it in the place of `name` beside it; a folder that is there is exchanged for it in one move and then removed.
    Expected<void> moveTo(const std::string& name) const;

private:
    OpenFolder m_parent;
    std::string m_name;
    OpenFolder m_folder;
};

/// Makes a folder and those above it. An error says which and why: `resources` for rights and space, `input` for a wrong name.
Expected<void> makeFolder(const std::filesystem::path& path);

} // namespace netsmith

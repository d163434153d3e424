#pragma once

#include "engine/core/files/open_folder.h"

namespace netsmith {

/// A new folder to be filled, removed with its content unless it was moved into place.
class NewFolder {
public:
    /// Leftovers of an interrupted attempt are removed. Throws `folder.make`.
    NewFolder(OpenFolder parent, std::string name);
    ~NewFolder();
    NewFolder(const NewFolder&) = delete;
    NewFolder& operator=(const NewFolder&) = delete;

    const OpenFolder& folder() const { return m_folder; }
    /// Renames it to its sibling `name`; an existing folder is atomically exchanged and then removed.
    Expected<void> moveTo(const std::string& name) const;

private:
    OpenFolder m_parent;
    std::string m_name;
    OpenFolder m_folder;
};

/// Creates a folder and its parents. An error says which and why: `resources` for permissions and space, `input` for a wrong name.
Expected<void> makeFolder(const std::filesystem::path& path);

} // namespace netsmith

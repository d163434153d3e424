#pragma once

#include "gui/widgets/side_thread.h"

#include "engine/core/expected.h"

#include <filesystem>
#include <functional>
#include <string>

namespace netsmith::gui {

/// Writes whole files safely on a thread of its own, one after another. What was passed to it is written even if it is destroyed.
class FileSaver {
public:
    using Done = std::function<void(const Expected<void>& written)>;

    FileSaver() = default;
    ~FileSaver();

    /// `bytes` is called on that thread and returns the file's content; `done` in the event loop, unless this is destroyed before.
    void save(const std::filesystem::path& path, std::function<std::string()> bytes, Done done);

private:
    SideThread m_thread{"netsmith-save"};
};

} // namespace netsmith::gui

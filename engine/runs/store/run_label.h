#pragma once

#include "engine/core/files/open_folder.h"

#include <string>
#include <string_view>
#include <vector>

namespace netsmith::runs {

/// The user's labels of a run: `label.json` in its folder. The trainer never touches it, so a run can be named while it trains.
struct RunLabel {
    static constexpr int schemaVersion = 1;

    std::string name; ///< empty: the folder's
    std::vector<std::string> tags; ///< in the order they were given, each once
    std::string notes;
    std::optional<int> colour; ///< which of the plots' colours; nothing: automatic
    bool operator==(const RunLabel&) const = default;

    bool has(std::string_view tag) const;
    /// Throws `runs.tag` for one that is empty or has a comma, a line break or spaces around it.
    void add(const std::string& tag);
    void remove(std::string_view tag);
};

std::string toJson(const RunLabel& label);
Expected<RunLabel> labelFromJson(std::string_view text, std::string_view name);

std::filesystem::path labelPathOf(const std::filesystem::path& run);
/// Empty if there is none yet.
Expected<RunLabel> readLabel(const std::filesystem::path& run);
/// Throws `runs.name` for a name of several lines and what `writeFileSafely` says; an empty label leaves no file.
Expected<void> writeLabel(const OpenFolder& run, const RunLabel& label);

} // namespace netsmith::runs

#pragma once

#include "engine/core/expected.h"

#include <cstdint>
#include <filesystem>
#include <map>
#include <string>
#include <string_view>

namespace netsmith::runs {

/// The running numbers of a folder's runs, "#12", which are shorter than a folder's name: a run keeps its number whatever happens
/// to the others, and none is used twice. A run is identified by its folder's name and its start time.
class RunNumbers {
public:
    /// 0 if it has none yet.
    std::int64_t of(std::string_view name, std::string_view started) const;
    /// The one it has, or the next.
    std::int64_t give(std::string_view name, std::string_view started);
    bool operator==(const RunNumbers&) const = default;

    std::string text() const;
    /// An error says only that the numbers are damaged.
    static Expected<RunNumbers> fromText(std::string_view text);
    /// None if the file is missing or damaged.
    static RunNumbers read(const std::filesystem::path& file);

private:
    std::map<std::string, std::int64_t, std::less<>> m_numbers;
    std::int64_t m_next = 1;
};

} // namespace netsmith::runs

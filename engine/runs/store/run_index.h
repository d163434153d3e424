#pragma once

#include "engine/runs/store/run_summary.h"

#include <map>

namespace netsmith::runs {

/// A run's entry in the index of a store: what was read, and from which files.
struct IndexedRun {
    std::string stamp; ///< of `run.json` and `label.json`: their modification times, sizes and inodes
    RunSummary summary; ///< without a folder: the key it is kept by is the folder's name
    bool operator==(const IndexedRun&) const = default;
};

/// Runs by their folders' names.
using RunIndex = std::map<std::string, IndexedRun, std::less<>>;

/// The index as a file's text. It is only a cache: its first line has the SHA-256 of the rest, so that a damaged or foreign one is
/// never trusted.
std::string indexText(const RunIndex& index);
/// An index with this below its first line.
std::string summedIndex(std::string_view body);
/// The opposite of `indexText`; an error says only that the index must be rebuilt.
Expected<RunIndex> indexFromText(std::string_view text);

} // namespace netsmith::runs

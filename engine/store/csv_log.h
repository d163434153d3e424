#pragma once

#include "engine/store/growing_file.h"

#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace netsmith {

/// An append-only table, written in whole rows, that can be read while it grows.
class CsvLog {
public:
    /// Creates an empty table in a folder that has nothing of its name.
    static Expected<CsvLog> create(const OpenFolder& folder, const std::string& name, std::string_view header);
    /// Opens one for appending: rows whose fields `keep` rejects and an incomplete last row are removed. An error if the header
    /// differs.
    static Expected<CsvLog> reopen(const OpenFolder& folder, const std::string& name, std::string_view header,
                                   const std::function<bool(std::span<const std::string_view>)>& keep);

    /// Appends rows, each ended by a line feed. On a full disk a partial write is undone and the error is `resources`.
    Expected<void> append(std::string_view rows) { return m_file.append(rows); }
    /// Syncs what was written to the disk; before a checkpoint that relies on it.
    Expected<void> sync() { return m_file.sync(); }

private:
    explicit CsvLog(GrowingFile file)
        : m_file(std::move(file))
    {
    }

    GrowingFile m_file;
};

/// The fields of a row of such a table, in which nothing is quoted.
std::vector<std::string_view> csvFields(std::string_view row);

/// A number as the tables hold it: nine significant digits represent any f32 exactly; independent of the locale.
std::string csvNumber(double value);

} // namespace netsmith

#pragma once

#include "engine/graph/project.h"
#include "engine/input/csv_table.h"

namespace netsmith::data {

/// What a project with a table of rows may set.
const std::vector<ParameterSpec>& csvParameters();

struct CsvSettings {
    CsvTableOptions table;
    std::string testFile; ///< beside the table, whose rows only test; empty: there is none
};
/// What the parameters of such a project say. Throws `data.parameter*`.
CsvSettings csvSettings(const ParameterMap& parameters);

} // namespace netsmith::data

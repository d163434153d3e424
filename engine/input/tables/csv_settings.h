#pragma once

#include "engine/graph/project/project.h"
#include "engine/input/tables/csv_table.h"

namespace netsmith::data {

/// The settings of a project with a table of rows.
const std::vector<ParameterSpec>& csvParameters();

struct CsvSettings {
    CsvTableOptions table;
    std::string testFile; ///< a second file whose rows are the test set; empty: none
};
/// Reads the parameters of such a project. Throws `data.parameter*`.
CsvSettings csvSettings(const ParameterMap& parameters);

} // namespace netsmith::data

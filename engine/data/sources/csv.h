#pragma once

#include "engine/data/csv_table.h"
#include "engine/graph/project.h"

namespace netsmith::data {

/// What the parameters of a project with a table of rows say of it. Throws `data.parameter*`.
CsvTableOptions csvOptions(const ParameterMap& parameters);

} // namespace netsmith::data

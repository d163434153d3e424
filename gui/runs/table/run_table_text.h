#pragma once

#include "engine/runs/table/table_text.h"
#include "gui/runs/table/run_table_model.h"

namespace netsmith::gui {

/// Who reads an exported table.
enum class TableReader {
    person, ///< titles, and values as displayed
    program, ///< columns by id, plain numbers; for groups, mean and deviation in two columns
};

/// The given rows and columns of the table as displayed, below a header; without the eye and the colour, which mean nothing
/// elsewhere.
runs::TextRows runTableText(const RunTableModel& model, std::span<const int> rows, std::span<const int> columns,
                            TableReader reader);

} // namespace netsmith::gui

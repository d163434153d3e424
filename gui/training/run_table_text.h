#pragma once

#include "engine/runs/table_text.h"
#include "gui/training/run_table_model.h"

namespace netsmith::gui {

/// Who reads a table that leaves the studio.
enum class TableReader {
    person, ///< titles, and values as the window shows them
    program, ///< columns by their ids, plain numbers; of groups the mean and the deviation apart
};

/// The given rows and columns of the table as it stands, under a head; the eye and the colour, which say nothing elsewhere, are
/// left out.
runs::TextRows runTableText(const RunTableModel& model, std::span<const int> rows, std::span<const int> columns,
                            TableReader reader);

} // namespace netsmith::gui

#pragma once

#include "engine/inspect/weights/spectrum.h"
#include "engine/inspect/weights/weight_history.h"
#include "engine/inspect/weights/weight_sheet.h"

#include <QString>

namespace netsmith::gui {

/// "kernel 3×3×1×32", for a list.
QString arrayTitle(const inspect::WeightArray& array);
/// What a picture of these weights shows: its rows, columns and maps.
QString sheetWords(const inspect::WeightSheet& sheet);
/// "Outputs 0 to 63 of 256" and the like, for those shown of too many; empty: all are.
QString partWords(const inspect::WeightSheet& sheet);
/// A cell of a sheet, by the maps shown: "Filter 3, input channel 2, row 1, column 0: 0.12". `tokens`: names a table's rows.
QString cellWords(const inspect::WeightSheet& sheet, std::int64_t output, std::int64_t input, std::int64_t row, std::int64_t column,
                  const std::optional<QString>& token = {});
/// Of a matrix: its name and gate.
QString spectrumTitle(const inspect::Spectrum& spectrum);

/// Tables for other programs.
std::string weightsCsv(const inspect::WeightArray& array);
std::string spectraCsv(const std::vector<inspect::Spectrum>& spectra);
std::string historyCsv(const inspect::WeightHistory& history);

} // namespace netsmith::gui

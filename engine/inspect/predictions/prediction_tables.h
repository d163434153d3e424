#pragma once

#include "engine/inspect/predictions/predictions.h"

namespace netsmith::inspect {

/// A table as text, its header first.
using TableRows = std::vector<std::vector<std::string>>;

/// A file's name, and what makes its content.
struct NamedTable {
    std::string name; ///< "confusion_matrix"
    std::function<TableRows()> rows;
};

/// A row for each right class and a column for each predicted one; with more than `columns` classes a row for each cell that is not
/// 0.
TableRows confusionRows(const ClassOutcomes& outcomes, std::int64_t columns = 1000);
/// Precision, recall and areas, class by class.
TableRows classRows(const ClassOutcomes& outcomes);
/// The points of every class's curve.
TableRows rocRows(const ClassOutcomes& outcomes);
TableRows precisionRecallRows(const ClassOutcomes& outcomes);
TableRows calibrationRows(const ClassOutcomes& outcomes);
/// Every listed outcome, its sample by number or name.
TableRows outcomeRows(const ClassOutcomes& outcomes, const RunPredictions& run);
TableRows outcomeRows(const ValueOutcomes& outcomes, const RunPredictions& run);
TableRows errorRows(const ValueOutcomes& outcomes);

/// All of these of a run, which outlives their use; their names begin with the output's id if there are several.
std::vector<NamedTable> tablesOf(const RunPredictions& run);

/// A sample as its file is named, or its number in its split.
std::string sampleName(const RunPredictions& run, std::int32_t position);

} // namespace netsmith::inspect

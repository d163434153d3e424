#pragma once

#include "engine/input/tables/csv_table.h"

namespace netsmith::data {

/// How rows for prediction are read.
struct CsvWanted {
    std::vector<FieldSpec> inputs; ///< fields of columns, and at most one of tokens; of a series it is the only one
    std::string text{}; ///< the column of the field of tokens
    FieldSpec target{}; ///< what is to be predicted
    std::vector<std::string> targets{}; ///< the target's columns, in the order of its numbers; empty: unknown
    std::string weights{}; ///< the column of the rows' weights; empty: not needed
    CsvFormat format{};
    bool everyWindow = false; ///< for a series, all samples whose target is known, not only the last
};

/// Rows for prediction.
struct CsvSamples {
    std::vector<Field> inputs; ///< as wanted; not fitted. All windows of a series lie in the memory of its rows
    /// The target of each row, if the file has its columns and a header that names them: a class's number, −1 for one that training
    /// never saw, or the numbers; a NaN if it is missing.
    std::vector<double> truth;
    std::vector<std::string> classes; ///< the cell's text, if the target holds classes
    std::vector<float> weights; ///< where there is such a column
    /// Of every window of a series the numbers that come next, instead of `truth`, and the one known last before them.
    std::optional<Field> next{}, known{};
    bool mapped = false; ///< see `DataSplit::mapped`
    std::vector<Message> warnings; ///< categories and words that training never saw
};

/// The rows of a table with at least the inputs' columns, in any order; without a header, as the one that trained where that had
/// none either, or with just these. Of a series one sample, the last rows of the file, where a gap holds the value before it.
/// Throws `data.csv.*`, `data.series.*`, `data.read`.
CsvSamples readCsvSamples(const OpenCsv& open, const std::string& name, const CsvWanted& wanted);

} // namespace netsmith::data

#pragma once

#include "engine/input/csv_table.h"

namespace netsmith::data {

/// What rows to be predicted are read as.
struct CsvWanted {
    std::vector<FieldSpec> inputs; ///< fields of columns, and at most one of tokens; of a series it is the only one
    std::string text{}; ///< the column of the field of tokens
    FieldSpec target{}; ///< what is to be predicted
    std::vector<std::string> targets{}; ///< the columns that tell it, in the order of its numbers; empty: none is known
    std::string weights{}; ///< the column of what each row weighs; empty: nobody asks
    CsvFormat format{};
    bool everyWindow = false; ///< of a series all samples there are, of which the target is known, not the last alone
};

/// Rows that are to be predicted.
struct CsvSamples {
    std::vector<Field> inputs; ///< as wanted; not fitted. All windows of a series lie in the memory of its rows
    /// What the target is in each row, where the file has its columns and a header that names them: a class's number, −1 for one
    /// that training never saw, or the numbers; a NaN where it is missing.
    std::vector<double> truth;
    std::vector<std::string> classes; ///< what stands there, where the target tells classes
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

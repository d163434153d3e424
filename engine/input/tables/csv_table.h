#pragma once

#include "engine/fields/dataset.h"
#include "engine/fields/sample_room.h"
#include "engine/fields/text/tokens.h"
#include "engine/fields/watch.h"
#include "engine/input/source_part.h"
#include "engine/input/tables/csv_reader.h"

#include <filesystem>
#include <functional>
#include <optional>

namespace netsmith::data {

/// The user's settings for a table; columns by their names.
struct CsvTableOptions {
    CsvFormat format{};
    std::vector<std::string> targets{}; ///< the target; empty: the last column
    bool numbersAreClasses = false; ///< a numeric target holds classes
    std::vector<std::string> categories{}; ///< numeric columns to read as categories
    std::vector<std::string> leftOut{};
    std::string weights{}; ///< a column of sample weights; empty: none
    bool standardise = true;
    bool standardiseTarget = false; ///< one of numbers
    std::string text{}; ///< a column of texts that are read as tokens; empty: none
    TokenRule textRule{TextUnit::words, true};
    std::int64_t textLength = 200; ///< tokens
    std::int64_t textVocabulary = 10000; ///< numbers at most, padding and the unknown included
};

/// The content of a CSV table, determined by reading all of it once: its numeric columns become one field "features", those of
/// words one number per category in it. The target is a class "label" if it is one column of words, else numbers "target". A column
/// of texts is the field "text" of raw tokens, see `tokenField`; one of weights the field "sample_weight".
struct CsvTable {
    CsvFormat format;
    std::int64_t rows = 0;
    std::vector<std::string> names; ///< of all columns
    std::vector<FieldSpec> fields; ///< features if there are any, the target, the text and the weights if there are any
    std::optional<std::size_t> text; ///< the column of texts
    std::vector<std::size_t> features; ///< the columns in the order of the field's
    std::vector<std::size_t> targets;
    std::optional<std::size_t> weights; ///< the column of sample weights
    std::vector<SourcePart> parts; ///< all columns
};

inline constexpr std::size_t categoriesAtMost = 1000; ///< of one column
inline constexpr std::int64_t featuresAtMost = 1'000'000;

/// Opens the content again for each pass.
using OpenCsv = std::function<std::unique_ptr<ByteReader>()>;

/// Reads the whole content once, or twice if a numeric column turns out to hold words. Throws `data.csv.*`.
CsvTable scanCsv(const OpenCsv& open, const std::string& name, const CsvTableOptions& options);

/// Counts the rows. Throws what `CsvReader` throws.
std::int64_t countCsv(const OpenCsv& open, const std::string& name, const CsvFormat& format);

/// The samples of a table laid out as `table` says, whose columns are found by their names: the one it was made from, or another
/// one of the same. A category that `table` has not is read as none. What takes more than `memory` bytes is `mapped`. Throws
/// `data.csv.*`, `data.cancelled` and what `SampleRoom` does.
DataSplit readCsv(const OpenCsv& open, const std::string& name, const CsvTable& table, const Watch& watch,
                  std::int64_t memory = memoryForSamples());

/// Throws `data.csv.changed`: the file has fewer or more rows than before.
[[noreturn]] void refuseChange(const std::string& name);

} // namespace netsmith::data

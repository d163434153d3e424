#pragma once

#include "engine/fields/dataset.h"
#include "engine/input/tables/csv_reader.h"

#include <map>
#include <set>

namespace netsmith::data {

/// The number of a column in the reader's row; a NaN if it is missing. Throws `data.csv.number`.
float numberAt(const CsvReader& reader, std::size_t column);
/// The same for a sample's weight, which must be present and 0 or more. Throws `data.csv.no_weight`, `data.csv.negative_weight`
/// too.
float weightAt(const CsvReader& reader, std::size_t column);
/// Throws `data.csv.negative_weight`.
void requireWeight(const CsvReader& reader, std::size_t column, double weight);

/// Writes a row's columns as the numbers of one sample.
class RowWriter {
public:
    static constexpr std::size_t unseenAtMost = 5;

    /// `columns`: the position of each of the field's columns in the row. Reader and field outlive this.
    RowWriter(const CsvReader& reader, const FieldSpec& spec, std::vector<std::size_t> columns);

    /// The columns that `columns` names, one after the other. Throws `data.csv.number`.
    void write(float* numbers);
    /// For each of the field's columns, the first values that are not missing but none of its categories.
    const std::vector<std::set<std::string>>& unseen() const { return m_unseen; }

private:
    void category(std::size_t i, std::string_view cell, std::span<float> numbers);

    const CsvReader& m_reader;
    const FieldSpec& m_spec;
    std::vector<std::size_t> m_columns;
    std::vector<std::map<std::string, int, std::less<>>> m_lookup;
    std::vector<std::set<std::string>> m_unseen;
};

} // namespace netsmith::data

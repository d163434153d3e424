#include "engine/input/tables/csv_row_writer.h"

#include "engine/input/tables/csv_value.h"

#include <algorithm>
#include <cfloat>
#include <cmath>
#include <limits>

namespace netsmith::data {

float numberAt(const CsvReader& reader, std::size_t column)
{
    const std::string_view cell = reader.row()[column];
    if (isMissing(cell))
        return std::numeric_limits<float>::quiet_NaN();
    const auto number = numberIn(cell, *reader.format().decimal);
    if (!number || !(std::abs(*number) <= double{FLT_MAX}))
        reader.refuse(NS_MESSAGE("data.csv.number",
                                 "{0}: \"{1}\" is not a number, but the column holds numbers elsewhere; correct it, or leave it "
                                 "empty if it is missing"),
                      column, std::string(cell.substr(0, 40)));
    return static_cast<float>(*number);
}

float weightAt(const CsvReader& reader, std::size_t column)
{
    const float weight = numberAt(reader, column);
    if (std::isnan(weight))
        reader.refuse(NS_MESSAGE("data.csv.no_weight", "{0}: the sample's weight is missing; fill it in or remove the row"),
                      column);
    requireWeight(reader, column, static_cast<double>(weight));
    return weight;
}

void requireWeight(const CsvReader& reader, std::size_t column, double weight)
{
    if (weight < 0.0)
        reader.refuse(NS_MESSAGE("data.csv.negative_weight",
                                 "{0}: the sample's weight is {1}, expected a number of 0 or more; correct it or remove the row"),
                      column, weight);
}

RowWriter::RowWriter(const CsvReader& reader, const FieldSpec& spec, std::vector<std::size_t> columns)
    : m_reader(reader)
    , m_spec(spec)
    , m_columns(std::move(columns))
    , m_lookup(spec.columns.size())
    , m_unseen(spec.columns.size())
{
    for (std::size_t i = 0; i < m_lookup.size(); ++i)
        for (const std::string& category : spec.columns[i].categories)
            m_lookup[i].emplace(category, static_cast<int>(m_lookup[i].size()));
}

void RowWriter::write(float* numbers)
{
    for (std::size_t i = 0; i < m_columns.size(); ++i) {
        const std::int64_t elements = m_spec.columns[i].elements();
        if (m_lookup[i].empty())
            *numbers = numberAt(m_reader, m_columns[i]);
        else
            category(i, m_reader.row()[m_columns[i]], {numbers, static_cast<std::size_t>(elements)});
        numbers += elements;
    }
}

void RowWriter::category(std::size_t i, std::string_view cell, std::span<float> numbers)
{
    const bool missing = isMissing(cell);
    std::ranges::fill(numbers, missing ? std::numeric_limits<float>::quiet_NaN() : 0.0f);
    const auto found = m_lookup[i].find(cell);
    if (found != m_lookup[i].end())
        numbers[static_cast<std::size_t>(found->second)] = 1.0f;
    const std::vector<int>& untrained = m_spec.columns[i].fit.unseen;
    const bool seen = found != m_lookup[i].end() && std::ranges::find(untrained, found->second) == untrained.end();
    if (!missing && !seen && m_unseen[i].size() < unseenAtMost)
        m_unseen[i].emplace(cell);
}

} // namespace netsmith::data

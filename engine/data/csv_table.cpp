#include "engine/data/csv_table.h"

#include "engine/core/utf8.h"
#include "engine/data/columns.h"
#include "engine/data/csv_value.h"
#include "engine/data/text/token_rows.h"

#include <algorithm>
#include <cfloat>
#include <cmath>
#include <cstring>
#include <limits>
#include <map>

namespace netsmith::data {
namespace {

float numberAt(const CsvReader& reader, std::size_t column)
{
    const std::string_view cell = reader.row()[column];
    if (isMissing(cell))
        return std::numeric_limits<float>::quiet_NaN();
    const auto number = numberIn(cell, *reader.format().decimal);
    if (!number || !(std::abs(*number) <= double{FLT_MAX}))
        reader.refuse(NS_MESSAGE("data.csv.number",
                                 "{0}: \"{1}\" is not a number, which the column holds elsewhere; correct it, or leave "
                                 "it empty where it is missing"),
                      column, std::string(cell.substr(0, 40)));
    return static_cast<float>(*number);
}

/// Where a category stands among others; −1 where it is none of them.
int indexOf(const std::vector<std::string>& categories, std::string_view cell)
{
    const auto found = std::ranges::find(categories, cell);
    return found == categories.end() ? -1 : static_cast<int>(found - categories.begin());
}

/// Writes a row's columns as the numbers of one sample.
class RowWriter {
public:
    RowWriter(const CsvReader& reader, const FieldSpec& spec, std::vector<std::size_t> columns)
        : m_reader(reader)
        , m_spec(spec)
        , m_columns(std::move(columns))
        , m_lookup(spec.columns.size())
    {
        for (std::size_t i = 0; i < m_lookup.size(); ++i)
            for (const std::string& category : spec.columns[i].categories)
                m_lookup[i].emplace(category, static_cast<int>(m_lookup[i].size()));
    }

    void write(float* numbers) const
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

private:
    void category(std::size_t i, std::string_view cell, std::span<float> numbers) const
    {
        std::ranges::fill(numbers, isMissing(cell) ? std::numeric_limits<float>::quiet_NaN() : 0.0f);
        if (const auto found = m_lookup[i].find(cell); found != m_lookup[i].end())
            numbers[static_cast<std::size_t>(found->second)] = 1.0f;
    }

    const CsvReader& m_reader;
    const FieldSpec& m_spec;
    std::vector<std::size_t> m_columns;
    std::vector<std::map<std::string, int, std::less<>>> m_lookup;
};

void writeTarget(const CsvReader& reader, const CsvTable& table, std::byte* out)
{
    const FieldSpec& spec = table.fields[table.features.empty() ? 0 : 1];
    if (spec.classes == 0) {
        for (std::size_t i = 0; i < table.targets.size(); ++i) {
            const float number = numberAt(reader, table.targets[i]);
            if (std::isnan(number))
                reader.refuse(
                    NS_MESSAGE("data.csv.no_target", "{0}: the value to be learned is missing; fill it in or remove the row"),
                    table.targets[i]);
            std::memcpy(out + i * sizeof number, &number, sizeof number);
        }
        return;
    }
    const std::string_view cell = reader.row()[table.targets[0]];
    const int index = indexOf(spec.classNames, cell);
    if (index < 0)
        reader.refuse(NS_MESSAGE("data.csv.class",
                                 "{0}: \"{1}\" is none of the classes that the training rows have; correct it or "
                                 "remove the row"),
                      table.targets[0], std::string(cell.substr(0, 40)));
    writeClass(index, spec, out);
}

[[noreturn]] void refuseChange(const std::string& name)
{
    throw Error(ErrorKind::input, NS_MESSAGE("data.csv.changed", "{0} was changed while it was read; try again"), name);
}

/// Where a field's columns stand in a file.
struct Columns {
    bool header = false;
    std::vector<std::size_t> at{};
};

/// By the names in the first row, of which some may be empty as they were in training; in a file without a header by the columns'
/// own numbers if they come of such a one too, else in their order where nothing else is there.
Columns columnsIn(const std::vector<std::string_view>& first, const std::vector<Column>& columns, const std::string& name)
{
    Columns named{.header = true}, numbered, inOrder;
    const Column* lacking = nullptr;
    bool words = false;
    for (const Column& column : columns) {
        auto found = std::ranges::find(first, column.name);
        words = words || found != first.end();
        for (std::size_t i = 0; i < first.size(); ++i)
            if (column.name == CsvReader::unnamed(i)) {
                numbered.at.push_back(i);
                if (first[i].empty())
                    found = first.begin() + static_cast<std::ptrdiff_t>(i);
            }
        if (found != first.end())
            named.at.push_back(static_cast<std::size_t>(found - first.begin()));
        else if (!lacking)
            lacking = &column;
        inOrder.at.push_back(inOrder.at.size());
    }
    if (words && !lacking)
        return named;
    if (!words && numbered.at.size() == columns.size())
        return numbered;
    if (!words && first.size() == columns.size())
        return inOrder;
    throw Error(ErrorKind::input,
                NS_MESSAGE("data.csv.lacking",
                           "{0} has no column \"{1}\", which the network was trained on, in its first row; name "
                           "the columns there, or give just the {2:value|values} of each row in their order"),
                name, (lacking ? *lacking : columns.front()).name, columns.size());
}

/// The last of `rows` rows as a sample of a series.
Field lastOfSeries(CsvReader& reader, const std::string& name, const FieldSpec& spec, const std::vector<std::size_t>& columns,
                   std::int64_t rows)
{
    const std::int64_t window = spec.shape[0];
    if (rows < window)
        throw Error(ErrorKind::input,
                    NS_MESSAGE("data.series.few", "{0} has {1:row|rows}, and the network reads the last {2}; give it as many"),
                    name, rows, window);
    NewField made = makeField(spec, 1);
    auto* numbers = reinterpret_cast<float*>(made.bytes);
    std::vector<float> held(columns.size());
    for (std::int64_t row = 0; row < rows; ++row) {
        if (!reader.next())
            refuseChange(name);
        for (std::size_t i = 0; i < columns.size(); ++i) {
            const float number = numberAt(reader, columns[i]);
            if (!std::isnan(number))
                held[i] = number;
            else if (row == 0)
                reader.refuse(NS_MESSAGE("data.series.first", "{0}: the first value is missing; fill it in or remove the row"),
                              columns[i]);
        }
        if (row >= rows - window)
            numbers = std::ranges::copy(held, numbers).out;
    }
    return std::move(made.field);
}

} // namespace

std::int64_t countCsv(const OpenCsv& open, const std::string& name, const CsvFormat& format)
{
    CsvReader reader(open(), name, format);
    std::int64_t rows = 0;
    while (reader.next())
        ++rows;
    return rows;
}

DataSplit readCsv(const OpenCsv& open, const std::string& name, const CsvTable& table, const Watch& watch, std::int64_t memory)
{
    constexpr std::int64_t slice = 10000; // between two looks at the watch
    const std::int64_t count = countCsv(open, name, table.format);
    CsvReader reader(open(), name, table.format);
    if (reader.columns() != table.names)
        throw Error(ErrorKind::input,
                    NS_MESSAGE("data.csv.other_columns",
                               "{0} has other columns than the table of training rows; give it the same ones in "
                               "the same order"),
                    name);
    const SampleRoom room(table.fields, count, memory);
    std::vector<NewField> made;
    for (const FieldSpec& field : table.fields)
        made.push_back(room.makeField(field, count));
    const std::size_t target = table.features.empty() ? 0 : 1;
    std::optional<RowWriter> writer;
    if (target == 1)
        writer.emplace(reader, table.fields[0], table.features);
    const auto at = [&](std::size_t field, std::int64_t row) {
        return made[field].bytes + row * table.fields[field].sampleBytes();
    };
    std::int64_t row = 0;
    for (; row < count && reader.next(); ++row) {
        if (row % slice == 0) {
            watch.throwIfStopped();
            watch.tell(name, row, count);
        }
        if (writer)
            writer->write(reinterpret_cast<float*>(at(0, row)));
        writeTarget(reader, table, at(target, row));
        if (table.text) {
            const std::string_view cell = reader.row()[*table.text];
            if (!isUtf8(cell))
                reader.refuse(NS_MESSAGE("data.csv.utf8", "{0}: the value is not UTF-8; save the file as \"CSV UTF-8\""),
                              *table.text);
            writeTokens(cell, table.fields[target + 1], at(target + 1, row));
        }
        if (table.weights) {
            const float weight = numberAt(reader, *table.weights);
            if (std::isnan(weight))
                reader.refuse(NS_MESSAGE("data.csv.no_weight", "{0}: the sample's weight is missing; fill it in or remove the row"),
                              *table.weights);
            std::memcpy(at(table.fields.size() - 1, row), &weight, sizeof weight);
        }
    }
    if (row < count || reader.next())
        refuseChange(name);
    watch.tell(name, count, count);
    DataSplit split;
    split.mapped = room.isOnDisk();
    for (NewField& field : made) {
        room.settle(field.field.all());
        split.fields.push_back(std::move(field.field));
    }
    return split;
}

Field readCsvColumns(const OpenCsv& open, const std::string& name, const FieldSpec& fitted)
{
    FieldSpec spec = fitted;
    for (Column& column : spec.columns)
        column = {.name = std::move(column.name), .categories = std::move(column.categories), .standardise = column.standardise};
    CsvFormat format{.header = false};
    Columns columns;
    {
        CsvReader reader(open(), name, format);
        reader.next();
        format = reader.format();
        columns = columnsIn(reader.row(), spec.columns, name);
        format.header = columns.header;
    }
    const std::int64_t count = countCsv(open, name, format);
    if (count == 0)
        throw Error(ErrorKind::input, NS_MESSAGE("data.csv.no_samples", "{0} has no rows to predict"), name);
    CsvReader reader(open(), name, format);
    if (spec.shape.rank() == 2)
        return lastOfSeries(reader, name, spec, columns.at, count);
    NewField made = makeField(spec, count);
    const RowWriter writer(reader, spec, std::move(columns.at));
    for (std::int64_t row = 0; row < count && reader.next(); ++row)
        writer.write(reinterpret_cast<float*>(made.bytes + row * spec.sampleBytes()));
    return std::move(made.field);
}

} // namespace netsmith::data

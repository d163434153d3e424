#include "engine/input/tables/csv_table.h"

#include "engine/core/utf8.h"
#include "engine/fields/text/token_rows.h"
#include "engine/input/tables/csv_row_writer.h"

#include <algorithm>
#include <cmath>
#include <cstring>

namespace netsmith::data {
namespace {

/// The index of a category; −1 if there is none.
int indexOf(const std::vector<std::string>& categories, std::string_view cell)
{
    const auto found = std::ranges::find(categories, cell);
    return found == categories.end() ? -1 : static_cast<int>(found - categories.begin());
}

void writeTarget(const CsvReader& reader, const CsvTable& table, std::byte* out)
{
    const FieldSpec& spec = table.fields[table.features.empty() ? 0 : 1];
    if (spec.classes == 0) {
        for (std::size_t i = 0; i < table.targets.size(); ++i) {
            const float number = numberAt(reader, table.targets[i]);
            if (std::isnan(number))
                reader.refuse(NS_MESSAGE("data.csv.no_target", "{0}: the target value is missing; fill it in or remove the row"),
                              table.targets[i]);
            std::memcpy(out + i * sizeof number, &number, sizeof number);
        }
        return;
    }
    const std::string_view cell = reader.row()[table.targets[0]];
    const int index = indexOf(spec.classNames, cell);
    if (index < 0)
        reader.refuse(NS_MESSAGE("data.csv.class",
                                 "{0}: \"{1}\" is not one of the classes of the training rows; correct it or "
                                 "remove the row"),
                      table.targets[0], std::string(cell.substr(0, 40)));
    writeClass(index, spec, out);
}

} // namespace

void refuseChange(const std::string& name)
{
    throw Error(ErrorKind::input, NS_MESSAGE("data.csv.changed", "{0} was changed while it was read; try again"), name);
}

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
    constexpr std::int64_t slice = 10000; // between two checks of the watch
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
            const float weight = weightAt(reader, *table.weights);
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

} // namespace netsmith::data

#include "engine/input/tables/csv_samples.h"

#include "engine/core/utf8.h"
#include "engine/fields/field_fit.h"
#include "engine/fields/sample_room.h"
#include "engine/fields/text/token_rows.h"
#include "engine/input/class_lookup.h"
#include "engine/input/tables/csv_row_writer.h"
#include "engine/input/tables/csv_value.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>

namespace netsmith::data {
namespace {

/// The positions of the wanted columns in a file.
struct Columns {
    bool header = false;
    std::vector<std::size_t> at{};
};

/// By the names in the first row, some of which may be empty as they were in training; in a file without a header by the columns'
/// numbers if the training file had none either, else in order if there are no other columns.
Columns columnsIn(const std::vector<std::string_view>& first, const std::vector<std::string>& columns, const std::string& name)
{
    Columns named{.header = true}, numbered, inOrder;
    const std::string* lacking = nullptr;
    bool words = false;
    for (const std::string& column : columns) {
        auto found = std::ranges::find(first, column);
        words = words || found != first.end();
        for (std::size_t i = 0; i < first.size(); ++i)
            if (column == CsvReader::unnamed(i)) {
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
                name, lacking ? *lacking : columns.front(), columns.size());
}

/// Calls `take(row, numbers)` for each row of a series; a gap holds the value before it.
template <class Take>
void eachSeriesRow(CsvReader& reader, const std::string& name, const std::vector<std::size_t>& columns, std::int64_t rows,
                   Take take)
{
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
        take(row, std::span<const float>(held));
    }
}

/// The last rows of a series, one sample.
CsvSamples lastWindow(CsvReader& reader, const std::string& name, const FieldSpec& spec, const std::vector<std::size_t>& columns,
                      std::int64_t rows)
{
    NewField made = makeField(spec, 1);
    auto* out = reinterpret_cast<float*>(made.bytes);
    eachSeriesRow(reader, name, columns, rows, [&](std::int64_t row, std::span<const float> numbers) {
        if (row >= rows - spec.shape[0])
            out = std::ranges::copy(numbers, out).out;
    });
    CsvSamples samples;
    samples.inputs.push_back(std::move(made.field));
    return samples;
}

/// All windows of a series, each with the next `horizon` numbers of the last column; they overlap in memory.
CsvSamples everyWindow(CsvReader& reader, const std::string& name, FieldSpec spec, const std::vector<std::size_t>& columns,
                       std::int64_t rows, std::int64_t horizon, FieldSpec target)
{
    constexpr auto size = static_cast<std::int64_t>(sizeof(float));
    const std::int64_t window = spec.shape[0], width = spec.shape[1], count = rows - window - horizon + 1;
    const std::int64_t values = horizon > 0 ? count + horizon : 0; // from the last row of the first window on
    spec.stride = width;
    const SampleRoom room(spec.bytesOf(count) + values * size);
    NewField series = room.makeField(std::move(spec), count);
    const Bytes next = values > 0 ? room.allocate(values * size) : Bytes();
    eachSeriesRow(reader, name, columns, rows, [&](std::int64_t row, std::span<const float> numbers) {
        if (row < rows - horizon)
            std::ranges::copy(numbers.first(static_cast<std::size_t>(width)), reinterpret_cast<float*>(series.bytes) + row * width);
        if (horizon > 0 && row >= window - 1)
            reinterpret_cast<float*>(next.get())[row - window + 1] = numbers.back();
    });
    room.settle(series.field.all());
    CsvSamples samples;
    samples.mapped = room.isOnDisk();
    samples.inputs.push_back(std::move(series.field));
    if (horizon == 0)
        return samples;
    room.settle({next.get(), static_cast<std::size_t>(values * size)});
    target.stride = 1;
    samples.known = Field{{.name = "known", .type = DataType::f32, .shape = {1}, .stride = 1}, count, next};
    samples.next = Field{std::move(target), count, std::shared_ptr<const std::byte[]>(next, next.get() + size)};
    return samples;
}

/// Throws if a series has too few rows.
void requireRows(const std::string& name, std::int64_t rows, std::int64_t window, std::int64_t horizon)
{
    if (rows < window)
        throw Error(ErrorKind::input,
                    NS_MESSAGE("data.series.few",
                               "{0} has {1:row|rows}, but the network reads a window of {2}; give it a file with at least {2}"),
                    name, rows, window);
    if (rows < window + horizon)
        throw Error(ErrorKind::input,
                    NS_MESSAGE("data.series.few_to_judge",
                               "{0} has {1:row|rows}, but evaluating needs {4}: a window of {2} and the next "
                               "{3:value|values}; give a file of at least {4}"),
                    name, rows, window, horizon, window + horizon);
}

/// Quoted words, separated by commas.
std::string quotedList(const std::set<std::string>& words)
{
    std::string list;
    for (const std::string& word : words)
        list += (list.empty() ? "\"" : ", \"") + word.substr(0, 40) + '"';
    return list;
}

/// Reads the rows of one file into samples.
class RowReading {
public:
    RowReading(const OpenCsv& open, const std::string& name, const CsvWanted& wanted)
        : m_open(open)
        , m_name(name)
        , m_wanted(wanted)
        , m_format(wanted.format)
        , m_classes(wanted.target)
    {
        m_format.header = false;
        CsvReader reader(m_open(), m_name, m_format);
        reader.next();
        m_format = reader.format();
        std::vector<std::string> names;
        for (const FieldSpec& input : m_wanted.inputs) {
            if (input.columns.empty())
                names.push_back(m_wanted.text);
            for (const Column& column : input.columns)
                names.push_back(column.name);
        }
        m_columns = columnsIn(reader.row(), names, m_name);
        m_format.header = m_columns.header;
        for (const std::string& target : m_wanted.targets)
            if (const auto found = std::ranges::find(reader.row(), target); m_columns.header && found != reader.row().end())
                m_targets.push_back(static_cast<std::size_t>(found - reader.row().begin()));
        if (m_targets.size() != m_wanted.targets.size())
            m_targets.clear();
        if (const auto found = std::ranges::find(reader.row(), m_wanted.weights);
            m_columns.header && !m_wanted.weights.empty() && found != reader.row().end())
            m_weights = static_cast<std::size_t>(found - reader.row().begin());
    }

    CsvSamples run()
    {
        m_count = countCsv(m_open, m_name, m_format);
        if (m_count == 0)
            throw Error(ErrorKind::input, NS_MESSAGE("data.csv.no_samples", "{0} has no rows to predict"), m_name);
        CsvReader reader(m_open(), m_name, m_format);
        if (m_wanted.inputs[0].shape.rank() == 2)
            return readSeries(reader);
        CsvSamples out;
        readRows(reader, out);
        return out;
    }

private:
    CsvSamples readSeries(CsvReader& reader) const
    {
        const FieldSpec spec = unfitted(m_wanted.inputs[0]);
        std::vector<std::size_t> columns = m_columns.at;
        const bool judged = m_wanted.everyWindow && m_targets.size() == 1;
        const std::int64_t horizon = judged ? m_wanted.target.shape.elements() : 0;
        requireRows(m_name, m_count, spec.shape[0], horizon);
        if (judged)
            columns.push_back(m_targets.front());
        return m_wanted.everyWindow ? everyWindow(reader, m_name, spec, columns, m_count, horizon, m_wanted.target)
                                    : lastWindow(reader, m_name, spec, columns, m_count);
    }

    void readRows(CsvReader& reader, CsvSamples& out)
    {
        struct Part {
            const FieldSpec& spec;
            NewField made;
            std::optional<RowWriter> writer; ///< none for texts
        };
        std::vector<Part> parts;
        std::size_t at = 0;
        std::size_t textAt = 0;
        for (const FieldSpec& input : m_wanted.inputs) {
            Part part{input, makeField(unfitted(input), m_count), {}};
            if (input.columns.empty()) {
                textAt = m_columns.at[at++];
            } else {
                const auto first = m_columns.at.begin() + static_cast<std::ptrdiff_t>(at);
                const auto size = static_cast<std::ptrdiff_t>(input.columns.size());
                part.writer.emplace(reader, part.spec, std::vector(first, first + size));
                at += input.columns.size();
            }
            parts.push_back(std::move(part));
        }
        std::int64_t row = 0;
        for (; row < m_count && reader.next(); ++row) {
            for (Part& part : parts) {
                std::byte* sample = part.made.bytes + row * part.spec.sampleBytes();
                if (part.writer)
                    part.writer->write(reinterpret_cast<float*>(sample));
                else
                    writeText(reader, textAt, part.spec, sample);
            }
            addTruth(reader, out);
            if (m_weights)
                out.weights.push_back(weightAt(reader, *m_weights));
        }
        if (row < m_count)
            refuseChange(m_name);
        for (Part& part : parts) {
            if (part.writer)
                tellUnseen(part.spec, *part.writer, out);
            out.inputs.push_back(std::move(part.made.field));
        }
        if (!m_unknown.empty())
            out.warnings.push_back(unknownWords(m_name, m_unknown));
    }

    void writeText(const CsvReader& reader, std::size_t column, const FieldSpec& spec, std::byte* out)
    {
        const std::string_view cell = reader.row()[column];
        if (!isUtf8(cell))
            reader.refuse(NS_MESSAGE("data.csv.utf8", "{0}: the value is not UTF-8; save the file as \"CSV UTF-8\""), column);
        writeTokens(cell, spec, out);
        for (const std::string& word : spec.vocabulary->unknownIn(cell))
            if (m_unknown.size() < unknownWordsAtMost)
                m_unknown.insert(word);
    }

    void addTruth(const CsvReader& reader, CsvSamples& out) const
    {
        for (const std::size_t column : m_targets) {
            if (m_wanted.target.classes == 0) {
                out.truth.push_back(static_cast<double>(numberAt(reader, column)));
                continue;
            }
            const std::string_view cell = reader.row()[column];
            const double named = m_classes.named(cell);
            out.truth.push_back(named < 0.0 && isMissing(cell) ? std::numeric_limits<double>::quiet_NaN() : named);
            out.classes.emplace_back(cell);
        }
    }

    void tellUnseen(const FieldSpec& spec, const RowWriter& writer, CsvSamples& out) const
    {
        for (std::size_t i = 0; i < writer.unseen().size(); ++i)
            if (!writer.unseen()[i].empty())
                out.warnings.emplace_back(
                    NS_MESSAGE(
                        "data.csv.unseen",
                        "{0}: the column \"{1}\" holds {2}, which training never saw; it is read as none of the known categories"),
                    m_name, spec.columns[i].name, quotedList(writer.unseen()[i]));
    }

    const OpenCsv& m_open;
    const std::string& m_name;
    const CsvWanted& m_wanted;
    CsvFormat m_format;
    ClassLookup m_classes;
    Columns m_columns;
    std::vector<std::size_t> m_targets;
    std::optional<std::size_t> m_weights;
    std::int64_t m_count = 0;
    std::set<std::string> m_unknown;
};

} // namespace

CsvSamples readCsvSamples(const OpenCsv& open, const std::string& name, const CsvWanted& wanted)
{
    return RowReading(open, name, wanted).run();
}

} // namespace netsmith::data

#include "engine/core/files/safe_file.h"
#include "engine/data/source.h"
#include "engine/data/source_factory.h"
#include "engine/data/sources/sources.h"
#include "engine/fields/sample_room.h"
#include "engine/graph/specs/spec.h"
#include "engine/input/names_in.h"
#include "engine/input/tables/csv_reader.h"
#include "engine/input/tables/csv_value.h"

#include <algorithm>
#include <cfloat>
#include <cmath>

namespace netsmith::data {
namespace {

namespace fs = std::filesystem;

struct Settings {
    std::string columns;
    std::string target;
    std::int64_t window = 24;
    std::int64_t horizon = 1;
    std::int64_t step = 1;
    bool standardise = true;
    bool standardiseTarget = false;
    double validation = 0.2;
};

const ParameterBuilder<Settings>& declared()
{
    using S = Settings;
    static const auto all = [] {
        ParameterBuilder<S> settings;
        settings
            .text(
                "columns", &S::columns, NS_TEXT("data.series", "Columns"),
                NS_TEXT("data.series", "The columns that are read, separated by commas; empty: all whose first value is a number."))
            .text("target", &S::target, NS_TEXT("data.series", "Target"),
                  NS_TEXT("data.series", "The column to forecast; empty: the last one that is read."))
            .integer("window", &S::window, NS_TEXT("data.series", "Window"), NS_TEXT("data.series", "How many rows a sample has."))
            .range(1, 1 << 20)
            .usual(5, 256)
            .unit(NS_TEXT("unit", "rows"))
            .integer("horizon", &S::horizon, NS_TEXT("data.series", "Horizon"),
                     NS_TEXT("data.series", "The number of next values to forecast."))
            .range(1, 1 << 20)
            .usual(1, 48)
            .unit(NS_TEXT("unit", "rows"))
            .integer("step", &S::step, NS_TEXT("data.series", "Step"),
                     NS_TEXT("data.series", "The number of rows from the start of one sample to the next; windows may overlap."))
            .range(1, 1 << 20)
            .usual(1, 48)
            .unit(NS_TEXT("unit", "rows"))
            .boolean("standardise", &S::standardise, NS_TEXT("data.series", "Standardize"),
                     NS_TEXT("data.series",
                             "Standardizes each column to mean 0 and standard deviation 1, computed from the training rows only."))
            .boolean("standardise_target", &S::standardiseTarget, NS_TEXT("data.series", "Standardize the target"),
                     NS_TEXT("data.series",
                             "Whether the target is standardized to mean 0 and standard deviation 1 for training; predictions "
                             "and metrics stay in the column's own units."))
            .real("validation", &S::validation, NS_TEXT("data.series", "Validation"),
                  NS_TEXT("data.series", "The fraction of the rows, at the end, that is the test set."))
            .range(0.0, 0.9)
            .usual(0.0, 0.3);
        return settings;
    }();
    return all;
}

const SourceInfo& factoryInfo()
{
    static const SourceInfo info{
        .id = "series",
        .title = NS_TEXT("data.series", "series in CSV"),
        .doc = NS_TEXT("data.series",
                       "Rows of numbers of your own CSV file (gzip too), in order of time. Windows of rows are the field "
                       "\"series\", the next values of one column the field \"target\". A missing value takes the one before it. "
                       "Overlapping windows take no extra memory."),
        .licence = NS_TEXT("data.series", "that of your table"),
        .place = SourcePlace::file,
        .parameters = declared().specs(),
        .standardised = true,
        .mayMap = true,
        .partParameters = {{"columns", true}, {"target"}},
    };
    return info;
}

std::size_t columnNamed(const CsvReader& reader, const std::string& name, const std::string& file)
{
    const auto found = std::ranges::find(reader.columns(), name);
    if (found != reader.columns().end())
        return static_cast<std::size_t>(found - reader.columns().begin());
    std::string there;
    for (std::size_t i = 0; i < std::min<std::size_t>(reader.columns().size(), 20); ++i)
        there += (i == 0 ? "" : ", ") + reader.columns()[i];
    there += reader.columns().size() > 20 ? ", …" : "";
    throw Error(ErrorKind::input, NS_MESSAGE("data.csv.column", "{0} has no column \"{1}\"; it has: {2}"), file, name, there);
}

/// One table whose rows are in order of time.
class SeriesFile final : public Source {
public:
    SeriesFile(fs::path path, Settings settings)
        : m_path(std::move(path))
        , m_settings(std::move(settings))
        , m_info(factoryInfo())
    {
        CsvReader reader(openBytes(m_path), m_path.string());
        std::vector<std::int64_t> missing(reader.columns().size(), 0);
        while (reader.next()) {
            if (m_rows++ == 0)
                chooseColumns(reader);
            for (std::size_t i = 0; i < missing.size(); ++i)
                missing[i] += isMissing(reader.row()[i]) ? 1 : 0;
        }
        m_split = m_settings.validation > 0.0
            ? static_cast<std::int64_t>(static_cast<double>(m_rows) * (1.0 - m_settings.validation))
            : m_rows;
        m_info.trainCount = windowsIn(m_split);
        m_info.testCount = windowsIn(m_rows - m_split);
        if (m_info.trainCount == 0)
            throw Error(ErrorKind::input,
                        NS_MESSAGE("data.series.short",
                                   "{0} has {1:row|rows} to train on, but a sample needs {4}: a window of {2} and the next "
                                   "{3:value|values} of the horizon; choose a smaller window or horizon, or hold out fewer rows"),
                        m_path.string(), m_split, m_settings.window, m_settings.horizon, m_settings.window + m_settings.horizon);
        const auto columns = std::ssize(m_columns);
        std::vector<Column> columnsRead;
        for (const std::size_t column : m_columns)
            columnsRead.push_back({.name = reader.columns()[column], .standardise = m_settings.standardise});
        m_fields = {{.name = "series",
                     .type = DataType::f32,
                     .shape = {m_settings.window, columns},
                     .columns = std::move(columnsRead),
                     .stride = m_settings.step * columns},
                    {.name = "target", .type = DataType::f32, .shape = {m_settings.horizon}, .stride = m_settings.step}};
        m_fields[1].scaledColumns = m_settings.standardiseTarget ? 1 : 0;
        for (std::size_t i = 0; i < missing.size(); ++i) {
            const bool read = std::ranges::find(m_columns, i) != m_columns.end(), learned = i == m_target;
            const char* field = read && learned ? "series, target" : read ? "series" : learned ? "target" : "";
            m_info.parts.push_back({reader.columns()[i], read || learned ? "numbers" : "not read", field, missing[i]});
        }
    }

    const SourceInfo& info() const override { return m_info; }
    const std::vector<FieldSpec>& fields() const override { return m_fields; }
    Availability find(const DataPaths&) const override
    {
        return {true, Message(NS_MESSAGE("data.origin.folder", "{0} from {1}"), titleOf(m_info), m_path.string())};
    }
    std::vector<fs::path> files(const DataPaths&) const override { return {m_path}; }
    Expected<DataSet> load(const DataPaths& paths, const Watch& watch) const override
    try {
        DataSet set;
        set.id = m_info.id;
        set.title = m_info.title;
        set.origin = find(paths).where;
        set.fingerprint = sha256OfFile(m_path).take();
        const auto columns = std::ssize(m_columns);
        const std::vector<FieldSpec> whole{{.name = "rows", .type = DataType::f32, .shape = {columns}},
                                           {.name = "values", .type = DataType::f32, .shape = {}}};
        const SampleRoom room(whole, m_rows);
        NewField series = room.makeField(whole[0], m_rows), target = room.makeField(whole[1], m_rows);
        read(reinterpret_cast<float*>(series.bytes), reinterpret_cast<float*>(target.bytes), watch);
        for (const NewField* made : {&series, &target})
            room.settle(made->field.all());
        const auto part = [&](std::int64_t begin, std::int64_t count) {
            DataSplit split;
            if (count == 0)
                return split;
            split.mapped = room.isOnDisk();
            using Shared = std::shared_ptr<const std::byte[]>;
            constexpr auto size = static_cast<std::int64_t>(sizeof(float));
            const FieldSpec last{.name = "known", .type = DataType::f32, .shape = {1}, .stride = m_settings.step};
            const std::int64_t before = begin + m_settings.window - 1;
            split.known = Field{last, count, Shared(target.field.bytes, target.bytes + before * size)};
            split.fields = {{m_fields[0], count, Shared(series.field.bytes, series.bytes + begin * columns * size)},
                            {m_fields[1], count, Shared(target.field.bytes, target.bytes + (begin + m_settings.window) * size)}};
            return split;
        };
        set.train = part(0, m_info.trainCount);
        set.test = part(m_split, m_info.testCount);
        return set;
    } catch (const Error& error) {
        return error;
    }

private:
    std::int64_t windowsIn(std::int64_t rows) const
    {
        const std::int64_t needed = m_settings.window + m_settings.horizon;
        return rows < needed ? 0 : (rows - needed) / m_settings.step + 1;
    }

    void chooseColumns(const CsvReader& reader)
    {
        for (const std::string& name : namesIn(m_settings.columns))
            m_columns.push_back(columnNamed(reader, name, m_path.string()));
        for (std::size_t i = 0; m_settings.columns.empty() && i < reader.columns().size(); ++i)
            if (numberIn(reader.row()[i], *reader.format().decimal))
                m_columns.push_back(i);
        if (m_columns.empty())
            throw Error(ErrorKind::input,
                        NS_MESSAGE("data.series.no_numbers", "{0} has no column of numbers; is the delimiter right?"),
                        m_path.string());
        m_target = m_settings.target.empty() ? m_columns.back() : columnNamed(reader, m_settings.target, m_path.string());
    }

    /// The number in a column of the row, or the one before it where there is none.
    static float numberAt(const CsvReader& reader, std::size_t column, const float* before)
    {
        const std::string_view cell = reader.row()[column];
        if (isMissing(cell)) {
            if (!before)
                reader.refuse(NS_MESSAGE("data.series.first", "{0}: the first value is missing; fill it in or remove the row"),
                              column);
            return *before;
        }
        const auto number = numberIn(cell, *reader.format().decimal);
        if (!number || !(std::abs(*number) <= double{FLT_MAX}))
            reader.refuse(NS_MESSAGE("data.series.number", "{0}: \"{1}\" is not a number; correct it, or choose other columns"),
                          column, std::string(cell.substr(0, 40)));
        return static_cast<float>(*number);
    }

    void read(float* series, float* target, const Watch& watch) const
    {
        constexpr std::int64_t slice = 10000; // between two checks of the watch
        const auto columns = std::ssize(m_columns);
        CsvReader reader(openBytes(m_path), m_path.string());
        std::int64_t row = 0;
        for (; row < m_rows && reader.next(); ++row) {
            if (row % slice == 0) {
                watch.throwIfStopped();
                watch.tell(m_path.string(), row, m_rows);
            }
            for (std::int64_t i = 0; i < columns; ++i) {
                float* number = series + row * columns + i;
                *number = numberAt(reader, m_columns[static_cast<std::size_t>(i)], row > 0 ? number - columns : nullptr);
            }
            target[row] = numberAt(reader, m_target, row > 0 ? target + row - 1 : nullptr);
        }
        if (row < m_rows || reader.next())
            throw Error(ErrorKind::input, NS_MESSAGE("data.csv.changed", "{0} was changed while it was read; try again"),
                        m_path.string());
        watch.tell(m_path.string(), m_rows, m_rows);
    }

    fs::path m_path;
    Settings m_settings;
    SourceInfo m_info;
    std::vector<std::size_t> m_columns;
    std::size_t m_target = 0;
    std::int64_t m_rows = 0;
    std::int64_t m_split = 0; ///< the rows before it train
    std::vector<FieldSpec> m_fields;
};

std::shared_ptr<const Source> make(const fs::path& place, const ParameterMap& parameters)
{
    return std::make_shared<SeriesFile>(place, declared().bind(parameters));
}

std::vector<std::string> names(const fs::path& place, const ParameterMap&)
{
    return CsvReader(openBytes(place), place.string()).columns();
}

} // namespace

const Source& series()
{
    static const SourceFactory source(factoryInfo(), make, names);
    return source;
}

} // namespace netsmith::data

#include "engine/input/tables/csv_table.h"

#include "engine/core/utf8.h"
#include "engine/fields/columns.h"
#include "engine/fields/text/token_rows.h"
#include "engine/input/tables/csv_row_writer.h"
#include "engine/input/tables/csv_value.h"
#include "engine/input/text/token_counts.h"

#include <algorithm>
#include <cfloat>
#include <cmath>
#include <map>
#include <set>

namespace netsmith::data {
namespace {

enum class Role { feature, target, text, weight, leftOut };

/// A value and its line.
struct Word {
    std::string text;
    std::int64_t line = 0;
};

/// What is known of a column so far.
struct Scanned {
    Role role = Role::feature;
    bool words = false; ///< holds categories: a value is not a number, or it was requested
    bool mixed = false; ///< that turned out below numbers, which were not collected
    std::optional<Word> first; ///< the value that is not a number
    std::int64_t missing = 0;
    std::set<std::string, std::less<>> categories;
};

std::size_t columnNamed(const std::vector<std::string>& names, const std::string& name, const std::string& file)
{
    const auto found = std::ranges::find(names, name);
    if (found != names.end())
        return static_cast<std::size_t>(found - names.begin());
    std::string there;
    for (std::size_t i = 0; i < std::min<std::size_t>(names.size(), 20); ++i)
        there += (i == 0 ? "" : ", ") + names[i];
    there += names.size() > 20 ? ", …" : "";
    refuse(NS_MESSAGE("data.csv.column", "{0} has no column \"{1}\"; it has: {2}"), file, name, there);
}

/// One pass over the rows.
class Scan {
public:
    Scan(const OpenCsv& open, const std::string& name, const CsvTableOptions& options, const std::map<std::size_t, Word>& words)
        : m_reader(open(), name, options.format)
        , m_columns(m_reader.columns().size())
        , m_textRule(options.textRule)
        , m_tokens(options.textRule.unit)
    {
        for (const std::string& column : options.targets)
            m_columns[columnNamed(m_reader.columns(), column, name)].role = Role::target;
        if (options.targets.empty())
            m_columns.back().role = Role::target;
        for (const std::string& column : options.leftOut) {
            Scanned& scanned = m_columns[columnNamed(m_reader.columns(), column, name)];
            if (scanned.role == Role::target)
                refuse(
                    NS_MESSAGE("data.csv.target_left_out", "the column \"{0}\" of {1} is both the target and left out; choose one"),
                    column, name);
            scanned.role = Role::leftOut;
        }
        if (!options.text.empty()) {
            Scanned& scanned = m_columns[columnNamed(m_reader.columns(), options.text, name)];
            if (scanned.role != Role::feature)
                refuse(NS_MESSAGE("data.csv.text_role",
                                  "the column \"{0}\" of {1} is to be read as text, but also the target or left out; choose one"),
                       options.text, name);
            scanned.role = Role::text;
        }
        if (!options.weights.empty()) {
            Scanned& scanned = m_columns[columnNamed(m_reader.columns(), options.weights, name)];
            if (scanned.role != Role::feature)
                refuse(NS_MESSAGE("data.csv.weight_role",
                                  "the column \"{0}\" of {1} is the sample weight, but also the target, left out or read as text; "
                                  "choose one"),
                       options.weights, name);
            scanned.role = Role::weight;
        }
        for (const std::string& column : options.categories)
            m_columns[columnNamed(m_reader.columns(), column, name)].words = true;
        for (Scanned& scanned : m_columns)
            scanned.words = scanned.words || (scanned.role == Role::target && options.numbersAreClasses);
        for (const auto& [column, first] : words) {
            m_columns[column].words = true;
            m_columns[column].first = first;
        }
    }

    void run()
    {
        while (m_reader.next()) {
            ++m_rows;
            for (std::size_t i = 0; i < m_columns.size(); ++i)
                if (m_columns[i].role != Role::leftOut)
                    take(i, m_reader.row()[i]);
        }
    }

    const CsvReader& reader() const { return m_reader; }
    const std::vector<Scanned>& columns() const { return m_columns; }
    std::int64_t rows() const { return m_rows; }
    const TokenCounts& tokens() const { return m_tokens; }

private:
    void take(std::size_t i, std::string_view cell)
    {
        Scanned& column = m_columns[i];
        if (column.role == Role::text)
            return takeText(i, cell);
        if (column.role == Role::weight) {
            const auto weight = numberIn(cell, *m_reader.format().decimal);
            if (!weight)
                m_reader.refuse(NS_MESSAGE("data.csv.weight",
                                           "{0}: \"{1}\" is not a number, and this column is what each sample weighs; correct it"),
                                i, std::string(cell.substr(0, 40)));
            requireWeight(m_reader, i, *weight);
        }
        if (isMissing(cell)) {
            if (column.role == Role::target)
                m_reader.refuse(NS_MESSAGE("data.csv.no_target", "{0}: the target value is missing; fill it in or remove the row"),
                                i);
            ++column.missing;
            return;
        }
        if (!column.words) {
            if (const auto number = numberIn(cell, *m_reader.format().decimal)) {
                if (!(std::abs(*number) <= double{FLT_MAX}))
                    m_reader.refuse(NS_MESSAGE("data.csv.infinite",
                                               "{0}: {1} is beyond the largest float32 number, 3.4e38; correct it, "
                                               "or leave it empty if it is missing"),
                                    i, std::string(cell.substr(0, 40)));
                return;
            }
            column.words = true;
            column.mixed = m_rows - column.missing > 1;
            column.first = {isUtf8(cell) ? std::string(cell.substr(0, 40)) : "…", m_reader.line()};
        }
        if (!column.categories.contains(cell))
            add(i, cell);
    }

    void takeText(std::size_t i, std::string_view cell)
    {
        if (!isUtf8(cell))
            m_reader.refuse(NS_MESSAGE("data.csv.utf8", "{0}: the value is not UTF-8; save the file as \"CSV UTF-8\""), i);
        m_tokens.count(cell, m_textRule);
        m_tokens.checkRoom(m_reader.columns()[i]);
    }

    void add(std::size_t i, std::string_view cell)
    {
        Scanned& column = m_columns[i];
        if (!isUtf8(cell))
            m_reader.refuse(NS_MESSAGE("data.csv.utf8", "{0}: the value is not UTF-8; save the file as \"CSV UTF-8\""), i);
        if (column.categories.size() == categoriesAtMost && column.first)
            m_reader.refuse(
                NS_MESSAGE("data.csv.categories",
                           "{0}: there are more than {1} different values in this column, which is not numeric because of "
                           "\"{2}\" on line {3}; correct that, or leave the column out"),
                i, categoriesAtMost, column.first->text, column.first->line);
        if (column.categories.size() == categoriesAtMost)
            m_reader.refuse(
                NS_MESSAGE("data.csv.categories_asked",
                           "{0}: there are more than {1} different values in this column, too many for categories; leave it "
                           "numeric, or out"),
                i, categoriesAtMost);
        column.categories.emplace(cell);
    }

    CsvReader m_reader;
    std::vector<Scanned> m_columns;
    std::int64_t m_rows = 0;
    TokenRule m_textRule;
    TokenCounts m_tokens;
};

/// Numbers by their value, words by their bytes.
std::vector<std::string> sorted(const std::set<std::string, std::less<>>& categories, char decimal)
{
    std::vector<std::string> out(categories.begin(), categories.end());
    const auto number = [&](const std::string& word) { return numberIn(word, decimal); };
    if (std::ranges::all_of(out, [&](const std::string& word) { return number(word).has_value(); }))
        std::ranges::stable_sort(out, {}, [&](const std::string& word) { return *number(word); });
    return out;
}

FieldSpec targetField(const Scan& scan, const CsvTable& table, const std::string& name, bool scaled)
{
    std::vector<Column> columns;
    for (const std::size_t i : table.targets) {
        const Scanned& column = scan.columns()[i];
        if (column.words && table.targets.size() > 1)
            refuse(NS_MESSAGE("data.csv.targets", "{0}: the column \"{1}\" holds classes, so it must be the only target"), name,
                   table.names[i]);
        if (column.words) {
            std::vector<std::string> names = sorted(column.categories, *table.format.decimal);
            if (names.size() < 2)
                refuse(NS_MESSAGE("data.csv.one_class", "{0}: the target column \"{1}\" has the same value in all rows"), name,
                       table.names[i]);
            const int classes = static_cast<int>(names.size());
            return {.name = "label",
                    .type = classes <= 256 ? DataType::u8 : DataType::i32,
                    .classes = classes,
                    .classNames = std::move(names)};
        }
    }
    FieldSpec field{.name = "target", .type = DataType::f32, .shape = Shape{std::ssize(table.targets)}};
    field.scaledColumns = scaled ? static_cast<int>(table.targets.size()) : 0;
    if (field.scaledColumns > scaledColumnsAtMost)
        refuse(NS_MESSAGE("data.csv.scaled", "{0}: {1} columns are targets, at most {2} can be standardized; choose fewer"), name,
               table.targets.size(), scaledColumnsAtMost);
    return field;
}

std::string holds(const Scanned& column)
{
    if (column.role == Role::text)
        return "texts";
    if (column.role == Role::leftOut)
        return "left out";
    return column.words ? std::to_string(column.categories.size()) + " categories" : "numbers";
}

/// The field that a column of this role is read into.
std::string fieldOf(Role role, const CsvTable& table)
{
    switch (role) {
    case Role::feature: return table.fields.front().name;
    case Role::target: return table.fields[table.features.empty() ? 0 : 1].name;
    case Role::text: return "text";
    case Role::weight: return "sample_weight";
    case Role::leftOut: break;
    }
    return {};
}

CsvTable tableOf(const Scan& scan, const std::string& name, const CsvTableOptions& options)
{
    CsvTable table{scan.reader().format(), scan.rows(), scan.reader().columns(), {}, {}, {}, {}, {}, {}};
    if (table.rows == 0)
        refuse(NS_MESSAGE("data.csv.no_rows", "{0} has a header and no rows below it; add rows, or set data.source.header to no"),
               name);
    std::vector<Column> columns;
    for (std::size_t i = 0; i < scan.columns().size(); ++i) {
        const Scanned& column = scan.columns()[i];
        if (column.role == Role::target)
            table.targets.push_back(i);
        if (column.role == Role::text)
            table.text = i;
        if (column.role == Role::weight)
            table.weights = i;
        if (column.role != Role::feature)
            continue;
        table.features.push_back(i);
        columns.push_back({.name = table.names[i],
                           .categories = sorted(column.categories, *table.format.decimal),
                           .standardise = options.standardise});
    }
    if (table.features.empty() && !table.text)
        refuse(NS_MESSAGE("data.csv.no_features",
                          "{0} has no input columns besides the target; add columns, or is the delimiter right?"),
               name);
    if (!table.features.empty())
        table.fields.push_back(columnField("features", std::move(columns)));
    if (!table.features.empty() && table.fields[0].shape.elements() > featuresAtMost)
        refuse(NS_MESSAGE("data.csv.features",
                          "{0} makes {1:number|numbers} of each row, at most {2} can be read; leave columns of many "
                          "categories out"),
               name, table.fields[0].shape.elements(), featuresAtMost);
    table.fields.push_back(targetField(scan, table, name, options.standardiseTarget));
    if (table.text)
        table.fields.push_back(tokenField(options.textLength, scan.tokens().vocabulary(options.textRule, Vocabulary::largest),
                                          options.textVocabulary));
    if (table.weights)
        table.fields.push_back({.name = "sample_weight", .type = DataType::f32});
    for (std::size_t i = 0; i < scan.columns().size(); ++i)
        table.parts.push_back(
            {table.names[i], holds(scan.columns()[i]), fieldOf(scan.columns()[i].role, table), scan.columns()[i].missing});
    return table;
}

} // namespace

CsvTable scanCsv(const OpenCsv& open, const std::string& name, const CsvTableOptions& options)
{
    std::map<std::size_t, Word> words;
    for (;;) {
        Scan scan(open, name, options, words);
        scan.run();
        const std::size_t before = words.size();
        for (std::size_t i = 0; i < scan.columns().size(); ++i)
            if (scan.columns()[i].mixed)
                words.emplace(i, *scan.columns()[i].first);
        if (words.size() == before)
            return tableOf(scan, name, options);
    }
}

} // namespace netsmith::data

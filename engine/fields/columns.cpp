#include "engine/fields/columns.h"

#include "engine/core/error.h"
#include "engine/core/parallel.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace netsmith::data {
namespace {

constexpr std::int64_t rowGrain = 4096;

const float* numbersOf(const Field& field)
{
    return reinterpret_cast<const float*>(field.bytes.get());
}

/// The numbers of one row: a sample of a table has one row, that of a series several.
std::int64_t rowElements(const std::vector<Column>& columns)
{
    std::int64_t elements = 0;
    for (const Column& column : columns)
        elements += column.elements();
    return elements;
}

bool isFitted(const FieldSpec& spec)
{
    return !spec.columns.empty() && spec.columns.front().fitted;
}

/// The category a sample has in a column whose numbers begin at `numbers`; −1: none of them.
int categoryOf(const Column& column, const float* numbers)
{
    const float* end = numbers + column.elements();
    const float* found = std::find(numbers, end, 1.0f);
    return found == end ? -1 : static_cast<int>(found - numbers);
}

/// Calls `visit(column's index, its numbers)` for each row of the samples, once for a row that several share.
template <class Visit>
void eachColumn(const Field& field, std::span<const std::int32_t> samples, Visit visit)
{
    const std::vector<Column>& columns = field.spec.columns;
    if (columns.empty())
        return;
    const std::int64_t elements = rowElements(columns);
    const std::int64_t rows = field.spec.shape.elements() / elements; // of a sample
    const std::int64_t step = field.spec.stride > 0 ? field.spec.stride / elements : rows;
    std::int64_t seen = 0; // the rows before it
    for (const std::int32_t sample : samples) {
        const std::int64_t begin = sample * step;
        for (std::int64_t row = step < rows ? std::max(begin, seen) : begin; row < begin + rows; ++row) {
            const float* numbers = numbersOf(field) + row * elements;
            for (std::size_t i = 0; i < columns.size(); ++i) {
                visit(i, numbers);
                numbers += columns[i].elements();
            }
        }
        seen = begin + rows;
    }
}

/// Sums over the samples' rows, in order, so that no bit depends on threads.
struct Gathered {
    std::vector<double> sums;
    std::vector<std::int64_t> rows; ///< by column, as what follows
    std::vector<std::int64_t> values;
    std::vector<std::vector<std::int64_t>> counts;
};

Gathered gather(const Field& raw, std::span<const std::int32_t> samples)
{
    const std::vector<Column>& columns = raw.spec.columns;
    const std::vector<std::int64_t> none(columns.size());
    Gathered out{std::vector<double>(columns.size()), none, none, {}};
    for (const Column& column : columns)
        out.counts.emplace_back(column.categories.size());
    eachColumn(raw, samples, [&](std::size_t i, const float* numbers) {
        ++out.rows[i];
        if (std::isnan(*numbers))
            return;
        ++out.values[i];
        if (columns[i].categories.empty())
            out.sums[i] += static_cast<double>(*numbers);
        else if (const int category = categoryOf(columns[i], numbers); category >= 0)
            ++out.counts[i][static_cast<std::size_t>(category)];
    });
    return out;
}

void fill(const Column& column, float* numbers)
{
    const ColumnFit& fit = column.fit;
    const bool missing = std::isnan(*numbers);
    if (column.categories.empty()) {
        *numbers = ((missing ? fit.fill : *numbers) - fit.subtract) / fit.divide;
        return;
    }
    if (missing) {
        std::fill_n(numbers, column.elements(), 0.0f);
        numbers[static_cast<int>(fit.fill)] = 1.0f;
    }
    for (const int unseen : fit.unseen)
        numbers[unseen] = 0.0f;
}

} // namespace

FieldSpec columnField(std::string name, std::vector<Column> columns)
{
    const Shape shape{rowElements(columns)};
    return {.name = std::move(name), .type = DataType::f32, .shape = shape, .columns = std::move(columns)};
}

FieldSpec fitColumns(const Field& raw, std::span<const std::int32_t> samples)
{
    FieldSpec out = raw.spec;
    const Gathered gathered = gather(raw, samples);
    std::vector<double> means(out.columns.size()), squares(out.columns.size());
    for (std::size_t i = 0; i < means.size(); ++i)
        means[i] = gathered.values[i] > 0 ? gathered.sums[i] / static_cast<double>(gathered.values[i]) : 0.0;
    eachColumn(raw, samples, [&](std::size_t i, const float* numbers) {
        if (const double away = static_cast<double>(*numbers) - means[i]; out.columns[i].categories.empty() && !std::isnan(away))
            squares[i] += away * away;
    });
    for (std::size_t i = 0; i < out.columns.size(); ++i) {
        Column& column = out.columns[i];
        column.fitted = true;
        column.fit = {};
        if (!column.categories.empty()) {
            const std::vector<std::int64_t>& counts = gathered.counts[i];
            column.fit.fill = static_cast<float>(std::ranges::max_element(counts) - counts.begin());
            for (std::size_t c = 0; c < counts.size(); ++c)
                if (counts[c] == 0)
                    column.fit.unseen.push_back(static_cast<int>(c));
            continue;
        }
        column.fit.fill = static_cast<float>(means[i]);
        if (!column.standardise)
            continue;
        const double deviation = gathered.values[i] > 0 ? std::sqrt(squares[i] / static_cast<double>(gathered.values[i])) : 0.0;
        column.fit.subtract = column.fit.fill;
        // Numbers that are all the same have only a deviation from rounding.
        column.fit.divide =
            deviation > 1e-6 * std::abs(means[i]) && static_cast<float>(deviation) > 0.0f ? static_cast<float>(deviation) : 1.0f;
    }
    return out;
}

std::vector<LearnedScale> fitScales(const Field& field, std::span<const std::int32_t> samples)
{
    Field columns = field;
    for (int i = 0; i < field.spec.scaledColumns; ++i)
        columns.spec.columns.push_back({.name = std::to_string(i)});
    std::vector<LearnedScale> out;
    for (const Column& column : fitColumns(columns, samples).columns)
        out.push_back({static_cast<double>(column.fit.subtract), static_cast<double>(column.fit.divide)});
    return out;
}

Field applyColumns(const Field& field, const FieldSpec& fitted, std::int64_t memory)
{
    if (fitted.columns.empty() || isFitted(field.spec))
        return field;
    const auto same = [](const Column& a, const Column& b) { return a.name == b.name && a.categories == b.categories; };
    if (!std::ranges::equal(field.spec.columns, fitted.columns, same))
        throw Error(ErrorKind::input,
                    NS_MESSAGE("data.columns",
                               "the field \"{0}\" has other columns than those the network was trained on; use a file with "
                               "the same ones"),
                    field.spec.name);
    FieldSpec spec = field.spec;
    spec.columns = fitted.columns;
    const SampleRoom room({spec}, field.count, memory);
    NewField made = room.makeField(spec, field.count);
    const std::int64_t elements = rowElements(spec.columns);
    const std::int64_t rows = spec.bytesOf(field.count) / (elements * static_cast<std::int64_t>(sizeof(float)));
    parallelFor(rows, rowGrain, [&](std::int64_t begin, std::int64_t end) {
        float* numbers = reinterpret_cast<float*>(made.bytes) + begin * elements;
        std::copy_n(numbersOf(field) + begin * elements, (end - begin) * elements, numbers);
        for (std::int64_t row = begin; row < end; ++row)
            for (const Column& column : spec.columns) {
                fill(column, numbers);
                numbers += column.elements();
            }
    });
    room.settle(made.field.all());
    return std::move(made.field);
}

std::vector<std::int64_t> unseenCounts(const Field& raw, const FieldSpec& fitted, std::span<const std::int32_t> samples)
{
    const Gathered gathered = gather(raw, samples);
    std::vector<std::int64_t> out(fitted.columns.size());
    for (std::size_t i = 0; i < out.size(); ++i) {
        const std::vector<std::int64_t>& counts = gathered.counts[i];
        if (counts.empty())
            continue;
        out[i] = gathered.values[i] - std::accumulate(counts.begin(), counts.end(), std::int64_t{0}); // not in the table at all
        for (const int category : fitted.columns[i].fit.unseen)
            out[i] += counts[static_cast<std::size_t>(category)];
    }
    return out;
}

std::vector<ColumnSummary> summariesOf(const Field& raw)
{
    std::vector<std::int32_t> all(static_cast<std::size_t>(raw.count));
    std::iota(all.begin(), all.end(), 0);
    const Gathered gathered = gather(raw, all);
    std::vector<ColumnSummary> out(raw.spec.columns.size());
    for (std::size_t i = 0; i < out.size(); ++i)
        out[i] = {gathered.rows[i] - gathered.values[i], INFINITY, -INFINITY,
                  gathered.sums[i] / static_cast<double>(std::max<std::int64_t>(1, gathered.values[i])), gathered.counts[i]};
    eachColumn(raw, all, [&](std::size_t i, const float* numbers) {
        if (!std::isnan(*numbers)) {
            out[i].minimum = std::min(out[i].minimum, static_cast<double>(*numbers));
            out[i].maximum = std::max(out[i].maximum, static_cast<double>(*numbers));
        }
    });
    return out;
}

} // namespace netsmith::data

#include "engine/data/columns.h"

#include "engine/core/error.h"
#include "engine/core/parallel.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace netsmith::data {
namespace {

constexpr std::int64_t rowGrain = 4096;

const float* numbersOf(const Field& field, std::int64_t sample)
{
    return reinterpret_cast<const float*>(field.bytes.get()) + sample * field.spec.shape.elements();
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

/// Calls `visit(column's index, its numbers)` for one sample.
template <class Visit>
void eachColumn(const FieldSpec& spec, const float* numbers, Visit visit)
{
    for (std::size_t i = 0; i < spec.columns.size(); ++i) {
        visit(i, numbers);
        numbers += spec.columns[i].elements();
    }
}

/// Sums over the samples, in their order, so that no bit depends on threads.
struct Gathered {
    std::vector<double> sums;
    std::vector<std::int64_t> values;
    std::vector<std::vector<std::int64_t>> counts;
};

Gathered gather(const Field& raw, std::span<const std::int32_t> samples)
{
    const std::vector<Column>& columns = raw.spec.columns;
    Gathered out{std::vector<double>(columns.size()), std::vector<std::int64_t>(columns.size()), {}};
    for (const Column& column : columns)
        out.counts.emplace_back(column.categories.size());
    for (const std::int32_t sample : samples)
        eachColumn(raw.spec, numbersOf(raw, sample), [&](std::size_t i, const float* numbers) {
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
    std::int64_t elements = 0;
    for (const Column& column : columns)
        elements += column.elements();
    return {.name = std::move(name), .type = DataType::f32, .shape = Shape{elements}, .columns = std::move(columns)};
}

FieldSpec fitColumns(const Field& raw, std::span<const std::int32_t> samples)
{
    FieldSpec out = raw.spec;
    const Gathered gathered = gather(raw, samples);
    std::vector<double> means(out.columns.size()), squares(out.columns.size());
    for (std::size_t i = 0; i < means.size(); ++i)
        means[i] = gathered.values[i] > 0 ? gathered.sums[i] / static_cast<double>(gathered.values[i]) : 0.0;
    for (const std::int32_t sample : samples)
        eachColumn(raw.spec, numbersOf(raw, sample), [&](std::size_t i, const float* numbers) {
            if (const double away = static_cast<double>(*numbers) - means[i];
                out.columns[i].categories.empty() && !std::isnan(away))
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
        // Numbers that are all the same have a deviation of rounding alone.
        column.fit.divide =
            deviation > 1e-6 * std::abs(means[i]) && static_cast<float>(deviation) > 0.0f ? static_cast<float>(deviation) : 1.0f;
    }
    return out;
}

Field applyFit(const Field& field, const FieldSpec& fitted, std::int64_t memory)
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
    const SampleRoom room({fitted}, field.count, memory);
    NewField made = room.makeField(fitted, field.count);
    parallelFor(field.count, rowGrain, [&](std::int64_t begin, std::int64_t end) {
        const std::int64_t elements = fitted.shape.elements();
        std::copy_n(numbersOf(field, begin), (end - begin) * elements, reinterpret_cast<float*>(made.bytes) + begin * elements);
        for (std::int64_t sample = begin; sample < end; ++sample) {
            float* numbers = reinterpret_cast<float*>(made.bytes) + sample * elements;
            for (const Column& column : fitted.columns) {
                fill(column, numbers);
                numbers += column.elements();
            }
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
        out[i] = {raw.count - gathered.values[i], INFINITY, -INFINITY,
                  gathered.sums[i] / static_cast<double>(std::max<std::int64_t>(1, gathered.values[i])), gathered.counts[i]};
    for (const std::int32_t sample : all)
        eachColumn(raw.spec, numbersOf(raw, sample), [&](std::size_t i, const float* numbers) {
            if (!std::isnan(*numbers)) {
                out[i].minimum = std::min(out[i].minimum, static_cast<double>(*numbers));
                out[i].maximum = std::max(out[i].maximum, static_cast<double>(*numbers));
            }
        });
    return out;
}

} // namespace netsmith::data

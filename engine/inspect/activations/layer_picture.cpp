#include "engine/inspect/activations/layer_picture.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace netsmith::inspect {
namespace {

/// The cells into which an axis is divided: as many as it has entries, or fewer.
struct Axis {
    std::int64_t entries = 1;
    int cells = 1;

    Axis(std::int64_t entries, int most)
        : entries(entries)
        , cells(static_cast<int>(std::min<std::int64_t>(entries, most)))
    {
    }
    std::int64_t begin(int cell) const { return cell * entries / cells; }
    std::int64_t end(int cell) const { return (cell + 1) * entries / cells; }
};

/// Reduces a matrix whose element (row, column) is `at(row, column)`, and appends its cells. `add` combines a cell's numbers.
template <class At, class Reduce>
void appendCells(std::vector<float>& cells, const Axis& rows, const Axis& columns, const At& at, const Reduce& reduce)
{
    for (int y = 0; y < rows.cells; ++y)
        for (int x = 0; x < columns.cells; ++x) {
            double cell = 0.0;
            bool finite = true;
            for (std::int64_t row = rows.begin(y); row < rows.end(y); ++row)
                for (std::int64_t column = columns.begin(x); column < columns.end(x); ++column) {
                    const float number = at(row, column);
                    finite = finite && std::isfinite(number);
                    cell = reduce(cell, static_cast<double>(number));
                }
            cells.push_back(finite ? static_cast<float>(cell) : std::numeric_limits<float>::quiet_NaN());
        }
}

double furthest(double cell, double number)
{
    return std::abs(number) > std::abs(cell) ? number : cell;
}

/// The mean of each cell.
template <class At>
void appendMap(std::vector<float>& cells, const Axis& rows, const Axis& columns, const At& at)
{
    const std::size_t first = cells.size();
    appendCells(cells, rows, columns, at, [](double cell, double number) { return cell + number; });
    std::size_t cell = first;
    for (int y = 0; y < rows.cells; ++y)
        for (int x = 0; x < columns.cells; ++x)
            cells[cell++] /= static_cast<float>((rows.end(y) - rows.begin(y)) * (columns.end(x) - columns.begin(x)));
}

void fillMaps(LayerPicture& picture, std::span<const float> values, bool isInput, const PictureLimits& limits)
{
    const Shape& shape = picture.shape;
    const std::int64_t height = shape[-3], width = shape[-2], channels = shape[-1];
    if (shape.rank() == 4)
        values = values.subspan(static_cast<std::size_t>(shape[0] / 2 * height * width * channels));
    picture.form = isInput && channels == 3 ? LayerPicture::Form::colour : LayerPicture::Form::maps;
    picture.total = channels;
    picture.shown = picture.form == LayerPicture::Form::colour ? channels : std::min<std::int64_t>(channels, limits.maps);
    const bool alone = picture.shown == 1 || picture.form == LayerPicture::Form::colour;
    const int side = alone ? limits.onlySide : limits.side;
    const double shrink = std::min(1.0, static_cast<double>(side) / static_cast<double>(std::max(height, width)));
    const auto cellsOf = [&](std::int64_t entries) {
        return std::max(1, static_cast<int>(std::lround(static_cast<double>(entries) * shrink)));
    };
    const Axis rows(height, cellsOf(height)), columns(width, cellsOf(width));
    picture.width = columns.cells;
    picture.height = rows.cells;
    for (std::int64_t channel = 0; channel < picture.shown; ++channel)
        appendMap(picture.cells, rows, columns, [&](std::int64_t row, std::int64_t column) {
            return values[static_cast<std::size_t>((row * width + column) * channels + channel)];
        });
}

} // namespace

LayerPicture pictureOf(std::string node, const Shape& shape, std::span<const float> values, bool isInput,
                       const PictureLimits& limits)
{
    LayerPicture picture{.node = std::move(node), .shape = shape, .cells = {}, .summary = summaryOf(values)};
    if (values.empty())
        return picture;
    if (shape.rank() >= 3) {
        fillMaps(picture, values, isInput, limits);
        return picture;
    }
    const std::int64_t units = shape.rank() > 0 ? shape[-1] : 1;
    if (shape.rank() == 2) {
        picture.form = LayerPicture::Form::strip;
        const Axis rows(units, limits.units), columns(shape[0], limits.steps);
        picture.width = columns.cells;
        picture.height = rows.cells;
        appendCells(
            picture.cells, rows, columns,
            [&](std::int64_t unit, std::int64_t step) { return values[static_cast<std::size_t>(step * units + unit)]; }, furthest);
        return picture;
    }
    const Axis bars(units, limits.bars);
    picture.width = bars.cells;
    picture.height = 1;
    appendCells(
        picture.cells, Axis(1, 1), bars, [&](std::int64_t, std::int64_t unit) { return values[static_cast<std::size_t>(unit)]; },
        furthest);
    return picture;
}

} // namespace netsmith::inspect

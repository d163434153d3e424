#pragma once

#include "engine/inspect/explanations/explanation.h"

#include <algorithm>

namespace netsmith::inspect {

/// The part of a plane around a cell; `cell(row, column)` returns its numbers.
template <class Cell>
Plane planeAround(std::int64_t height, std::int64_t width, std::int64_t row, std::int64_t column, const Cell& cell)
{
    const auto begin = [](std::int64_t at, std::int64_t size) {
        return std::clamp<std::int64_t>(at - Plane::mostSide / 2, 0, std::max<std::int64_t>(0, size - Plane::mostSide));
    };
    Plane plane{.height = height, .width = width};
    plane.top = begin(row, height);
    plane.left = begin(column, width);
    plane.rows = std::min(height, Plane::mostSide);
    plane.columns = std::min(width, Plane::mostSide);
    plane.cells.reserve(static_cast<std::size_t>(plane.rows * plane.columns));
    for (std::int64_t y = plane.top; y < plane.top + plane.rows; ++y)
        for (std::int64_t x = plane.left; x < plane.left + plane.columns; ++x)
            plane.cells.push_back(static_cast<float>(cell(y, x)));
    return plane;
}

/// How a tensor of one sample is drawn: the last two axes before the channels are rows and columns; a sequence runs from left to
/// right with its units from top to bottom, and a vector is a row.
struct PlaneLayout {
    explicit PlaneLayout(const Shape& shape);

    std::int64_t height = 1;
    std::int64_t width = 1;
    bool isSequence = false;

    std::int64_t rowOf(const Place& place) const;
    std::int64_t columnOf(const Place& place) const;
    /// The element at a row and a column, on the map of `place`.
    std::int64_t elementAt(std::int64_t row, std::int64_t column, const Place& place) const;

private:
    Shape m_shape;
};

/// One cell of a tensor, as a window of a single cell.
template <class Cell>
WindowPicture cellPicture(const Shape& shape, const Place& place, const Cell& cell)
{
    const PlaneLayout layout(shape);
    const std::int64_t row = layout.rowOf(place), column = layout.columnOf(place);
    WindowPicture picture;
    picture.plane = planeAround(layout.height, layout.width, row, column,
                                [&](std::int64_t y, std::int64_t x) { return cell(layout.elementAt(y, x, place)); });
    picture.vertical = {.first = row, .outputs = layout.height, .output = row};
    picture.horizontal = {.first = column, .outputs = layout.width, .output = column};
    if (shape.rank() >= 3)
        picture.channel = place.back();
    if (shape.rank() >= 4) {
        picture.slice = place[place.size() - 4];
        picture.slices = shape[-4];
    }
    return picture;
}

} // namespace netsmith::inspect

#pragma once

#include "engine/fields/dataset.h"

#include <vector>

namespace netsmith::gui {

/// Points at equal distances over the one or two numbers that a network reads: what it makes of them is a curve or a surface.
struct InputGrid {
    static constexpr int side = 48; ///< points along each of two axes
    static constexpr int length = 160; ///< along a single one

    struct Axis {
        double from = -1.0;
        double to = 1.0;
        bool operator==(const Axis&) const = default;
    };
    std::vector<Axis> axes{}; ///< x, or x and y

    bool isPlane() const { return axes.size() == 2; }
    /// {side, side}, the rows from the largest y to the smallest; or {length}.
    Shape shape() const { return isPlane() ? Shape{side, side} : Shape{length}; }
    std::int64_t points() const { return shape().elements(); }
    /// The numbers of a point.
    std::vector<double> at(std::int64_t point) const;
    /// All points as samples of this input, whose columns are as in a file.
    data::Field samples(const data::FieldSpec& input) const;
    bool operator==(const InputGrid&) const = default;
};

/// Whether samples of this field are one or two numbers.
bool hasInputGrid(const data::FieldSpec& input);

} // namespace netsmith::gui

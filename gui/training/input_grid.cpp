#include "gui/training/input_grid.h"

#include <algorithm>

namespace netsmith::gui {

std::vector<double> InputGrid::at(std::int64_t point) const
{
    const auto on = [](const Axis& axis, std::int64_t place, int places) {
        return axis.from + (axis.to - axis.from) * static_cast<double>(place) / (places - 1);
    };
    if (!isPlane())
        return {on(axes[0], point, length)};
    return {on(axes[0], point % side, side), on(axes[1], side - 1 - point / side, side)};
}

data::Field InputGrid::samples(const data::FieldSpec& input) const
{
    data::FieldSpec spec = input;
    for (data::Column& column : spec.columns) { // the network knows how to convert it
        column.fitted = false;
        column.fit = {};
    }
    data::NewField field = data::makeField(spec, points());
    auto* out = reinterpret_cast<float*>(field.bytes);
    for (std::int64_t point = 0; point < points(); ++point)
        for (const double number : at(point))
            *out++ = static_cast<float>(number);
    return std::move(field.field);
}

bool hasInputGrid(const data::FieldSpec& input)
{
    const bool numbers = input.type == DataType::f32 && input.classes == 0 && input.shape.rank() == 1 && input.stride == 0;
    return numbers && (input.shape[0] == 1 || input.shape[0] == 2)
        && std::ranges::all_of(input.columns, [](const data::Column& column) { return column.categories.empty(); });
}

} // namespace netsmith::gui

#include "engine/inspect/weights/weight_sheet.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace netsmith::inspect {
namespace {

/// A way along an axis of maps: how many numbers, and how far apart they are.
struct Walk {
    std::int64_t count = 1;
    std::int64_t stride = 0;
};

/// Where the numbers of an array are in its maps.
struct SheetLayout {
    WeightSheet::Form form = WeightSheet::Form::matrix;
    Walk rows{};
    Walk columns{};
    Walk inputs{};
    Walk outputs{};
    Walk channels{};
};

SheetLayout ofConvolution(const WeightFacts& facts, bool readsSample)
{
    using Form = WeightSheet::Form;
    const Shape& window = facts.window;
    const int last = window.rank() - 1;
    const std::int64_t width = window[last - 2];
    const std::int64_t height =
        window.elements() / (width * window[last - 1] * window[last]); // slices of a volume one below another
    const std::int64_t cell = window[last - 1] * window[last];
    const Walk inner{window[last], 1}, outer{window[last - 1], window[last]};
    const Walk inputs = facts.isTransposed ? inner : outer, outputs = facts.isTransposed ? outer : inner;
    if (width * height == 1)
        return {Form::matrix, inputs, outputs};
    if (facts.shape.rank() == 3) // a sequence's
        return {Form::steps, inputs, {width, cell}, {}, outputs};
    if (readsSample && inputs.count == 3 && !facts.isTransposed)
        return {Form::colourFilters, {height, width * cell}, {width, cell}, {}, outputs, inputs};
    return {Form::filters, {height, width * cell}, {width, cell}, inputs, outputs};
}

SheetLayout layoutOf(const WeightFacts& facts, const WeighedLayer& layer)
{
    using Form = WeightSheet::Form;
    const std::int64_t all = facts.shape.elements(), last = facts.shape.rank() > 0 ? facts.shape[-1] : 1;
    if (facts.use == WeightUse::convolution)
        return ofConvolution(facts, layer.readsSample);
    if (facts.use == WeightUse::product && layer.image) {
        const Shape& image = *layer.image;
        const std::int64_t pixel = image[2] * last;
        const Walk rows{image[0], image[1] * pixel}, columns{image[1], pixel}, channels{image[2], last}, units{last, 1};
        return layer.readsSample && image[2] == 3 ? SheetLayout{Form::colourUnitImages, rows, columns, {}, units, channels}
                                                  : SheetLayout{Form::unitImages, rows, columns, channels, units};
    }
    if (const std::int64_t gates = std::ssize(facts.gates); gates > 0 && last % gates == 0)
        return {Form::gates, {all / last, last}, {last / gates, 1}, {}, {gates, last / gates}};
    if (all == last)
        return {Form::vector, {1, last}, {last, 1}};
    return {facts.use == WeightUse::table ? Form::table : Form::matrix, {all / last, last}, {last, 1}};
}

/// The number furthest from 0 of several, or a NaN where one is not finite.
float furthest(const float* numbers, const Walk& rows, std::int64_t row, std::int64_t rowEnd, const Walk& columns,
               std::int64_t column, std::int64_t columnEnd)
{
    float chosen = 0.0f;
    for (std::int64_t y = row; y < rowEnd; ++y)
        for (std::int64_t x = column; x < columnEnd; ++x) {
            const float number = numbers[y * rows.stride + x * columns.stride];
            if (!std::isfinite(number))
                return std::numeric_limits<float>::quiet_NaN();
            if (std::abs(number) > std::abs(chosen))
                chosen = number;
        }
    return chosen;
}

} // namespace

std::string_view idOf(WeightSheet::Form form)
{
    constexpr std::string_view ids[] = {"filters", "colour_filters", "unit_images", "colour_unit_images", "steps", "matrix",
                                        "gates",   "table",          "vector"};
    return ids[static_cast<std::size_t>(form)];
}

WeightSheet sheetOf(const WeightArray& array, const WeighedLayer& layer, const SheetPart& part, const SheetLimits& limits)
{
    const SheetLayout layout = layoutOf(array.facts, layer);
    WeightSheet sheet{.array = array.facts.name, .form = layout.form, .gates = {}};
    if (layout.form == WeightSheet::Form::gates)
        sheet.gates = array.facts.gates;
    sheet.wholeHeight = layout.rows.count;
    sheet.wholeWidth = layout.columns.count;
    sheet.channels = layout.channels.count;
    sheet.totalInputs = layout.inputs.count;
    sheet.totalOutputs = layout.outputs.count;
    const std::int64_t side = layout.inputs.count * layout.outputs.count == 1 ? limits.onlySide : limits.side;
    sheet.height = std::min(layout.rows.count, side);
    sheet.width = std::min(layout.columns.count, side);
    const std::int64_t mapCells = sheet.height * sheet.width * sheet.channels;
    sheet.firstInput = std::clamp<std::int64_t>(part.firstInput, 0, layout.inputs.count - 1);
    sheet.inputs =
        std::clamp<std::int64_t>(std::min(limits.inputs, limits.cells / mapCells), 1, layout.inputs.count - sheet.firstInput);
    sheet.firstOutput = std::clamp<std::int64_t>(part.firstOutput, 0, layout.outputs.count - 1);
    sheet.outputs = std::clamp<std::int64_t>(std::min(limits.outputs, limits.cells / (mapCells * sheet.inputs)), 1,
                                             layout.outputs.count - sheet.firstOutput);
    for (const float number : array.numbers)
        if (std::isfinite(number))
            sheet.most = std::max(sheet.most, std::abs(static_cast<double>(number)));
    sheet.cells.reserve(static_cast<std::size_t>(sheet.outputs * sheet.inputs * mapCells));
    const auto first = [](std::int64_t cell, std::int64_t cells, std::int64_t whole) {
        return WeightSheet::firstOf(cell, cells, whole);
    };
    for (std::int64_t output = 0; output < sheet.outputs; ++output)
        for (std::int64_t input = 0; input < sheet.inputs; ++input) {
            const float* numbers = array.numbers.data() + (sheet.firstOutput + output) * layout.outputs.stride
                + (sheet.firstInput + input) * layout.inputs.stride;
            for (std::int64_t row = 0; row < sheet.height; ++row)
                for (std::int64_t column = 0; column < sheet.width; ++column)
                    for (std::int64_t channel = 0; channel < sheet.channels; ++channel)
                        sheet.cells.push_back(furthest(
                            numbers + channel * layout.channels.stride, layout.rows, first(row, sheet.height, sheet.wholeHeight),
                            first(row + 1, sheet.height, sheet.wholeHeight), layout.columns,
                            first(column, sheet.width, sheet.wholeWidth), first(column + 1, sheet.width, sheet.wholeWidth)));
        }
    return sheet;
}

} // namespace netsmith::inspect

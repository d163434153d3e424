#pragma once

#include "engine/inspect/weights/layer_weights.h"

namespace netsmith::inspect {

/// How large the pictures of an array may be.
struct SheetLimits {
    std::int64_t side = 64; ///< of a map, in cells; several numbers share one beyond it
    std::int64_t onlySide = 512; ///< of a single map
    std::int64_t outputs = 64; ///< shown at once
    std::int64_t inputs = 64;
    std::int64_t cells = std::int64_t{1} << 20; ///< of all maps; beyond it fewer are shown
};

/// Which of the maps are wanted.
struct SheetPart {
    std::int64_t firstOutput = 0;
    std::int64_t firstInput = 0;
    bool operator==(const SheetPart&) const = default;
};

/// An array of weights as maps of numbers: a row of maps for each output, a column for each input.
struct WeightSheet {
    enum class Form : std::uint8_t {
        filters, ///< of a convolution, by input channel
        colourFilters, ///< of one that reads pictures of three channels: each map has these three numbers a cell
        unitImages, ///< of a dense layer on a flattened picture, by its channel
        colourUnitImages,
        steps, ///< of a convolution over a sequence: input channels × steps, by filter
        matrix, ///< inputs × outputs
        gates, ///< the same for each gate
        table, ///< tokens × dimensions
        vector, ///< a number for each unit
    };

    std::string array{}; ///< its name: "kernel"
    Form form = Form::matrix;
    std::vector<std::string> gates{};
    std::int64_t height = 0; ///< of a map, in cells
    std::int64_t width = 0;
    std::int64_t wholeHeight = 0; ///< in numbers; more than cells: each of these is the number furthest from 0 of several
    std::int64_t wholeWidth = 0;
    std::int64_t channels = 1; ///< numbers of a cell: 3 in colour
    std::int64_t outputs = 0; ///< shown ...
    std::int64_t firstOutput = 0; ///< ... from this one on ...
    std::int64_t totalOutputs = 0; ///< ... of these
    std::int64_t inputs = 0;
    std::int64_t firstInput = 0;
    std::int64_t totalInputs = 0;
    std::vector<float> cells{}; ///< [outputs, inputs, height, width, channels]; a NaN where one of its numbers is not finite
    double most = 0.0; ///< the size of the array's largest finite number

    /// `output` and `input` are those shown, from 0.
    float at(std::int64_t output, std::int64_t input, std::int64_t row, std::int64_t column, std::int64_t channel = 0) const
    {
        const std::int64_t cell = ((output * inputs + input) * height + row) * width + column;
        return cells[static_cast<std::size_t>(cell * channels + channel)];
    }
    /// The first number of a cell along an axis of `cells` cells for `whole` numbers.
    static std::int64_t firstOf(std::int64_t cell, std::int64_t cells, std::int64_t whole) { return cell * whole / cells; }
    bool operator==(const WeightSheet&) const = default;
};
/// "filters"
std::string_view idOf(WeightSheet::Form form);

WeightSheet sheetOf(const WeightArray& array, const WeighedLayer& layer, const SheetPart& part = {},
                    const SheetLimits& limits = {});

} // namespace netsmith::inspect

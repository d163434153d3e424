#pragma once

#include "engine/core/shape.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace netsmith::inspect {

/// Indices into a tensor of one sample, outermost axis first.
using Place = std::vector<std::int64_t>;

/// A tensor that a number was made from.
struct Operand {
    std::string name{}; ///< the layer whose output it is, or the weights: "conv2d_1.kernel"; empty: made by the layer itself
    Shape shape{}; ///< of one sample, or of the weights
    bool isWeight = false;
};

/// One summand: a number, or the product of two.
struct Term {
    Place at{}; ///< in the input; may lie beside it in padding
    double input = 0.0;
    Place weightAt{}; ///< empty: there is no factor, or it is a constant
    double factor = 1.0;
    double value = 0.0; ///< of the product
    bool isOutside = false; ///< padding, or a step that is left out
};

/// A rectangular part of a tensor as rows and columns of numbers, at most `mostSide` × `mostSide`.
struct Plane {
    static constexpr std::int64_t mostSide = 64;

    std::int64_t height = 0; ///< of the whole
    std::int64_t width = 0;
    std::int64_t top = 0; ///< where the part begins
    std::int64_t left = 0;
    std::int64_t rows = 0;
    std::int64_t columns = 0;
    std::vector<float> cells{}; ///< of the part, row by row

    float at(std::int64_t row, std::int64_t column) const
    {
        return cells[static_cast<std::size_t>((row - top) * columns + column - left)];
    }
    bool contains(std::int64_t row, std::int64_t column) const
    {
        return row >= top && row < top + rows && column >= left && column < left + columns;
    }
};

/// How a window lies along an axis of a plane.
struct WindowSide {
    std::int64_t first = 0; ///< of its first cell; below 0 in padding
    std::int64_t size = 1; ///< cells
    std::int64_t dilation = 1; ///< from one cell to the next
    std::int64_t stride = 1; ///< from one window to the next
    std::int64_t outputs = 1; ///< windows in all
    std::int64_t output = 0; ///< which one this is
};

/// A window on one map of the input.
struct WindowPicture {
    Plane plane{};
    WindowSide vertical{};
    WindowSide horizontal{};
    std::int64_t channel = 0; ///< of the map
    std::int64_t slice = 0; ///< of a volume: its depth
    std::int64_t slices = 1;
    Plane weights{}; ///< of the window's cells; empty: there are none, or too many
    std::vector<Place> used{}; ///< row and column of the cells that count, where these are not those of the window
    bool upright = true; ///< false: the rows of the tensor are drawn as columns
};

/// A function of one number as a curve, and where this number lies on it.
struct CurvePicture {
    std::string function{}; ///< "relu"
    double parameter = 0.0; ///< α, of a function that has one
    double argument = 0.0;
    std::vector<float> arguments{};
    std::vector<float> results{};
};

/// The numbers of a softmax: the largest, in the order of their places, and always the one that is explained.
struct SoftmaxPicture {
    std::vector<std::int64_t> places{};
    std::vector<double> arguments{};
    std::vector<double> exponentials{}; ///< of the argument less the largest one
    std::vector<double> shares{};
    std::int64_t chosen = 0; ///< the place that is explained
    double largest = 0.0; ///< argument
    double sum = 0.0; ///< of all exponentials
    std::int64_t count = 0; ///< of all
};

/// A normalization of the numbers of one channel, group or vector.
struct NormalizationPicture {
    static constexpr int bins = 32;

    double argument = 0.0;
    bool isCentred = true;
    bool isLearned = false; ///< mean and variance are the moving averages of the training
    double mean = 0.0;
    double variance = 0.0; ///< or the mean square
    double epsilon = 0.0;
    double normalized = 0.0; ///< (argument − mean) / √(variance + epsilon)
    double gamma = 1.0;
    double beta = 0.0;
    std::int64_t count = 0; ///< of the numbers
    std::vector<std::int64_t> before{}; ///< how many of them are in each bin ...
    double beforeLeast = 0.0; ///< ... from here ...
    double beforeMost = 0.0; ///< ... to here
    std::vector<std::int64_t> after{};
    double afterLeast = 0.0;
    double afterMost = 0.0;
};

/// What a training step draws for a sample's numbers.
struct MaskPicture {
    bool isNoise = false; ///< normal deviates; else 1: kept, 0: dropped
    bool isMultiplied = false; ///< by the noise
    Plane plane{}; ///< of what is drawn, in the layer's output
    std::int64_t row = 0; ///< of the number that is explained
    std::int64_t column = 0;
    std::int64_t draw = 0; ///< the number of the sample in the training that it is drawn for
    double rate = 0.0; ///< the share that is dropped, or the noise's standard deviation
    double drawn = 0.0; ///< for this number
    double argument = 0.0;
    double factor = 1.0; ///< of a kept number
    double shift = 0.0; ///< added to it
    double dropped = 0.0; ///< what a dropped number becomes
    double keptShare = 0.0; ///< of this draw
};

/// One gate of a recurrent cell.
struct GatePicture {
    std::string name{}; ///< "i"
    std::string function{}; ///< "sigmoid"
    double fromInput = 0.0; ///< the products of the step's input
    double fromState = 0.0; ///< those of the state before
    double bias = 0.0;
    double stateBias = 0.0; ///< GRU's second one
    double argument = 0.0;
    double result = 0.0;
    std::vector<float> overTime{}; ///< its result after each step
    std::vector<Term> largest{}; ///< of its products
    std::int64_t terms = 0;
};

/// A unit of a recurrent layer at one step.
struct CellPicture {
    static constexpr std::int64_t mostSteps = 512;

    enum class Kind : std::uint8_t { simple, lstm, gru };
    Kind kind = Kind::simple;
    bool isReversed = false;
    std::int64_t unit = 0;
    std::int64_t step = 0;
    std::int64_t steps = 0; ///< of the sequence
    std::int64_t firstStep = 0; ///< of those over time, at most `mostSteps`
    std::vector<GatePicture> gates{};
    double stateBefore = 0.0;
    double cellBefore = 0.0; ///< LSTM's
    double cell = 0.0;
    bool isLeftOut = false; ///< the step is masked: the state stays
    std::vector<float> stateOverTime{};
    std::vector<float> cellOverTime{};
};

/// What a step does with its inputs.
enum class StepKind : std::uint8_t {
    products, ///< a sum of products and a bias
    mean,
    largest,
    curve,
    softmax,
    normalization,
    mask,
    cell,
    lookup, ///< a row of a table
    combination, ///< of numbers at the same place: see `function`
    move, ///< a number from another place, or 0
    input, ///< the sample
    block, ///< of other layers
};
/// "products"
std::string_view idOf(StepKind kind);

/// One step of the way from a layer's inputs to a number of its output.
struct ExplainedStep {
    static constexpr std::size_t mostTerms = 64; ///< that are written out; of more the largest `largestTerms`
    static constexpr std::size_t largestTerms = 12;
    static constexpr std::int64_t mostSums = 256;

    StepKind kind = StepKind::move;
    std::string function{}; ///< of a combination: "add", "subtract", "multiply", "maximum", "minimum", "scale"
    std::vector<Operand> operands{}; ///< the inputs, then the weights
    Place at{}; ///< of the result, in the layer's output or that of the step
    std::vector<Term> terms{};
    std::int64_t count = 0; ///< of all terms
    double rest = 0.0; ///< the sum of those that are not in `terms`
    std::optional<double> bias{};
    double result = 0.0;

    /// Of a convolution over several maps: the sum of each map's products, of the first `mostSums`; `terms` are those of one.
    std::vector<double> channelSums{};
    std::int64_t channels = 0;

    std::optional<WindowPicture> window{};
    std::optional<CurvePicture> curve{};
    std::optional<SoftmaxPicture> softmax{};
    std::optional<NormalizationPicture> normalization{};
    std::optional<MaskPicture> mask{};
    std::optional<CellPicture> cell{};
    std::vector<std::string> members{}; ///< of a block

    /// Whether there is something to draw besides the terms.
    bool hasPicture() const
    {
        return window || curve || softmax || normalization || mask || cell || !terms.empty() || !members.empty();
    }
};

/// How one number of a layer's output for one sample came about.
struct LayerExplanation {
    std::string node{};
    std::string layer{}; ///< its type: "conv2d"
    Shape shape{}; ///< of its output
    Place at{};
    double result = 0.0; ///< computed from the inputs and the weights again, in double precision
    double recorded = 0.0; ///< what the network computed
    std::vector<ExplainedStep> steps{}; ///< in the order of computing; the last one's result is `result` ...
    std::optional<ExplainedStep> training{}; ///< what a training step does instead, if that differs
};

/// Which number is explained.
struct ExplanationRequest {
    std::string node{}; ///< by its path, "block/layer" within a block
    std::optional<Place> at{}; ///< nothing: the largest number
    std::int64_t channel = -1; ///< the map whose products are written out; −1: the one that adds most
    std::int64_t draw = 0; ///< of a layer that draws: for which sample of the training, from 0
};

} // namespace netsmith::inspect

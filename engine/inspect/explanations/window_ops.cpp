#include "engine/inspect/explanations/op_explainers.h"
#include "engine/inspect/explanations/placed_window.h"
#include "engine/inspect/explanations/plane.h"
#include "engine/ops/conv2d.h"
#include "engine/ops/conv3d.h"
#include "engine/ops/mask_steps.h"
#include "engine/ops/pool2d.h"
#include "engine/ops/upsample.h"

#include <array>
#include <cmath>
#include <limits>

namespace netsmith::inspect::explain {
namespace {

/// The window on one map; a single column is drawn as a row.
WindowPicture pictureOfWindow(const OpCall& call, const PlacedWindow& window, std::int64_t channel)
{
    WindowPicture picture;
    picture.channel = channel;
    const std::int64_t middle = window.axes[0].kernel / 2;
    picture.slice = std::clamp<std::int64_t>(window.side(0).first + middle * window.axes[0].dilation, 0, window.x.sizes[0] - 1);
    picture.slices = window.x.sizes[0];
    picture.upright = !(window.x.sizes[2] == 1 && window.x.sizes[1] > 1);
    const std::size_t rows = picture.upright ? 1 : 2, columns = picture.upright ? 2 : 1;
    picture.vertical = window.side(rows);
    picture.horizontal = window.side(columns);
    const auto middleOf = [](const WindowSide& side) { return side.first + (side.size - 1) * side.dilation / 2; };
    picture.plane = planeAround(window.x.sizes[rows], window.x.sizes[columns], middleOf(picture.vertical),
                                middleOf(picture.horizontal), [&](std::int64_t row, std::int64_t column) {
                                    std::array<std::int64_t, 3> cell{picture.slice, row, column};
                                    if (!picture.upright)
                                        std::swap(cell[1], cell[2]);
                                    return call.in(0, window.x.element(cell, channel));
                                });
    return picture;
}

/// The place of a cell that lies in padding, in the input as a sample has it: no more axes than that.
Place outsidePlace(const OpCall& call, const std::array<std::int64_t, 3>& cell, std::int64_t channel)
{
    const Shape& shape = call.reader.operandOf(call.op.inputs[0]).shape;
    if (shape.rank() == 2)
        return {call.shape(0)[-2] == 1 ? cell[1] : cell[2], channel};
    if (shape.rank() == 3)
        return {cell[1], cell[2], channel};
    return {cell[0], cell[1], cell[2], channel};
}

/// Channel by channel, the products of a window and the kernel [taps, channels of a group, filters].
double convolve(OpCall& call, const PlacedWindow& window, std::int64_t groups, bool hasBias)
{
    const std::int64_t channels = window.x.channels / groups, filters = window.y.channels;
    const std::int64_t firstChannel = window.channel / (filters / groups) * channels;
    const auto weightAt = [&](std::int64_t tap, std::int64_t channel) {
        return (tap * channels + channel) * filters + window.channel;
    };
    std::vector<double> sums(static_cast<std::size_t>(channels));
    for (std::int64_t tap = 0; tap < window.taps(); ++tap) {
        const auto cell = window.cellOf(tap);
        if (!window.x.contains(cell))
            continue;
        for (std::int64_t c = 0; c < channels; ++c)
            sums[static_cast<std::size_t>(c)] +=
                call.in(0, window.x.element(cell, firstChannel + c)) * call.in(1, weightAt(tap, c));
    }
    double total = 0.0;
    for (const double sum : sums)
        total += sum;
    const double bias = hasBias ? call.in(2, window.channel) : 0.0;
    if (!call.step)
        return total + bias;

    ExplainedStep& step = *call.step;
    step.kind = StepKind::products;
    call.addOperand(0);
    call.addOperand(1);
    if (hasBias) {
        call.addOperand(2);
        step.bias = bias;
    }
    std::int64_t shown = 0;
    for (std::int64_t c = 1; c < channels; ++c)
        if (std::abs(sums[static_cast<std::size_t>(c)]) > std::abs(sums[static_cast<std::size_t>(shown)]))
            shown = c;
    if (call.reader.channel >= firstChannel && call.reader.channel < firstChannel + channels)
        shown = call.reader.channel - firstChannel;
    const std::int64_t channel = firstChannel + shown;
    step.channels = channels;
    std::vector<Term> terms;
    for (std::int64_t tap = 0; tap < window.taps(); ++tap) {
        const auto cell = window.cellOf(tap);
        const std::int64_t weight = weightAt(tap, shown);
        if (window.x.contains(cell)) {
            terms.push_back(call.term(0, window.x.element(cell, channel), 1, weight));
            continue;
        }
        Term outside{.at = outsidePlace(call, cell, channel), .isOutside = true};
        outside.weightAt = call.reader.placeOf(call.op.inputs[1], weight);
        outside.factor = call.in(1, weight);
        terms.push_back(std::move(outside));
    }
    step.window = pictureOfWindow(call, window, channel);
    const std::int64_t rows = step.window->vertical.size, columns = step.window->horizontal.size;
    if (rows <= mostWeightsSide && columns <= mostWeightsSide) {
        const std::int64_t slice = window.axes[0].kernel / 2 * window.axes[1].kernel * window.axes[2].kernel;
        step.window->weights = planeAround(rows, columns, 0, 0, [&](std::int64_t row, std::int64_t column) {
            return call.in(1, weightAt(slice + (step.window->upright ? row * columns + column : column * rows + row), shown));
        });
    }
    keepTerms(step, std::move(terms));
    for (std::int64_t c = 0; c < channels; ++c)
        if (c != shown)
            step.rest += sums[static_cast<std::size_t>(c)];
    step.count = window.taps() * channels;
    sums.resize(static_cast<std::size_t>(std::min(channels, ExplainedStep::mostSums)));
    step.channelSums = std::move(sums);
    // What a convolution before this one makes of the same pixel.
    for (const Term& term : step.terms)
        if (!term.isOutside) {
            const auto middle = window.cellOf(window.taps() / 2);
            call.follow(0, window.x.element(window.x.contains(middle) ? middle : window.at, channel));
            break;
        }
    return total + bias;
}

double pool(OpCall& call, bool largest)
{
    const auto& attributes = call.as<Pool2dAttributes>();
    const PlacedWindow window(axesOf(attributes.window), call.shape(0), call.outputShape(), call.element);
    double best = -std::numeric_limits<double>::infinity(), sum = 0.0;
    std::int64_t winner = -1, counted = 0;
    for (std::int64_t tap = 0; tap < window.taps(); ++tap) {
        const auto cell = window.cellOf(tap);
        if (!window.x.contains(cell))
            continue;
        const double value = call.in(0, window.x.element(cell, window.channel));
        sum += value;
        ++counted;
        if (winner < 0 || value > best || (std::isnan(value) && !std::isnan(best))) {
            best = value;
            winner = tap;
        }
    }
    if (call.output == 1) // which one it is
        return static_cast<double>(winner);
    const double result = largest ? best : sum / static_cast<double>(counted);
    if (!call.step)
        return result;
    ExplainedStep& step = *call.step;
    step.kind = largest ? StepKind::largest : StepKind::mean;
    call.addOperand(0);
    std::vector<Term> terms;
    constexpr std::int64_t mostTaps = 1 << 16;
    if (window.taps() <= mostTaps) {
        for (std::int64_t tap = 0; tap < window.taps(); ++tap) {
            const auto cell = window.cellOf(tap);
            if (!window.x.contains(cell)) {
                terms.push_back({.at = outsidePlace(call, cell, window.channel), .isOutside = true});
                continue;
            }
            terms.push_back(call.term(0, window.x.element(cell, window.channel)));
            terms.back().isOutside = largest && terms.back().input <= lowestStep;
        }
        keepTerms(step, std::move(terms));
    } else {
        step.terms.push_back(call.term(0, window.x.element(window.cellOf(winner), window.channel)));
        step.rest = sum - step.terms[0].value;
    }
    step.count = counted;
    step.window = pictureOfWindow(call, window, window.channel);
    if (winner >= 0)
        call.follow(0, window.x.element(window.cellOf(winner), window.channel));
    return result;
}

} // namespace

double conv2d(OpCall& call)
{
    const auto& attributes = call.as<Conv2dAttributes>();
    const PlacedWindow window(axesOf(attributes.window), call.shape(0), call.outputShape(), call.element);
    return convolve(call, window, attributes.groups, attributes.bias);
}

double conv3d(OpCall& call)
{
    const auto& attributes = call.as<Conv3dAttributes>();
    const PlacedWindow window(attributes.window.axes, call.shape(0), call.outputShape(), call.element);
    return convolve(call, window, attributes.groups, attributes.bias);
}

double averagePool(OpCall& call)
{
    return pool(call, false);
}

double maxPool(OpCall& call)
{
    return pool(call, true);
}

/// Copies of the nearest number, or shares of those around it.
double upsample(OpCall& call)
{
    const auto& attributes = call.as<UpsampleAttributes>();
    const Shape& x = call.shape(0);
    const Place at = unravelled(call.element, call.outputShape());
    struct Read {
        std::int64_t element;
        double share;
    };
    std::vector<Read> reads{{0, 1.0}};
    for (int axis = 0; axis < x.rank(); ++axis) {
        const bool grows = axis > 0 && axis < x.rank() - 1;
        const std::int64_t place = at[static_cast<std::size_t>(axis)];
        const std::int64_t factor = grows ? attributes.factors[static_cast<std::size_t>(axis) - 1] : 1;
        std::vector<Read> next;
        for (const Read& read : reads) {
            if (attributes.interpolation == Interpolation::nearest || !grows) {
                next.push_back({read.element * x[axis] + place / factor, read.share});
                continue;
            }
            const LinearReads linear = linearReads(place, factor, x[axis]);
            const double share = static_cast<double>(linear.share);
            if (linear.first == linear.second) {
                next.push_back({read.element * x[axis] + linear.first, read.share});
                continue;
            }
            next.push_back({read.element * x[axis] + linear.first, read.share * (1.0 - share)});
            if (share > 0.0)
                next.push_back({read.element * x[axis] + linear.second, read.share * share});
        }
        reads = std::move(next);
    }
    double sum = 0.0;
    for (const Read& read : reads)
        sum += read.share * call.in(0, read.element);
    if (!call.step)
        return sum;
    ExplainedStep& step = *call.step;
    step.kind = reads.size() == 1 ? StepKind::move : StepKind::products;
    call.addOperand(0);
    std::vector<Term> terms;
    for (const Read& read : reads) {
        terms.push_back(call.term(0, read.element));
        terms.back().factor = read.share;
        terms.back().value *= read.share;
    }
    step.window = cellPicture(step.operands[0].shape, terms[0].at, [&](std::int64_t element) { return call.in(0, element); });
    const PlaneLayout layout(step.operands[0].shape);
    for (const Term& term : terms)
        step.window->used.push_back({layout.rowOf(term.at), layout.columnOf(term.at)});
    keepTerms(step, std::move(terms));
    return sum;
}

} // namespace netsmith::inspect::explain

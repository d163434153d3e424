#include "engine/core/quantization_grid.h"
#include "engine/ops/begin_state.h"
#include "engine/ops/count_steps.h"
#include "engine/ops/mask_steps.h"
#include "engine/ops/recurrence.h"
#include "engine/ops/token_mask.h"
#include "tests/engine/ops/op_cases.h"

#include <algorithm>
#include <cmath>

namespace netsmith::test {
namespace {

struct Wish {
    std::string name;
    Cell cell = Cell::lstm;
    Activation activation = Activation::tanh;
    bool reversed = false;
    bool sequences = false;
    bool bias = true;
    bool masked = false;
    bool started = false; ///< with an initial state
    bool multiplied = false; ///< x is already the product: its type is that of sums
    bool differences = true;
    bool rounded = false; ///< the state, in the product with u
};

OpInput absentInput()
{
    OpInput input;
    input.absent = true;
    return input;
}

/// The first sample is whole, each further one has one more masked step at the end, and the second also its first.
std::vector<double> masks(std::int64_t samples, std::int64_t steps)
{
    std::vector<double> mask;
    for (std::int64_t n = 0; n < samples; ++n)
        for (std::int64_t t = 0; t < steps; ++t)
            mask.push_back(t < std::max<std::int64_t>(1, steps - n) && !(n == 1 && t == 0) ? 1.0 : 0.0);
    return mask;
}

/// The nearest multiples of each column's step.
void roundColumns(std::vector<double>& u, std::size_t width)
{
    for (std::size_t column = 0; column < width; ++column) {
        float largest = 0.0f;
        for (std::size_t i = column; i < u.size(); i += width)
            largest = std::max(largest, std::abs(static_cast<float>(u[i])));
        const float step = gridScale(largest);
        for (std::size_t i = column; i < u.size(); i += width)
            u[i] = double{weightSteps(static_cast<float>(u[i]), 1.0f / step) * step};
    }
}

OpCase layer(const Wish& wish, std::int64_t samples, std::int64_t steps, std::int64_t inputs, std::int64_t units)
{
    auto attributes = std::make_shared<RecurrenceAttributes>();
    attributes->cell = wish.cell;
    attributes->activation = wish.activation;
    attributes->reversed = wish.reversed;
    attributes->sequences = wish.sequences;
    attributes->bias = wish.bias;
    attributes->rounded = wish.rounded;
    const std::int64_t width = gatesOf(wish.cell) * units;
    const Shape state{samples, units};
    const Shape bias = wish.cell == Cell::gru ? Shape{2, width} : Shape{width};
    const auto given = [&](bool there, const Shape& shape, std::uint64_t seed) {
        return there ? givenInput(shape, uniform(shape.elements(), seed, -1.0, 1.0)) : absentInput();
    };
    // Small enough that no difference grows from step to step.
    const double weight = std::min(0.6, 1.0 / std::sqrt(static_cast<double>(units)));
    OpInput x = activationInput({samples, steps, inputs}, uniform(samples * steps * inputs, 1, -1.0, 1.0));
    OpInput w = activationInput({inputs, width}, uniform(inputs * width, 2, -weight, weight));
    if (wish.multiplied) {
        attributes->multiplied = true;
        x = parameterInput({samples, steps, width}, uniform(samples * steps * width, 1, -1.0, 1.0));
        w = absentInput();
    }
    std::vector<double> u = uniform(units * width, 3, -weight, weight);
    if (wish.rounded)
        roundColumns(u, static_cast<std::size_t>(width));
    OpCase made{"recurrence, " + std::string(nameOf(wish.cell)) + wish.name,
                &ops::recurrence,
                attributes,
                {x, w, parameterInput({units, width}, u),
                 wish.bias ? parameterInput(bias, uniform(bias.elements(), 4, -0.5, 0.5)) : absentInput(),
                 wish.masked ? givenInput({samples, steps}, masks(samples, steps)) : absentInput(), given(wish.started, state, 6),
                 given(wish.started && wish.cell == Cell::lstm, state, 7)}};
    made.differences = wish.differences;
    return made;
}

/// The first sample has its first steps, the second none, the third its last steps.
void addMaskCases(std::vector<OpCase>& cases)
{
    const OpInput mask = givenInput({3, 4}, {1, 1, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1});
    cases.push_back(
        {"token_mask", &ops::tokenMask, std::make_shared<TokenMaskAttributes>(2), {givenInput({2, 3}, {0, 2, 5, 2, 2, 1})}});
    cases.push_back({"count_steps", &ops::countSteps, noAttributes(), {mask}});
    cases.push_back({"count_steps of nothing", &ops::countSteps, noAttributes(), {givenInput({2, 3}, {0, 0, 0, 0, 0, 0})}});
    cases.push_back({"count_steps, large", &ops::countSteps, noAttributes(), {givenInput({300, 90}, masks(300, 90))}});
    const auto as = [](MaskedAs what) { return std::make_shared<MaskStepsAttributes>(what); };
    for (const MaskedAs what : {MaskedAs::zero, MaskedAs::lowest, MaskedAs::absent}) {
        const std::string name = "mask_steps, " + std::string(nameOf(what));
        const auto x = [&](const Shape& shape) { return activationInput(shape, uniform(shape.elements(), 3, -2.0, 2.0)); };
        const bool differs = what == MaskedAs::zero; // next to the lowest number no difference remains
        cases.push_back({name, &ops::maskSteps, as(what), {x({3, 4, 2}), mask}});
        cases.back().differences = differs;
        cases.push_back({name + ", rows", &ops::maskSteps, as(what), {x({3, 4}), mask}});
        cases.back().differences = differs;
        cases.push_back({name + ", large", &ops::maskSteps, as(what), {x({9, 7, 333}), givenInput({9, 7}, masks(9, 7))}});
        cases.back().differences = false;
    }
    cases.push_back({"mask_steps of classes",
                     &ops::maskSteps,
                     as(MaskedAs::absent),
                     {givenInput({3, 4}, {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12}, DataType::i32), mask}});
}

} // namespace

void addRecurrenceCases(std::vector<OpCase>& cases)
{
    addMaskCases(cases);
    for (const std::int64_t position : {0, 32})
        cases.push_back({"begin_state at " + std::to_string(position),
                         &ops::beginState,
                         noAttributes(),
                         {givenInput({3, 5}, uniform(15, 8, -1.0, 1.0)), countersInput(4, position, 96, 0)}});
    for (const Cell cell : {Cell::simple, Cell::lstm, Cell::gru}) {
        cases.push_back(layer({.name = "", .cell = cell}, 3, 4, 2, 3));
        cases.push_back(layer({.name = ", sequences", .cell = cell, .sequences = true}, 2, 3, 3, 2));
        cases.push_back(layer({.name = ", reversed", .cell = cell, .reversed = true}, 2, 4, 2, 3));
        cases.push_back(layer({.name = ", reversed sequences", .cell = cell, .reversed = true, .sequences = true}, 2, 3, 2, 2));
        cases.push_back(layer({.name = ", no bias", .cell = cell, .bias = false}, 2, 3, 2, 2));
        cases.push_back(layer({.name = ", masked", .cell = cell, .masked = true}, 4, 4, 2, 2));
        cases.push_back(layer({.name = ", masked sequences", .cell = cell, .sequences = true, .masked = true}, 3, 4, 2, 2));
        cases.push_back(layer({.name = ", masked, reversed", .cell = cell, .reversed = true, .masked = true}, 3, 3, 2, 2));
        cases.push_back(layer({.name = ", started", .cell = cell, .started = true}, 2, 3, 2, 3));
        cases.push_back(
            layer({.name = ", masked, started", .cell = cell, .sequences = true, .masked = true, .started = true}, 3, 3, 2, 2));
        cases.push_back(layer({.name = ", one step", .cell = cell}, 2, 1, 3, 2));
        cases.push_back(layer({.name = ", multiplied", .cell = cell, .multiplied = true}, 3, 4, 1, 3));
        cases.push_back(layer({.name = ", multiplied sequences",
                               .cell = cell,
                               .reversed = true,
                               .sequences = true,
                               .masked = true,
                               .multiplied = true},
                              2, 3, 1, 2));
        cases.push_back(layer({.name = ", rounded", .cell = cell, .differences = false, .rounded = true}, 3, 4, 2, 5));
        cases.push_back(layer({.name = ", rounded, masked, started, reversed",
                               .cell = cell,
                               .reversed = true,
                               .sequences = true,
                               .masked = true,
                               .started = true,
                               .differences = false,
                               .rounded = true},
                              3, 3, 2, 20));
        cases.push_back(layer({.name = ", rounded, multiplied, large",
                               .cell = cell,
                               .sequences = true,
                               .multiplied = true,
                               .differences = false,
                               .rounded = true},
                              33, 3, 1, 70));
        cases.push_back(layer({.name = ", one sample", .cell = cell, .sequences = true}, 1, 5, 1, 1));
        // Blocks of samples and vectors of units with and without a remainder, on one thread and on more.
        cases.push_back(layer({.name = ", large", .cell = cell, .differences = false}, 13, 9, 20, 70));
        // A thread has more samples than a tile, and a panel of weights needs a second piece.
        if (cell == Cell::lstm)
            cases.push_back(layer({.name = ", many", .cell = cell, .sequences = true, .differences = false}, 110, 2, 3, 140));
        cases.push_back(
            layer({.name = ", large sequences, masked", .cell = cell, .sequences = true, .masked = true, .differences = false}, 33,
                  7, 5, 64));
        cases.push_back(
            layer({.name = ", large, reversed, started", .cell = cell, .reversed = true, .started = true, .differences = false}, 8,
                  6, 33, 129));
    }
    cases.push_back(layer({.name = ", relu", .cell = Cell::simple, .activation = Activation::relu, .sequences = true}, 2, 3, 2, 3));
    cases.push_back(
        layer({.name = ", large relu", .cell = Cell::simple, .activation = Activation::relu, .differences = false}, 9, 5, 10, 40));
}

} // namespace netsmith::test

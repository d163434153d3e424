#include "engine/ops/begin_state.h"
#include "engine/ops/count_steps.h"
#include "engine/ops/mask_steps.h"
#include "engine/ops/recurrence.h"
#include "engine/ops/token_mask.h"
#include "tests/engine/ops/worked_values.h"

namespace netsmith::test {
namespace {

using Change = void (*)(RecurrenceAttributes&);

std::shared_ptr<const Attributes> layer(
    Cell cell, Change change = [](RecurrenceAttributes&) {})
{
    auto attributes = std::make_shared<RecurrenceAttributes>();
    attributes->cell = cell;
    attributes->activation = cell == Cell::simple ? Activation::relu : Activation::tanh;
    attributes->sequences = true;
    change(*attributes);
    return attributes;
}

void everyStep(RecurrenceAttributes&) { }
void theLast(RecurrenceAttributes& attributes)
{
    attributes.sequences = false;
}
void reversed(RecurrenceAttributes& attributes)
{
    attributes.reversed = true;
}
void reversedLast(RecurrenceAttributes& attributes)
{
    attributes.sequences = false;
    attributes.reversed = true;
}
void lastWithInput(RecurrenceAttributes& attributes)
{
    attributes.sequences = false;
    attributes.inputGradient = true;
}

} // namespace

void addRecurrence(std::vector<Worked>& rows)
{
    // h = relu(2x + ½h + 0): 2, 4 + 1, 6 + 2½
    const OpInput x = f32({1, 3, 1}, {1, 2, 3}), w = f32({1, 1}, {2}), u = f32({1, 1}, {0.5}), b = f32({1}, {0});
    const auto simple = [&](const char* name, Change change, const OpInput& mask, const OpInput& h0) {
        return OpCase{name, &ops::recurrence, layer(Cell::simple, change), {x, w, u, b, mask, h0, absent()}};
    };
    const OpInput secondOut = f32({1, 3}, {1, 0, 1}), four = f32({1, 1}, {4});
    rows.push_back({simple("recurrence", everyStep, absent(), absent()), {{2, 5, 8.5}}});
    rows.push_back({simple("recurrence, the last state", theLast, absent(), absent()), {{8.5}, {2, 5, 8.5}}});
    rows.push_back({simple("recurrence, reversed", reversed, absent(), absent()), {{5.5, 7, 6}}});
    rows.push_back({simple("recurrence, the last state reversed", reversedLast, absent(), absent()), {{5.5}, {5.5, 7, 6}}});
    rows.push_back({simple("recurrence, masked", everyStep, secondOut, absent()), {{2, 2, 7}}});
    rows.push_back({simple("recurrence from a state", everyStep, absent(), four), {{4, 6, 9}}});

    // Gates given by their biases only: sigmoid(ln 3) = ¾, sigmoid(−ln 3) = ¼, tanh(½ ln 3) = ½.
    const double half = 0.5 * ln3;
    const OpInput steps = f32({1, 2, 1}, {1, 2}), none4 = f32({1, 4}, {0, 0, 0, 0}), none3 = f32({1, 3}, {0, 0, 0});
    rows.push_back(
        {{"recurrence of lstm",
          &ops::recurrence,
          layer(Cell::lstm),
          {steps, none4, none4, f32({4}, {ln3, -ln3, half, 0}), absent(), absent(), absent()}},
         {{0.5 * std::tanh(0.375), 0.5 * std::tanh(0.46875)}, {0.75, 0.25, 0.5, 0.5, 0.75, 0.25, 0.5, 0.5}, {0.375, 0.46875}}});
    rows.push_back({{"recurrence of lstm from a cell",
                     &ops::recurrence,
                     layer(Cell::lstm, theLast),
                     {f32({1, 1, 1}, {1}), none4, none4, f32({4}, {ln3, -ln3, half, 0}), absent(), absent(), f32({1, 1}, {2})}},
                    {{0.5 * std::tanh(0.875)}, {0.5 * std::tanh(0.875)}, {0.75, 0.25, 0.5, 0.5}, {0.875}}});
    // The reset gate takes a quarter of the product, which is only its bias.
    rows.push_back({{"recurrence of gru",
                     &ops::recurrence,
                     layer(Cell::gru),
                     {steps, none3, none3, f32({2, 3}, {ln3, 0, 0, 0, -ln3, 2.0 * ln3}), absent(), absent(), absent()}},
                    {{0.125, 0.21875}, {0.75, 0.25, 0.5, 0.75, 0.25, 0.5}, {2.0 * ln3, 2.0 * ln3}}});

    rows.push_back(
        {{"token_mask", &ops::tokenMask, with<TokenMaskAttributes>(2), {f32({2, 3}, {0, 2, 5, 2, 2, 1})}}, {{1, 0, 1, 0, 0, 1}}});

    // All steps of the first sample are masked, and all but the first of the second.
    const OpInput mask = f32({2, 2}, {0, 0, 1, 0}), numbers = f32({2, 2}, {1, 2, 3, 4});
    const auto masked = [&](const char* name, MaskedAs what, const OpInput& given) {
        return OpCase{name, &ops::maskSteps, with<MaskStepsAttributes>(what), {given, mask}};
    };
    rows.push_back({masked("mask_steps, zero", MaskedAs::zero, numbers), {{1, 2, 3, 0}}});
    rows.push_back({masked("mask_steps, lowest", MaskedAs::lowest, numbers), {{1, 2, 3, lowestStep}}});
    rows.push_back({masked("mask_steps, absent", MaskedAs::absent, numbers), {{notANumber, notANumber, 3, notANumber}}});
    rows.push_back({masked("mask_steps of classes", MaskedAs::absent, i32({2, 2}, {1, 2, 3, 4})), {{-1, -1, 3, -1}}});
    rows.push_back({{"count_steps", &ops::countSteps, noAttributes(), {mask}}, {{0.5}, {2}}});
    rows.push_back(
        {{"count_steps of nothing", &ops::countSteps, noAttributes(), {f32({2, 4}, {0, 0, 0, 0, 0, 0, 0, 0})}}, {{0.25}, {4}}});

    const auto begun = [](const char* name, std::int64_t position) {
        return OpCase{name, &ops::beginState, noAttributes(), {f32({2, 1}, {3, 4}), countersInput(1, position, 64, 0)}};
    };
    rows.push_back({begun("begin_state", 0), {{0, 0}}});
    rows.push_back({begun("begin_state behind a batch", 32), {{3, 4}}});

    const OpInput states = f32({1, 3, 1}, {2, 5, 8.5}), one = f32({1, 1}, {1}), nothing = absent();
    rows.push_back({{"recurrence backward",
                     &ops::recurrenceBackward,
                     layer(Cell::simple, lastWithInput),
                     {one, w, u, states, nothing, nothing, nothing, nothing, nothing}},
                    {{0.25, 0.5, 1}, {0.5, 1, 2}}});
    rows.push_back({{"recurrence backward, masked",
                     &ops::recurrenceBackward,
                     layer(Cell::simple, lastWithInput),
                     {one, w, u, f32({1, 3, 1}, {2, 2, 7}), nothing, nothing, secondOut, nothing, nothing}},
                    {{0.5, 0, 1}, {1, 0, 2}}});
    rows.push_back({{"recurrence backward weights",
                     &ops::recurrenceBackwardWeights,
                     layer(Cell::simple, lastWithInput),
                     {x, states, f32({1, 3, 1}, {0.25, 0.5, 1}), nothing, nothing}},
                    {{4.25}, {6}, {1.75}}});
}

} // namespace netsmith::test

#include "engine/ops/count_steps.h"
#include "engine/ops/mask_steps.h"
#include "engine/ops/recurrence.h"
#include "tests/engine/ops/wrongs.h"

namespace netsmith::test {
namespace {

/// An LSTM of 5 units over 2 sequences of 4 steps of 3 numbers, which `change` may break.
void inferLayer(const std::function<void(RecurrenceAttributes&, std::vector<TensorInfo>&)>& change)
{
    RecurrenceAttributes attributes;
    std::vector<TensorInfo> inputs{tensor({2, 4, 3}), tensor({3, 20}), tensor({5, 20}), tensor({20}),
                                   tensor({}),        tensor({}),      tensor({})};
    change(attributes, inputs);
    infer(ops::recurrence, attributes, inputs);
}

} // namespace

std::vector<Wrong> wrongsOfRecurrence()
{
    using Attributes = RecurrenceAttributes&;
    using Inputs = std::vector<TensorInfo>&;
    return {
        {"recurrence of rows",
         [] { inferLayer([](Attributes, Inputs in) {
                  in[0] = tensor({2, 3});
              }); },
         "op.rank",
         {"x", "3 axes", "2×3"}},
        {"recurrence with another cell's weights",
         [] { inferLayer([](Attributes a, Inputs) { a.cell = Cell::gru; }); },
         "op.shape",
         {"recurrence", "w", "3×15", "3×20"}},
        {"recurrence with weights between other units",
         [] { inferLayer([](Attributes, Inputs in) {
                  in[2] = tensor({5, 24});
              }); },
         "op.shape",
         {"u", "5×20", "5×24"}},
        {"recurrence without the bias it has",
         [] { inferLayer([](Attributes, Inputs in) { in[3] = tensor({}); }); },
         "op.shape",
         {"b", "20", "scalar"}},
        {"recurrence with a bias nobody told of",
         [] { inferLayer([](Attributes a, Inputs) { a.bias = false; }); },
         "op.shape",
         {"b", "scalar", "20"}},
        {"recurrence with a mask of samples",
         [] { inferLayer([](Attributes, Inputs in) { in[4] = tensor({2}); }); },
         "op.shape",
         {"mask", "2×4"}},
        {"recurrence from a state of other units",
         [] { inferLayer([](Attributes, Inputs in) {
                  in[5] = tensor({2, 4});
              }); },
         "op.shape",
         {"h0", "2×5", "2×4"}},
        {"recurrence of relu in LSTM",
         [] { inferLayer([](Attributes a, Inputs) { a.activation = Activation::relu; }); },
         "op.attribute",
         {"recurrence", "activation tanh", "relu"}},
        {"recurrence of sigmoid",
         [] {
             inferLayer([](Attributes a, Inputs in) {
                 a.cell = Cell::simple;
                 a.activation = Activation::sigmoid;
                 in = {tensor({2, 4, 3}), tensor({3, 5}), tensor({5, 5}), tensor({5}), tensor({}), tensor({}), tensor({})};
             });
         },
         "op.attribute",
         {"activation tanh or relu", "sigmoid"}},
        {"a mask of other steps",
         [] {
             infer(ops::maskSteps, MaskStepsAttributes(MaskedAs::zero), {tensor({2, 4, 3}), tensor({2, 3})});
         },
         "op.shape",
         {"mask_steps", "mask", "2×4", "2×3"}},
        {"classes masked as numbers",
         [] {
             infer(ops::maskSteps, MaskStepsAttributes(MaskedAs::lowest), {tensor({2, 4}, DataType::i32), tensor({2, 4})});
         },
         "op.attribute",
         {"mask_steps", "absent", "lowest"}},
        {"count_steps of samples",
         [] { infer(ops::countSteps, *noAttributes(), {tensor({4})}); },
         "op.rank",
         {"count_steps", "mask"}},
    };
}

} // namespace netsmith::test

#include "engine/ops/activation.h"
#include "engine/ops/add.h"
#include "engine/ops/cast.h"
#include "engine/ops/concat.h"
#include "engine/ops/constant.h"
#include "engine/ops/copy.h"
#include "engine/ops/dense.h"
#include "engine/ops/dropout.h"
#include "engine/ops/gather.h"
#include "engine/ops/reshape.h"
#include "engine/ops/round.h"
#include "engine/ops/softmax.h"
#include "engine/ops/stop_gradient.h"
#include "tests/engine/ops/op_cases.h"

#include <cmath>

namespace netsmith::test {
namespace {

OpCase denseCase(const std::string& name, const Shape& x, std::int64_t outputs, bool bias, Activation activation, bool small = true)
{
    auto attributes = std::make_shared<DenseAttributes>();
    attributes->bias = bias;
    attributes->activation = activation;
    const std::int64_t k = x[-1];
    OpInput weights = activationInput({k, outputs}, uniform(k * outputs, 2, -0.5, 0.5));
    OpCase made{name, &ops::dense, attributes, {activationInput(x, uniform(x.elements(), 1, -1.0, 1.0)), std::move(weights)}};
    if (bias)
        made.inputs.push_back(parameterInput({outputs}, uniform(outputs, 3, -1.0, 1.0)));
    made.differences = small;
    return made;
}

/// It is a product too, and differentiated as one where a gradient is differentiated again.
OpCase denseBackwardCase(const std::string& name, const Shape& dy, std::int64_t inputs, bool small = true)
{
    auto attributes = std::make_shared<DenseAttributes>();
    attributes->bias = false;
    const std::int64_t n = dy[-1];
    OpCase made{name,
                &ops::denseBackwardData,
                attributes,
                {activationInput(dy, uniform(dy.elements(), 1, -1.0, 1.0)),
                 activationInput({inputs, n}, uniform(inputs * n, 2, -0.5, 0.5))}};
    made.differences = small;
    return made;
}

/// Numbers from 2⁻³⁰ to 2¹⁹: below the smallest number of fp16, beyond the largest, and between.
OpCase roundCase(const std::string& name, DataType to)
{
    std::vector<double> values = uniform(20011, 5, -1.0, 1.0);
    for (std::size_t i = 0; i < values.size(); ++i)
        values[i] = std::ldexp(values[i], static_cast<int>(i % 50) - 30);
    OpCase made{name, &ops::round, std::make_shared<RoundAttributes>(to, true), {parameterInput({20011}, std::move(values))}};
    made.differences = false; // a step function
    return made;
}

OpCase dropoutCase(const std::string& name, const Shape& x, double rate, std::int64_t samples, bool small = true)
{
    OpCase made{name,
                &ops::dropout,
                std::make_shared<DropoutAttributes>(rate, 0x1234567890abcdefULL, 0xcafeu),
                {activationInput(x, spread(x.elements(), 4)), countersInput(3, 8, samples, 1)}};
    made.differences = small;
    return made;
}

OpCase gatherCase(const std::string& name, const Shape& field, DataType type, DataType result, double subtract, double divide)
{
    auto attributes = std::make_shared<GatherAttributes>();
    attributes->batch = 3;
    attributes->subtract = subtract;
    attributes->divide = divide;
    attributes->type = result;
    OpInput data = givenInput(field, uniform(field.elements(), 5, 0.0, 255.0), type);
    for (double& value : data.values)
        value = static_cast<double>(static_cast<std::int64_t>(value));
    data.data = true;
    OpInput order = givenInput({7}, {4, 0, 3, 1, 1, 5, 2}, DataType::i32);
    order.data = true;
    return {name, &ops::gather, attributes, {std::move(data), std::move(order), countersInput(0, 2, 0, 0)}};
}

} // namespace

void addElementwiseCases(std::vector<OpCase>& cases)
{
    cases.push_back(roundCase("round to fp16", DataType::f16));
    cases.push_back(roundCase("round to bf16", DataType::bf16));
    cases.push_back({"add vectors",
                     &ops::add,
                     std::make_shared<AddAttributes>(),
                     {activationInput({1, 7}, spread(7, 1)), activationInput({1, 7}, spread(7, 2))}});
    OpCase large{"add many",
                 &ops::add,
                 std::make_shared<AddAttributes>(),
                 {activationInput({3, 9001}, spread(3 * 9001, 1)), activationInput({3, 9001}, spread(3 * 9001, 2))}};
    large.differences = false;
    cases.push_back(std::move(large));

    // Numbers that bf16 represents exactly: the gradient is bf16 too.
    OpInput narrow = givenInput({3, 4}, {1, -2, 0.5, 3, 0, -0.25, 96, 7, -1.5, 0.125, 12, -5}, DataType::bf16);
    narrow.wanted = true;
    cases.push_back({"cast to f32", &ops::cast, std::make_shared<CastAttributes>(DataType::f32), {std::move(narrow)}});
    cases.push_back({"cast to bf16",
                     &ops::cast,
                     std::make_shared<CastAttributes>(DataType::bf16),
                     {parameterInput({2, 19}, uniform(38, 8, -100.0, 100.0))}});
    for (OpCase* cast : {&cases[cases.size() - 1], &cases[cases.size() - 2]})
        cast->differences = false; // a small step is rounded away
    cases.push_back({"copy", &ops::copy, noAttributes(), {activationInput({2, 5}, spread(10, 3))}});
    cases.push_back({"constant", &ops::constant, std::make_shared<ConstantAttributes>(-0.75), {}});
    cases.push_back({"constant of many", &ops::constant, std::make_shared<ConstantAttributes>(0.3, Shape{3, 700}), {}});
    cases.push_back({"reshape",
                     &ops::reshape,
                     std::make_shared<ReshapeAttributes>(Shape{2, 12}),
                     {activationInput({2, 3, 2, 2}, spread(24, 4))}});
    cases.push_back({"stop_gradient", &ops::stopGradient, noAttributes(), {givenInput({2, 3}, spread(6, 4))}});

    cases.push_back({"concat channels",
                     &ops::concat,
                     std::make_shared<ConcatAttributes>(3),
                     {activationInput({2, 2, 3, 1}, spread(12, 5)), activationInput({2, 2, 3, 4}, spread(48, 6)),
                      activationInput({2, 2, 3, 2}, spread(24, 7))}});
    cases.push_back({"concat rows",
                     &ops::concat,
                     std::make_shared<ConcatAttributes>(1),
                     {activationInput({1, 3, 5}, spread(15, 5)), activationInput({1, 2, 5}, spread(10, 6))}});
    cases.push_back(
        {"slice", &ops::slice, std::make_shared<SliceAttributes>(2, 1, 3), {activationInput({2, 3, 5, 2}, spread(60, 8))}});

    cases.push_back(denseBackwardCase("dense backward data", {3, 4}, 5));
    cases.push_back(denseBackwardCase("dense backward data of steps", {2, 3, 4}, 2));
    cases.push_back(denseBackwardCase("dense backward data, large", {65, 130}, 301, false));
    cases.push_back(denseCase("dense", {3, 7}, 5, true, Activation::none));
    cases.push_back(denseCase("dense, batch 1, one output", {1, 4}, 1, true, Activation::none));
    cases.push_back(denseCase("dense without bias over sequences", {2, 3, 5}, 4, false, Activation::none));
    cases.push_back(denseCase("dense, large", {33, 301}, 130, true, Activation::none, false));
    cases.push_back(denseCase("dense, large, without bias", {5, 401}, 99, false, Activation::none, false));
    for (const auto& [name, activation] :
         {std::pair{"dense, large, relu", Activation::relu}, {"dense, large, tanh", Activation::tanh}}) {
        OpCase fused = denseCase(name, {33, 301}, 130, true, activation, false);
        for (OpInput& input : fused.inputs)
            input.wanted = false; // a fused op has no gradient
        cases.push_back(std::move(fused));
    }
    cases.push_back(denseCase("dense, many rows", {1000, 20}, 10, true, Activation::none, false));

    cases.push_back(dropoutCase("dropout", {3, 10}, 0.5, 6));
    cases.push_back(dropoutCase("dropout far into a run", {2, 2, 3, 3}, 0.3, (std::int64_t{5} << 32) + 17));
    cases.push_back(dropoutCase("dropout of nothing", {2, 5}, 0.0, 0));
    cases.push_back(dropoutCase("dropout of many", {5, 3001}, 0.25, 40, false));

    cases.push_back(gatherCase("gather bytes", {6, 3, 5, 1}, DataType::u8, DataType::f32, 127.5, 255.0));
    cases.push_back(gatherCase("gather numbers", {6, 4}, DataType::f32, DataType::f32, 0.0, 2.0));
    cases.push_back(gatherCase("gather classes", {6}, DataType::u8, DataType::i32, 0.0, 1.0));
    cases.push_back(gatherCase("gather integers", {6}, DataType::i32, DataType::i32, 0.0, 1.0));

    cases.push_back({"softmax", &ops::softmax, noAttributes(), {activationInput({3, 5}, spread(15, 10, 4.0))}});
    cases.push_back({"softmax over sequences", &ops::softmax, noAttributes(), {activationInput({2, 2, 3}, spread(12, 11, 2.0))}});
    OpCase wide{"softmax, wide", &ops::softmax, noAttributes(), {activationInput({70, 131}, spread(70 * 131, 12, 20.0))}};
    wide.differences = false;
    cases.push_back(std::move(wide));
}

} // namespace netsmith::test

#include "engine/ops/recurrence.h"

#include "engine/ops/checks.h"
#include "engine/ops/gradient.h"

#include <fmt/format.h>

namespace netsmith {

std::string_view nameOf(Cell cell)
{
    return cell == Cell::simple ? "simple" : cell == Cell::lstm ? "lstm" : "gru";
}

std::string RecurrenceAttributes::text() const
{
    return fmt::format("{}{}{}{}{}{}{}{}", nameOf(cell), cell == Cell::simple ? " " + std::string(nameOf(activation)) : "",
                       reversed ? " reversed" : "", sequences ? " sequences" : "", bias ? " bias" : "", inputGradient ? " dx" : "",
                       multiplied ? " multiplied" : "", rounded ? " rounded" : "");
}

namespace ops {
namespace {

const RecurrenceAttributes& of(const Attributes& attributes)
{
    return static_cast<const RecurrenceAttributes&>(attributes);
}

/// Whether an optional input is present: an absent one is a scalar.
bool has(const InputCheck& check, std::size_t index)
{
    return check.shape(index) != Shape();
}

/// An f32 of this shape, or absent unless it is required by `must`.
void expectState(const InputCheck& check, std::size_t index, const Shape& shape, bool must)
{
    check.expectType(index, {DataType::f32});
    if (must || has(check, index))
        check.expectShape(index, shape);
}

/// What only some cells have: of this shape, or absent.
void expectOfCell(const InputCheck& check, std::size_t index, const Shape& shape, bool ofCell)
{
    if (ofCell)
        expectState(check, index, shape, true);
    else
        check.expectScalar(index);
}

std::vector<TensorType> infer(const Attributes& base, std::span<const TensorInfo> inputs)
{
    const RecurrenceAttributes& attributes = of(base);
    const InputCheck check("recurrence", inputs, {"x", "w", "u", "b", "mask", "h0", "c0"}, 7);
    check.expect(attributes.activation == Activation::tanh
                     || (attributes.cell == Cell::simple && attributes.activation == Activation::relu),
                 attributes.cell == Cell::simple ? "activation tanh or relu" : "activation tanh", nameOf(attributes.activation));
    check.expectFloating(0);
    check.expectRank(0, 3);
    check.expectRank(2, 2);
    const RecurrenceSizes sizes(attributes.cell, check.shape(0), check.shape(2));
    if (attributes.multiplied) {
        check.expectType(0, {DataType::f32});
        check.expectShape(0, {sizes.samples, sizes.steps, sizes.width()});
        check.expectScalar(1);
    } else {
        check.expectRank(1, 2);
        check.expectShape(1, {sizes.inputs, sizes.width()});
        check.expectWeights(1, 0);
    }
    check.expectShape(2, {sizes.units, sizes.width()});
    check.expectType(2, {DataType::f32});
    expectOfCell(check, 3, sizes.bias(), attributes.bias);
    expectState(check, 4, {sizes.samples, sizes.steps}, false);
    expectState(check, 5, {sizes.samples, sizes.units}, false);
    if (attributes.cell == Cell::lstm)
        expectState(check, 6, {sizes.samples, sizes.units}, false);
    else
        check.expectScalar(6);

    const TensorType states{{sizes.samples, sizes.steps, sizes.units}, check.type(0)};
    std::vector<TensorType> types{states};
    if (!attributes.sequences)
        types.insert(types.begin(), {{sizes.samples, sizes.units}, check.type(0)});
    if (attributes.hasGates()) {
        types.push_back({{sizes.samples, sizes.steps, sizes.width()}, DataType::f32});
        types.push_back({states.shape, DataType::f32});
    }
    return types;
}

void gradient(GradientContext& context)
{
    const Op& op = context.op();
    auto attributes = std::make_shared<RecurrenceAttributes>(op.as<RecurrenceAttributes>());
    const bool multiplied = attributes->multiplied;
    attributes->inputGradient = context.needs(0) && !multiplied;
    const bool gru = attributes->cell == Cell::gru;
    const auto kept = [&](std::size_t index) { return attributes->hasGates() ? op.outputs[index] : noTensor; };
    const std::vector<TensorId> arrived = context.emitter().emit(
        recurrenceBackward, attributes,
        {context.outputGradient(0), op.inputs[1], op.inputs[2], op.outputs[attributes->statesAt()], kept(attributes->gatesAt()),
         kept(attributes->carryAt()), op.inputs[4], op.inputs[5], op.inputs[6]});
    if (context.needs(0))
        context.give(0, multiplied ? arrived.front() : arrived.back());
    if (!context.needs(1) && !context.needs(2))
        return;
    const std::vector<TensorId> weights =
        context.emitter().emit(recurrenceBackwardWeights, attributes,
                               {multiplied ? noTensor : op.inputs[0], op.outputs[attributes->statesAt()], arrived[0],
                                gru ? arrived[1] : noTensor, op.inputs[5]});
    const std::size_t first = multiplied ? 2 : 1;
    for (std::size_t i = 0; i < weights.size(); ++i)
        if (context.needs(i + first))
            context.give(i + first, weights[i]);
}

std::vector<TensorType> inferBackward(const Attributes& base, std::span<const TensorInfo> inputs)
{
    const RecurrenceAttributes& attributes = of(base);
    const InputCheck check("recurrence_backward", inputs, {"dy", "w", "u", "states", "gates", "carry", "mask", "h0", "c0"}, 9);
    check.expectRank(2, 2);
    check.expectFloating(3);
    check.expectRank(3, 3);
    const Shape& states = check.shape(3);
    check.expect(!(attributes.multiplied && attributes.inputGradient), "no dx besides what is multiplied", "dx");
    if (!attributes.multiplied)
        check.expectRank(1, 2);
    const std::int64_t inner = attributes.multiplied ? 1 : check.shape(1)[0];
    const RecurrenceSizes sizes(attributes.cell, {states[0], states[1], inner}, check.shape(2));
    check.expectShape(0, attributes.sequences ? states : Shape{sizes.samples, sizes.units});
    check.expectType(0, {check.type(3)});
    if (attributes.multiplied) {
        check.expectScalar(1);
    } else {
        check.expectShape(1, {inner, sizes.width()});
        check.expectWeights(1, 3);
    }
    check.expectShape(2, {states[2], sizes.width()});
    check.expectType(2, {DataType::f32});
    expectOfCell(check, 4, {sizes.samples, sizes.steps, sizes.width()}, attributes.hasGates());
    expectOfCell(check, 5, states, attributes.hasGates());
    expectState(check, 6, {sizes.samples, sizes.steps}, false);
    expectState(check, 7, {sizes.samples, sizes.units}, false);
    expectState(check, 8, {sizes.samples, sizes.units}, false);
    std::vector<TensorType> types{{{sizes.samples, sizes.steps, sizes.width()}, DataType::f32}};
    if (attributes.cell == Cell::gru)
        types.push_back({states, DataType::f32});
    if (attributes.inputGradient)
        types.push_back({{sizes.samples, sizes.steps, inner}, check.type(3)});
    return types;
}

std::vector<TensorType> inferBackwardWeights(const Attributes& base, std::span<const TensorInfo> inputs)
{
    const RecurrenceAttributes& attributes = of(base);
    const InputCheck check("recurrence_backward_weights", inputs, {"x", "states", "dz", "dproduct", "h0"}, 5);
    check.expectFloating(1);
    check.expectRank(1, 3);
    const Shape &x = check.shape(0), &states = check.shape(1);
    const std::int64_t width = gatesOf(attributes.cell) * states[2];
    std::vector<TensorType> types;
    if (attributes.multiplied) {
        check.expectScalar(0);
    } else {
        check.expectRank(0, 3);
        check.expectShape(0, {states[0], states[1], x[2]});
        check.expectType(0, {check.type(1)});
        types.push_back({{x[2], width}, DataType::f32});
    }
    check.expectShape(2, {states[0], states[1], width});
    check.expectType(2, {DataType::f32});
    expectOfCell(check, 3, states, attributes.cell == Cell::gru);
    expectState(check, 4, {states[0], states[2]}, false);
    types.push_back({{states[2], width}, DataType::f32});
    if (attributes.bias)
        types.push_back({RecurrenceSizes(attributes.cell, states, {states[2], width}).bias(), DataType::f32});
    return types;
}

/// The cost of products with one row per step, from `inner` numbers to a row of gates.
double products(const Shape& states, std::int64_t width, std::int64_t inner)
{
    return 2.0 * static_cast<double>(states[0] * states[1]) * static_cast<double>(width) * static_cast<double>(inner);
}

double flops(const Attributes& attributes, std::span<const TensorInfo> inputs, std::span<const TensorInfo>)
{
    const Shape& u = inputs[2].shape;
    return products(inputs[0].shape, u[1], (of(attributes).multiplied ? 0 : inputs[0].shape[2]) + u[0]);
}

double flopsBackward(const Attributes& attributes, std::span<const TensorInfo> inputs, std::span<const TensorInfo>)
{
    const Shape& u = inputs[2].shape;
    return products(inputs[3].shape, u[1], u[0] + (of(attributes).inputGradient ? inputs[1].shape[0] : 0));
}

double flopsBackwardWeights(const Attributes& attributes, std::span<const TensorInfo> inputs, std::span<const TensorInfo>)
{
    const Shape& states = inputs[1].shape;
    return products(states, inputs[2].shape[2], (of(attributes).multiplied ? 0 : inputs[0].shape[2]) + states[2]);
}

} // namespace

constinit const OpSpec recurrence{
    .name = "recurrence", .infer = infer, .gradient = gradient, .flops = flops, .precision = PrecisionRule::low};
constinit const OpSpec recurrenceBackward{.name = "recurrence_backward", .infer = inferBackward, .flops = flopsBackward};
constinit const OpSpec recurrenceBackwardWeights{
    .name = "recurrence_backward_weights", .infer = inferBackwardWeights, .flops = flopsBackwardWeights};

} // namespace ops
} // namespace netsmith

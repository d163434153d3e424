#include "engine/cuda/recurrences/step_recurrence.h"

#include "engine/cuda/float_types.h"
#include "engine/cuda/kernels/column_sums.h"
#include "engine/cuda/kernels/fake_quantize.h"
#include "engine/cuda/kernels/recurrence.h"
#include "engine/cuda/products.h"
#include "engine/cuda/rounded.h"

#include <algorithm>

namespace netsmith::cuda {
namespace {

using SharedProduct = std::shared_ptr<const Product>;

/// One layer, lowered: its shape, its products and what they share of the workspace.
class Layer {
public:
    Layer(const LoweringContext& context, const RecurrenceAttributes& attributes, const Shape& states, std::int64_t inputs)
        : shape{states[0], states[1], states[2], attributes.cell, attributes.activation == Activation::relu, attributes.reversed}
        , inputs(inputs)
        , rows(states[0] * states[1])
        , width(shape.width())
        , isGru(attributes.cell == Cell::gru)
        , direct(isGru ? 2 * shape.units : width)
        , m_precision(context.plan.precision)
    {
    }

    SharedProduct product(ProductShape wanted)
    {
        wanted.alignment = alignmentBehind(shape.units * std::int64_t{sizeof(float)}); // of a step, and of a gate
        auto made = std::make_shared<const Product>(as(m_precision, wanted));
        m_most = std::max(m_most, made->workspace());
        return made;
    }
    /// Allocates the products' own workspace, after the last of them.
    void finish() { products = workspace.take(m_most, 1); }

    kernels::RecurrenceShape shape;
    std::int64_t inputs;
    std::int64_t rows;
    std::int64_t width;
    bool isGru;
    std::int64_t direct; ///< the gates whose product with the state is added as it is: all but GRU's candidate
    Workspace workspace;
    Piece products;

private:
    Precision m_precision;
    std::int64_t m_most = 0;
};

} // namespace

Lowered stepForward(const LoweringContext& context, const Op& op, const std::optional<SequenceTiles>& tiles)
{
    const auto& attributes = op.as<RecurrenceAttributes>();
    const TensorInfo& x = context.input(op, 0);
    const bool multiplied = attributes.multiplied;
    Layer layer(context, attributes, context.output(op, attributes.statesAt()).shape, x.shape[2]);
    const std::int64_t units = layer.shape.units, samples = layer.shape.samples, steps = layer.shape.steps;
    const Piece current = layer.workspace.take(tiles ? tiles->workspace(layer.shape) : samples * units);
    const Piece coarse = layer.workspace.take(attributes.rounded ? samples * units : 0);
    const Piece sums = layer.workspace.take(attributes.hasGates() ? 0 : layer.rows * layer.width);
    ProductShape fromInput = forwardProduct({.rows = layer.rows, .in = layer.inputs, .out = layer.width}, x.type);
    fromInput.resultType = DataType::f32;
    const SharedProduct input = multiplied ? nullptr : layer.product(fromInput);
    // A step's rows of gates lie apart by all steps of a sample.
    ProductShape fromState{.m = layer.direct, .n = samples, .k = units, .stepA = layer.width, .stepD = steps * layer.width};
    fromState.accumulate = true;
    const SharedProduct state = tiles ? nullptr : layer.product(fromState);
    const SharedProduct candidate = layer.isGru && !tiles
        ? layer.product({.m = units, .n = samples, .k = units, .stepA = layer.width, .stepD = steps * units})
        : nullptr;
    layer.finish();
    OpMemory memory{layer.workspace.bytes(), {}};
    if (multiplied && attributes.hasGates())
        memory.inPlace = {{static_cast<int>(attributes.gatesAt()), 0}};
    return forFloatType(x.type, [&]<class T>(T) {
        return lowerTo(
            [=, sequences = attributes.sequences, statesAt = attributes.statesAt(), gatesAt = attributes.gatesAt(),
             carryAt = attributes.carryAt()](const Addresses& at, Stream& stream) {
                const bool hasGates = sums.elements == 0;
                auto* room = layer.products.of<std::byte>(at);
                auto* now = current.of<float>(at);
                const float *u = at.in<float>(2), *h0 = at.in<float>(5);
                const kernels::RecurrenceStates<T> to{at.in<float>(4),
                                                      h0,
                                                      at.in<float>(6),
                                                      at.out<T>(statesAt),
                                                      hasGates ? at.out<float>(gatesAt) : sums.of<float>(at),
                                                      hasGates ? at.out<float>(carryAt) : nullptr};
                if (input)
                    input->enqueue(stream, at.in<T>(1), at.in<T>(0), to.gates, nullptr, room);
                else if (to.gates != at.in<float>(0))
                    stream.copy(to.gates, at.in<float>(0), layer.rows * layer.width * std::int64_t{sizeof(float)});
                T* const last = sequences ? nullptr : at.out<T>(0);
                if (tiles)
                    return kernels::recurrenceSequence<T>(stream, layer.shape, *tiles, to, u, at.in<float>(3), last, now);
                kernels::startState(stream, h0, now, samples * units);
                for (std::int64_t count = 0; count < steps; ++count) {
                    const std::int64_t step = layer.shape.step(count);
                    const bool hasProduct = count > 0 || h0;
                    if (hasProduct) {
                        const float* multiplier = now;
                        if (coarse.elements > 0) {
                            kernels::fakeQuantizeRows(stream, now, coarse.of<float>(at), samples, units);
                            multiplier = coarse.of<float>(at);
                        }
                        state->enqueue(stream, u, multiplier, to.gates + step * layer.width, nullptr, room);
                        if (candidate)
                            candidate->enqueue(stream, u + layer.direct, multiplier, to.carry + step * units, nullptr, room);
                    }
                    kernels::recurrenceStep<T>(stream, layer.shape, to, count, hasProduct, at.in<float>(3), now, last);
                }
            },
            std::move(memory), tiles ? nameOf(*tiles) : state->implementation());
    });
}

Lowered stepBackward(const LoweringContext& context, const Op& op, const std::optional<SequenceTiles>& tiles)
{
    const auto& attributes = op.as<RecurrenceAttributes>();
    const TensorInfo& states = context.input(op, 3);
    Layer layer(context, attributes, states.shape, attributes.inputGradient ? context.input(op, 1).shape[0] : 0);
    const std::int64_t units = layer.shape.units, samples = layer.shape.samples, steps = layer.shape.steps;
    const Piece arrived = layer.workspace.take(tiles ? tiles->workspace(layer.shape) : samples * units);
    const Piece direct = layer.workspace.take(samples * units);
    const Piece toCell = layer.workspace.take(samples * units);
    const Piece rounded = takeRounded(layer.workspace, layer.rows * layer.width, states.type);
    const SharedProduct throughGates = tiles
        ? nullptr
        : layer.product(
            {.m = units, .n = samples, .k = layer.direct, .transposeA = true, .stepA = layer.width, .stepB = steps * layer.width});
    ProductShape ofCandidate{
        .m = units, .n = samples, .k = units, .transposeA = true, .stepA = layer.width, .stepB = steps * units};
    ofCandidate.accumulate = true;
    const SharedProduct throughCandidate = layer.isGru && !tiles ? layer.product(ofCandidate) : nullptr;
    const SharedProduct toInput = attributes.inputGradient
        ? layer.product(backwardDataProduct({.rows = layer.rows, .in = layer.inputs, .out = layer.width}, states.type, states.type))
        : nullptr;
    layer.finish();
    OpMemory memory{layer.workspace.bytes(), {}};
    if (attributes.hasGates())
        memory.inPlace = {{0, 4}};
    return forFloatType(states.type, [&]<class T>(T) {
        return lowerTo(
            [=, ofLast = !attributes.sequences](const Addresses& at, Stream& stream) {
                auto* room = layer.products.of<std::byte>(at);
                const float* u = at.in<float>(2);
                auto* dz = at.out<float>(0);
                auto* dProduct = layer.isGru ? at.out<float>(1) : nullptr;
                const kernels::RecurrenceStates<const T> from{at.in<float>(6), at.in<float>(7), at.in<float>(8),
                                                              at.in<T>(3),     at.in<float>(4), at.in<float>(5)};
                if (tiles)
                    kernels::recurrenceSequenceBackward<T>(stream, layer.shape, *tiles, from, u, at.in<T>(0), ofLast,
                                                           direct.of<float>(at), toCell.of<float>(at), dz, dProduct,
                                                           arrived.of<float>(at));
                for (std::int64_t count = steps - 1; count >= 0 && !tiles; --count) {
                    if (count < steps - 1) {
                        const std::int64_t behind = layer.shape.step(count + 1);
                        throughGates->enqueue(stream, u, dz + behind * layer.width, arrived.of<float>(at), nullptr, room);
                        if (throughCandidate)
                            throughCandidate->enqueue(stream, u + layer.direct, dProduct + behind * units, arrived.of<float>(at),
                                                      nullptr, room);
                    }
                    kernels::recurrenceStepBackward<T>(stream, layer.shape, from, count, at.in<T>(0), ofLast, arrived.of<float>(at),
                                                       direct.of<float>(at), toCell.of<float>(at), dz, dProduct);
                }
                if (toInput)
                    toInput->enqueue(stream, at.in<T>(1), asRounded<T>(stream, dz, rounded, at), at.out<T>(layer.isGru ? 2 : 1),
                                     nullptr, room);
            },
            std::move(memory), tiles ? nameOf(*tiles) : throughGates->implementation());
    });
}

Lowered stepBackwardWeights(const LoweringContext& context, const Op& op)
{
    const auto& attributes = op.as<RecurrenceAttributes>();
    const TensorInfo& states = context.input(op, 1);
    const DataType type = states.type;
    const bool multiplied = attributes.multiplied;
    Layer layer(context, attributes, states.shape, multiplied ? 0 : context.input(op, 0).shape[2]);
    const std::int64_t units = layer.shape.units;
    const Piece before = layer.workspace.take(layer.rows * units);
    const Piece rounded = takeRounded(layer.workspace, layer.rows * layer.width, type);
    const Piece roundedProduct = takeRounded(layer.workspace, layer.isGru ? layer.rows * units : 0, type);
    const Piece partials = layer.workspace.take(kernels::columnPartials(layer.rows, layer.width));
    const SharedProduct ofInput = multiplied
        ? nullptr
        : layer.product(backwardWeightsProduct({.rows = layer.rows, .in = layer.inputs, .out = layer.width}, type));
    const auto ofStates = [&](std::int64_t columns, std::int64_t from) {
        return layer.product({.m = columns,
                              .n = units,
                              .k = layer.rows,
                              .transposeB = true,
                              .stepA = from,
                              .stepD = layer.width,
                              .type = type,
                              .resultType = DataType::f32});
    };
    const SharedProduct ofGates = ofStates(layer.direct, layer.width);
    const SharedProduct ofCandidate = layer.isGru ? ofStates(units, units) : nullptr;
    layer.finish();
    return forFloatType(type, [&]<class T>(T) {
        return lowerTo(
            [=, bias = attributes.bias, ofState = multiplied ? std::size_t{0} : std::size_t{1}](const Addresses& at,
                                                                                                Stream& stream) {
                auto* room = layer.products.of<std::byte>(at);
                auto* du = at.out<float>(ofState);
                const T* dz = asRounded<T>(stream, at.in<float>(2), rounded, at);
                if (ofInput)
                    ofInput->enqueue(stream, dz, at.in<T>(0), at.out<float>(0), nullptr, room);
                kernels::statesBefore(stream, layer.shape, at.in<T>(1), at.in<float>(4), before.of<T>(at));
                ofGates->enqueue(stream, dz, before.of<T>(at), du, nullptr, room);
                if (ofCandidate)
                    ofCandidate->enqueue(stream, asRounded<T>(stream, at.in<float>(3), roundedProduct, at), before.of<T>(at),
                                         du + layer.direct, nullptr, room);
                if (!bias)
                    return;
                auto *sums = partials.of<float>(at), *db = at.out<float>(ofState + 1);
                kernels::columnSums(stream, at.in<float>(2), db, layer.rows, layer.width, sums);
                if (!layer.isGru)
                    return;
                float* recurrent = db + layer.width;
                kernels::startState(stream, db, recurrent, layer.direct);
                kernels::columnSums(stream, at.in<float>(3), recurrent + layer.direct, layer.rows, units, sums);
            },
            {layer.workspace.bytes(), {}}, ofGates->implementation());
    });
}

} // namespace netsmith::cuda

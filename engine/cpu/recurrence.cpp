#include "engine/ops/recurrence.h"

#include "engine/cpu/float_types.h"
#include "engine/cpu/kernels/bias.h"
#include "engine/cpu/kernels/convert.h"
#include "engine/cpu/kernels/dynamic_product.h"
#include "engine/cpu/kernels/recurrence.h"
#include "engine/cpu/onednn.h"
#include "engine/backend/workspace.h"

#include <algorithm>

// The products over all steps at once use oneDNN's sgemm; those of a step, with the gates after them, our own kernel: oneDNN's
// recurrent primitive takes more than twice as long, and a product a step packs the weights anew each time.

namespace netsmith::cpu {
namespace {

constexpr std::string_view implementation = "sgemm, own steps";

kernels::RecurrentCell cellOf(const RecurrenceAttributes& attributes)
{
    if (attributes.cell == Cell::simple)
        return attributes.activation == Activation::relu ? kernels::RecurrentCell::relu : kernels::RecurrentCell::tanh;
    return attributes.cell == Cell::lstm ? kernels::RecurrentCell::lstm : kernels::RecurrentCell::gru;
}

/// One layer, lowered: its shape and the room for numbers in f32 that are not.
struct Layer {
    Layer(const RecurrenceAttributes& attributes, const Shape& states, std::int64_t inputs)
        : shape{states[0], states[1], states[2], cellOf(attributes), attributes.reversed}
        , inputs(inputs)
        , rows(states[0] * states[1])
        , isGru(attributes.cell == Cell::gru)
    {
    }
    Piece takeUnlessFloat(DataType type, std::int64_t elements) { return workspace.take(type == DataType::f32 ? 0 : elements); }
    std::int64_t width() const { return shape.width(); }

    kernels::RecurrenceShape shape;
    std::int64_t inputs;
    std::int64_t rows;
    bool isGru;
    Workspace workspace;
};

/// The numbers in f32, converted into their buffer if they have one.
template <class T>
const float* floats(const Addresses& at, std::size_t input, const Piece& room)
{
    if constexpr (std::is_same_v<T, float>) {
        return at.in<float>(input);
    } else {
        kernels::convert(at.in<T>(input), room.of<float>(at), room.elements);
        return room.of<float>(at);
    }
}

} // namespace

template <>
Lowered lower<ops::recurrence>(const LoweringContext& context, const Op& op)
{
    const auto& attributes = op.as<RecurrenceAttributes>();
    const TensorInfo& x = context.input(op, 0);
    Layer layer(attributes, context.output(op, attributes.statesAt()).shape, x.shape[2]);
    const bool fixedWeights = context.isFixed(op, 2), rounded = attributes.rounded;
    const kernels::QuantizedShape product = kernels::roundedProduct(layer.shape);
    const std::int64_t packedFloats = rounded ? product.packedWords() : kernels::packedFloats(layer.shape);
    const Piece packed = layer.workspace.take(fixedWeights ? 0 : packedFloats);
    const auto takeIfRounded = [&](std::int64_t elements) { return layer.workspace.take(rounded ? elements : 0); };
    const Piece codes = takeIfRounded((layer.shape.samples * layer.shape.units + 3) / 4);
    const Piece steps = takeIfRounded(layer.shape.samples);
    const Piece products = takeIfRounded(layer.shape.samples * layer.width());
    const Piece gathered = takeIfRounded(kernels::roundedThreads(layer.shape) * product.gathered());
    const Piece z = layer.workspace.take(attributes.hasGates() ? 0 : layer.rows * layer.width());
    const Piece input = layer.takeUnlessFloat(x.type, x.shape.elements());
    const Piece weights = layer.takeUnlessFloat(x.type, layer.inputs * layer.width());
    OpMemory memory{layer.workspace.bytes(), {}};
    if (attributes.multiplied && attributes.hasGates())
        memory.inPlace = {{static_cast<int>(attributes.gatesAt()), 0}};
    return forFloatType(x.type, [&]<class T>(T) {
        const auto pack = [=, shape = layer.shape](const Addresses& at, float* to) {
            if (rounded)
                kernels::packQuantized(product, at.in<float>(2), kernels::unitRange, nullptr, to);
            else
                kernels::packForward(shape, at.in<float>(2), to);
        };
        const auto run = [=, multiplied = attributes.multiplied, sequences = attributes.sequences, states = attributes.statesAt(),
                          gates = attributes.gatesAt(), carry = attributes.carryAt()](const Addresses& at, const float* u) {
            const bool hasGates = z.elements == 0;
            float* sums = hasGates ? at.out<float>(gates) : z.of<float>(at);
            if (!multiplied)
                expectSuccess(dnnl_sgemm('N', 'N', layer.rows, layer.width(), layer.inputs, 1.0f, floats<T>(at, 0, input),
                                         layer.inputs, floats<T>(at, 1, weights), layer.width(), 0.0f, sums, layer.width()),
                              *at.failure);
            else if (sums != at.in<float>(0))
                std::copy_n(at.in<float>(0), layer.rows * layer.width(), sums);
            const kernels::RecurrenceStates<T> all{u,
                                                   at.in<float>(4),
                                                   at.in<float>(5),
                                                   at.in<float>(6),
                                                   at.out<T>(states),
                                                   sums,
                                                   hasGates ? at.out<float>(carry) : nullptr};
            T* const last = sequences ? nullptr : at.out<T>(0);
            if (rounded)
                kernels::roundedRecurrence<T>(
                    layer.shape, all, at.in<float>(3), last,
                    {codes.of<std::uint8_t>(at), steps.of<float>(at), products.of<float>(at), gathered.of<std::int32_t>(at)});
            else
                kernels::recurrence<T>(layer.shape, all, at.in<float>(3), last);
        };
        const std::string_view name = rounded ? kernels::implementationOf(product.by) : implementation;
        if (fixedWeights)
            return lowerPrepacked(2, packedFloats, pack, run, std::move(memory), name);
        return lowerTo(
            [=](const Addresses& at) {
                pack(at, packed.of<float>(at));
                run(at, packed.of<float>(at));
            },
            std::move(memory), name);
    });
}

template <>
Lowered lower<ops::recurrenceBackward>(const LoweringContext& context, const Op& op)
{
    const auto& attributes = op.as<RecurrenceAttributes>();
    const TensorInfo& states = context.input(op, 3);
    const bool wanted = attributes.inputGradient;
    Layer layer(attributes, states.shape, wanted ? context.input(op, 1).shape[0] : 0);
    const Piece packed = layer.workspace.take(kernels::packedFloats(layer.shape));
    const Piece scratch = layer.workspace.take(2 * layer.shape.samples * layer.shape.units);
    const Piece weights = layer.takeUnlessFloat(states.type, wanted ? layer.inputs * layer.width() : 0);
    const Piece gradient = layer.takeUnlessFloat(states.type, wanted ? layer.rows * layer.inputs : 0);
    OpMemory memory{layer.workspace.bytes(), {}};
    if (attributes.hasGates())
        memory.inPlace = {{0, 4}};
    return forFloatType(states.type, [&]<class T>(T) {
        return lowerTo(
            [=, ofLast = !attributes.sequences](const Addresses& at) {
                kernels::packBackward(layer.shape, at.in<float>(2), packed.of<float>(at));
                const kernels::RecurrenceStates<const T> from{packed.of<float>(at), at.in<float>(6), at.in<float>(7),
                                                              at.in<float>(8),      at.in<T>(3),     at.in<float>(4),
                                                              at.in<float>(5)};
                kernels::recurrenceBackward<T>(layer.shape, from, at.in<T>(0), ofLast, at.out<float>(0),
                                               layer.isGru ? at.out<float>(1) : nullptr, scratch.of<float>(at));
                if (!wanted)
                    return;
                T* const dx = at.out<T>(layer.isGru ? 2 : 1);
                float* result = gradient.of<float>(at);
                if constexpr (std::is_same_v<T, float>)
                    result = dx;
                expectSuccess(dnnl_sgemm('N', 'T', layer.rows, layer.inputs, layer.width(), 1.0f, at.out<float>(0), layer.width(),
                                         floats<T>(at, 1, weights), layer.width(), 0.0f, result, layer.inputs),
                              *at.failure);
                if constexpr (!std::is_same_v<T, float>)
                    kernels::convert(result, dx, layer.rows * layer.inputs);
            },
            std::move(memory), implementation);
    });
}

template <>
Lowered lower<ops::recurrenceBackwardWeights>(const LoweringContext& context, const Op& op)
{
    const auto& attributes = op.as<RecurrenceAttributes>();
    const TensorInfo& states = context.input(op, 1);
    const bool multiplied = attributes.multiplied;
    Layer layer(attributes, states.shape, multiplied ? 0 : context.input(op, 0).shape[2]);
    const Piece before = layer.workspace.take(layer.rows * layer.shape.units);
    const Piece input = layer.takeUnlessFloat(states.type, layer.rows * layer.inputs);
    return forFloatType(states.type, [&]<class T>(T) {
        return lowerTo(
            [=, bias = attributes.bias, ofState = multiplied ? std::size_t{0} : std::size_t{1}](const Addresses& at) {
                const std::int64_t units = layer.shape.units, width = layer.width(), rows = layer.rows;
                const float* dz = at.in<float>(2);
                float *du = at.out<float>(ofState), *db = bias ? at.out<float>(ofState + 1) : nullptr;
                if (!multiplied)
                    expectSuccess(dnnl_sgemm('T', 'N', layer.inputs, width, rows, 1.0f, floats<T>(at, 0, input), layer.inputs, dz,
                                             width, 0.0f, at.out<float>(0), width),
                                  *at.failure);
                float* earlier = before.of<float>(at);
                kernels::statesBefore(layer.shape, at.in<T>(1), at.in<float>(4), earlier);
                const std::int64_t direct = layer.isGru ? 2 * units : width; // the gates that get the products as they are
                expectSuccess(dnnl_sgemm('T', 'N', units, direct, rows, 1.0f, earlier, units, dz, width, 0.0f, du, width),
                              *at.failure);
                if (layer.isGru)
                    expectSuccess(dnnl_sgemm('T', 'N', units, units, rows, 1.0f, earlier, units, at.in<float>(3), units, 0.0f,
                                             du + direct, width),
                                  *at.failure);
                if (!bias)
                    return;
                kernels::sumRows(dz, db, rows, width);
                if (!layer.isGru)
                    return;
                float* recurrent = db + width;
                std::copy_n(db, direct, recurrent);
                kernels::sumRows(at.in<float>(3), recurrent + direct, rows, units);
            },
            {layer.workspace.bytes(), {}}, implementation);
    });
}

} // namespace netsmith::cpu

#include "engine/cuda/planned_recurrence.h"

#include "engine/cuda/float_types.h"
#include "engine/cuda/kernels/recurrence_weights.h"
#include "engine/cuda/kernels/time_order.h"
#include "engine/cuda/rounded.h"

// The library goes from the first step to the last and has everything in one type: a layer that is reversed gets its sequences
// turned, the states are rounded and the weights put where it wants them, in the workspace.

namespace netsmith::cuda {
namespace {

/// A layer as the library has it, and what its passes share of their workspaces.
class LibraryLayer {
public:
    LibraryLayer(SharedRecurrencePlan plan, const RecurrenceAttributes& attributes, const Shape& states, DataType type)
        : plan(std::move(plan))
        , attributes(attributes)
        , inputs{states[0], states[1], this->plan->weights().inputs}
        , outputs{states[0], states[1], states[2]}
        , type(type)
        , weights(take(this->plan->weights().elements))
        , m_own(workspace.take(this->plan->workspace(), 1))
    {
    }

    Piece take(std::int64_t elements) { return workspace.take(elements, sizeOf(type)); }
    Piece takeIf(bool wanted, const kernels::SequenceShape& shape) { return take(wanted ? shape.elements() : 0); }
    Piece takeState() { return takeRounded(workspace, outputs.samples * outputs.width, type); }
    void* own(const Addresses& at) const { return m_own.of<std::byte>(at); }

    SharedRecurrencePlan plan;
    RecurrenceAttributes attributes;
    kernels::SequenceShape inputs;
    kernels::SequenceShape outputs;
    DataType type;
    Workspace workspace;
    Piece weights;

private:
    Piece m_own;
};

/// Sequences in the order of the library's steps: as they are, or turned into their room.
template <class T>
const T* inOrder(Stream& stream, const LibraryLayer& layer, const kernels::SequenceShape& shape, const T* from, const Piece& room,
                 const Addresses& at)
{
    if (!layer.attributes.reversed)
        return from;
    kernels::turnTime(stream, shape, from, room.of<T>(at));
    return room.of<T>(at);
}

/// The library's tensors; what it reads, too, has no const there.
void* open(const void* tensor)
{
    return const_cast<void*>(tensor);
}

} // namespace

Lowered planForward(const LoweringContext& context, const Op& op, const SharedRecurrencePlan& plan)
{
    const auto& attributes = op.as<RecurrenceAttributes>();
    const TensorInfo& states = context.output(op, attributes.statesAt());
    LibraryLayer layer(plan, attributes, states.shape, states.type);
    const Piece h0 = layer.takeState();
    const Piece x = layer.takeIf(attributes.reversed, layer.inputs), turned = layer.takeIf(attributes.reversed, layer.outputs);
    OpMemory memory{
        .workspace = layer.workspace.bytes(),
        .inPlace = {},
        .sizes = {{static_cast<int>(attributes.gatesAt()), plan->reserve()}, {static_cast<int>(attributes.carryAt()), 0}}};
    return forFloatType(states.type, [&]<class T>(T) {
        return lowerTo(
            [=](Stream& stream, const Addresses& at) {
                const RecurrenceAttributes& cell = layer.attributes;
                auto* const weights = layer.weights.of<T>(at);
                auto* const y = at.out<T>(cell.statesAt());
                auto* const result = cell.reversed ? turned.of<T>(at) : y;
                kernels::packWeights(stream, layer.plan->weights(), at.in<T>(1), at.in<float>(2), at.in<float>(3), weights);
                layer.plan->forward(stream,
                                    {.x = inOrder(stream, layer, layer.inputs, at.in<T>(0), x, at),
                                     .h0 = asRounded<T>(stream, at.in<float>(5), h0, at),
                                     .y = result,
                                     .weights = weights,
                                     .workspace = layer.own(at),
                                     .reserve = at.outputs[cell.gatesAt()]});
                if (cell.reversed)
                    kernels::turnTime(stream, layer.outputs, result, y);
                if (!cell.sequences)
                    kernels::endOf(stream, layer.outputs, result, at.out<T>(0));
            },
            std::move(memory), plan->name());
    });
}

Lowered planBackward(const LoweringContext& context, const Op& op, const SharedRecurrencePlan& plan)
{
    const auto& attributes = op.as<RecurrenceAttributes>();
    const TensorInfo& states = context.input(op, 3);
    const bool isGru = attributes.cell == Cell::gru;
    LibraryLayer layer(plan, attributes, states.shape, states.type);
    const Piece h0 = layer.takeState();
    const Piece y = layer.takeIf(attributes.reversed, layer.outputs);
    const Piece dy = layer.takeIf(attributes.reversed || !attributes.sequences, layer.outputs);
    const Piece dx = layer.takeIf(attributes.reversed || !attributes.inputGradient, layer.inputs);
    OpMemory memory{.workspace = layer.workspace.bytes(), .inPlace = {{0, 4}}, .sizes = {{0, plan->reserve()}}};
    if (isGru)
        memory.sizes.emplace_back(1, 0);
    return forFloatType(states.type, [&]<class T>(T) {
        return lowerTo(
            [=](Stream& stream, const Addresses& at) {
                const RecurrenceAttributes& cell = layer.attributes;
                auto* const weights = layer.weights.of<T>(at);
                auto* const reserve = at.outputs[0];
                auto* const toInput = cell.inputGradient ? at.out<T>(isGru ? 2 : 1) : nullptr;
                auto* const arrived = dx.elements > 0 ? dx.of<T>(at) : toInput;
                const T* toResult = nullptr;
                if (cell.sequences) {
                    toResult = inOrder(stream, layer, layer.outputs, at.in<T>(0), dy, at);
                } else {
                    kernels::endIn(stream, layer.outputs, at.in<T>(0), dy.of<T>(at));
                    toResult = dy.of<T>(at);
                }
                if (reserve != at.inputs[4])
                    stream.copy(reserve, at.inputs[4], layer.plan->reserve());
                kernels::packWeights<T>(stream, layer.plan->weights(), at.in<T>(1), at.in<float>(2), nullptr, weights);
                layer.plan->backwardData(stream,
                                         {.h0 = asRounded<T>(stream, at.in<float>(7), h0, at),
                                          .y = open(inOrder(stream, layer, layer.outputs, at.in<T>(3), y, at)),
                                          .dy = toResult,
                                          .dx = arrived,
                                          .weights = weights,
                                          .workspace = layer.own(at),
                                          .reserve = reserve});
                if (cell.reversed && toInput)
                    kernels::turnTime(stream, layer.inputs, arrived, toInput);
            },
            std::move(memory), plan->name());
    });
}

Lowered planBackwardWeights(const LoweringContext& context, const Op& op, const SharedRecurrencePlan& plan)
{
    const auto& attributes = op.as<RecurrenceAttributes>();
    const TensorInfo& states = context.input(op, 1);
    LibraryLayer layer(plan, attributes, states.shape, states.type);
    const Piece h0 = layer.takeState();
    const Piece x = layer.takeIf(attributes.reversed, layer.inputs), y = layer.takeIf(attributes.reversed, layer.outputs);
    return forFloatType(states.type, [&]<class T>(T) {
        return lowerTo(
            [=](Stream& stream, const Addresses& at) {
                auto* const weights = layer.weights.of<T>(at);
                layer.plan->backwardWeights(stream,
                                            {.x = inOrder(stream, layer, layer.inputs, at.in<T>(0), x, at),
                                             .h0 = asRounded<T>(stream, at.in<float>(4), h0, at),
                                             .y = open(inOrder(stream, layer, layer.outputs, at.in<T>(1), y, at)),
                                             .weights = weights,
                                             .workspace = layer.own(at),
                                             .reserve = open(at.inputs[2])});
                kernels::unpackWeights(stream, layer.plan->weights(), static_cast<const T*>(weights), at.out<float>(0),
                                       at.out<float>(1), layer.attributes.bias ? at.out<float>(2) : nullptr);
            },
            {layer.workspace.bytes(), {}, {}}, plan->name());
    });
}

} // namespace netsmith::cuda

#include "engine/cuda/recurrences/planned_recurrence.h"

#include "engine/cuda/float_types.h"
#include "engine/cuda/kernels/recurrence_weights.h"
#include "engine/cuda/kernels/time_order.h"
#include "engine/cuda/rounded.h"

// The library goes from the first step to the last, has the samples of a step side by side and everything in one type: sequences
// are put in its order, states rounded and weights put where it wants them, in the workspace.

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
    Piece takeInputs() { return take(inputs.elements()); }
    Piece takeOutputs() { return take(outputs.elements()); }
    Piece takeState() { return takeRounded(workspace, outputs.samples * outputs.width, type); }
    void* own(const Addresses& at) const { return m_own.of<std::byte>(at); }
    /// A step of all samples.
    std::int64_t stepElements() const { return outputs.samples * outputs.width; }
    std::int64_t bytesOf(std::int64_t elements) const { return elements * static_cast<std::int64_t>(sizeOf(type)); }

    template <class T>
    T* inOrder(Stream& stream, const kernels::SequenceShape& shape, const T* from, T* to) const
    {
        kernels::bySteps(stream, shape, attributes.reversed, from, to);
        return to;
    }
    template <class T>
    void back(Stream& stream, const kernels::SequenceShape& shape, const T* from, T* to) const
    {
        kernels::bySamples(stream, shape, attributes.reversed, from, to);
    }

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

} // namespace

Lowered planForward(const LoweringContext& context, const Op& op, const SharedRecurrencePlan& plan)
{
    const auto& attributes = op.as<RecurrenceAttributes>();
    const TensorInfo& states = context.output(op, attributes.statesAt());
    LibraryLayer layer(plan, attributes, states.shape, states.type);
    const Piece h0 = layer.takeState(), x = layer.takeInputs(), y = layer.takeOutputs();
    OpMemory memory{
        .workspace = layer.workspace.bytes(),
        .inPlace = {},
        .sizes = {{static_cast<int>(attributes.gatesAt()), plan->reserve()}, {static_cast<int>(attributes.carryAt()), 0}}};
    return forFloatType(states.type, [&]<class T>(T) {
        return lowerTo(
            [=](const Addresses& at, Stream& stream) {
                const RecurrenceAttributes& cell = layer.attributes;
                T *const weights = layer.weights.of<T>(at), *const result = y.of<T>(at);
                kernels::packWeights(stream, layer.plan->weights(), at.in<T>(1), at.in<float>(2), at.in<float>(3), weights);
                layer.plan->forward(stream,
                                    {.x = layer.inOrder(stream, layer.inputs, at.in<T>(0), x.of<T>(at)),
                                     .h0 = asRounded<T>(stream, at.in<float>(5), h0, at),
                                     .y = result,
                                     .weights = weights,
                                     .workspace = layer.own(at),
                                     .reserve = at.outputs[cell.gatesAt()]});
                layer.back(stream, layer.outputs, result, at.out<T>(cell.statesAt()));
                const std::int64_t step = layer.stepElements();
                if (!cell.sequences)
                    stream.copy(at.out<T>(0), result + layer.outputs.elements() - step, layer.bytesOf(step));
            },
            std::move(memory), plan->name());
    });
}

Lowered planBackward(const LoweringContext& context, const Op& op, const SharedRecurrencePlan& plan)
{
    const auto& attributes = op.as<RecurrenceAttributes>();
    const TensorInfo& states = context.input(op, 3);
    const std::size_t dxAt = attributes.cell == Cell::gru ? 2 : 1;
    LibraryLayer layer(plan, attributes, states.shape, states.type);
    const Piece h0 = layer.takeState(), y = layer.takeOutputs(), dy = layer.takeOutputs(), dx = layer.takeInputs();
    OpMemory memory{.workspace = layer.workspace.bytes(), .inPlace = {{0, 4}}, .sizes = {{0, plan->reserve()}}};
    if (attributes.cell == Cell::gru)
        memory.sizes.emplace_back(1, 0);
    return forFloatType(states.type, [&]<class T>(T) {
        return lowerTo(
            [=](const Addresses& at, Stream& stream) {
                const RecurrenceAttributes& cell = layer.attributes;
                T *const weights = layer.weights.of<T>(at), *const arrived = dy.of<T>(at);
                auto* const reserve = at.outputs[0];
                if (cell.sequences) {
                    layer.inOrder(stream, layer.outputs, at.in<T>(0), arrived);
                } else {
                    const std::int64_t step = layer.stepElements(), before = layer.outputs.elements() - step;
                    stream.zero(arrived, layer.bytesOf(before));
                    stream.copy(arrived + before, at.in<T>(0), layer.bytesOf(step));
                }
                if (reserve != at.inputs[4])
                    stream.copy(reserve, at.inputs[4], layer.plan->reserve());
                kernels::packWeights<T>(stream, layer.plan->weights(), at.in<T>(1), at.in<float>(2), nullptr, weights);
                layer.plan->backwardData(stream,
                                         {.h0 = asRounded<T>(stream, at.in<float>(7), h0, at),
                                          .y = layer.inOrder(stream, layer.outputs, at.in<T>(3), y.of<T>(at)),
                                          .dy = arrived,
                                          .dx = dx.of<T>(at),
                                          .weights = weights,
                                          .workspace = layer.own(at),
                                          .reserve = reserve});
                if (cell.inputGradient)
                    layer.back(stream, layer.inputs, dx.of<T>(at), at.out<T>(dxAt));
            },
            std::move(memory), plan->name());
    });
}

Lowered planBackwardWeights(const LoweringContext& context, const Op& op, const SharedRecurrencePlan& plan)
{
    const auto& attributes = op.as<RecurrenceAttributes>();
    const TensorInfo& states = context.input(op, 1);
    LibraryLayer layer(plan, attributes, states.shape, states.type);
    const Piece h0 = layer.takeState(), x = layer.takeInputs(), y = layer.takeOutputs();
    return forFloatType(states.type, [&]<class T>(T) {
        return lowerTo(
            [=](const Addresses& at, Stream& stream) {
                T* const weights = layer.weights.of<T>(at);
                layer.plan->backwardWeights(stream,
                                            {.x = layer.inOrder(stream, layer.inputs, at.in<T>(0), x.of<T>(at)),
                                             .h0 = asRounded<T>(stream, at.in<float>(4), h0, at),
                                             .y = layer.inOrder(stream, layer.outputs, at.in<T>(1), y.of<T>(at)),
                                             .weights = weights,
                                             .workspace = layer.own(at),
                                             .reserve = const_cast<void*>(at.inputs[2])});
                kernels::unpackWeights<T>(stream, layer.plan->weights(), weights, at.out<float>(0), at.out<float>(1),
                                          layer.attributes.bias ? at.out<float>(2) : nullptr);
            },
            {layer.workspace.bytes(), {}, {}}, plan->name());
    });
}

} // namespace netsmith::cuda

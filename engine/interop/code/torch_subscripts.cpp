#include "engine/interop/code/code_libraries.h"

#include <algorithm>

namespace netsmith::interop::code {
namespace {

bool isWholeSlice(const Value& value)
{
    const SliceOf* slice = pointer<SliceOf>(value);
    return slice && isNone(slice->begin) && isNone(slice->end) && isNone(slice->step);
}

} // namespace

Tensor lastState(Network& network, const Tensor& x, int line)
{
    Drawn& drawn = *x.use->drawn;
    Layer& owner = *drawn.owner;
    const auto found = std::ranges::find_if(owner.drawn, [&](const Drawn* other) { return other && other->twin == &drawn; });
    std::size_t index = static_cast<std::size_t>(found - owner.drawn.begin());
    ParameterMap parameters = drawn.parameters;
    parameters.erase("return_sequences");
    Tensor y = network.place(owner, index, drawn.layer, std::move(parameters), x.use->inputs, line);
    if (y.use)
        y.use->drawn->twin = &drawn;
    y.part = Tensor::Part::whole;
    return y;
}

bool isBidirectional(const Use& use)
{
    const auto found = use.drawn->parameters.find("direction");
    return found != use.drawn->parameters.end() && found->second == ParameterValue(std::string("bidirectional"));
}

Value torchSubscript(Interpreter& interpreter, const Tensor& tensor, const Value& index, int line)
{
    Network& network = interpreter.network;
    if (!tensor.use)
        return Tensor();
    const List* places = pointer<List>(index);
    const auto at = integerOf(index);
    if (tensor.part == Tensor::Part::states) {
        const bool isBoth = isBidirectional(*tensor.use);
        if (at == -1 && !isBoth)
            return lastState(network, tensor, line);
        if (isBoth && (at == -1 || at == -2)) {
            Tensor half = lastState(network, tensor, line);
            half.part = at == -2 ? Tensor::Part::forward : Tensor::Part::backward;
            return half;
        }
        if (at == 0 && !isBoth && tensor.use->inputs[0].use->drawn->owner != tensor.use->drawn->owner)
            return lastState(network, tensor, line);
    }
    if (tensor.part == Tensor::Part::steps) {
        const bool isLastStep =
            (places && places->items.size() >= 2 && places->items.size() <= 3 && isWholeSlice(places->items[0])
             && integerOf(places->items[1]) == -1 && (places->items.size() == 2 || isWholeSlice(places->items[2])))
            || at == -1;
        if (isLastStep && !isBidirectional(*tensor.use))
            return lastState(network, tensor, line);
    }
    // x.max(dim=1)[0] is its values; x[:, :] is x.
    if (places && std::ranges::all_of(places->items, isWholeSlice))
        return tensor;
    network.problem(line, NS_MESSAGE("code.subscript", "the part of a tensor that is taken here has no layer in Netsmith"));
    return Tensor();
}

} // namespace netsmith::interop::code

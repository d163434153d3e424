#include "engine/graph/specs/onnx_call.h"

namespace netsmith {

OnnxCall::Value OnnxCall::reshapeTo(const Value& value, const std::vector<std::int64_t>& sample)
{
    std::vector<std::int64_t> sizes{0}; // the batch's, whatever it is
    sizes.insert(sizes.end(), sample.begin(), sample.end());
    return add("Reshape", {value, integers(sizes)});
}

OnnxCall::Value OnnxCall::reshape(const Value& value, const Shape& sample)
{
    return reshapeTo(value, std::vector<std::int64_t>(sample.sizes().begin(), sample.sizes().end()));
}

OnnxCall::Value OnnxCall::transpose(const Value& value, std::vector<std::int64_t> order)
{
    return add("Transpose", {value}, {{"perm", std::move(order)}});
}

OnnxCall::Value OnnxCall::channelsFirst(const Value& value, int positions)
{
    if (positions == 0)
        return value;
    std::vector<std::int64_t> order{0, positions + 1};
    for (int axis = 1; axis <= positions; ++axis)
        order.push_back(axis);
    return transpose(value, std::move(order));
}

OnnxCall::Value OnnxCall::channelsLast(const Value& value, int positions)
{
    if (positions == 0)
        return value;
    std::vector<std::int64_t> order{0};
    for (int axis = 2; axis <= positions + 1; ++axis)
        order.push_back(axis);
    order.push_back(1);
    return transpose(value, std::move(order));
}

OnnxCall::Value OnnxCall::toFloat(const Value& value)
{
    return add("Cast", {value}, {{"to", std::int64_t{1}}});
}

} // namespace netsmith

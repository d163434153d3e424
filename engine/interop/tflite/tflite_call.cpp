#include "engine/interop/tflite/tflite_call.h"

#include "engine/core/error.h"

#include <algorithm>

namespace netsmith::interop {

int TfliteCall::place(int input) const
{
    if (!has(input))
        refuse(NS_MESSAGE("tflite.import.missing", "its input {0} is missing; the model is damaged: convert it again"), input + 1);
    const int given = m_operator.inputs[static_cast<std::size_t>(input)];
    const auto same = m_walk.constants.find(given);
    return same == m_walk.constants.end() ? given : same->second;
}

bool TfliteCall::has(int input) const
{
    return input < inputs() && m_operator.inputs[static_cast<std::size_t>(input)] >= 0;
}

bool TfliteCall::isConstant(int input) const
{
    return has(input) && !m_walk.graph.tensors[static_cast<std::size_t>(place(input))].bytes.empty();
}

bool TfliteCall::isReady(int input) const
{
    return !has(input) || isConstant(input) || m_walk.values.contains(place(input));
}

const TfliteTensor& TfliteCall::constant(int input) const
{
    const TfliteTensor& tensor = m_walk.graph.tensors[static_cast<std::size_t>(place(input))];
    if (tensor.bytes.empty())
        refuse(NS_MESSAGE("tflite.import.not_constant", "its input {0} depends on the samples; only a constant is supported there"),
               input + 1);
    if (const std::optional<Message> problem = tensor.problem())
        refuse(NS_MESSAGE("tflite.import.constant", "its constant \"{0}\" can't be read: {1}"), tensor.name, *problem);
    return tensor;
}

const TfliteDims& TfliteCall::dims(int input) const
{
    return m_walk.graph.tensors[static_cast<std::size_t>(place(input))].dims;
}

const TfliteTensor& TfliteCall::outputTensor(int output) const
{
    return m_walk.graph.tensors[static_cast<std::size_t>(m_operator.outputs[static_cast<std::size_t>(output)])];
}

const TfliteDims& TfliteCall::imageDims(int input) const
{
    const TfliteDims& sizes = dims(input);
    if (sizes.size() != 4 || std::ranges::any_of(sizes, [](std::int64_t size) { return size < 1; }))
        refuse(NS_MESSAGE("tflite.import.image", "its input {0} has not the four axes samples, height, width and channels"),
               input + 1);
    return sizes;
}

TfliteDims TfliteCall::integers(int input) const
{
    const TfliteTensor& tensor = constant(input);
    if (tensor.type()->numbers != TfliteType::Numbers::integers)
        refuse(NS_MESSAGE("tflite.import.integers", "its input {0} must be of integers; the model is damaged: convert it again"),
               input + 1);
    return m_walk.numbers.integersOf(tensor);
}

WeightArray TfliteCall::array(int input) const
{
    const TfliteTensor& tensor = constant(input);
    return {m_walk.numbers.shapeOf(tensor), m_walk.numbers.floatsOf(tensor)};
}

Shape TfliteCall::shape(int input) const
{
    return m_walk.numbers.shapeOf(constant(input));
}

TfliteValue TfliteCall::weight(int input, std::string_view ending, const std::vector<int>& order, const TfliteDims& dims)
{
    std::string key = std::to_string(place(input)) + std::string(ending);
    for (const int axis : order)
        key += "," + std::to_string(axis);
    const auto [found, isNew] = m_walk.weights.try_emplace(key);
    if (isNew)
        found->second =
            network().weight(ending, reshaped(order.empty() ? array(input) : transposed(array(input), order), Shape(dims)));
    return found->second;
}

TfliteValue TfliteCall::value(int input)
{
    if (isConstant(input)) {
        const Shape sizes = shape(input);
        return weight(input, "constant", {}, {sizes.sizes().begin(), sizes.sizes().end()});
    }
    return m_walk.values.at(place(input));
}

void TfliteCall::setConstant(int input)
{
    for (const int output : m_operator.outputs)
        m_walk.constants[output] = place(input);
}

void TfliteCall::set(TfliteValue value, int output)
{
    m_walk.values[m_operator.outputs[static_cast<std::size_t>(output)]] = std::move(value);
}

} // namespace netsmith::interop

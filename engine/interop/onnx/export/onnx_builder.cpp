#include "engine/interop/onnx/export/onnx_builder.h"

#include "engine/core/error.h"
#include "engine/core/float16.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <utility>

namespace netsmith::interop {
namespace {

constexpr const char* batchAxis = "batch";

std::vector<OnnxDimension> batchOf(const Shape& sample)
{
    std::vector<OnnxDimension> dims{{-1, batchAxis}};
    for (const std::int64_t size : sample.sizes())
        dims.push_back({size, {}});
    return dims;
}

std::vector<std::int64_t> dimsOf(const Shape& shape)
{
    return {shape.sizes().begin(), shape.sizes().end()};
}

OnnxAttribute attributeOf(std::string name, OnnxCall::Attribute value)
{
    OnnxAttribute out{std::move(name), {}};
    std::visit(
        [&](auto& each) {
            using T = std::decay_t<decltype(each)>;
            if constexpr (std::is_same_v<T, double>)
                out.value = static_cast<float>(each);
            else
                out.value = std::move(each);
        },
        value);
    return out;
}

} // namespace

std::string OnnxBuilder::freshName(const std::string& wanted)
{
    const auto [entry, isNew] = m_taken.try_emplace(wanted, 2);
    if (isNew)
        return wanted;
    for (;;) {
        std::string name = wanted + "_" + std::to_string(entry->second++);
        if (m_taken.try_emplace(name, 2).second)
            return name;
    }
}

OnnxBuilder::Value OnnxBuilder::input(const std::string& name, OnnxType type, const Shape& sample)
{
    const Value value = freshName(name);
    m_graph.inputs.push_back({value, type, batchOf(sample)});
    setRank(value, sample.rank() + 1);
    return value;
}

void OnnxBuilder::output(const std::string& name, const Value& value, const Shape& sample)
{
    const Value output = freshName(name);
    OnnxNode node{output + "/output", "Identity", {}, {value}, {output}, {}};
    m_graph.nodes.push_back(std::move(node));
    m_graph.outputs.push_back({output, OnnxType::float32, batchOf(sample)});
}

std::vector<OnnxBuilder::Value> OnnxBuilder::add(std::string_view layer, std::string_view op, std::vector<Value> inputs,
                                                 OnnxCall::Attributes attributes, std::size_t outputs)
{
    while (!inputs.empty() && inputs.back().empty())
        inputs.pop_back();
    OnnxNode node{freshName(std::string(layer) + "/" + std::string(op)), std::string(op), {}, std::move(inputs), {}, {}};
    for (auto& [name, value] : attributes)
        node.attributes.push_back(attributeOf(name, std::move(value)));
    for (std::size_t i = 0; i < outputs; ++i)
        node.outputs.push_back(i == 0 ? node.name : freshName(node.name + ":" + std::to_string(i)));
    m_graph.nodes.push_back(std::move(node));
    return m_graph.nodes.back().outputs;
}

OnnxBuilder::Value OnnxBuilder::asIntegers(std::string_view layer, const Value& value)
{
    for (const OnnxNode& node : m_graph.nodes)
        if (node.op == "Cast" && node.outputs[0] == value)
            for (const OnnxValue& input : m_graph.inputs)
                if (input.name == node.inputs[0] && input.type == OnnxType::int64)
                    return input.name;
    return add(layer, "Cast", {value}, {{"to", static_cast<std::int64_t>(OnnxType::int64)}});
}

template <class T>
std::vector<std::byte> OnnxBuilder::bytesOf(const std::vector<T>& numbers)
{
    std::vector<std::byte> bytes(numbers.size() * sizeof(T));
    if (!numbers.empty())
        std::memcpy(bytes.data(), numbers.data(), bytes.size());
    return bytes;
}

OnnxBuilder::Value OnnxBuilder::initializer(const std::string& name, OnnxType type, std::vector<std::int64_t> dims,
                                            std::vector<std::byte> bytes)
{
    m_content.push_back(std::move(bytes));
    OnnxTensor tensor{name, type, std::move(dims), 1, m_content.back(), {}};
    for (const std::int64_t size : tensor.dims)
        tensor.elements *= size;
    setRank(name, static_cast<int>(tensor.dims.size()));
    m_graph.initializers.push_back(std::move(tensor));
    return name;
}

OnnxBuilder::Value OnnxBuilder::constant(OnnxType type, std::vector<std::int64_t> dims, std::vector<std::byte> bytes)
{
    std::string key = std::to_string(static_cast<int>(type));
    for (const std::int64_t size : dims)
        key += "x" + std::to_string(size);
    key.push_back(':');
    key.append(reinterpret_cast<const char*>(bytes.data()), bytes.size());
    const auto [entry, isNew] = m_constants.try_emplace(std::move(key));
    if (isNew)
        entry->second = initializer(freshName("constant"), type, std::move(dims), std::move(bytes));
    return entry->second;
}

std::vector<std::byte> OnnxBuilder::halves(const WeightArray& array, const std::string& name) const
{
    std::vector<std::uint16_t> bits;
    bits.reserve(array.values.size());
    for (const float value : array.values) {
        if (std::isinf(roundedToHalf(value)) && !std::isinf(value))
            refuse(NS_MESSAGE("onnx_export.half",
                              "the weight \"{0}\" has the number {1}, larger than FP16's 65504; export it in float32"),
                   name, value);
        bits.push_back(halfBits(value));
    }
    return bytesOf(bits);
}

OnnxBuilder::Value OnnxBuilder::parameter(std::string_view layer, const std::string& name, const std::string& otherName,
                                          const WeightArray& array)
{
    // Vectors are few numbers, such as a batch normalization's, and need the precision.
    const bool half = m_weights == OnnxWeights::float16 && array.shape.rank() > 1;
    std::vector<std::byte> bytes = half ? halves(array, name) : bytesOf(array.values);
    for (const std::string& each : {name, otherName}) {
        const auto found = std::ranges::find(m_graph.initializers, each, &OnnxTensor::name);
        if (found == m_graph.initializers.end()) {
            const Value stored =
                initializer(freshName(each), half ? OnnxType::float16 : OnnxType::float32, dimsOf(array.shape), std::move(bytes));
            if (!half)
                return stored;
            return m_casts[stored] = add(layer, "Cast", {stored}, {{"to", static_cast<std::int64_t>(OnnxType::float32)}});
        }
        if (found->dims == dimsOf(array.shape) && std::ranges::equal(found->bytes, bytes))
            return half ? m_casts.at(found->name) : found->name;
    }
    return initializer(freshName(otherName), OnnxType::float32, dimsOf(array.shape), bytesOf(array.values));
}

OnnxBuilder::Value OnnxBuilder::number(double value)
{
    return constant(OnnxType::float32, {}, bytesOf(std::vector{static_cast<float>(value)}));
}

OnnxBuilder::Value OnnxBuilder::numbers(const WeightArray& array)
{
    return constant(OnnxType::float32, dimsOf(array.shape), bytesOf(array.values));
}

OnnxBuilder::Value OnnxBuilder::integers(const std::vector<std::int64_t>& values)
{
    return constant(OnnxType::int64, {static_cast<std::int64_t>(values.size())}, bytesOf(values));
}

OnnxBuilder::Value OnnxBuilder::integer(std::int64_t value)
{
    return constant(OnnxType::int64, {}, bytesOf(std::vector{value}));
}

OnnxBuilder::Value OnnxBuilder::bytes(const WeightArray& array, bool isSigned)
{
    std::vector<std::byte> bytes;
    for (const float value : array.values)
        bytes.push_back(static_cast<std::byte>(static_cast<int>(value)));
    return constant(isSigned ? OnnxType::int8 : OnnxType::uint8, dimsOf(array.shape), std::move(bytes));
}

std::shared_ptr<const void> OnnxBuilder::takeContent()
{
    return std::make_shared<const Content>(std::move(m_content));
}

} // namespace netsmith::interop

#pragma once

#include "engine/core/shape.h"
#include "engine/graph/specs/weight_array.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace netsmith {

/// A layer being exported at one place of an ONNX graph: its inputs, its outputs, and its weights on request. Values are named;
/// they have the batch as first axis and our layout, channels last, unless the layer transposes them itself.
class OnnxCall {
public:
    using Value = std::string; ///< empty: an optional input that is left out
    using Attribute = std::variant<std::int64_t, double, std::string, std::vector<std::int64_t>, std::vector<std::string>>;
    using Attributes = std::vector<std::pair<std::string, Attribute>>;

    virtual ~OnnxCall() = default;

    virtual const std::vector<Value>& inputs() const = 0;
    /// Of one sample.
    virtual const Shape& inputShape(std::size_t index) const = 0;
    virtual const Shape& outputShape(std::size_t index) const = 0;
    virtual void setOutput(std::size_t index, Value value) = 0;

    /// A weight or a statistic "node.name", as the layer's ops read it.
    virtual WeightArray weight(const std::string& name) = 0;
    virtual WeightArray statistic(const std::string& name) = 0;
    /// Numbers learned, as an initializer; equal ones become one.
    virtual Value parameter(const std::string& name, WeightArray array) = 0;
    /// Numbers that the layer's settings give: one number, or an array.
    virtual Value number(double value) = 0;
    virtual Value numbers(WeightArray array) = 0;
    /// An int64 vector, such as axes or sizes, and a scalar.
    virtual Value integers(const std::vector<std::int64_t>& values) = 0;
    virtual Value integer(std::int64_t value) = 0;
    /// Whole numbers as 8 bits, from −128 to 127 or, unsigned, from 0 to 255.
    virtual Value bytes(const WeightArray& array, bool isSigned) = 0;

    /// Adds a node with as many outputs.
    virtual std::vector<Value> add(std::string_view op, std::vector<Value> inputs, Attributes attributes, std::size_t outputs) = 0;
    /// `value` as int64, for class numbers that a network reads as floats.
    virtual Value asIntegers(const Value& value) = 0;

    /// The mask of the first input, float [N,T] with 0 for masked steps; empty if all are valid.
    virtual Value mask() const = 0;
    /// See `LayerCall::setMask`.
    virtual void setMask(Value mask) = 0;

    Value input() const { return inputs()[0]; }
    Value add(std::string_view op, std::vector<Value> inputs, Attributes attributes = {})
    {
        return add(op, std::move(inputs), std::move(attributes), 1)[0];
    }
    /// A weight as the layer's ops read it, as an initializer.
    Value parameter(const std::string& name) { return parameter(name, weight(name)); }
    /// Reshape to samples of these sizes, one of which may be −1.
    Value reshapeTo(const Value& value, const std::vector<std::int64_t>& sample);
    Value reshape(const Value& value, const Shape& sample);
    /// Axis i of the result is axis `order[i]`, the batch included.
    Value transpose(const Value& value, std::vector<std::int64_t> order);
    /// N, positions …, C → N, C, positions …, and back; nothing to do without positions.
    Value channelsFirst(const Value& value, int positions);
    Value channelsLast(const Value& value, int positions);
    /// Booleans as 0 and 1, integers as the nearest number.
    Value toFloat(const Value& value);
};

} // namespace netsmith

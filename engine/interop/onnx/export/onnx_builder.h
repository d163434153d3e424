#pragma once

#include "engine/graph/specs/onnx_call.h"
#include "engine/interop/onnx/onnx_file.h"

#include <deque>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace netsmith::interop {

/// The type in which the larger weights of a model are stored.
enum class OnnxWeights { float32, float16 };

/// Collects the nodes and initializers of an ONNX graph, with names that tell the layer they came from.
class OnnxBuilder {
public:
    using Value = OnnxCall::Value;

    explicit OnnxBuilder(OnnxWeights weights)
        : m_weights(weights)
    {
    }

    /// An input of the model; its first axis is the batch's. Names that are taken get a number.
    Value input(const std::string& name, OnnxType type, const Shape& sample);
    /// An output of the model, of samples of this shape.
    void output(const std::string& name, const Value& value, const Shape& sample);

    /// A node of `layer` with as many outputs.
    std::vector<Value> add(std::string_view layer, std::string_view op, std::vector<Value> inputs, OnnxCall::Attributes attributes,
                           std::size_t outputs);
    Value add(std::string_view layer, std::string_view op, std::vector<Value> inputs, OnnxCall::Attributes attributes = {})
    {
        return add(layer, op, std::move(inputs), std::move(attributes), 1)[0];
    }
    Value asIntegers(std::string_view layer, const Value& value);

    /// A weight by its name, which is "layer.kernel"; the same name with the same numbers is the same initializer.
    Value parameter(std::string_view layer, const std::string& name, const std::string& otherName, const WeightArray& array);
    Value number(double value);
    Value numbers(const WeightArray& array);
    Value integers(const std::vector<std::int64_t>& values);
    Value integer(std::int64_t value);
    Value bytes(const WeightArray& array, bool isSigned);

    /// How many axes a value has, the batch's included, where that is known; 0: unknown.
    void setRank(const Value& value, int rank) { m_ranks[value] = rank; }

    const OnnxGraph& graph() const { return m_graph; }
    OnnxGraph& graph() { return m_graph; }
    const std::map<Value, int>& ranks() const { return m_ranks; }
    /// What the initializers' bytes are kept by.
    std::shared_ptr<const void> takeContent();

private:
    using Content = std::deque<std::vector<std::byte>>;

    std::string freshName(const std::string& wanted);
    Value initializer(const std::string& name, OnnxType type, std::vector<std::int64_t> dims, std::vector<std::byte> bytes);
    /// An unnamed one, which equal ones share.
    Value constant(OnnxType type, std::vector<std::int64_t> dims, std::vector<std::byte> bytes);
    template <class T>
    static std::vector<std::byte> bytesOf(const std::vector<T>& numbers);
    std::vector<std::byte> halves(const WeightArray& array, const std::string& name) const;

    OnnxWeights m_weights;
    OnnxGraph m_graph{};
    std::map<std::string, int, std::less<>> m_taken; ///< names, and the number that the next one like it gets
    std::map<Value, int> m_ranks;
    std::map<std::string, Value> m_constants; ///< by type, sizes and bytes
    std::map<std::string, Value> m_casts; ///< of initializers of 16 bits
    Content m_content;
};

} // namespace netsmith::interop

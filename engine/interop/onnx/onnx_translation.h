#pragma once

#include "engine/interop/onnx/export/onnx_builder.h"
#include "engine/interop/onnx/import/onnx_import.h"

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace netsmith::interop {

/// A network of another format said in ONNX's operators, so that one import decides which layers express what.
class OnnxTranslation {
public:
    using Value = OnnxBuilder::Value;
    using Attributes = OnnxCall::Attributes;

    /// The nodes that follow are of this part of the other network: their layers are called after `label`, and people are told
    /// `title` ("CONV_2D "stem"").
    void begin(std::string label, std::string title);
    /// The nodes that follow are of the same part, with another label.
    void relabel(std::string label) { m_label = std::move(label); }

    /// The samples' axis comes before those of `sample`.
    Value input(const std::string& name, OnnxType type, const Shape& sample);
    void output(const Value& value);
    Value add(std::string_view op, std::vector<Value> inputs, Attributes attributes = {});
    std::vector<Value> addSeveral(std::string_view op, std::vector<Value> inputs, Attributes attributes, std::size_t outputs);
    /// N, positions…, C as N, C, positions…, and back, for two positions.
    Value channelsFirst(const Value& value);
    Value channelsLast(const Value& value);
    /// Weights of the part, named like it with this ending; the same numbers under the same name are one initializer.
    Value weight(std::string_view ending, const WeightArray& array);
    Value number(double value) { return m_builder.number(value); }
    Value numbers(const WeightArray& array) { return m_builder.numbers(array); }
    Value integers(const std::vector<std::int64_t>& values) { return m_builder.integers(values); }

    /// The part has no counterpart, and what depends on it is left out without a word.
    void refuse(Message reason);
    /// The network of layers; what it can't express is named by the parts' titles. Throws what `importOnnx` does.
    ImportedOnnx import(const LayerRegistry& layers);

private:
    struct Origin {
        std::string label{};
        std::string title{};
    };

    OnnxBuilder m_builder{OnnxWeights::float32};
    std::string m_label;
    std::string m_title;
    std::vector<Origin> m_origins; ///< of each node
    std::vector<RefusedNode> m_refusals;
};

} // namespace netsmith::interop

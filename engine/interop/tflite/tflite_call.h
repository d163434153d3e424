#pragma once

#include "engine/interop/onnx/onnx_translation.h"
#include "engine/interop/tflite/tflite_file.h"

#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace netsmith::interop {

using TfliteValue = OnnxTranslation::Value;
using TfliteDims = std::vector<std::int64_t>;

/// What is known of a model's tensors while its operators are translated one after the other.
struct TfliteWalk {
    const TfliteGraph& graph;
    TfliteNumbers& numbers;
    OnnxTranslation& network;
    std::map<int, TfliteValue> values{}; ///< of computed tensors, by their places
    std::map<int, int> constants{}; ///< computed tensors that are constants in another type, and those constants
    std::map<std::string, TfliteValue> weights{}; ///< by the constant's place and what was made of it
};

/// An operator while it becomes nodes. Places of inputs are those of the operator.
class TfliteCall {
public:
    TfliteCall(TfliteWalk& walk, const TfliteOperator& called)
        : m_walk(walk)
        , m_operator(called)
    {
    }

    const std::string& op() const { return m_operator.op; }
    const TfliteOptions& options() const { return m_operator.options; }
    OnnxTranslation& network() { return m_walk.network; }

    int inputs() const { return static_cast<int>(m_operator.inputs.size()); }
    int outputs() const { return static_cast<int>(m_operator.outputs.size()); }
    bool has(int input) const;
    bool isConstant(int input) const;
    /// A tensor as a value, a constant one as an initializer. Throws `tflite.import.missing`.
    TfliteValue value(int input);
    const TfliteDims& dims(int input) const;
    const TfliteTensor& outputTensor(int output = 0) const;
    /// A tensor with height, width and channels. Throws `tflite.import.image`.
    const TfliteDims& imageDims(int input) const;
    /// Constants. Throw `tflite.import.not_constant`.
    TfliteDims integers(int input) const;
    WeightArray array(int input) const;
    Shape shape(int input) const;
    /// A constant, its axes in this order and its sizes then `dims`, as an initializer.
    TfliteValue weight(int input, std::string_view ending, const std::vector<int>& order, const TfliteDims& dims);
    /// The output is that constant.
    void setConstant(int input);
    void set(TfliteValue value, int output = 0);
    /// Whether the tensor is there; else the operator that makes it has no counterpart.
    bool isReady(int input) const;

private:
    int place(int input) const;
    const TfliteTensor& constant(int input) const;

    TfliteWalk& m_walk;
    const TfliteOperator& m_operator;
};

} // namespace netsmith::interop

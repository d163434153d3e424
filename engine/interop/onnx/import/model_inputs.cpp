#include "engine/interop/onnx/import/model_inputs.h"

#include "engine/core/error.h"
#include "engine/interop/onnx/import/constant.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <set>
#include <string_view>

namespace netsmith::interop {
namespace {

/// What the first nodes that tell the axes of a value apart say about them.
enum class Reading { unknown, channelsFirst, asItIs, stepsFirst };

Reading readingOf(const OnnxNode& node)
{
    static constexpr std::array channelReaders{"Conv",
                                               "ConvTranspose",
                                               "MaxPool",
                                               "AveragePool",
                                               "GlobalAveragePool",
                                               "GlobalMaxPool",
                                               "BatchNormalization",
                                               "InstanceNormalization",
                                               "GroupNormalization",
                                               "DepthToSpace",
                                               "SpaceToDepth",
                                               "Resize",
                                               "Upsample",
                                               "PRelu"};
    static constexpr std::array layoutReaders{"Transpose", "Reshape", "Flatten", "Gemm",
                                              "MatMul",    "Gather",  "Softmax", "LayerNormalization"};
    static constexpr std::array recurrent{"LSTM", "GRU", "RNN"};
    if (std::ranges::find(channelReaders, node.op) != channelReaders.end())
        return Reading::channelsFirst;
    if (std::ranges::find(layoutReaders, node.op) != layoutReaders.end())
        return Reading::asItIs;
    if (std::ranges::find(recurrent, node.op) != recurrent.end())
        return node.integer("layout", 0) == 0 ? Reading::stepsFirst : Reading::asItIs;
    return Reading::unknown;
}

/// Nodes stand after those whose outputs they read: one pass finds the first one that tells.
Reading readingOf(const OnnxGraph& graph, const std::string& value)
{
    std::set<std::string, std::less<>> values{value};
    for (const OnnxNode& node : graph.nodes) {
        const bool reads = std::ranges::any_of(node.inputs, [&](const std::string& input) { return values.contains(input); });
        if (!reads || node.op == "Shape")
            continue;
        if (const Reading reading = readingOf(node); reading != Reading::unknown)
            return reading;
        values.insert(node.outputs.begin(), node.outputs.end());
    }
    return Reading::unknown;
}

/// The axis that the model calls the batch; −1: none.
int namedBatchAxis(const std::vector<OnnxDimension>& shape)
{
    for (std::size_t axis = 0; axis < shape.size(); ++axis) {
        std::string name = shape[axis].name;
        std::ranges::transform(name, name.begin(), [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
        if (shape[axis].size < 1 && (name.find("batch") != std::string::npos || name == "n"))
            return static_cast<int>(axis);
    }
    return -1;
}

std::string fieldOf(const ModelInput& input, std::size_t inputs)
{
    if (inputs > 1) {
        std::string field;
        for (const char c : input.name)
            field += std::isalnum(static_cast<unsigned char>(c)) != 0 ? c : '_';
        return field;
    }
    const bool isImage = input.order.size() == 3 && input.dims[static_cast<std::size_t>(input.order[2])] <= 4;
    return isImage ? "image" : "features";
}

} // namespace

ModelInputs modelInputs(const OnnxModel& model, const OnnxImportOptions& options, std::int64_t openBatch)
{
    std::set<std::string, std::less<>> initializers;
    for (const OnnxTensor& initializer : model.graph.initializers)
        initializers.insert(initializer.name);
    ModelInputs result;
    std::vector<const OnnxValue*> values;
    for (const OnnxValue& value : model.graph.inputs)
        if (!initializers.contains(value.name))
            values.push_back(&value);
    if (values.empty())
        throw Error(ErrorKind::input,
                    NS_MESSAGE("onnx.import.no_inputs", "the model has no input, so there is nothing to train on"));
    std::int64_t batch = 0; // not fixed yet
    for (const OnnxValue* value : values) {
        ModelInput input;
        input.name = value->name;
        input.isInteger = isInteger(value->type);
        if (!isFloatingPoint(value->type) && !input.isInteger)
            throw Error(ErrorKind::input, NS_MESSAGE("onnx.import.input_type", "the model's input {0} holds no numbers, but {1}"),
                        value->name, nameOf(value->type));
        if (!value->shape || value->shape->empty()) {
            result.refusals.push_back(
                {value->name,
                 Message(NS_MESSAGE("onnx.import.input_rank", "this input has no axis of samples; export the model with one"))});
            continue;
        }
        const std::vector<OnnxDimension>& shape = *value->shape;
        const Reading reading = readingOf(model.graph, value->name);
        const int named = namedBatchAxis(shape);
        input.batchAxis = named >= 0 ? named : reading == Reading::stepsFirst && shape.size() > 1 ? 1 : 0;
        auto given = options.inputShapes.find(value->name);
        if (given == options.inputShapes.end() && values.size() == 1)
            given = options.inputShapes.find("");
        if (given != options.inputShapes.end() && given->second.size() + 1 != shape.size())
            throw Error(
                ErrorKind::input,
                NS_MESSAGE("onnx.import.input_sizes", "the model's input {0} has {1:axis|axes} after that of the samples, not {2}"),
                value->name, shape.size() - 1, given->second.size());
        std::size_t next = 0;
        std::vector<std::int64_t> open;
        for (std::size_t axis = 0; axis < shape.size(); ++axis) {
            std::int64_t size = shape[axis].size;
            if (static_cast<int>(axis) == input.batchAxis) {
                if (size > 0 && batch > 0 && size != batch)
                    throw Error(ErrorKind::input,
                                NS_MESSAGE("onnx.import.batches",
                                           "the model's inputs have batches of {0} and of {1:sample|samples}; they must be equal"),
                                batch, size);
                batch = size > 0 ? size : batch;
            } else {
                if (given != options.inputShapes.end())
                    size = given->second[next];
                ++next;
                if (size < 1)
                    open.push_back(static_cast<std::int64_t>(axis));
                input.order.push_back(static_cast<int>(axis));
            }
            input.dims.push_back(size);
        }
        if (!open.empty()) {
            result.refusals.push_back(
                {value->name,
                 Message(NS_MESSAGE("onnx.import.open_size",
                                    "the model leaves the size of its axis {0} open; say the sizes after that of the samples with "
                                    "\"--input-shape\", for example \"3,224,224\""),
                         open[0])});
            continue;
        }
        std::vector<std::int64_t> sizes;
        for (const int axis : input.order)
            sizes.push_back(input.dims[static_cast<std::size_t>(axis)]);
        (void)elementsOf(sizes); // throws if 64 bits can't count them
        if (reading == Reading::channelsFirst && input.order.size() >= 2) {
            input.order.push_back(input.order.front());
            input.order.erase(input.order.begin());
        }
        input.field = fieldOf(input, values.size());
        result.inputs.push_back(std::move(input));
    }
    result.batch = batch > 0 ? batch : openBatch;
    for (ModelInput& input : result.inputs)
        input.dims[static_cast<std::size_t>(input.batchAxis)] = result.batch;
    return result;
}

} // namespace netsmith::interop

#include "engine/interop/weights/onnx_weights.h"

#include "engine/interop/weights/dequantize.h"

#include <algorithm>
#include <array>
#include <deque>
#include <map>
#include <optional>
#include <utility>

namespace netsmith::interop {
namespace {

/// Inputs of operators that are tensors in ONNX but settings of a layer.
struct SettingInputs {
    std::string_view op{};
    std::size_t from = 0;
    std::size_t to = 0; ///< the last one
};
constexpr std::array settingInputs{
    SettingInputs{"Clip", 1, 2},          SettingInputs{"DequantizeLinear", 1, 2},
    SettingInputs{"Dropout", 1, 2},       SettingInputs{"NonMaxSuppression", 2, 4},
    SettingInputs{"OneHot", 1, 2},        SettingInputs{"Pad", 1, 3},
    SettingInputs{"Pow", 1, 1},           SettingInputs{"QLinearConv", 1, 2},
    SettingInputs{"QLinearConv", 4, 7},   SettingInputs{"QLinearMatMul", 1, 2},
    SettingInputs{"QLinearMatMul", 4, 7}, SettingInputs{"QuantizeLinear", 1, 2},
    SettingInputs{"Range", 0, 2},         SettingInputs{"Resize", 1, 3},
    SettingInputs{"Upsample", 1, 1},
};

/// Where an operator has quantized weights: the inputs with their integers, scales and zero points.
struct QuantizedInput {
    std::string_view op{};
    std::size_t integers = 0, scales = 0, zeros = 0;
    std::int64_t axis = 0; ///< of the scales if no attribute says it
};
constexpr std::array quantizedInputs{
    QuantizedInput{"DequantizeLinear", 0, 1, 2, 1},
    QuantizedInput{"QLinearConv", 3, 4, 5, 0},
    QuantizedInput{"QLinearMatMul", 3, 4, 5, -1},
};

constexpr std::size_t noInput = 99;

bool isSetting(std::string_view op, std::size_t input)
{
    return std::ranges::any_of(settingInputs,
                               [&](const SettingInputs& each) { return each.op == op && input >= each.from && input <= each.to; });
}

std::optional<DataType> sameType(OnnxType type)
{
    switch (type) {
    case OnnxType::float32: return DataType::f32;
    case OnnxType::float64: return DataType::f64;
    case OnnxType::float16: return DataType::f16;
    case OnnxType::bfloat16: return DataType::bf16;
    default: return std::nullopt;
    }
}

class OnnxWeights {
public:
    explicit OnnxWeights(OnnxModel model)
        : m_content(std::make_shared<Content>())
    {
        m_content->model = std::move(model);
    }

    WeightFile collect()
    {
        const OnnxModel& model = m_content->model;
        collectGraph(model.graph);
        for (const OnnxFunction& function : model.functions)
            collectGraph(function.graph);
        m_file.notes = model.notes;
        for (const Constant& constant : m_constants)
            add(constant);
        if (m_settings > 0)
            m_file.notes.emplace_back(
                NS_MESSAGE("onnx.settings",
                           "{0:tensor|tensors} left out: shapes, indices and settings of operators are no weights"),
                m_settings);
        m_file.format = "ONNX";
        m_file.framework = Framework::onnx;
        m_file.content = std::move(m_content);
        return std::move(m_file);
    }

private:
    struct Content {
        OnnxModel model{};
        std::deque<std::vector<float>> converted{};
        std::deque<OnnxTensor> lists{}; ///< of Constant nodes that hold a list instead of a tensor
    };
    struct Constant {
        std::string name{};
        const OnnxTensor* tensor = nullptr;
        bool ofNode = false;
    };
    struct Use {
        const OnnxNode* node = nullptr;
        std::size_t input = 0;
    };

    void collectGraph(const OnnxGraph& graph)
    {
        for (const OnnxTensor& tensor : graph.initializers)
            define(tensor.name, tensor, false);
        for (const OnnxNode& node : graph.nodes) {
            for (std::size_t i = 0; i < node.inputs.size(); ++i)
                m_uses[node.inputs[i]].push_back({&node, i});
            if (node.op == "Constant" && node.domain.empty() && node.outputs.size() == 1)
                collectConstant(node);
        }
        for (const OnnxValue& output : graph.outputs)
            m_uses[output.name].push_back({nullptr, noInput});
        for (const OnnxNode& node : graph.nodes)
            for (const OnnxAttribute& attribute : node.attributes)
                if (const auto* graphs = std::get_if<std::vector<OnnxGraph>>(&attribute.value))
                    for (const OnnxGraph& inner : *graphs)
                        collectGraph(inner);
    }

    void collectConstant(const OnnxNode& node)
    {
        for (const OnnxAttribute& attribute : node.attributes)
            if (const auto* tensor = std::get_if<OnnxTensor>(&attribute.value)) {
                define(node.outputs.front(), *tensor, true);
            } else if (const auto* numbers = std::get_if<std::vector<float>>(&attribute.value)) {
                const auto count = static_cast<std::int64_t>(numbers->size());
                define(node.outputs.front(),
                       m_content->lists.emplace_back(
                           OnnxTensor{{}, OnnxType::float32, {count}, count, std::as_bytes(std::span(*numbers)), {}}),
                       true);
            } else if (std::holds_alternative<OnnxAttribute::Unread>(attribute.value)) {
                m_file.notes.emplace_back(NS_MESSAGE("onnx.sparse_constant", "\"{0}\" left out: a sparse tensor can't be read"),
                                          node.outputs.front());
            } else {
                ++m_settings; // a single number, integers or texts
            }
    }

    void define(const std::string& name, const OnnxTensor& tensor, bool ofNode)
    {
        m_constants.push_back({name, &tensor, ofNode});
        m_byName.emplace(name, &tensor);
    }

    const OnnxTensor* constant(const OnnxNode& node, std::size_t input) const
    {
        const auto found = input < node.inputs.size() ? m_byName.find(node.inputs[input]) : m_byName.end();
        return found == m_byName.end() ? nullptr : found->second;
    }

    void add(const Constant& constant)
    {
        const OnnxTensor& tensor = *constant.tensor;
        const auto found = m_uses.find(constant.name);
        const std::vector<Use> none;
        const std::vector<Use>& uses = found == m_uses.end() ? none : found->second;
        const auto setting = [](const Use& use) { return use.node && isSetting(use.node->op, use.input); };
        const bool isText = tensor.type == OnnxType::string;
        if (tensor.elements == 0 || isText || (!uses.empty() && std::ranges::all_of(uses, setting))
            || (constant.ofNode && tensor.dims.empty())) {
            ++m_settings;
            return;
        }
        const bool tooManyAxes = tensor.dims.size() > Shape::maxRank;
        if (tooManyAxes && isFloatingPoint(tensor.type)) {
            leaveOut(
                constant,
                Message(NS_MESSAGE("onnx.rank", "it has {0:axis|axes}, and {1} can be used"), tensor.dims.size(), Shape::maxRank));
        } else if (isFloatingPoint(tensor.type)) {
            addFloats(constant);
        } else if (isInteger(tensor.type)) {
            if (tooManyAxes || !addQuantized(constant, uses))
                ++m_settings;
        } else {
            leaveOut(constant, Message(NS_MESSAGE("onnx.type", "numbers of {0} can't be read"), nameOf(tensor.type)));
        }
    }

    void addFloats(const Constant& constant)
    {
        const OnnxTensor& tensor = *constant.tensor;
        if (const auto type = sameType(tensor.type)) {
            m_file.tensors.push_back({uniqueName(constant.name), nameOf(tensor.type), *type, Shape(tensor.dims), tensor.bytes});
            return;
        }
        std::vector<float> numbers(static_cast<std::size_t>(tensor.elements));
        for (std::size_t i = 0; i < numbers.size(); ++i)
            numbers[i] = floatAt(tensor, static_cast<std::int64_t>(i));
        addConverted(constant, nameOf(tensor.type), std::move(numbers));
    }

    void addConverted(const Constant& constant, std::string stored, std::vector<float> numbers)
    {
        const std::vector<float>& kept = m_content->converted.emplace_back(std::move(numbers));
        m_file.tensors.push_back({uniqueName(constant.name), std::move(stored), DataType::f32, Shape(constant.tensor->dims),
                                  std::as_bytes(std::span(kept))});
    }

    /// False if no operator takes it as quantized weights with scales that the model holds.
    bool addQuantized(const Constant& constant, const std::vector<Use>& uses)
    {
        for (const Use& use : uses)
            for (const QuantizedInput& place : quantizedInputs) {
                if (!use.node || use.node->op != place.op || use.input != place.integers)
                    continue;
                const Shape shape(constant.tensor->dims);
                const auto quantization = quantizationOf(*use.node, place, shape);
                if (!quantization || !fits(*quantization, shape)) {
                    leaveOut(constant,
                             Message(NS_MESSAGE("onnx.scales", "the scales of its quantization are computed, or in blocks")));
                    return true;
                }
                addConverted(constant, nameOf(constant.tensor->type) + " × scale",
                             dequantized(shape, *quantization, [&](std::int64_t i) { return integerAt(*constant.tensor, i); }));
                return true;
            }
        return false;
    }

    std::optional<Quantization> quantizationOf(const OnnxNode& node, const QuantizedInput& place, const Shape& shape) const
    {
        const OnnxTensor* scales = constant(node, place.scales);
        if (!scales || !isFloatingPoint(scales->type) || scales->dims.size() > 1)
            return std::nullopt;
        Quantization out;
        const std::int64_t axis = node.integer("axis", place.axis);
        out.axis = static_cast<int>(std::clamp<std::int64_t>(axis < 0 ? axis + shape.rank() : axis, -1, Shape::maxRank));
        for (std::int64_t i = 0; i < scales->elements; ++i)
            out.scales.push_back(floatAt(*scales, i));
        if (place.zeros >= node.inputs.size() || node.inputs[place.zeros].empty()) {
            out.zeros = {0};
            return out;
        }
        const OnnxTensor* zeros = constant(node, place.zeros);
        if (!zeros || !isInteger(zeros->type))
            return std::nullopt;
        for (std::int64_t i = 0; i < zeros->elements; ++i)
            out.zeros.push_back(integerAt(*zeros, i));
        return out;
    }

    void leaveOut(const Constant& constant, Message reason)
    {
        m_file.notes.emplace_back(NS_MESSAGE("onnx.left_out", "\"{0}\" left out: {1}"), constant.name, std::move(reason));
    }

    /// Names differ within a graph and those around it, but two branches may have the same.
    std::string uniqueName(const std::string& name)
    {
        const int count = ++m_names[name];
        return count == 1 ? name : uniqueName(name + ":" + std::to_string(count));
    }

    std::shared_ptr<Content> m_content;
    WeightFile m_file{};
    std::vector<Constant> m_constants;
    std::map<std::string, const OnnxTensor*, std::less<>> m_byName;
    std::map<std::string, std::vector<Use>, std::less<>> m_uses;
    std::map<std::string, int> m_names;
    std::int64_t m_settings = 0;
};

} // namespace

WeightFile weightsOf(OnnxModel model)
{
    return OnnxWeights(std::move(model)).collect();
}

Expected<WeightFile> readOnnxWeights(const std::filesystem::path& path)
try {
    return weightsOf(openOnnx(path).take());
} catch (const Error& error) {
    return error;
}

} // namespace netsmith::interop

#include "engine/interop/tflite/tflite_import.h"

#include "engine/core/error.h"
#include "engine/core/files/mapped_file.h"
#include "engine/core/utf8.h"
#include "engine/input/zip_archive.h"
#include "engine/interop/tflite/tflite_operators.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <set>

namespace netsmith::interop {
namespace {

/// "model/conv2d/Conv2D;model/re_lu/Relu": of fused operators the one with weights, without what its tensors add.
std::string labelOf(const std::string& name)
{
    static constexpr std::array lastParts{"/Conv2D", "/depthwise", "/MatMul", "/BiasAdd", "/conv2d_transpose", "/ReadVariableOp"};
    for (std::size_t begin = 0; begin < name.size();) {
        const std::size_t end = std::min(name.find(';', begin), name.size());
        const std::string part = name.substr(begin, end - begin);
        for (const std::string_view last : lastParts)
            if (part.ends_with(last))
                return part.substr(0, part.size() - last.size());
        begin = end + 1;
    }
    return name.substr(0, name.find(';'));
}

/// Reads of a RESHAPE its tensor alone: the sizes are known from the result.
std::span<const int> readOf(const TfliteOperator& each)
{
    return each.op == "RESHAPE" ? std::span(each.inputs).first(std::min<std::size_t>(each.inputs.size(), 1))
                                : std::span(each.inputs);
}

class TfliteImport {
public:
    TfliteImport(const TfliteModel& model, const LayerRegistry& layers)
        : m_model(model)
        , m_graph(graphOf(model))
        , m_layers(layers)
        , m_numbers(model)
    {
        checkPlaces();
    }

    ImportedOnnx run()
    {
        for (const int input : m_graph.inputs)
            addInput(input);
        const std::set<int> needed = neededTensors();
        for (const TfliteOperator& each : m_graph.operators)
            if (std::ranges::any_of(each.outputs, [&](int output) { return needed.contains(output); }))
                add(each);
        for (const int output : m_graph.outputs)
            if (const auto value = m_walk.values.find(output); value != m_walk.values.end())
                m_network.output(value->second);
        ImportedOnnx imported = m_network.import(m_layers);
        scaleData(imported.project);
        if (m_hasIntegers)
            imported.notes.emplace_back(
                NS_MESSAGE("tflite.import.quantized",
                           "The model computes in integers. The network has the numbers that they stand for, "
                           "and predicts the same up to their rounding."));
        return imported;
    }

private:
    static const TfliteGraph& graphOf(const TfliteModel& model)
    {
        if (model.graphs.empty() || model.graphs[0].outputs.empty())
            refuse(NS_MESSAGE("tflite.import.empty", "the model has no graph with an output, so there is nothing to train"));
        return model.graphs[0];
    }

    /// Each tensor is computed once, and before it is read.
    void checkPlaces() const
    {
        const auto count = static_cast<int>(m_graph.tensors.size());
        const auto require = [&](int place, bool mayBeNone) {
            if (place >= count || place < (mayBeNone ? -1 : 0))
                refuse(NS_MESSAGE("tflite.import.place", "tensor {0} of {1} is used; the model is damaged: convert it again"),
                       place, count);
        };
        std::set<int> known(m_graph.inputs.begin(), m_graph.inputs.end());
        const auto requireKnown = [&](int place) {
            const TfliteTensor& tensor = m_graph.tensors[static_cast<std::size_t>(place)];
            if (tensor.bytes.empty() && !tensor.isVariable && !known.contains(place))
                refuse(NS_MESSAGE("tflite.import.order",
                                  "the tensor \"{0}\" is read before it is computed; the model is damaged: convert it again"),
                       tensor.name);
        };
        for (const int place : m_graph.inputs)
            require(place, false);
        for (const TfliteOperator& each : m_graph.operators) {
            for (const int place : each.inputs) {
                require(place, true);
                if (place >= 0)
                    requireKnown(place);
            }
            for (const int place : each.outputs) {
                require(place, false);
                if (!known.insert(place).second)
                    refuse(NS_MESSAGE("tflite.import.twice",
                                      "the tensor \"{0}\" is computed twice; the model is damaged: convert it again"),
                           m_graph.tensors[static_cast<std::size_t>(place)].name);
            }
        }
        for (const int place : m_graph.outputs) {
            require(place, false);
            requireKnown(place);
        }
    }

    std::set<int> neededTensors() const
    {
        std::set<int> needed(m_graph.outputs.begin(), m_graph.outputs.end());
        for (std::size_t i = m_graph.operators.size(); i-- > 0;) {
            const TfliteOperator& each = m_graph.operators[i];
            if (std::ranges::any_of(each.outputs, [&](int output) { return needed.contains(output); }))
                needed.insert(readOf(each).begin(), readOf(each).end());
        }
        return needed;
    }

    void addInput(int place)
    {
        const TfliteTensor& tensor = m_graph.tensors[static_cast<std::size_t>(place)];
        const std::string label = labelOf(tensor.name);
        m_network.begin(label, tensor.name);
        const TfliteType* type = tensor.type();
        if (!type || type->numbers == TfliteType::Numbers::none) {
            m_network.refuse(Message(NS_MESSAGE("tflite.import.input_type", "this input holds no numbers")));
            return;
        }
        const bool isSample = tensor.dims.size() > 1 && tensor.dims.size() <= Shape::maxRank
            && std::ranges::all_of(tensor.dims, [](std::int64_t size) { return size > 0; });
        if (!isSample) {
            m_network.refuse(
                Message(NS_MESSAGE("tflite.import.input",
                                   "this input has no axis of samples before 1 to {0} others of known sizes; convert the "
                                   "model with such an input"),
                        Shape::maxRank - 1));
            return;
        }
        const bool isIndex = type->numbers == TfliteType::Numbers::integers && !tensor.quantization;
        m_walk.values[place] =
            m_network.input(label, isIndex ? OnnxType::int32 : OnnxType::float32, Shape(std::span(tensor.dims).subspan(1)));
    }

    void add(const TfliteOperator& each)
    {
        const std::string name =
            each.outputs.empty() ? std::string() : m_graph.tensors[static_cast<std::size_t>(each.outputs[0])].name;
        const int weights = each.inputs.size() > 1 ? each.inputs[1] : -1;
        const bool hasKernel = each.op.find("CONV") != std::string::npos || each.op == "FULLY_CONNECTED";
        const std::string label =
            labelOf(hasKernel && weights >= 0 ? m_graph.tensors[static_cast<std::size_t>(weights)].name : name);
        m_network.begin(label, each.op + " \"" + visibleText(label) + "\"");
        TfliteCall call(m_walk, each);
        for (int input = 0; input < static_cast<int>(readOf(each).size()); ++input)
            if (!call.isReady(input))
                return; // the operator that makes it was refused
        for (const int output : each.outputs)
            m_hasIntegers = m_hasIntegers || m_graph.tensors[static_cast<std::size_t>(output)].quantization;
        try {
            translate(call);
        } catch (const Error& error) {
            if (error.kind() != ErrorKind::input)
                throw;
            m_network.refuse(error.message());
        }
    }

    /// Integers of an input that stand for the 256 values of a picture, and how our 0…255 become those numbers: unsigned ones are
    /// the values, signed ones the values less 128, if their range begins at 0 or lies around it.
    void scaleData(Project& project) const
    {
        if (m_graph.inputs.size() != 1 || project.data.source != "image_folder")
            return;
        const TfliteTensor& input = m_graph.tensors[static_cast<std::size_t>(m_graph.inputs[0])];
        const TfliteType* type = input.type();
        if (!type || type->bits != 8 || !input.quantization || input.quantization->scales.size() != 1
            || input.quantization->zeros.size() != 1 || !(input.quantization->scales[0] > 0))
            return;
        constexpr double half = 128, nearHalf = 1.5;
        const bool isSigned = type->name == "int8";
        const double subtract = static_cast<double>(input.quantization->zeros[0]) + (isSigned ? half : 0);
        if (isSigned && subtract != 0 && std::abs(subtract - half) > nearHalf)
            return;
        project.data.subtract = subtract;
        project.data.divide = 1 / static_cast<double>(input.quantization->scales[0]);
    }

    const TfliteModel& m_model;
    const TfliteGraph& m_graph;
    const LayerRegistry& m_layers;
    TfliteNumbers m_numbers;
    OnnxTranslation m_network;
    TfliteWalk m_walk{m_graph, m_numbers, m_network};
    bool m_hasIntegers = false;
};

/// Converters append an archive with the names of classes, a line each (TensorFlow Lite's metadata).
std::vector<std::string> classNames(const TfliteModel& model, std::int64_t classes)
{
    constexpr std::array end{std::byte{'P'}, std::byte{'K'}, std::byte{5}, std::byte{6}};
    constexpr std::size_t endSize = 22; // of an archive's last record
    if (model.all.size() < endSize || !std::ranges::equal(model.all.last(endSize).first(end.size()), end))
        return {};
    data::ZipArchive archive(model.all, model.file, model.content);
    for (const data::ZipArchive::Entry& entry : archive.entries()) {
        constexpr std::uint64_t most = 1 << 22;
        if (!entry.name.ends_with(".txt") || entry.size > most)
            continue;
        const std::span<const std::byte> bytes = archive.bytes(entry);
        const std::string text(reinterpret_cast<const char*>(bytes.data()), bytes.size());
        std::vector<std::string> names;
        for (std::size_t begin = 0; begin < text.size();) {
            const std::size_t stop = std::min(text.find('\n', begin), text.size());
            std::string line = text.substr(begin, stop - begin);
            std::erase(line, '\r');
            names.push_back(visibleText(line));
            begin = stop + 1;
        }
        if (std::ssize(names) == classes)
            return names;
    }
    return {};
}

} // namespace

ImportedOnnx importTflite(const TfliteModel& model, const LayerRegistry& layers)
{
    return TfliteImport(model, layers).run();
}

ImportedModel importTfliteFile(const std::filesystem::path& path, const LayerRegistry& layers)
{
    const TfliteModel model = openTflite(path);
    ImportedOnnx imported = importTflite(model, layers);
    const bool hasClasses = imported.outputs.size() == 1 && imported.outputs[0].shape.rank() == 1;
    const std::vector<std::string> names =
        hasClasses ? classNames(model, imported.outputs[0].shape[0]) : std::vector<std::string>();
    checkMapped(model.all);
    ImportedModel result = completeModel(std::move(imported));
    if (!names.empty()) {
        constexpr const char* key = "x-class_names";
        result.project.extra[key] = names;
        result.notes.emplace_back(
            NS_MESSAGE("tflite.import.classes",
                       "The file names {0:class|classes}, from \"{1}\" to \"{2}\". They are in the project file, under "
                       "\"{3}\"; the classes of the data must be in that order."),
            names.size(), names.front(), names.back(), key);
    }
    return result;
}

} // namespace netsmith::interop

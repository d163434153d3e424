#include "engine/interop/darknet/darknet_import.h"

#include "engine/core/error.h"
#include "engine/core/files/safe_file.h"
#include "engine/core/utf8.h"
#include "engine/interop/onnx/onnx_translation.h"
#include "engine/interop/weights/darknet_weights.h"

#include <algorithm>
#include <array>
#include <optional>
#include <utility>

namespace netsmith::interop {
namespace {

using Sizes = std::vector<std::int64_t>;

/// Sections that make boxes of what they read.
constexpr std::array decoders{"yolo", "region", "detection", "gaussian_yolo"};
/// Options that change what a section computes, and that no layer has.
constexpr std::array strangeOptions{"stride_x", "stride_y",      "antialiasing", "binary", "xnor",
                                    "deform",   "maxpool_depth", "scale_wh",     "reverse"};

class DarknetImport {
public:
    using Value = OnnxTranslation::Value;

    DarknetImport(const DarknetNetwork& network, const WeightFile& weights, const LayerRegistry& layers)
        : m_from(network)
        , m_weights(weights)
        , m_layers(layers)
    {
    }

    ImportedOnnx run()
    {
        const DarknetShape& input = m_from.input;
        if (input.height < 1 || input.width < 1 || input.channels < 1 || m_from.sections.empty())
            refuse(
                NS_MESSAGE("darknet.import.input",
                           "[net] must say \"width\", \"height\" and \"channels\", and a layer must follow it; correct the file"));
        m_network.begin("input", "[net]");
        m_input = m_network.input("input", OnnxType::float32, Shape{input.channels, input.height, input.width});
        for (std::size_t i = 0; i < m_from.sections.size(); ++i)
            add(i);
        addOutputs();
        ImportedOnnx imported = m_network.import(m_layers);
        if (!m_decoders.empty())
            imported.notes.emplace_back(
                NS_MESSAGE("darknet.import.decoders",
                           "Left out: {0:section|sections} for decoding boxes, such as [{1}]. What a decoder reads is an output."),
                m_decoders.size(), m_from.sections[m_decoders[0]].type);
        return imported;
    }

private:
    using Handler = void (DarknetImport::*)(std::size_t);
    struct Row {
        std::string_view type;
        Handler handler;
    };

    static bool isDecoder(const DarknetSection& section) { return std::ranges::find(decoders, section.type) != decoders.end(); }

    void add(std::size_t index)
    {
        static constexpr std::array rows{
            Row{"convolutional", &DarknetImport::addConvolution},
            Row{"conv", &DarknetImport::addConvolution},
            Row{"connected", &DarknetImport::addConnected},
            Row{"conn", &DarknetImport::addConnected},
            Row{"maxpool", &DarknetImport::addPooling},
            Row{"max", &DarknetImport::addPooling},
            Row{"local_avgpool", &DarknetImport::addPooling},
            Row{"avgpool", &DarknetImport::addGlobalPooling},
            Row{"avg", &DarknetImport::addGlobalPooling},
            Row{"upsample", &DarknetImport::addUpsampling},
            Row{"route", &DarknetImport::addRoute},
            Row{"shortcut", &DarknetImport::addShortcut},
            Row{"scale_channels", &DarknetImport::addProduct},
            Row{"sam", &DarknetImport::addProduct},
            Row{"dropout", &DarknetImport::addDropout},
            Row{"softmax", &DarknetImport::addSoftmax},
            Row{"soft", &DarknetImport::addSoftmax},
            Row{"activation", &DarknetImport::addActivation},
            Row{"active", &DarknetImport::addActivation},
            Row{"logistic", &DarknetImport::addLogistic},
            Row{"empty", &DarknetImport::addNothing},
            Row{"silence", &DarknetImport::addNothing},
            Row{"cost", &DarknetImport::addNothing},
        };
        const DarknetSection& section = m_from.sections[index];
        const std::string file = std::filesystem::path(section.file).filename().string();
        m_network.begin(labelOf(index), file + ":" + std::to_string(section.line) + " [" + visibleText(section.type) + "]");
        if (isDecoder(section)) {
            m_decoders.push_back(index);
            m_values.push_back(before(index));
            return;
        }
        m_values.emplace_back();
        try {
            for (const char* key : strangeOptions)
                if (const std::string given = section.text(key, "0"); given != "0" && given != "-1")
                    refuse(NS_MESSAGE("darknet.import.option", "no layer has \"{0}\" as {1}"), key, visibleText(given));
            const auto* row = std::ranges::find(rows, section.type, &Row::type);
            if (row == rows.end())
                m_network.add(section.type, {}); // which is refused by name
            else
                (this->*row->handler)(index);
        } catch (const Error& error) {
            if (error.kind() != ErrorKind::input)
                throw;
            m_network.refuse(error.message());
        }
    }

    /// Layers with weights are called like these, others by their number in the file.
    std::string labelOf(std::size_t index) const
    {
        const auto weighted = std::ranges::find(m_from.layers, index, &DarknetLayer::section);
        return weighted == m_from.layers.end() ? m_from.sections[index].type + "_" + std::to_string(index) : weighted->name;
    }

    /// What the section before this one made; nothing if that has no counterpart.
    std::optional<Value> before(std::size_t index) const { return index == 0 ? std::optional(m_input) : m_values[index - 1]; }
    const DarknetShape& shapeBefore(std::size_t index) const
    {
        return index == 0 ? m_from.input : m_from.sections[index - 1].output;
    }
    /// What sections that an option names made; nothing if one of them has no counterpart.
    std::optional<std::vector<Value>> sources(std::size_t index, const std::string& key) const
    {
        std::vector<Value> values;
        for (const std::size_t source : m_from.sources(index, key)) {
            if (!m_values[source])
                return std::nullopt;
            values.push_back(*m_values[source]);
        }
        return values;
    }

    void set(std::size_t index, Value value) { m_values[index] = std::move(value); }

    WeightArray array(const DarknetLayer& layer, const char* kind) const
    {
        const WeightTensor& tensor = *m_weights.find(layer.name + "/" + kind);
        return {tensor.shape, floatsOf(tensor)};
    }
    Value weight(const DarknetLayer& layer, const char* kind) { return m_network.weight(kind, array(layer, kind)); }

    /// The layer's bias is the beta of its normalisation if it has one.
    Value normalised(const DarknetLayer& layer, const Value& x)
    {
        constexpr double epsilon = 1e-5; // as AlexeyAB's batchnorm_layer.c and convolutional_layer.c add to the variance
        return m_network.add(
            "BatchNormalization",
            {x, weight(layer, "gamma"), weight(layer, "bias"), weight(layer, "moving_mean"), weight(layer, "moving_variance")},
            {{"epsilon", epsilon}});
    }

    Value activated(const DarknetSection& section, const Value& x, const std::string& otherwise)
    {
        struct Plain {
            std::string_view name;
            std::string_view op;
        };
        static constexpr std::array plain{Plain{"relu", "Relu"}, Plain{"logistic", "Sigmoid"}, Plain{"tanh", "Tanh"},
                                          Plain{"elu", "Elu"},   Plain{"selu", "Selu"},        Plain{"mish", "Mish"},
                                          Plain{"gelu", "Gelu"}, Plain{"swish", "Swish"}};
        const std::string name = section.text("activation", otherwise);
        if (name == "linear")
            return x;
        if (const auto* found = std::ranges::find(plain, name, &Plain::name); found != plain.end())
            return m_network.add(found->op, {x});
        constexpr double leakySlope = 0.1, relieSlope = 0.01; // activations.h
        if (name == "leaky" || name == "relie")
            return m_network.add("LeakyRelu", {x}, {{"alpha", name == "leaky" ? leakySlope : relieSlope}});
        if (name == "relu6")
            return m_network.add("Clip", {x, m_network.number(0), m_network.number(6)});
        if (name == "hardtan")
            return m_network.add("Clip", {x, m_network.number(-1), m_network.number(1)});
        if (name == "loggy") // 2 / (1 + exp(−x)) − 1
            return m_network.add("Tanh", {m_network.add("Mul", {x, m_network.number(0.5)})});
        refuse(NS_MESSAGE("darknet.import.activation", "its activation \"{0}\" is no layer's"), visibleText(name));
    }

    const DarknetLayer& layerOf(std::size_t index) const
    {
        return *std::ranges::find(m_from.layers, index, &DarknetLayer::section);
    }

    void addConvolution(std::size_t index)
    {
        const DarknetSection& section = m_from.sections[index];
        const DarknetLayer& layer = layerOf(index);
        const std::optional<Value> x = before(index);
        if (!x)
            return;
        const std::int64_t size = layer.size, dilation = size == 1 ? 1 : section.positive("dilation", 1);
        const std::int64_t padding = section.number("pad", 0) > 0 ? size / 2 : section.number("padding", 0);
        if (dilation > 1 && 2 * padding != size - 1)
            refuse(NS_MESSAGE("darknet.import.dilation", "a dilated kernel must have the padding that keeps the size"));
        const std::int64_t stride = section.positive("stride", 1), amount = padding * dilation;
        std::vector<Value> inputs{*x, weight(layer, "kernel")};
        if (!layer.batchNormalize)
            inputs.push_back(weight(layer, "bias"));
        Value y = m_network.add("Conv", inputs,
                                {{"group", section.positive("groups", 1)},
                                 {"strides", Sizes{stride, stride}},
                                 {"dilations", Sizes{dilation, dilation}},
                                 {"pads", Sizes{amount, amount, amount, amount}}});
        if (layer.batchNormalize)
            y = normalised(layer, y);
        set(index, activated(section, y, "logistic"));
    }

    void addConnected(std::size_t index)
    {
        const DarknetLayer& layer = layerOf(index);
        const std::optional<Value> x = before(index);
        if (!x)
            return;
        std::vector<Value> inputs{m_network.add("Flatten", {*x}), weight(layer, "kernel")};
        if (!layer.batchNormalize)
            inputs.push_back(weight(layer, "bias"));
        Value y = m_network.add("Gemm", inputs, {{"transB", std::int64_t{1}}});
        if (layer.batchNormalize)
            y = normalised(layer, y);
        y = activated(m_from.sections[index], y, "logistic");
        set(index, m_network.add("Reshape", {y, m_network.integers({0, layer.outputs, 1, 1})}));
    }

    void addPooling(std::size_t index)
    {
        const DarknetSection& section = m_from.sections[index];
        const std::optional<Value> x = before(index);
        if (!x)
            return;
        const std::int64_t stride = section.positive("stride", 1), size = section.positive("size", stride);
        const std::int64_t first = section.number("padding", size - 1) / 2;
        // What the last window reaches beyond the input.
        const auto after = [&](std::int64_t input, std::int64_t output) {
            return std::max<std::int64_t>((output - 1) * stride + size - input - first, 0);
        };
        const DarknetShape& from = shapeBefore(index);
        set(index,
            m_network.add(
                section.type == "local_avgpool" ? "AveragePool" : "MaxPool", {*x},
                {{"kernel_shape", Sizes{size, size}},
                 {"strides", Sizes{stride, stride}},
                 {"pads",
                  Sizes{first, first, after(from.height, section.output.height), after(from.width, section.output.width)}}}));
    }

    void addGlobalPooling(std::size_t index)
    {
        if (const std::optional<Value> x = before(index))
            set(index, m_network.add("GlobalAveragePool", {*x}));
    }

    void addUpsampling(std::size_t index)
    {
        const DarknetSection& section = m_from.sections[index];
        const std::optional<Value> x = before(index);
        if (!x)
            return;
        const auto factor = static_cast<float>(section.positive("stride", 2));
        Value y = m_network.add("Resize", {*x, {}, m_network.numbers({Shape{4}, {1, 1, factor, factor}})},
                                {{"mode", std::string("nearest")},
                                 {"coordinate_transformation_mode", std::string("asymmetric")},
                                 {"nearest_mode", std::string("floor")}});
        if (const double scale = section.real("scale", 1); scale != 1)
            y = m_network.add("Mul", {y, m_network.number(scale)});
        set(index, y);
    }

    /// Several layers' channels one after the other, or of each a part.
    void addRoute(std::size_t index)
    {
        const DarknetSection& section = m_from.sections[index];
        std::optional<std::vector<Value>> from = sources(index, "layers");
        if (!from)
            return;
        const std::int64_t groups = section.positive("groups", 1), group = section.number("group_id", 0);
        const std::vector<std::size_t> places = m_from.sources(index, "layers");
        for (std::size_t i = 0; i < places.size(); ++i) {
            const DarknetShape& shape = m_from.sections[places[i]].output;
            const DarknetShape& first = m_from.sections[places[0]].output;
            if (shape.channels % groups != 0 || group >= groups || shape.height != first.height || shape.width != first.width)
                refuse(NS_MESSAGE("darknet.import.route", "the layers that it joins have other sizes than the first one"));
            const std::int64_t part = shape.channels / groups;
            if (groups > 1)
                (*from)[i] = m_network.add("Slice",
                                           {(*from)[i], m_network.integers({group * part}),
                                            m_network.integers({(group + 1) * part}), m_network.integers({1})});
        }
        set(index, from->size() == 1 ? from->front() : m_network.add("Concat", *from, {{"axis", std::int64_t{1}}}));
    }

    void addShortcut(std::size_t index)
    {
        const DarknetSection& section = m_from.sections[index];
        std::optional<std::vector<Value>> from = sources(index, "from");
        const std::optional<Value> x = before(index);
        if (!from || !x)
            return;
        for (const std::size_t source : m_from.sources(index, "from"))
            if (m_from.sections[source].output != section.output)
                refuse(NS_MESSAGE("darknet.import.shortcut", "it adds a layer of another shape, of which Darknet takes a part"));
        from->insert(from->begin(), *x);
        set(index, activated(section, m_network.add("Sum", *from), "linear"));
    }

    void addProduct(std::size_t index)
    {
        const std::optional<std::vector<Value>> from = sources(index, "from");
        const std::optional<Value> x = before(index);
        if (from && x)
            set(index, activated(m_from.sections[index], m_network.add("Mul", {from->front(), *x}), "linear"));
    }

    void addDropout(std::size_t index)
    {
        constexpr double usual = 0.5;
        if (const std::optional<Value> x = before(index))
            set(index, m_network.add("Dropout", {*x, m_network.number(m_from.sections[index].real("probability", usual))}));
    }

    void addSoftmax(std::size_t index)
    {
        const DarknetSection& section = m_from.sections[index];
        const std::optional<Value> x = before(index);
        if (!x)
            return;
        if (section.number("groups", 1) > 1 || section.has("tree"))
            refuse(NS_MESSAGE("darknet.import.softmax", "a softmax in groups is no layer"));
        Value given = section.number("spatial", 0) > 0 ? *x : m_network.add("Flatten", {*x});
        if (const double temperature = section.real("temperature", 1); temperature != 1)
            given = m_network.add("Mul", {given, m_network.number(1 / temperature)});
        set(index, m_network.add("Softmax", {given}, {{"axis", std::int64_t{1}}}));
    }

    void addActivation(std::size_t index)
    {
        if (const std::optional<Value> x = before(index))
            set(index, activated(m_from.sections[index], *x, "linear"));
    }

    void addLogistic(std::size_t index)
    {
        if (const std::optional<Value> x = before(index))
            set(index, m_network.add("Sigmoid", {*x}));
    }

    /// Only trained with, or nothing at all.
    void addNothing(std::size_t index) { m_values[index] = before(index); }

    void addOutputs()
    {
        for (const std::size_t decoder : m_decoders)
            if (m_values[decoder])
                m_network.output(*m_values[decoder]);
        if (m_decoders.empty())
            m_network.output(m_values.back().value_or(m_input));
    }

    const DarknetNetwork& m_from;
    const WeightFile& m_weights;
    const LayerRegistry& m_layers;
    OnnxTranslation m_network;
    Value m_input;
    std::vector<std::optional<Value>> m_values; ///< of the sections
    std::vector<std::size_t> m_decoders;
};

} // namespace

ImportedOnnx importDarknet(const DarknetNetwork& network, const WeightFile& weights, const LayerRegistry& layers)
{
    return DarknetImport(network, weights, layers).run();
}

ImportedModel importDarknetFile(const std::filesystem::path& path, const std::filesystem::path& weights,
                                const LayerRegistry& layers)
{
    constexpr std::size_t mostBytes = 1 << 24;
    const DarknetNetwork network = readDarknetNetwork(readTextFile(path, mostBytes).take(), path.string());
    std::filesystem::path file = weights;
    if (file.empty()) {
        file = std::filesystem::path(path).replace_extension(".weights");
        if (!std::filesystem::exists(file))
            refuse(NS_MESSAGE("darknet.no_weights",
                              "its weights, {0}, are missing; put them there, or say where they are with \"--weights\""),
                   file.string());
    }
    return completeModel(importDarknet(network, readDarknetWeightsOf(network, path.string(), file).take(), layers));
}

} // namespace netsmith::interop

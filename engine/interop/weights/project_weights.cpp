#include "engine/interop/weights/project_weights.h"

#include "engine/graph/graph_index.h"
#include "engine/plan/single_layer_lowering.h"
#include "engine/predict/saved_run.h"
#include "engine/predict/weight_source.h"

#include <algorithm>
#include <deque>
#include <map>

namespace netsmith::interop {
namespace {

constexpr std::string_view averageSuffix = "/average";

/// Records what a layer asks for.
class WeightRecorder : public SingleLayerLowering {
public:
    using SingleLayerLowering::SingleLayerLowering;

    TensorId weight(WeightKind kind, const std::string& name, const Shape& shape, bool unitForget) override
    {
        record(name, kind, shape);
        return SingleLayerLowering::weight(kind, name, shape, unitForget);
    }
    Statistic statistic(const std::string& name, const Shape& shape, float initial) override
    {
        record(name, std::nullopt, shape);
        return SingleLayerLowering::statistic(name, shape, initial);
    }

    std::vector<LayerWeight> take() { return std::move(m_weights); }

private:
    void record(const std::string& name, std::optional<WeightKind> kind, const Shape& shape)
    {
        if (std::ranges::find(m_weights, name, &LayerWeight::name) == m_weights.end())
            m_weights.push_back({.layer = node(), .name = name, .kind = kind, .shape = shape});
    }

    std::vector<LayerWeight> m_weights;
};

/// Finds what the weights of each layer belong to in the graph.
class WeightWalk {
public:
    explicit WeightWalk(const CheckedProject& project)
        : m_project(project)
        , m_graph(project.flat().graph)
    {
    }

    std::vector<LayerWeight> weights()
    {
        std::vector<LayerWeight> result;
        for (const std::string& id : m_project.shapes().order) {
            const Node* node = m_graph.find(id);
            if (!node || !node->shares.empty())
                continue;
            std::vector<LayerWeight> mine = weightsOf(*node);
            describe(*node, mine);
            result.insert(result.end(), mine.begin(), mine.end());
        }
        return result;
    }

private:
    const LayerSpec* specOf(const Node& node) const { return m_project.catalog().layers->find(node.layer); }
    const Shape* shapeAt(const PortRef& port) const { return m_project.shapes().at(port); }

    std::vector<PortRef> inputsOf(const Node& node) const
    {
        std::vector<PortRef> inputs;
        for (const PortSpec& port : specOf(node)->inputs)
            for (const Edge* edge : m_graph.into(node.id, port.name))
                inputs.push_back(edge->from);
        return inputs;
    }

    std::vector<LayerWeight> weightsOf(const Node& node) const
    {
        const LayerSpec* spec = specOf(node);
        if (!spec || !spec->lower || !spec->hasWeights())
            return {};
        std::vector<Shape> inputs;
        for (const PortRef& port : inputsOf(node)) {
            const Shape* shape = shapeAt(port);
            if (!shape)
                return {};
            inputs.push_back(*shape);
        }
        WeightRecorder recorder(node.id, inputs);
        spec->lower(node.parameters, recorder);
        return recorder.take();
    }

    void describe(const Node& node, std::vector<LayerWeight>& weights) const
    {
        if (weights.empty())
            return;
        const auto recurrent = std::ranges::find(weights, WeightKind::recurrent, &LayerWeight::kind);
        const int gates = recurrent == weights.end() ? 0 : static_cast<int>(recurrent->shape[1] / recurrent->shape[0]);
        const std::vector<PortRef> inputs = inputsOf(node);
        const Shape* shape = inputs.empty() ? nullptr : shapeAt(inputs[0]);
        const std::vector<Shape> parts = shape && shape->rank() == 1 ? partsOf(inputs[0]) : std::vector<Shape>();
        for (LayerWeight& weight : weights) {
            weight.gates = gates;
            weight.after = inputs.size() == 1 ? weightedBefore(inputs[0]) : std::string();
            if (shape && shape->rank() == 1 && weight.shape[0] == shape->elements() && weight.kind != WeightKind::bias
                && weight.kind != WeightKind::embeddings)
                weight.flattened = parts;
        }
    }

    /// The nearest layer with weights upstream, over layers with one input.
    std::string weightedBefore(PortRef port) const
    {
        for (std::size_t steps = 0; steps <= m_project.shapes().order.size(); ++steps) {
            const Node* node = m_graph.find(port.node);
            if (!node || !specOf(*node))
                return {};
            if (!specOf(*node)->weights.empty())
                return node->id;
            const std::vector<PortRef> inputs = inputsOf(*node);
            if (inputs.size() != 1)
                return {};
            port = inputs[0];
        }
        return {};
    }

    /// Whether a layer only changes each number by itself or channel by channel, so that their order stays.
    static bool keepsOrder(const LayerSpec& spec)
    {
        return std::ranges::none_of(spec.weights, [](WeightKind kind) {
            return kind == WeightKind::kernel || kind == WeightKind::recurrent || kind == WeightKind::embeddings
                || kind == WeightKind::depthwise;
        });
    }

    /// What a vector is made of: feature maps that were flattened, vectors, one after the other. Empty: unknown.
    std::vector<Shape> partsOf(const PortRef& port) const
    {
        const Node* node = m_graph.find(port.node);
        const Shape* shape = shapeAt(port);
        if (!node || !shape || !specOf(*node))
            return {};
        const std::vector<PortRef> inputs = inputsOf(*node);
        const std::vector<Shape> plain{*shape};
        if (inputs.empty())
            return plain;
        const Shape* first = shapeAt(inputs[0]);
        if (!first)
            return {};
        if (inputs.size() == 1) {
            if (first->rank() > 1 && first->elements() == shape->elements())
                return isChannelsFirst(inputs[0]) ? std::vector<Shape>{*first} : plain;
            return *first == *shape && keepsOrder(*specOf(*node)) ? partsOf(inputs[0]) : plain;
        }
        std::vector<Shape> parts;
        std::int64_t rows = 0;
        bool same = true; // all inputs are as large as the output, which is a sum or a product
        for (const PortRef& input : inputs) {
            const Shape* one = shapeAt(input);
            if (!one || one->rank() != 1)
                return plain;
            same = same && *one == *shape;
            const std::vector<Shape> more = partsOf(input);
            parts.insert(parts.end(), more.begin(), more.end());
            rows += one->elements();
        }
        if (same)
            return partsOf(inputs[0]);
        return rows == shape->elements() ? parts : plain;
    }

    /// Whether other programs have the channels of a feature map first: of pictures, volumes, and of sequences that a convolution
    /// or a pooling made.
    bool isChannelsFirst(PortRef port) const
    {
        for (std::size_t steps = 0; steps <= m_project.shapes().order.size(); ++steps) {
            const Shape* shape = shapeAt(port);
            const Node* node = m_graph.find(port.node);
            if (!shape || !node || !specOf(*node))
                return false;
            const LayerSpec& spec = *specOf(*node);
            if (shape->rank() > 2 || spec.category == Category::convolution)
                return true;
            const std::vector<PortRef> inputs = inputsOf(*node);
            if (inputs.empty() || !keepsOrder(spec))
                return false;
            port = inputs[0];
        }
        return false;
    }

    const CheckedProject& m_project;
    GraphIndex m_graph;
};

} // namespace

std::vector<LayerWeight> layerWeightsOf(const CheckedProject& project)
{
    return WeightWalk(project).weights();
}

WeightFile weightsAt(const std::filesystem::path& path)
{
    if (std::error_code ignored; !std::filesystem::exists(path, ignored))
        throw Error(ErrorKind::input, NS_MESSAGE("weights.not_found", "{0} does not exist; choose a run or a file of weights"),
                    path.string());
    if (isWeightsFile(path))
        return readWeights(path).take();
    WeightSource source = weightSource(path);
    WeightFile file;
    file.format = "Netsmith";
    file.framework = Framework::netsmith;
    file.content = source.arrays.content;
    for (TensorView& array : source.arrays.tensors)
        file.tensors.push_back({std::move(array.name), std::string(nameOf(array.type)), array.type, array.shape, array.bytes});
    return file;
}

std::filesystem::path weightsFileOf(const std::filesystem::path& path)
{
    return isWeightsFile(path) ? path : checkpointOf(originOf(path)) / "weights.safetensors";
}

SafetensorsFile filledArrays(const WeightFile& file, const Matching& matching, const SafetensorsFile& drawn)
{
    struct Content {
        std::shared_ptr<const void> file{};
        std::shared_ptr<const void> drawn{};
        std::deque<std::vector<float>> converted{};
    };
    const auto content = std::make_shared<Content>(Content{file.content, drawn.content});
    std::map<std::string, const WeightRow*> rows;
    for (const WeightRow& row : matching.rows)
        rows.emplace(row.weight.layer + "." + row.weight.name, &row);
    const auto isStoredAsOurs = [](const WeightTensor& tensor) {
        return tensor.type == DataType::f32 || tensor.type == DataType::f64;
    };
    const auto hasAverage = [](const TensorView& array) { return array.name.ends_with(averageSuffix); };
    const bool averages = std::ranges::any_of(drawn.tensors, hasAverage);
    SafetensorsFile result;
    result.metadata = drawn.metadata;
    for (const TensorView& array : drawn.tensors) {
        TensorView filled = array;
        const bool isAverage = hasAverage(array);
        const std::string id = array.name.substr(0, array.name.size() - (isAverage ? averageSuffix.size() : 0));
        const auto found = rows.find(id);
        if (found == rows.end()) { // what layers keep from batch to batch
            const WeightTensor* same = file.framework == Framework::netsmith ? file.find(array.name) : nullptr;
            if (same && same->shape == array.shape && isStoredAsOurs(*same)) {
                filled.type = same->type;
                filled.bytes = same->bytes;
            }
        } else if (const WeightRow& row = *found->second; row.isFound()) {
            const WeightTensor* tensor = file.find(row.tensors[0]);
            // Averages that are not kept stand for the weights, as they did in that run's evaluation.
            const WeightTensor* average = file.find(row.tensors[0] + std::string(averageSuffix));
            if (average && average->shape == tensor->shape && (isAverage || !averages))
                tensor = average;
            if (row.conversion.isIdentity() && isStoredAsOurs(*tensor)) {
                filled.type = tensor->type;
                filled.bytes = tensor->bytes;
            } else {
                content->converted.push_back(numbersOf(file, row));
                filled.type = DataType::f32;
                filled.bytes = std::as_bytes(std::span(content->converted.back()));
            }
        }
        result.tensors.push_back(std::move(filled));
    }
    result.content = content;
    return result;
}

} // namespace netsmith::interop

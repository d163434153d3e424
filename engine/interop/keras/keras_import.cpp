#include "engine/interop/keras/keras_import.h"

#include "engine/catalog/catalog.h"
#include "engine/graph/json/json_text.h"
#include "engine/interop/keras/keras_config.h"
#include "engine/interop/weights/project_weights.h"

#include <algorithm>
#include <set>

namespace netsmith::interop {
namespace {

Json parsedConfig(const std::string& text)
{
    auto json = readJson(text);
    if (!json)
        refuse(NS_MESSAGE("keras.config", "the description of its layers is damaged; save the model again: {0}"),
               json.error().message());
    return std::move(*json);
}

/// "both/forward_lstm/lstm_cell/kernel" by a node's id instead of its layer's path: "both_1/forward_lstm/kernel". What wrappers and
/// cells are called does not matter.
std::string renamed(const std::string& name, const std::map<std::string, std::string>& idOf)
{
    for (std::size_t end = name.rfind('/'); end != std::string::npos && end > 0; end = name.rfind('/', end - 1)) {
        const auto found = idOf.find(name.substr(0, end));
        if (found == idOf.end())
            continue;
        std::string result = found->second;
        for (std::size_t begin = end + 1; begin < name.size();) {
            const std::size_t next = std::min(name.find('/', begin), name.size());
            const std::string piece = name.substr(begin, next - begin);
            if (next == name.size() || piece.starts_with("forward_") || piece.starts_with("backward_"))
                result += '/' + piece;
            begin = next + 1;
        }
        return result;
    }
    return name;
}

/// The tensors get the names of the project's nodes, so that each is found by its name.
void renameTensors(WeightFile& file, const Graph& graph, const std::map<std::string, std::string>& nodeNames)
{
    std::map<std::string, std::string> idOf;
    for (const Node& node : graph.nodes)
        if (const auto found = nodeNames.find(node.id); found != nodeNames.end() && node.shares.empty())
            if (const LayerSpec* spec = catalog().layers->find(node.layer); spec && spec->hasWeights())
                idOf.emplace(found->second, node.id);
    std::set<std::string> taken;
    for (const WeightTensor& tensor : file.tensors)
        taken.insert(tensor.name);
    for (WeightTensor& tensor : file.tensors)
        if (std::string name = renamed(tensor.name, idOf); taken.insert(name).second)
            tensor.name = std::move(name);
}

void takeWeights(ImportedModel& model, WeightFile file, const std::map<std::string, std::string>& nodeNames,
                 const std::string& fileName, const CodeOptions& options)
{
    const Project& project = model.project;
    const std::vector<FieldType> fields = options.fieldsOf ? options.fieldsOf(project.data) : std::vector<FieldType>();
    const CheckedProject checked(project, catalog(), fields);
    for (const Problem& problem : checked.problems())
        if (problem.severity == Severity::error)
            throw Error(ErrorKind::input, problem.message);
    renameTensors(file, project.graph, nodeNames);
    const std::vector<LayerWeight> weights = layerWeightsOf(checked);
    if (weights.empty())
        return;
    const Matching matching = matchWeights(file, weights);
    if (const auto problem = matching.problem(fileName))
        throw Error(ErrorKind::input, *problem);
    for (const WeightRow& row : matching.rows) {
        if (!row.isFound())
            refuse(NS_MESSAGE("keras.weight",
                              "the file's weights for {0} have another shape than its layers say; save the model again"),
                   row.weight.id());
        model.weights.push_back({row.weight.layer + '.' + row.weight.name, row.weight.shape, numbersOf(file, row)});
    }
    // Layers that use another one's weights have statistics of their own, and Keras's do not.
    for (const Node& node : project.graph.nodes)
        for (const WeightRow& row : matching.rows)
            if (!row.weight.kind && !node.shares.empty() && row.weight.layer == node.shares)
                model.weights.push_back({node.id + '.' + row.weight.name, row.weight.shape, numbersOf(file, row)});
    const std::vector<Message> notes = matching.notes();
    model.notes.insert(model.notes.end(), file.notes.begin(), file.notes.end());
    model.notes.insert(model.notes.end(), notes.begin(), notes.end());
}

} // namespace

ImportedModel importKerasConfig(const KerasConfig& config, const CodeOptions& options, code::Reading& reading)
{
    if (config.version.starts_with("1."))
        refuse(
            NS_MESSAGE("keras.version", "Keras {0} saved it, whose layers have other arguments; save it again with Keras 2 or 3"),
            config.version);
    const Json description = parsedConfig(config.model);
    reading.network.inputShape = options.inputShape;
    reading.network.hasWeights = true;
    KerasConfigReader reader(reading, config.version);
    reader.readModel(description);
    if (!config.training.empty())
        reader.readTraining(parsedConfig(config.training));
    else if (const auto compiled = description.find("compile_config"); description.is_object() && compiled != description.end())
        reader.readTraining(*compiled);
    return code::modelFrom(reading, options);
}

ImportedModel importKerasFile(const std::filesystem::path& path, const CodeOptions& options)
{
    const MappedFile file = mapFile(path).take();
    const std::string name = path.filename().string();
    const auto config = kerasConfig(file, name).take();
    if (!config)
        refuse(NS_MESSAGE("keras.weights_only",
                          "it holds the weights of a model and not its layers; import the program that makes the model, and name "
                          "this file as its weights"));
    const auto reading = std::make_unique<code::Reading>();
    ImportedModel model = importKerasConfig(*config, options, *reading);
    if (model.project.data.source == "image_folder" && model.project.data.divide == 0.0)
        model.notes.emplace_back(
            NS_MESSAGE("keras.pixels",
                       "pictures are divided by 255; if the model was trained with pixels from 0 to 255, set data.divide to 1"));
    takeWeights(model, (isHdf5(file.all()) ? readKerasH5(file, name) : readKerasArchive(file, name)).take(), reading->nodeNames,
                name, options);
    return model;
}

} // namespace netsmith::interop

#include "tests/engine/train/tiny_training.h"

#include "engine/core/files/safe_file.h"
#include "engine/core/philox.h"

namespace netsmith::test {
namespace {

Node node(std::string id, std::string layer, ParameterMap parameters = {})
{
    return {.id = std::move(id), .layer = std::move(layer), .version = 1, .title = {}, .parameters = std::move(parameters)};
}

data::DataSplit tinySplit(std::int64_t count, std::uint64_t seed)
{
    auto [image, pixels] = data::makeField({.name = "image", .type = DataType::u8, .shape = {4, 4, 1}}, count);
    auto [label, classes] = data::makeField({.name = "label", .type = DataType::u8, .shape = {}, .classes = 3}, count);
    RandomStream random(seed, 0);
    for (std::int64_t i = 0; i < count; ++i) {
        const std::uint32_t which = random.below(3);
        classes[i] = static_cast<std::byte>(which);
        for (std::int64_t p = 0; p < 16; ++p) // a brighter row shows the class
            pixels[i * 16 + p] = static_cast<std::byte>(random.below(128) + (p / 4 == static_cast<std::int64_t>(which) ? 100 : 0));
    }
    return {{std::move(image), std::move(label)}};
}

} // namespace

Project tinyProject()
{
    Project project;
    project.title = "tiny";
    project.graph.nodes = {node("input_1", "input", {{"shape", std::vector<std::int64_t>{4, 4, 1}}}),
                           node("flatten_1", "flatten"),
                           node("dense_1", "dense", {{"units", std::int64_t{6}}, {"activation", std::string("tanh")}}),
                           node("batch_normalization_1", "batch_normalization"),
                           node("dropout_1", "dropout", {{"rate", 0.25}}),
                           node("dense_2", "dense", {{"units", std::int64_t{3}}, {"activation", std::string("softmax")}})};
    for (std::size_t i = 1; i < project.graph.nodes.size(); ++i)
        project.graph.edges.push_back(
            {{project.graph.nodes[i - 1].id, "output"}, {project.graph.nodes[i].id, "input"}, Json::object()});
    project.data.source = "tiny";
    project.training.epochs = 3;
    project.training.batch = 5;
    project.training.optimizer.parameters = {{"learning_rate", 0.02}};
    project.training.schedule = {"cosine", {{"warmup_ratio", 0.2}}};
    project.training.keepCheckpoints = 2;
    return project;
}

Project withoutBatchNorm()
{
    Project project = tinyProject();
    Graph& graph = project.graph;
    std::erase_if(graph.nodes, [](const Node& each) { return each.layer == "batch_normalization"; });
    graph.edges.clear();
    for (std::size_t i = 1; i < graph.nodes.size(); ++i)
        graph.edges.push_back({{graph.nodes[i - 1].id, "output"}, {graph.nodes[i].id, "input"}, Json::object()});
    return project;
}

train::LoadedData tinyData(std::int64_t trainCount, std::int64_t testCount)
{
    train::LoadedData loaded;
    loaded.set.id = "tiny";
    loaded.set.origin = Message(NS_MESSAGE("test.origin", "tiny images"));
    loaded.set.train = tinySplit(trainCount, 1);
    if (testCount > 0)
        loaded.set.test = tinySplit(testCount, 2);
    loaded.words = loaded.set.origin;
    return loaded;
}

train::TrainOptions optionsFor(const std::filesystem::path& folder)
{
    train::TrainOptions options;
    options.runFolder = folder;
    return options;
}

train::DoneEvent trainTiny(const std::string& device, train::TrainOptions options, Project project)
{
    return trainTiny(*backendFor(device).take(), std::move(options), std::move(project));
}

train::DoneEvent trainTiny(Backend& backend, train::TrainOptions options, Project project)
{
    project.training.device = backend.devices().front().id;
    return train::Trainer(std::move(project), tinyData(), backend, std::move(options)).run();
}

train::DoneEvent trainUntil(const std::string& device, std::int64_t steps, train::TrainOptions options, Project project)
{
    return trainUntil(*backendFor(device).take(), steps, std::move(options), std::move(project));
}

train::DoneEvent trainUntil(Backend& backend, std::int64_t steps, train::TrainOptions options, Project project)
{
    std::stop_source stop;
    options.stop = stop.get_token();
    options.stepsPerLaunch = 1;
    options.events.start = [&](const train::StartEvent&) {
        if (steps == 0)
            stop.request_stop();
    };
    options.events.step = [&](const train::StepEvent& event) {
        if (event.step >= steps)
            stop.request_stop();
    };
    return trainTiny(backend, std::move(options), std::move(project));
}

std::string differsAfterResume(const std::filesystem::path& folder, const std::string& device, std::int64_t stopAt,
                               const Project& project)
{
    const std::filesystem::path whole = folder / "whole", parts = folder / "parts";
    const std::int64_t end = trainTiny(device, optionsFor(whole), project).step;
    trainUntil(device, stopAt, optionsFor(parts), project);
    train::TrainOptions resumed;
    resumed.resume = parts;
    trainTiny(device, resumed, project);
    const auto files = [&](const std::filesystem::path& run) {
        const std::filesystem::path checkpoint = CheckpointStore(run / "checkpoints").at(end);
        return std::vector{run / "metrics.csv", checkpoint / "weights.safetensors", checkpoint / "optimizer.safetensors",
                           checkpoint / "state.json"};
    };
    for (std::size_t i = 0; i < files(whole).size(); ++i)
        if (contentOf(files(whole)[i]) != contentOf(files(parts)[i]))
            return files(parts)[i].string();
    return {};
}

std::vector<std::vector<std::string>> tableOf(const std::filesystem::path& path)
{
    std::vector<std::vector<std::string>> rows;
    std::istringstream text(contentOf(path));
    for (std::string line; std::getline(text, line);) {
        rows.emplace_back();
        std::istringstream row(line + ',');
        for (std::string field; std::getline(row, field, ',');)
            rows.back().push_back(field);
    }
    return rows;
}

void keepTheNewest(const std::filesystem::path& run)
{
    const HeldCheckpoints store(openRun(run).take(), RunFolder::checkpointsName);
    store.removeAllBut(std::vector{store.steps().back()});
}

Arrays arraysOf(const SafetensorsFile& file)
{
    Arrays out;
    for (const TensorView& array : file.tensors) {
        std::vector<double>& values = out[std::string(array.name)];
        const std::size_t size = sizeOf(array.type);
        for (std::size_t at = 0; at < array.bytes.size(); at += size) {
            double wide = 0.0;
            float narrow = 0.0f;
            std::memcpy(size == 8 ? static_cast<void*>(&wide) : &narrow, array.bytes.data() + at, size);
            values.push_back(size == 8 ? wide : static_cast<double>(narrow));
        }
    }
    return out;
}

Checkpoint checkpointOf(const std::filesystem::path& run, std::int64_t step)
{
    return readCheckpoint(CheckpointStore(run / "checkpoints").at(step)).take();
}

std::string contentOf(const std::filesystem::path& path)
{
    return readTextFile(path).take();
}

bool mentions(const Error& error, std::string_view words)
{
    return std::string_view(error.what()).find(words) != std::string_view::npos;
}

bool hasBackend(const std::string& device)
{
    return backendFor(device).hasValue();
}

} // namespace netsmith::test

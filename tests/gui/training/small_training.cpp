#include "tests/gui/training/small_training.h"

#include "engine/data/sources/synthetic_digits.h"

#include <algorithm>
#include <fstream>

namespace netsmith::test {
namespace {

constexpr std::uint64_t seed = 20;

void writeIdx(const std::filesystem::path& path, const data::Field& field, std::initializer_list<std::int64_t> sizes)
{
    std::ofstream file(path, std::ios::binary);
    const char magic[] = {0, 0, 8, static_cast<char>(sizes.size())};
    file.write(magic, 4);
    for (const std::int64_t size : sizes)
        for (const int shift : {24, 16, 8, 0})
            file.put(static_cast<char>(size >> shift & 255));
    const auto bytes = field.all();
    file.write(reinterpret_cast<const char*>(bytes.data()), static_cast<std::streamsize>(bytes.size()));
}

void writeSplit(const std::filesystem::path& folder, const std::string& name, std::int64_t count, std::uint64_t first)
{
    const data::DataSplit split = data::drawDigits(count, seed, first, {});
    writeIdx(folder / (name + "-images-idx3-ubyte"), split.field("image"), {count, 28, 28});
    writeIdx(folder / (name + "-labels-idx1-ubyte"), split.field("label"), {count});
}

} // namespace

SmallTraining::SmallTraining()
{
    writeSplit(folder(), "train", trainSamples, 0);
    writeSplit(folder(), "t10k", testSamples, trainSamples);
}

std::vector<std::filesystem::path> SmallTraining::runs() const
{
    std::vector<std::filesystem::path> runs;
    std::error_code error;
    for (const auto& entry : std::filesystem::directory_iterator(folder() / "runs", error))
        if (entry.path().filename().native().front() != '.') // files of the store itself
            runs.push_back(entry.path());
    std::ranges::sort(runs);
    return runs;
}

Project smallProject(std::int64_t epochs)
{
    const auto node = [](std::string id, std::string layer, ParameterMap parameters = {}) {
        return Node{.id = std::move(id), .layer = std::move(layer), .version = 1, .title = {}, .parameters = std::move(parameters)};
    };
    Project project;
    project.title = "small";
    project.graph.nodes = {node("input_1", "input", {{"shape", std::vector<std::int64_t>{28, 28, 1}}}),
                           node("flatten_1", "flatten"),
                           node("dense_1", "dense", {{"units", std::int64_t{10}}, {"activation", std::string("softmax")}})};
    for (std::size_t i = 1; i < project.graph.nodes.size(); ++i)
        project.graph.edges.push_back(
            {{project.graph.nodes[i - 1].id, "output"}, {project.graph.nodes[i].id, "input"}, Json::object()});
    project.training.device = "reference";
    project.training.epochs = epochs;
    project.training.batch = SmallTraining::batch;
    return project;
}

Project deepProject()
{
    Project project = smallProject(1);
    const auto dense = [](std::string id) {
        return Node{.id = std::move(id), .layer = "dense", .version = 1, .title = {}, .parameters = {{"units", std::int64_t{16}}}};
    };
    project.graph.nodes.insert(project.graph.nodes.end() - 1, {dense("hidden"), dense("deeper")});
    project.graph.edges.clear();
    for (std::size_t i = 1; i < project.graph.nodes.size(); ++i)
        project.graph.edges.push_back(
            {{project.graph.nodes[i - 1].id, "output"}, {project.graph.nodes[i].id, "input"}, Json::object()});
    return project;
}

std::vector<data::Field> oneDigit()
{
    return {data::drawDigits(1, seed, 1000, {}).field("image")};
}

} // namespace netsmith::test

#include "tests/engine/train/tiny_series.h"

#include "engine/core/files/safe_file.h"

namespace netsmith::test {

std::string seriesRow(int row)
{
    return std::to_string(row) + "," + std::to_string(100 * (row * row % 7)) + "\n";
}

Project tinySeriesProject(const std::filesystem::path& folder)
{
    std::string table = "load,wind\n";
    for (int row = 0; row < 40; ++row)
        table += seriesRow(row);
    writeFileSafely(folder / "series.csv", table).take();
    const auto node = [](std::string id, std::string layer, ParameterMap parameters = {}) {
        return Node{.id = std::move(id), .layer = std::move(layer), .version = 1, .title = {}, .parameters = std::move(parameters)};
    };
    Project project;
    project.title = "tiny series";
    project.graph.nodes = {node("input_1", "input", {{"shape", std::vector<std::int64_t>{3, 2}}, {"field", std::string("series")}}),
                           node("flatten_1", "flatten"), node("dense_1", "dense", {{"units", std::int64_t{2}}})};
    project.graph.edges = {{{"input_1", "output"}, {"flatten_1", "input"}, Json::object()},
                           {{"flatten_1", "output"}, {"dense_1", "input"}, Json::object()}};
    project.data.source = "series";
    project.data.path = (folder / "series.csv").string();
    project.data.parameters = {
        {"window", std::int64_t{3}}, {"horizon", std::int64_t{2}}, {"target", std::string("load")}, {"validation", 0.25}};
    Objective& objective = project.training.objectives[0];
    objective.target = "target";
    objective.loss = {"mean_squared_error", {}};
    objective.metrics = {{"root_mean_squared_error", {}}};
    project.training.epochs = 1;
    project.training.batch = 4;
    return project;
}

} // namespace netsmith::test

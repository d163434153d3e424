#include "tests/engine/train/tiny_text.h"

#include "engine/core/files/safe_file.h"

namespace netsmith::test {

std::string tinyText(int repetitions)
{
    std::string text;
    for (int i = 0; i < repetitions; ++i)
        text += "hello, world!\n";
    return text;
}

Project tinyTextProject(const std::filesystem::path& folder, bool everyNext)
{
    const std::filesystem::path path = folder / "hello.txt";
    writeFileSafely(path, tinyText()).take();
    const auto node = [](std::string id, std::string layer, ParameterMap parameters = {}) {
        return Node{.id = std::move(id), .layer = std::move(layer), .version = 1, .title = {}, .parameters = std::move(parameters)};
    };
    Project project;
    project.title = "tiny text";
    const std::int64_t tokens = 2 + 11; // h e l o , space w r d ! and the line break
    project.graph.nodes = {node("input_1", "input", {{"shape", std::vector<std::int64_t>{4}}, {"field", std::string("text")}}),
                           node("embedding_1", "embedding", {{"input_dim", tokens}, {"output_dim", std::int64_t{6}}}),
                           node("flatten_1", "flatten"),
                           node("dense_1", "dense", {{"units", tokens}, {"activation", std::string("softmax")}})};
    if (everyNext)
        project.graph.nodes.erase(project.graph.nodes.begin() + 2);
    for (std::size_t i = 1; i < project.graph.nodes.size(); ++i)
        project.graph.edges.push_back(
            {{project.graph.nodes[i - 1].id, "output"}, {project.graph.nodes[i].id, "input"}, Json::object()});
    project.data.source = "text_file";
    project.data.path = path.string();
    project.data.parameters = {{"window", std::int64_t{4}}, {"step", std::int64_t{1}}, {"validation", 0.25}};
    if (everyNext)
        project.data.parameters["target"] = std::string("next_tokens");
    project.training.objectives[0].target = "next";
    project.training.epochs = 3;
    project.training.batch = 16;
    project.training.optimizer.parameters = {{"learning_rate", 0.05}};
    return project;
}

} // namespace netsmith::test

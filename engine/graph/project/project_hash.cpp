#include "engine/graph/project/project_hash.h"

#include "engine/core/files/safe_file.h"
#include "engine/graph/json/json_text.h"

#include <span>

namespace netsmith {
namespace {

/// The hash of parts of a project's file, in which the same content is always written the same way.
std::string hashOf(const Project& project, std::initializer_list<const char*> parts)
{
    const Json file = readJson(toJson(project)).take();
    std::string text;
    for (const char* part : parts)
        text += file.at(part).dump() + '\n';
    return sha256(std::as_bytes(std::span(text)));
}

} // namespace

Graph trainedPart(const Graph& graph)
{
    Graph out;
    const auto add = [](const auto& from, auto& to) {
        for (const Node& node : from.nodes)
            to.nodes.push_back({.id = node.id,
                                .layer = node.layer,
                                .version = node.version,
                                .title = {},
                                .parameters = node.parameters,
                                .shares = node.shares});
        for (const Edge& edge : from.edges)
            to.edges.push_back({.from = edge.from, .to = edge.to});
    };
    add(graph, out);
    for (const Block& block : graph.blocks) {
        out.blocks.push_back({.id = block.id, .title = {}, .nodes = {}, .edges = {}});
        add(block, out.blocks.back());
    }
    return out;
}

std::string graphHash(const Graph& graph)
{
    Project project;
    project.graph = trainedPart(graph);
    return hashOf(project, {"graph"});
}

std::string settingsHash(const Project& project)
{
    Project plain;
    plain.data = project.data;
    plain.data.path.clear();
    plain.data.validationFile.clear();
    plain.training = project.training;
    plain.training.seed = 0;
    plain.training.device.clear();
    plain.training.keepCheckpoints = 0;
    plain.training.checkpointEvery = 0;
    return hashOf(plain, {"data", "training"});
}

} // namespace netsmith

#pragma once

#include "engine/catalog/catalog.h"
#include "engine/twin/twin.h"
#include "tests/engine/train/tiny_training.h"

#include <algorithm>
#include <memory>
#include <string>

namespace netsmith::test {

/// Two layers side by side; the output of the second is almost 0, and so is its gradient.
inline Project underflowingProject()
{
    Project project = tinyProject();
    Graph& graph = project.graph;
    graph = Graph{};
    const auto add = [&](std::string id, std::string layer, ParameterMap parameters, const std::vector<std::string>& from) {
        Node node;
        node.id = id;
        node.layer = std::move(layer);
        node.parameters = std::move(parameters);
        for (const std::string& source : from)
            graph.edges.push_back({{source, "output"}, {id, node.layer == "add" ? "inputs" : "input"}, Json::object()});
        graph.nodes.push_back(std::move(node));
    };
    const ParameterMap six{{"units", std::int64_t{6}}, {"activation", std::string("tanh")}};
    add("input_1", "input", {{"shape", std::vector<std::int64_t>{4, 4, 1}}}, {});
    add("flatten_1", "flatten", {}, {"input_1"});
    add("plain", "dense", six, {"flatten_1"});
    add("faint", "dense", six, {"flatten_1"});
    add("rescaling_1", "rescaling", {{"scale", 1e-8}}, {"faint"});
    add("add_1", "add", {}, {"plain", "rescaling_1"});
    add("last", "dense", {{"units", std::int64_t{3}}, {"activation", std::string("softmax")}}, {"add_1"});
    project.training.lossScale = 1.0;
    return project;
}

inline std::unique_ptr<twin::Twin> twinOf(const std::string& device, Project project, std::string precision)
{
    Backend& backend = *backendFor(device).take();
    project.training.device = backend.devices().front().id;
    return std::make_unique<twin::Twin>(std::move(project), tinyData(), backend,
                                        twin::TwinOptions{.format = twin::TwinFormat::named(precision)});
}

inline const twin::TwinLayer& layerOf(const twin::TwinMoment& moment, std::string_view node)
{
    return *std::ranges::find(moment.layers, node, &twin::TwinLayer::node);
}

} // namespace netsmith::test

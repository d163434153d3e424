#pragma once

#include "engine/graph/project/project.h"

#include <array>
#include <string>

namespace netsmith::test {

/// A digit classifier: a chain of this many layers, in turn dense, batch normalization, ReLU and dropout.
inline Project largeNetwork(int layers)
{
    Project project;
    Graph& graph = project.graph;
    const auto add = [&](const std::string& id, const std::string& layer, ParameterMap parameters = {}) {
        if (!graph.nodes.empty())
            graph.edges.push_back({{graph.nodes.back().id, "output"}, {id, "input"}});
        graph.nodes.push_back({id, layer, 1, "", std::move(parameters), 0.0, 0.0});
    };
    add("image", "input");
    add("flat", "flatten");
    const std::array<std::string, 4> repeated{"dense", "batch_normalization", "relu", "dropout"};
    for (int i = 0; i < layers; ++i) {
        const std::string& layer = repeated[static_cast<std::size_t>(i) % repeated.size()];
        add(layer + "_" + std::to_string(i / 4 + 1), layer,
            i % 4 == 0 ? ParameterMap{{"units", std::int64_t{16}}} : ParameterMap());
    }
    add("classes", "dense", {{"units", std::int64_t{10}}});
    project.data.source = "synthetic_digits";
    project.training.device = "cpu";
    return project;
}

/// The dense layer in the middle of it.
inline std::string middleOf(int layers)
{
    return "dense_" + std::to_string(layers / 8 + 1);
}

} // namespace netsmith::test

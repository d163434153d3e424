#pragma once

#include "engine/graph/project/project.h"

#include <string>
#include <vector>

namespace netsmith::test {

inline Node node(std::string id, std::string layer, ParameterMap parameters = {})
{
    return {.id = std::move(id), .layer = std::move(layer), .version = 1, .title = {}, .parameters = std::move(parameters)};
}

/// A chain of layers on one field, trained for two dozen epochs.
inline Project chain(const std::vector<Node>& nodes, const std::string& target, const std::string& loss, const std::string& metric)
{
    Project project;
    project.title = "asked";
    project.graph.nodes = nodes;
    for (std::size_t i = 1; i < nodes.size(); ++i)
        project.graph.edges.push_back({{nodes[i - 1].id, "output"}, {nodes[i].id, "input"}, Json::object()});
    Objective objective;
    objective.target = target;
    objective.loss = {loss, {}};
    objective.metrics = {{metric, {}}};
    project.training.objectives = {objective};
    project.training.device = "reference";
    project.training.epochs = 24;
    project.training.batch = 16;
    project.training.optimizer.parameters = {{"learning_rate", 0.02}};
    project.data.validation = "test";
    return project;
}

} // namespace netsmith::test

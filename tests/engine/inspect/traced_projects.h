#pragma once

#include "engine/inspect/tracing/step_tracer.h"
#include "tests/engine/train/tiny_training.h"

#include <algorithm>
#include <memory>

namespace netsmith::test {

/// Without random draws, trained by plain SGD.
inline Project plainProject(double rate = 0.1)
{
    Project project = withoutBatchNorm();
    std::erase_if(project.graph.nodes, [](const Node& node) { return node.layer == "dropout"; });
    project.graph.edges.clear();
    for (std::size_t i = 1; i < project.graph.nodes.size(); ++i)
        project.graph.edges.push_back(
            {{project.graph.nodes[i - 1].id, "output"}, {project.graph.nodes[i].id, "input"}, Json::object()});
    project.training.optimizer = {"sgd", {{"learning_rate", rate}}};
    project.training.schedule = {"constant", {}};
    return project;
}

inline std::unique_ptr<inspect::StepTracer> tracerOf(Project project, const std::string& device)
{
    project.training.device = backendFor(device).take()->devices().front().id;
    return std::make_unique<inspect::StepTracer>(project, tinyData(), *backendFor(device).take());
}

inline const inspect::TracedLayer& layerOf(const inspect::TracedStep& step, const std::string& node)
{
    return *std::ranges::find(step.layers, node, &inspect::TracedLayer::node);
}

} // namespace netsmith::test

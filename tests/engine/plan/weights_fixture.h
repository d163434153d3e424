#pragma once

#include "tests/engine/plan/training_fixture.h"

#include <QtTest>

#include <algorithm>

/// Small networks for tests of their weights.
namespace netsmith::test {

using Sizes = std::vector<std::int64_t>;

/// input → stem (conv2d) → norm → relu → body (conv2d) → pooling → head (dense) → softmax.
inline Project smallProject()
{
    Project project = sample("mnist_cnn");
    project.graph = Graph{};
    std::string last;
    const auto add = [&](std::string id, std::string layer, ParameterMap parameters) {
        project.graph.nodes.push_back({.id = id, .layer = std::move(layer), .title = {}, .parameters = std::move(parameters)});
        if (!last.empty())
            project.graph.edges.push_back({{last, "output"}, {id, "input"}, Json::object()});
        last = std::move(id);
    };
    add("input_1", "input", {{"shape", Sizes{28, 28, 1}}});
    add("stem", "conv2d", {{"filters", std::int64_t{4}}, {"strides", Sizes{4, 4}}, {"padding", std::string("same")}});
    add("norm", "batch_normalization", {});
    add("relu_1", "relu", {});
    add("body", "conv2d", {{"filters", std::int64_t{6}}, {"padding", std::string("same")}});
    add("pool", "global_average_pooling2d", {});
    add("head", "dense", {{"units", std::int64_t{10}}});
    add("softmax_1", "softmax", {});
    return project;
}

/// The same with a second body after the first, with the same weights.
inline Project sharingProject()
{
    Project project = smallProject();
    for (const char* id : {"stem", "body"})
        project.graph.find(id)->parameters["activation"] = std::string("tanh");
    project.graph.find("stem")->parameters["filters"] = std::int64_t{3};
    project.graph.find("body")->parameters["filters"] = std::int64_t{3};
    std::erase_if(project.graph.nodes, [](const Node& node) { return node.id == "norm" || node.id == "relu_1"; });
    Node twin = *project.graph.find("body");
    twin.id = "twin";
    twin.shares = "body";
    project.graph.nodes.push_back(twin);
    project.graph.edges.clear();
    const std::vector<std::string> chain{"input_1", "stem", "body", "twin", "pool", "head", "softmax_1"};
    for (std::size_t i = 0; i + 1 < chain.size(); ++i)
        project.graph.edges.push_back({{chain[i], "output"}, {chain[i + 1], "input"}, Json::object()});
    project.training.optimizer = {"sgd", {}, Json::object()};
    return project;
}

inline LogicalPlan planOf(const Project& project)
{
    return buildPlan({project, catalog(), fieldsOf(project)}, {.batch = 8});
}

inline int countOps(const LogicalPlan& plan, std::string_view op)
{
    return static_cast<int>(
        std::ranges::count_if(plan.program(programs::forwardBackward).ops, [&](const Op& each) { return each.spec->name == op; }));
}

/// The numbers of one parameter or statistic in an arena with its layout.
inline std::vector<double> partOf(SmallTraining& training, Arena arena, std::string_view id)
{
    const bool isStatistic = arena == Arena::statistics;
    const Segment& segment = *(isStatistic ? training.plan().statistics : training.plan().parameters).find(id);
    const std::vector<double> all = training.arena(arena);
    return {all.begin() + segment.offset, all.begin() + segment.offset + segment.elements()};
}

inline void addDevices()
{
    QTest::addColumn<QString>("device");
    QTest::newRow("reference") << "reference";
    QTest::newRow("cpu") << "cpu";
}

} // namespace netsmith::test

#include "engine/interop/onnx/onnx_order.h"

#include <algorithm>
#include <functional>
#include <queue>
#include <set>
#include <string_view>
#include <unordered_map>
#include <utility>

namespace netsmith::interop {
namespace {

using Names = std::set<std::string, std::less<>>;
constexpr std::ptrdiff_t noNode = -1; // what defines inputs and initializers

/// Which node computes each value of a graph; throws where two do.
std::unordered_map<std::string_view, std::ptrdiff_t> definitions(const OnnxGraph& graph, const std::string& file)
{
    std::unordered_map<std::string_view, std::ptrdiff_t> makers;
    const auto define = [&](std::string_view value, std::ptrdiff_t maker) {
        if (!makers.emplace(value, maker).second)
            refuse(NS_MESSAGE("onnx.twice", "{0} defines the value \"{1}\" twice; export the model again"), file, value);
    };
    for (const OnnxTensor& tensor : graph.initializers)
        define(tensor.name, noNode);
    Names inputs;
    for (const OnnxValue& input : graph.inputs) {
        if (!inputs.insert(input.name).second)
            refuse(NS_MESSAGE("onnx.input_twice", "{0} has two inputs \"{1}\"; export the model again"), file, input.name);
        makers.emplace(input.name, noNode); // an initializer of the same name is its default
    }
    for (std::size_t i = 0; i < graph.nodes.size(); ++i)
        for (const std::string& output : graph.nodes[i].outputs)
            if (!output.empty())
                define(output, static_cast<std::ptrdiff_t>(i));
    return makers;
}

/// A node of a cycle, given the nodes that use each one's outputs and, for each, how many of its inputs can't be computed.
std::size_t inCycle(const std::vector<std::vector<std::size_t>>& users, const std::vector<std::size_t>& waitsFor)
{
    std::vector<std::size_t> needs(users.size(), 0); // one that it waits for
    std::size_t node = 0;
    for (std::size_t i = 0; i < users.size(); ++i)
        for (const std::size_t user : users[i])
            if (waitsFor[i] > 0 && waitsFor[user] > 0)
                needs[node = user] = i;
    for (std::size_t step = 0; step < users.size(); ++step) // backwards; a node before the cycle can be computed
        node = needs[node];
    return node;
}

/// Orders a graph and returns the values that it takes from the graphs around it.
Names orderAndCapture(OnnxGraph& graph, const std::string& file)
{
    const auto makers = definitions(graph, file);
    const std::size_t count = graph.nodes.size();
    Names captured;
    std::vector<std::vector<std::size_t>> users(count);
    std::vector<std::size_t> waitsFor(count, 0);
    const auto use = [&](std::string_view value, std::size_t user) {
        const auto found = makers.find(value);
        if (found == makers.end()) {
            captured.emplace(value);
        } else if (found->second != noNode && user < count) {
            users[static_cast<std::size_t>(found->second)].push_back(user);
            ++waitsFor[user];
        }
    };
    for (std::size_t i = 0; i < count; ++i) {
        for (const std::string& input : graph.nodes[i].inputs)
            if (!input.empty())
                use(input, i);
        for (OnnxAttribute& attribute : graph.nodes[i].attributes)
            if (auto* graphs = std::get_if<std::vector<OnnxGraph>>(&attribute.value))
                for (OnnxGraph& inner : *graphs)
                    for (const std::string& value : orderAndCapture(inner, file))
                        use(value, i);
    }
    for (const OnnxValue& output : graph.outputs)
        use(output.name, count);

    // Kahn's algorithm; of the nodes that could be next, the first one in the file.
    std::priority_queue<std::size_t, std::vector<std::size_t>, std::greater<>> ready;
    for (std::size_t i = 0; i < count; ++i)
        if (waitsFor[i] == 0)
            ready.push(i);
    std::vector<std::size_t> order;
    while (!ready.empty()) {
        order.push_back(ready.top());
        ready.pop();
        for (const std::size_t user : users[order.back()])
            if (--waitsFor[user] == 0)
                ready.push(user);
    }
    if (order.size() < count) {
        refuse(NS_MESSAGE("onnx.cycle", "{0}: the node {1} needs its own output, in a cycle; export the model again"), file,
               graph.nodes[inCycle(users, waitsFor)].title());
    }
    if (!std::ranges::is_sorted(order)) {
        std::vector<OnnxNode> sorted;
        for (const std::size_t i : order)
            sorted.push_back(std::move(graph.nodes[i]));
        graph.nodes = std::move(sorted); // makers' names were views into the nodes
    }
    return captured;
}

} // namespace

void orderNodes(OnnxGraph& graph, const std::string& file)
{
    const Names missing = orderAndCapture(graph, file);
    if (!missing.empty())
        refuse(NS_MESSAGE("onnx.undefined",
                          "{0}: the value \"{1}\" is used but nothing computes it; the model is damaged: export it again"),
               file, *missing.begin());
}

} // namespace netsmith::interop

#include "engine/graph/checks/wiring.h"

#include "engine/core/name_list.h"
#include "engine/graph/checks/component.h"

#include <algorithm>
#include <unordered_set>

namespace netsmith {
namespace {

const LayerSpec* layerOf(const Node& node, const LayerRegistry& layers, std::vector<Problem>& problems)
{
    const LayerSpec* spec = layers.find(node.layer);
    if (!spec) {
        report(problems, Severity::error, node, {}, NS_MESSAGE("graph.layer", "{0}: {1}"),
               unknownComponent(ComponentKind::layer, node.layer, specsIn(layers)));
        return nullptr;
    }
    if (node.version < 1 || node.version > spec->version) {
        report(
            problems, Severity::error, node, {},
            NS_MESSAGE("graph.version",
                       "{0}: version {1} of this layer is unknown here, the newest is {2}; open the project with the Netsmith that "
                       "wrote it"),
            node.version, spec->version);
        return nullptr;
    }
    return spec;
}

int portNumber(const std::vector<PortSpec>& ports, std::string_view name)
{
    const auto found = std::ranges::find(ports, name, &PortSpec::name);
    return found == ports.end() ? -1 : static_cast<int>(found - ports.begin());
}

Message namesOf(const std::vector<PortSpec>& ports)
{
    std::string names;
    for (const PortSpec& port : ports)
        names += (names.empty() ? "" : ", ") + port.name;
    return nameList(std::move(names));
}

/// Reports an end that leads nowhere: a missing node or port.
bool endsExist(const Edge& edge, const WiredNode* from, const WiredNode* to, std::vector<Problem>& problems)
{
    if (!from && !to) {
        problems.push_back({Severity::error,
                            {},
                            {},
                            Message(NS_MESSAGE("graph.wire", "a wire joins \"{0}\" and \"{1}\", which do not exist; remove it"),
                                    edge.from.node, edge.to.node),
                            std::nullopt,
                            ProblemSubject::network});
    } else if (!from) {
        report(problems, Severity::error, *to->node, edge.to.port,
               NS_MESSAGE("graph.wire_from", "{0}: a wire comes from \"{1}\", which does not exist; remove it"), edge.from.node);
    } else if (!to) {
        report(problems, Severity::error, *from->node, edge.from.port,
               NS_MESSAGE("graph.wire_to", "{0}: a wire leads to \"{1}\", which does not exist; remove it"), edge.to.node);
    } else if (from->spec && portNumber(from->spec->outputs, edge.from.port) < 0) {
        report(problems, Severity::error, *from->node, edge.from.port,
               NS_MESSAGE("graph.output", "{0}: a wire comes from its output \"{1}\", but its outputs are: {2}"), edge.from.port,
               namesOf(from->spec->outputs));
    } else if (to->spec && portNumber(to->spec->inputs, edge.to.port) < 0) {
        report(problems, Severity::error, *to->node, edge.to.port,
               NS_MESSAGE("graph.input", "{0}: a wire leads to its input \"{1}\", but its inputs are: {2}"), edge.to.port,
               namesOf(to->spec->inputs));
    } else {
        return true;
    }
    return false;
}

/// Compares wires by their ends.
struct ByEnds {
    std::size_t operator()(const Edge* edge) const { return 31 * PortHash()(edge->from) + PortHash()(edge->to); }
    bool operator()(const Edge* one, const Edge* other) const { return one->from == other->from && one->to == other->to; }
};

} // namespace

WiredNode* Wiring::find(std::string_view id)
{
    const auto found = index.find(id);
    return found == index.end() ? nullptr : &nodes[static_cast<std::size_t>(found->second)];
}

std::vector<std::vector<int>> Wiring::successors() const
{
    std::vector<std::vector<int>> successors(nodes.size());
    for (std::size_t node = 0; node < nodes.size(); ++node)
        for (const auto& port : nodes[node].wires)
            for (const Edge* edge : port)
                successors[static_cast<std::size_t>(numberOf(edge->from.node))].push_back(static_cast<int>(node));
    return successors;
}

Wiring findNodes(const Graph& graph, const LayerRegistry& layers, bool unfolded, std::vector<Problem>& problems)
{
    Wiring wiring;
    for (const Node& node : graph.nodes) {
        if (!wiring.index.emplace(node.id, static_cast<int>(wiring.nodes.size())).second) {
            report(problems, Severity::error, node, {}, NS_MESSAGE("graph.id", "{0}: another layer also has the id \"{1}\""),
                   node.id);
            continue;
        }
        const std::string_view name =
            unfolded ? std::string_view(node.id).substr(node.id.rfind('/') + 1) : node.id; // npos + 1 is 0
        if (!isName(name))
            report(problems, Severity::error, node, {},
                   NS_MESSAGE("graph.id_name", "{0}: the id must be 1 to 64 letters, digits, _ or -, got \"{1}\""), node.id);
        WiredNode wired;
        wired.node = &node;
        wired.spec = layerOf(node, layers, problems);
        if (wired.spec) {
            wired.wires.resize(wired.spec->inputs.size());
            wired.attempted.resize(wired.spec->inputs.size());
        }
        wiring.nodes.push_back(std::move(wired));
    }
    return wiring;
}

void connectWires(const Graph& graph, Wiring& wiring, std::vector<Problem>& problems)
{
    std::unordered_set<const Edge*, ByEnds, ByEnds> seen(graph.edges.size());
    for (const Edge& edge : graph.edges) {
        const WiredNode* from = wiring.find(edge.from.node);
        WiredNode* to = wiring.find(edge.to.node);
        const int number = to && to->spec ? portNumber(to->spec->inputs, edge.to.port) : -1;
        const auto port = static_cast<std::size_t>(number);
        if (number >= 0)
            to->attempted[port] = true;
        if (!endsExist(edge, from, to, problems))
            continue;
        if (!seen.insert(&edge).second) {
            report(problems, Severity::error, *to->node, edge.to.port,
                   NS_MESSAGE("graph.doubled", "{0}: two wires come from {1}; remove one"), from->node->label());
            continue;
        }
        if (number < 0)
            continue; // the layer is unknown, which was already reported
        auto& wires = to->wires[port];
        if (!wires.empty() && !to->spec->inputs[port].many) {
            const Node& holder = *wiring.find(wires[0]->from.node)->node;
            report(problems, Severity::error, *to->node, edge.to.port,
                   NS_MESSAGE("graph.occupied",
                              "{0}: its input takes one wire and already has the one from {1}, so {2} cannot be connected too; "
                              "join them with an add or concatenate layer"),
                   holder.label(), from->node->label());
            problems.back().subject = ProblemSubject::wire;
            continue;
        }
        wires.push_back(&edge);
    }
}

} // namespace netsmith

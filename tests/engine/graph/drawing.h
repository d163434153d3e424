#pragma once

#include "engine/graph/graph.h"

#include <string>

namespace netsmith::test {

/// Draws networks in a few words.
class Drawing {
public:
    /// Adds a layer and wires the outputs of `sources` into its first input.
    Drawing& add(const std::string& id, const std::string& layer, const std::vector<std::string>& sources = {},
                 const ParameterMap& parameters = {})
    {
        graph.nodes.push_back({id, layer, 1, {}, parameters});
        for (const std::string& source : sources)
            wire(source, id, layer == "add" || layer == "concatenate" ? "inputs" : "input");
        return *this;
    }
    Drawing& wire(const std::string& from, const std::string& to, const std::string& port = "input")
    {
        graph.edges.push_back({{from, "output"}, {to, port}});
        return *this;
    }

    Graph graph;
};

} // namespace netsmith::test

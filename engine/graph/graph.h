#pragma once

#include "engine/graph/specs/parameter.h"

#include <nlohmann/json.hpp>

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace netsmith {

using Json = nlohmann::ordered_json;

/// Whether a text may be an id: 1 to 64 letters, digits, _ or -. Ids name weights in checkpoints ("conv2d_1.kernel"), columns of
/// tables and settings on the command line, so they hold no dot, space or control character.
bool isName(std::string_view id);

/// A layer in a graph: its id never changes and names its weights in checkpoints; its title is for people.
struct Node {
    std::string id;
    std::string layer;
    int version = 1;
    std::string title;
    ParameterMap parameters;
    double x = 0.0;
    double y = 0.0;
    std::string shares{}; ///< whose weights it uses: a node of the same layer; empty: it has its own
    Json extra = Json::object(); ///< keys of a file that this version does not know, kept on saving

    /// `conv2d "stem"`: the layer and the title, or the id where there is no title.
    std::string label() const;
    bool operator==(const Node&) const = default;
};

struct PortRef {
    std::string node;
    std::string port;
    bool operator==(const PortRef&) const = default;
};

struct PortHash {
    std::size_t operator()(const PortRef& port) const
    {
        const std::hash<std::string> hash;
        return 31 * hash(port.node) + hash(port.port);
    }
};

struct Edge {
    PortRef from;
    PortRef to;
    Json extra = Json::object();
    bool operator==(const Edge&) const = default;
};

struct Group {
    std::string id;
    std::string title;
    std::vector<std::string> nodes;
    Json extra = Json::object();
    bool operator==(const Group&) const = default;
};

struct Note {
    std::string text;
    double x = 0.0;
    double y = 0.0;
    Json extra = Json::object();
    bool operator==(const Note&) const = default;
};

/// How a block's own end is shown inside the block; its existence follows from the wires to it.
struct BlockPort {
    std::string name;
    std::string end = "input"; ///< or "output"
    std::string title{};
    std::optional<std::pair<double, double>> position{};
    Json extra = Json::object();
    bool operator==(const BlockPort&) const = default;
};

/// A part of a network that is drawn once and used wherever a node of the layer "block" names it: see blocks.h. A wire whose end
/// has no node leads to one of the block's own ports, which thereby exist.
struct Block {
    std::string id;
    std::string title;
    std::vector<Node> nodes{};
    std::vector<Edge> edges{};
    std::vector<BlockPort> ports{}; ///< as the editor of the inside left them
    Json extra = Json::object();
    bool operator==(const Block&) const = default;
};

/// The user's drawing; may be unfinished or wrong at any time, which `validate` reports.
struct Graph {
    std::vector<Node> nodes;
    std::vector<Edge> edges;
    std::vector<Group> groups;
    std::vector<Note> notes;
    std::vector<Block> blocks;
    Json extra = Json::object();

    const Node* find(std::string_view id) const;
    Node* find(std::string_view id);
    /// The wires into a node's input port, in drawing order.
    std::vector<const Edge*> into(std::string_view node, std::string_view port) const;
    std::vector<const Edge*> outOf(std::string_view node) const;
    /// "conv2d_3": an id that no node has.
    std::string freshId(std::string_view layer) const;

    bool operator==(const Graph&) const = default;
};

} // namespace netsmith

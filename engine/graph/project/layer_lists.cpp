#include "engine/graph/project/layer_lists.h"

#include "engine/graph/blocks/block_inside.h"
#include "engine/graph/blocks/blocks.h"

#include <algorithm>
#include <optional>

namespace netsmith {
namespace {

/// The position in an entry where the name of a node of the block begins (for the network itself: 0); nothing if it leads
/// elsewhere.
std::optional<std::size_t> placeIn(const Graph& graph, std::string_view block, std::string_view entry)
{
    if (block.empty())
        return 0;
    for (std::size_t stroke = entry.find('/'); stroke != std::string_view::npos; stroke = entry.find('/', stroke + 1))
        if (const Block* found = blockAt(graph, entry.substr(0, stroke)); found && found->id == block)
            return stroke + 1;
    return std::nullopt;
}

/// An entry's part before a node of the block, that node, and what follows it with the slash; nothing as above.
struct Entry {
    std::string before, node, behind;
};
std::optional<Entry> entryIn(const Graph& graph, std::string_view block, const std::string& entry)
{
    const auto begin = placeIn(graph, block, entry);
    if (!begin)
        return std::nullopt;
    const std::size_t end = std::min(entry.find('/', *begin), entry.size());
    return Entry{entry.substr(0, *begin), entry.substr(*begin, end - *begin), entry.substr(end)};
}

} // namespace

const Node* nodeAt(const Graph& graph, std::string_view path)
{
    if (const Node* node = graph.find(path))
        return node;
    const auto isWithin = [path](const Node& node) { // an expanded block
        return node.id.size() > path.size() && node.id[path.size()] == '/' && node.id.starts_with(path);
    };
    if (const auto inner = std::ranges::find_if(graph.nodes, isWithin); inner != graph.nodes.end())
        return &*inner;
    const std::size_t stroke = path.rfind('/');
    const Block* block = stroke == std::string_view::npos ? nullptr : blockAt(graph, path.substr(0, stroke));
    if (!block)
        return nullptr;
    const auto found = std::ranges::find(block->nodes, path.substr(stroke + 1), &Node::id);
    return found == block->nodes.end() ? nullptr : &*found;
}

bool isListed(std::span<const std::string> layers, std::string_view node)
{
    return std::ranges::any_of(layers, [node](const std::string& entry) {
        return node.starts_with(entry) && (node.size() == entry.size() || node[entry.size()] == '/');
    });
}

void listInBlock(TrainingSettings& training, const Graph& graph, std::string_view around, const std::set<std::string>& nodes,
                 const std::string& made)
{
    eachLayerList(training, [&](const char*, std::vector<std::string>& layers) {
        for (std::string& entry : layers)
            if (const auto found = entryIn(graph, around, entry); found && nodes.contains(found->node))
                entry = found->before + made + '/' + found->node + found->behind;
    });
}

void listOutOfBlock(TrainingSettings& training, const Graph& graph, std::string_view around, const std::string& apart,
                    const std::map<std::string, std::string>& ids)
{
    eachLayerList(training, [&](const char*, std::vector<std::string>& list) {
        std::vector<std::string> layers;
        for (const std::string& entry : list) {
            const auto found = entryIn(graph, around, entry);
            if (!found || found->node != apart) {
                layers.push_back(entry);
            } else if (found->behind.empty()) {
                for (const auto& [was, id] : ids)
                    layers.push_back(found->before + id);
            } else if (const auto inner = entryIn(graph, {}, found->behind.substr(1)); ids.contains(inner->node)) {
                layers.push_back(found->before + ids.at(inner->node) + inner->behind);
            }
        }
        list = std::move(layers);
    });
}

void unlistRemoved(const Graph& before, Project& after)
{
    const auto isGone = [&](const std::string& entry) { return nodeAt(before, entry) && !nodeAt(after.graph, entry); };
    std::erase_if(after.training.groups,
                  [&](const ParameterGroup& group) { return !group.layers.empty() && std::ranges::all_of(group.layers, isGone); });
    eachLayerList(after.training, [&](const char*, std::vector<std::string>& layers) { std::erase_if(layers, isGone); });
}

} // namespace netsmith

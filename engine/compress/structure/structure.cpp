#include "engine/compress/structure/structure.h"

#include "engine/compress/structure/channel_walk.h"

#include <algorithm>
#include <numeric>

namespace netsmith::compress {

const ProducingLayer* Structure::layerNamed(std::string_view node) const
{
    const auto found = std::ranges::find(layers, node, &ProducingLayer::node);
    return found == layers.end() ? nullptr : &*found;
}

const UncutLayer* Structure::uncutNamed(std::string_view node) const
{
    const auto found = std::ranges::find(uncut, node, &UncutLayer::node);
    return found == uncut.end() ? nullptr : &*found;
}

std::vector<int> ChannelWalk::groupsOf(const Channels& channels, std::map<Channel, int>& numbers)
{
    std::vector<int> groups;
    groups.reserve(channels.size());
    for (const Channel channel : channels) {
        if (channel == anyChannel) {
            groups.push_back(-1);
            continue;
        }
        const int next = static_cast<int>(numbers.size());
        groups.push_back(numbers.try_emplace(m_sets.find(channel), next).first->second);
    }
    return groups;
}

Structure ChannelWalk::result()
{
    for (const std::string& id : m_fixed)
        if (const auto array = m_arrays.find(id); array != m_arrays.end())
            for (const ArrayUse& axis : array->second)
                m_sets.keep(axis.channels,
                            Message(NS_MESSAGE("compress.kept_weights", "the weights {0} are used in more than one way"), id));
    Structure out;
    std::map<Channel, int> numbers;
    for (Producer& producer : m_producers) {
        producer.layer.channels.groups = groupsOf(producer.channels, numbers);
        producer.layer.ownFilters = groupsOf(producer.ownFilters, numbers);
        out.layers.push_back(std::move(producer.layer));
    }
    for (Scale& scale : m_scales) {
        scale.layer.groups = groupsOf(scale.channels, numbers);
        out.scales.push_back(std::move(scale.layer));
    }
    for (const auto& [id, axes] : m_arrays)
        for (const ArrayUse& axis : axes)
            out.arrays[id].push_back({axis.stride, groupsOf(axis.channels, numbers)});
    out.groups.resize(numbers.size());
    for (const auto& [channel, number] : numbers)
        out.groups[static_cast<std::size_t>(number)].obstacle = m_sets.obstacle(channel);
    findSets(out);
    nameUncut(out);
    return out;
}

/// Numbers the sets of layers that have a group in common.
void ChannelWalk::findSets(Structure& out) const
{
    std::vector<int> parents(out.groups.size());
    std::iota(parents.begin(), parents.end(), 0);
    const auto find = [&](int group) {
        while (parents[static_cast<std::size_t>(group)] != group)
            group = parents[static_cast<std::size_t>(group)] =
                parents[static_cast<std::size_t>(parents[static_cast<std::size_t>(group)])];
        return group;
    };
    for (const ProducingLayer& layer : out.layers)
        for (const int group : layer.channels.groups)
            parents[static_cast<std::size_t>(find(group))] = find(layer.channels.groups.front());
    std::map<int, int> numbers;
    for (std::size_t i = 0; i < out.groups.size(); ++i) {
        const int next = static_cast<int>(numbers.size());
        out.groups[i].set = numbers.try_emplace(find(static_cast<int>(i)), next).first->second;
    }
    out.sets = static_cast<int>(numbers.size());
}

/// Layers with a number of channels as a parameter, of which none can be removed.
void ChannelWalk::nameUncut(Structure& out) const
{
    for (const std::string& id : m_project.shapes().order) {
        const Node* node = m_graph.find(id);
        const LayerSpec* spec = node ? m_project.catalog().layers->find(node->layer) : nullptr;
        if (!spec || spec->width.empty())
            continue;
        const ProducingLayer* layer = out.layerNamed(id);
        std::optional<Message> reason =
            Message(NS_MESSAGE("compress.kept_kind", "{0} is a layer whose channels can't be removed one by one"), node->label());
        if (m_ends.contains(id))
            reason = outputReason();
        for (const int group : layer && !m_ends.contains(id) ? layer->channels.groups : std::vector<int>()) {
            reason = out.groups[static_cast<std::size_t>(group)].obstacle;
            if (!reason)
                break;
        }
        if (reason)
            out.uncut.push_back({id, *reason});
    }
}

Structure structureOf(const CheckedProject& project)
{
    return ChannelWalk(project).run();
}

} // namespace netsmith::compress

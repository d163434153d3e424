#include "engine/compress/shrink/removal.h"

#include "engine/core/error.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

namespace netsmith::compress {
namespace {

/// The sets of the layers that may be cut: of those named.
std::set<int> setsToCut(const Structure& structure, std::span<const std::string> layers)
{
    std::set<int> sets;
    for (const std::string& name : layers)
        sets.insert(setOfLayer(structure, name));
    return sets;
}

} // namespace

std::string_view idOf(Scope scope)
{
    return scope == Scope::global ? "global" : "layer";
}

Scope scopeNamed(std::string_view id)
{
    if (id != idOf(Scope::global) && id != idOf(Scope::layer))
        refuse(NS_MESSAGE("compress.scope",
                          "there is no scope \"{0}\"; channels are compared within each layer (layer) or in the "
                          "whole network (global)"),
               id);
    return id == idOf(Scope::global) ? Scope::global : Scope::layer;
}

void requireShare(double share)
{
    if (!(share > 0.0 && share < 1.0))
        throw Error(ErrorKind::usage, NS_MESSAGE("compress.share", "expected a share above 0 and below 1, such as 0.5, got {0}"),
                    share);
}

int setOfLayer(const Structure& structure, const std::string& layer)
{
    const ProducingLayer* found = structure.layerNamed(layer);
    if (const UncutLayer* uncut = structure.uncutNamed(layer))
        refuse(NS_MESSAGE("compress.layer_kept", "the channels of \"{0}\" can't be removed: {1}"), layer, uncut->reason);
    if (!found) {
        std::string names;
        for (const ProducingLayer& each : structure.layers)
            if (!structure.uncutNamed(each.node))
                names += (names.empty() ? "" : ", ") + each.node;
        refuse(NS_MESSAGE("compress.layer", "there is no layer \"{0}\" whose channels can be removed; there are: {1}"), layer,
               names.empty() ? std::string("–") : names);
    }
    return structure.groups[static_cast<std::size_t>(found->channels.groups.front())].set;
}

std::int64_t channelsLeftOf(std::int64_t size, std::int64_t count, std::int64_t multiple)
{
    while (multiple > 1 && 4 * multiple > size)
        multiple /= 2;
    return std::min((size - count + multiple - 1) / multiple * multiple, size);
}

RemovalOrder::RemovalOrder(const Structure& structure, std::span<const double> importance, Scope scope,
                           std::span<const std::string> layers, std::int64_t multiple)
    : m_multiple(multiple)
{
    const std::set<int> sets = setsToCut(structure, layers);
    std::vector<std::map<std::size_t, std::int64_t>> members(structure.groups.size()); // how many channels of which layer
    std::vector<std::int64_t> left;
    for (std::size_t i = 0; i < structure.layers.size(); ++i) {
        const std::vector<int>& groups = structure.layers[i].channels.groups;
        left.push_back(std::ssize(groups));
        for (const int group : groups)
            ++members[static_cast<std::size_t>(group)][i];
    }
    std::vector<int> candidates;
    for (std::size_t i = 0; i < members.size(); ++i) {
        m_sets.push_back(structure.groups[i].set);
        if (!members[i].empty())
            ++m_setSizes[structure.groups[i].set];
        if (!structure.groups[i].obstacle && !members[i].empty() && !std::isnan(importance[i])
            && (layers.empty() || sets.contains(structure.groups[i].set)))
            candidates.push_back(static_cast<int>(i));
    }
    m_candidates = std::ssize(candidates);
    std::ranges::stable_sort(candidates, {}, [&](int group) { return importance[static_cast<std::size_t>(group)]; });

    std::map<int, std::size_t> queues;
    for (const int group : candidates) {
        const auto of = static_cast<std::size_t>(group);
        const int key = scope == Scope::global ? 0 : structure.groups[of].set;
        const auto [queue, isNew] = queues.try_emplace(key, m_queues.size());
        if (isNew)
            m_queues.push_back({.set = key});
        ++m_queues[queue->second].candidates;
        if (std::ranges::any_of(members[of], [&](const auto& member) { return left[member.first] <= member.second; }))
            continue; // it would leave a layer without any
        for (const auto& [layer, count] : members[of])
            left[layer] -= count;
        m_queues[queue->second].order.push_back(group);
    }
    if (std::ranges::all_of(m_queues, [](const Queue& queue) { return queue.order.empty(); }))
        refuse(
            NS_MESSAGE("compress.no_channels",
                       "this network has no channels to remove by this criterion: those of its layers are inputs, outputs or the "
                       "only ones, or belong to layers that can't be cut"));
}

std::vector<bool> RemovalOrder::removed(std::int64_t count) const
{
    std::vector<bool> gone(m_sets.size(), false);
    for (const Queue& queue : m_queues)
        remove(gone, queue, count * queue.candidates / m_candidates);
    return gone;
}

std::vector<bool> RemovalOrder::removedShare(double share) const
{
    requireShare(share);
    std::vector<bool> gone = removed(std::llround(share * static_cast<double>(m_candidates)));
    if (std::ranges::find(gone, true) == gone.end() && m_multiple > 1)
        throw Error(
            ErrorKind::usage,
            NS_MESSAGE("compress.share_multiple",
                       "a share of {0} removes no channel while multiples of {1} are left; name a larger share, or a smaller "
                       "multiple"),
            share, m_multiple);
    if (std::ranges::find(gone, true) == gone.end())
        throw Error(ErrorKind::usage,
                    NS_MESSAGE("compress.share_small",
                               "a share of {0} of these {1:channel|channels} removes none of them; name a larger share"),
                    share, m_candidates);
    return gone;
}

const RemovalOrder::Queue* RemovalOrder::queueOf(int set) const
{
    const auto found = std::ranges::find(m_queues, set, &Queue::set);
    return found == m_queues.end() ? nullptr : &*found;
}

void RemovalOrder::remove(std::vector<bool>& gone, const Queue& queue, std::int64_t count) const
{
    const auto asked = std::span(queue.order).first(static_cast<std::size_t>(std::min(count, std::ssize(queue.order))));
    std::map<int, std::int64_t> going; // of each set
    for (const int group : asked)
        ++going[m_sets[static_cast<std::size_t>(group)]];
    for (auto& [set, number] : going)
        number = m_setSizes.at(set) - channelsLeftOf(m_setSizes.at(set), number, m_multiple);
    for (const int group : asked)
        if (going[m_sets[static_cast<std::size_t>(group)]]-- > 0)
            gone[static_cast<std::size_t>(group)] = true;
}

std::int64_t RemovalOrder::candidatesOf(int set) const
{
    const Queue* queue = queueOf(set);
    return queue ? queue->candidates : 0;
}

std::int64_t RemovalOrder::removableOf(int set) const
{
    const Queue* queue = queueOf(set);
    return queue ? std::ssize(queue->order) : 0;
}

std::vector<bool> RemovalOrder::removedFrom(const std::map<int, std::int64_t>& counts) const
{
    std::vector<bool> gone(m_sets.size(), false);
    for (const auto& [set, count] : counts)
        if (const Queue* queue = queueOf(set))
            remove(gone, *queue, count);
    return gone;
}

std::vector<bool> RemovalOrder::removedShares(const Structure& structure, std::span<const LayerShare> shares) const
{
    std::map<int, std::int64_t> counts;
    std::map<int, std::string> names;
    for (const auto& [layer, share] : shares) {
        requireShare(share);
        const int set = setOfLayer(structure, layer);
        if (const auto [other, isNew] = names.emplace(set, layer); !isNew)
            refuse(NS_MESSAGE("compress.shares_tied",
                              "\"{0}\" and \"{1}\" lose the same channels, so that they have one share; name one of them"),
                   other->second, layer);
        if (candidatesOf(set) == 0)
            refuse(NS_MESSAGE("compress.share_unranked",
                              "this criterion says nothing about the channels of \"{0}\"; leave its share out, or choose another "
                              "criterion"),
                   layer);
        counts[set] = std::llround(share * static_cast<double>(candidatesOf(set)));
    }
    std::vector<bool> gone = removedFrom(counts);
    if (std::ranges::find(gone, true) == gone.end())
        throw Error(ErrorKind::usage,
                    NS_MESSAGE("compress.shares_small", "these shares remove no channel of any layer; name larger shares"));
    return gone;
}

} // namespace netsmith::compress

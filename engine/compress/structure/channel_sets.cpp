#include "engine/compress/structure/channel_sets.h"

#include <algorithm>

namespace netsmith::compress {

Channel ChannelSets::add()
{
    m_parents.push_back(static_cast<Channel>(m_parents.size()));
    m_obstacles.emplace_back();
    return m_parents.back();
}

Channels ChannelSets::add(std::size_t count)
{
    Channels channels(count);
    for (Channel& channel : channels)
        channel = add();
    return channels;
}

Channel ChannelSets::find(Channel channel)
{
    Channel root = channel;
    while (m_parents[static_cast<std::size_t>(root)] != root)
        root = m_parents[static_cast<std::size_t>(root)];
    while (m_parents[static_cast<std::size_t>(channel)] != root) {
        Channel& parent = m_parents[static_cast<std::size_t>(channel)];
        channel = parent;
        parent = root;
    }
    return root;
}

void ChannelSets::tie(Channel a, Channel b)
{
    if (a == anyChannel || b == anyChannel)
        return;
    const Channel first = std::min(find(a), find(b)), second = std::max(find(a), find(b));
    if (first == second)
        return;
    m_parents[static_cast<std::size_t>(second)] = first;
    std::optional<Message>& obstacle = m_obstacles[static_cast<std::size_t>(first)];
    if (!obstacle)
        obstacle = std::move(m_obstacles[static_cast<std::size_t>(second)]);
}

void ChannelSets::tie(const Channels& a, const Channels& b)
{
    for (std::size_t i = 0; i < a.size(); ++i)
        tie(a[i], b[i]);
}

void ChannelSets::keep(const Channels& channels, const Message& reason)
{
    for (const Channel channel : channels) {
        if (channel == anyChannel)
            continue;
        std::optional<Message>& obstacle = m_obstacles[static_cast<std::size_t>(find(channel))];
        if (!obstacle)
            obstacle = reason;
    }
}

const std::optional<Message>& ChannelSets::obstacle(Channel channel)
{
    return m_obstacles[static_cast<std::size_t>(find(channel))];
}

} // namespace netsmith::compress

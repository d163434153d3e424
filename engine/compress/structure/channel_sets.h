#pragma once

#include "engine/core/message.h"

#include <optional>
#include <vector>

namespace netsmith::compress {

/// A channel of some tensor while the network is being walked.
using Channel = int;
using Channels = std::vector<Channel>;

/// A value that adapts to any number of channels, such as one that is repeated for each: it ties nothing.
inline constexpr Channel anyChannel = -1;

/// Channels tied to each other, as disjoint sets (Galler and Fischer 1964).
class ChannelSets {
public:
    Channel add();
    Channels add(std::size_t count);
    /// Ties two channels; no effect where one of them is `anyChannel`.
    void tie(Channel a, Channel b);
    /// The same for channels at the same positions of two lists of one length.
    void tie(const Channels& a, const Channels& b);
    /// Keeps channels, and all that are tied to them; the first reason counts.
    void keep(const Channels& channels, const Message& reason);

    /// Stands for all that are tied to it.
    Channel find(Channel channel);
    const std::optional<Message>& obstacle(Channel channel);

private:
    std::vector<Channel> m_parents;
    std::vector<std::optional<Message>> m_obstacles;
};

} // namespace netsmith::compress

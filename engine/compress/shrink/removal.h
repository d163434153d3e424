#pragma once

#include "engine/compress/structure/structure.h"

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace netsmith::compress {

/// Where channels compete for staying.
enum class Scope {
    global, ///< in the whole network: a layer that matters less loses more
    layer, ///< within their layer, or layers tied to each other: all lose the same share
};
std::string_view idOf(Scope scope);
/// Throws `compress.scope`.
Scope scopeNamed(std::string_view id);

/// The order in which a network's groups of channels go, the least important first. A layer always keeps a channel of each of its
/// groups.
class RemovalOrder {
public:
    /// `importance` as `importanceOf` returns it. `layers`: only these, with what is tied to them; empty: all. Throws
    /// `compress.layer` for one that is unknown or can't be cut, `compress.no_channels` if nothing can be removed.
    RemovalOrder(const Structure& structure, std::span<const double> importance, Scope scope, std::span<const std::string> layers);

    /// The number of groups that compete.
    std::int64_t candidates() const { return m_candidates; }
    /// Whether each group is removed when `count` of the candidates are to go. Monotone: a larger number removes those and more.
    std::vector<bool> removed(std::int64_t count) const;
    /// The same for a share of them. Throws `compress.share` unless it is above 0 and below 1, `compress.share_small` if it is less
    /// than one channel.
    std::vector<bool> removedShare(double share) const;

private:
    struct Queue {
        std::int64_t candidates = 0;
        std::vector<int> order; ///< of those that can go
    };

    std::size_t m_groups;
    std::int64_t m_candidates = 0;
    std::vector<Queue> m_queues; ///< one for the network, or one for each set
};

/// Throws `compress.share` for a share that is not above 0 and below 1.
void requireShare(double share);

} // namespace netsmith::compress

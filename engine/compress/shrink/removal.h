#pragma once

#include "engine/compress/structure/structure.h"

#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <utility>
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

/// A layer, and the share of its channels that goes; what is tied to it goes with them.
using LayerShare = std::pair<std::string, double>;

/// The number of channels that is left in a layer of `size` when `count` are to go and processors compute fastest with multiples of
/// `multiple`: rounded up to such. For smaller layers the multiple is halved until it is at most a quarter of them.
std::int64_t channelsLeftOf(std::int64_t size, std::int64_t count, std::int64_t multiple);

/// The order in which a network's groups of channels go, the least important first. A layer always keeps a channel of each of its
/// groups.
class RemovalOrder {
public:
    /// `importance` as `importanceOf` returns it. `layers`: only these, with what is tied to them; empty: all. `multiple`: that of
    /// the channels left in each layer, see `channelsLeftOf`; those that are then left over stay, the most important first. Throws
    /// `compress.layer` for a layer that is unknown or can't be cut, `compress.no_channels` if nothing can be removed.
    RemovalOrder(const Structure& structure, std::span<const double> importance, Scope scope, std::span<const std::string> layers,
                 std::int64_t multiple = 1);

    /// The number of groups that compete.
    std::int64_t candidates() const { return m_candidates; }
    /// Whether each group is removed when `count` of the candidates are to go. Monotone: a larger number removes those and more.
    std::vector<bool> removed(std::int64_t count) const;
    /// The same for a share of them. Throws `compress.share` unless it is above 0 and below 1, `compress.share_small` if it is less
    /// than one channel.
    std::vector<bool> removedShare(double share) const;

    /// Where a set of tied layers competes by itself, with `Scope::layer`: how many of its groups compete, and how many of those
    /// can go.
    std::int64_t candidatesOf(int set) const;
    std::int64_t removableOf(int set) const;
    /// Whether each group is removed when this number of each set's candidates is to go, and none of the other sets.
    std::vector<bool> removedFrom(const std::map<int, std::int64_t>& counts) const;
    /// The same for shares of the candidates. Throws what `setOfLayer` and `requireShare` say, `compress.shares_tied` for two
    /// shares of one set, `compress.share_unranked` for a layer that the criterion says nothing about, `compress.shares_small` if
    /// they are less than one channel in every layer.
    std::vector<bool> removedShares(const Structure& structure, std::span<const LayerShare> shares) const;

private:
    struct Queue {
        int set = 0; ///< that it is of, with `Scope::layer`
        std::int64_t candidates = 0;
        std::vector<int> order{}; ///< of those that can go
    };
    const Queue* queueOf(int set) const;
    void remove(std::vector<bool>& gone, const Queue& queue, std::int64_t count) const;

    std::int64_t m_multiple;
    std::vector<int> m_sets; ///< of each group
    std::map<int, std::int64_t> m_setSizes; ///< groups that are channels of layers
    std::int64_t m_candidates = 0;
    std::vector<Queue> m_queues; ///< one for the network, or one for each set
};

/// The set of a layer whose channels can be removed. Throws `compress.layer`, `compress.layer_kept`.
int setOfLayer(const Structure& structure, const std::string& layer);

/// Throws `compress.share` for a share that is not above 0 and below 1.
void requireShare(double share);

} // namespace netsmith::compress

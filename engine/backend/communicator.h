#pragma once

#include "engine/core/expected.h"

#include <cstddef>
#include <memory>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

namespace netsmith {

/// One rank's connection to the others that train the same network on other samples. The ranks call the same functions in the same
/// order with the same sizes; each call returns once all have called it. It fails on every rank where one of them has left.
class Communicator {
public:
    virtual ~Communicator() = default;

    virtual int rank() const = 0; ///< from 0
    virtual int size() const = 0;

    /// Each number becomes its sum over the ranks, added in the order of the ranks: the same bits everywhere, each time.
    virtual Expected<void> allReduce(std::span<float> numbers) = 0;
    virtual Expected<void> allReduce(std::span<double> numbers) = 0;
    /// `all` gets the bytes of every rank, in the order of the ranks; it is as long as those together.
    virtual Expected<void> allGather(std::span<const std::byte> own, std::span<std::byte> all) = 0;
    /// All get the bytes of the rank `root`.
    virtual Expected<void> broadcast(std::span<std::byte> bytes, int root) = 0;

    /// This rank takes part no longer: calls that wait for it fail, now and later. Whoever ends early must say so, and may say why.
    virtual void leave(std::string_view why = {}) = 0;
    /// How long this rank's calls have taken so far, other ranks' computing included, if that is measured.
    virtual std::optional<double> seconds() const { return std::nullopt; }
    /// Why calls fail from now on; nothing where that is not known better than a call's own error says.
    virtual std::optional<Error> problem() const { return std::nullopt; }
};

/// A rank's part of samples that are in an order.
struct RankShare {
    std::int64_t first = 0;
    std::int64_t count = 0;
    bool operator==(const RankShare&) const = default;
};
/// Together these are all of them, and no two differ by more than one.
constexpr RankShare shareOf(std::int64_t samples, int rank, int ranks)
{
    const std::int64_t first = samples * rank / ranks;
    return {first, samples * (rank + 1) / ranks - first};
}
/// Of the rank that this is; all where there is none.
inline RankShare shareOf(std::int64_t samples, const Communicator* ranks)
{
    return ranks ? shareOf(samples, ranks->rank(), ranks->size()) : RankShare{0, samples};
}

/// What a call of a communicator fails with where another rank has left.
Error rankHasLeft();

/// Ranks of one process, each for a thread of its own.
std::vector<std::unique_ptr<Communicator>> ranksInProcess(int count);

} // namespace netsmith

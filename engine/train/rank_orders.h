#pragma once

#include "engine/predict/compiled_network.h"
#include "engine/store/checkpoint.h"

#include <utility>

namespace netsmith::train {

/// What the first of several ranks does next, and the others with it.
enum class RankOrder : std::int32_t { beginEpoch, launch, endEpoch, end };

/// How ranks that train as one agree on what they do. Whatever else one of them does, such as writing files, is its own. Throws
/// what the communicator says.
class RankOrders {
public:
    /// Null, or one rank: nothing is said to anybody. It outlives this.
    explicit RankOrders(Communicator* ranks)
        : m_ranks(ranks && ranks->size() > 1 ? ranks : nullptr)
    {
    }

    bool areGiven() const { return m_ranks != nullptr; }
    bool leads() const { return !m_ranks || m_ranks->rank() == 0; }
    /// Tells the others what the first rank does; nothing where this is not the first one.
    void give(RankOrder order, int steps = 0);
    /// What the first rank does next, and in how many steps.
    std::pair<RankOrder, int> next();

    /// The first rank's position.
    TrainingPosition shared(const TrainingPosition& own);
    /// Makes these numbers those of the first rank.
    void share(std::span<float> numbers) { send(std::as_writable_bytes(numbers)); }
    /// Likewise all weights, optimizer slots and statistics.
    void share(CompiledNetwork& network);

private:
    void send(std::span<std::byte> bytes);

    Communicator* m_ranks;
};

} // namespace netsmith::train

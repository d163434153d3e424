#include "engine/train/trainer/trainer.h"

#include <array>

namespace netsmith::train {

/// A device failure ends the run. If it ran out of memory it can still be read: the training so far is saved, and the error says
/// which batch would fit.
void Trainer::deviceFailed(const Error& error)
{
    throwIfRanksFail();
    if (error.kind() != ErrorKind::resources)
        throw error;
    // Steps whose numbers did not come back don't count: then the newest checkpoint stays the last.
    std::array<std::int64_t, control::counterCount> counters{};
    const Expected<void> read = m_setup.network().state().readCounters("train", counters);
    if (read && control::stepsTaken(counters) == step())
        try {
            saveCheckpoint();
        } catch (const Error& worse) {
            if (worse.kind() == ErrorKind::deviceLost)
                throw;
        }
    throw Error(ErrorKind::resources, NS_MESSAGE("train.memory", "step {0} (epoch {1}) failed: {2}; the last checkpoint is {3}"),
                step() + 1, m_loop.at().epoch + 1, m_setup.outOfMemory(), lastCheckpoint());
}

} // namespace netsmith::train

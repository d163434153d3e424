#pragma once

#include "engine/store/checkpoint.h"
#include "engine/store/checkpoint_store.h"

#include <map>

namespace netsmith {

/// Checkpoints that are not written yet: writing a small one takes longer than its epoch. Which ones are kept depends only on
/// steps, so the files at a run's end do not depend on when they were written.
class CheckpointQueue {
public:
    explicit CheckpointQueue(HeldCheckpoints store)
        : m_store(std::move(store))
    {
    }

    /// Adds one and drops those that need not be written any more. Write or capture before its arrays' state changes.
    void add(std::int64_t step, CheckpointFiles files, KeptCheckpoints kept);
    bool isEmpty() const { return m_waiting.empty(); }
    std::int64_t count() const { return std::ssize(m_waiting); }
    std::int64_t bytes() const;
    /// Copies arrays that are still in a state.
    void capture();
    /// Writes them, the oldest first, and removes from the disk what is not kept. Throws what `writeCheckpoint` says.
    void write();

private:
    HeldCheckpoints m_store;
    KeptCheckpoints m_kept;
    std::map<std::int64_t, CheckpointFiles> m_waiting;
};

} // namespace netsmith

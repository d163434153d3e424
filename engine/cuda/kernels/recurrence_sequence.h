#pragma once

#include "engine/cuda/kernels/recurrence.h"

#include <cstdint>

namespace netsmith::cuda::kernels {

/// How a layer is divided among blocks that go through a whole sequence in one launch: each has some units of some samples, and
/// keeps its part of u [units, width] in its shared memory. The blocks of the same samples go step by step together.
struct SequenceTiles {
    int samples = 4; ///< of a block: 4, 8 or 16
    int units = 1; ///< of a block

    int groups(const RecurrenceShape& shape) const;
    int members(const RecurrenceShape& shape) const; ///< blocks of a group
    /// What a block needs, of the pass that needs more.
    std::int64_t sharedBytes(const RecurrenceShape& shape) const;
    /// What either pass needs of a workspace, in floats.
    std::int64_t workspace(const RecurrenceShape& shape) const;
};

/// All steps of `recurrenceStep`, with the product of state and u: the gates hold x·w.
template <class T>
void recurrenceSequence(Stream& stream, const RecurrenceShape& shape, const SequenceTiles& tiles, const RecurrenceStates<T>& at,
                        const float* u, const float* bias, T* last, float* workspace);

/// All steps of `recurrenceStepBackward`, with the products of gradients and u.
template <class T>
void recurrenceSequenceBackward(Stream& stream, const RecurrenceShape& shape, const SequenceTiles& tiles,
                                const RecurrenceStates<const T>& at, const float* u, const T* dy, bool ofLast, float* direct,
                                float* toCell, float* dz, float* dProduct, float* workspace);

} // namespace netsmith::cuda::kernels

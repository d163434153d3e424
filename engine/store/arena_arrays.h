#pragma once

#include "engine/backend/backend.h"
#include "engine/store/safetensors.h"

#include <functional>

namespace netsmith {

struct StoredArena;

/// Arrays that a file will hold: in memory, or still in a state, for a copy of a large network's takes time and might not fit.
class ArraysToWrite {
public:
    explicit ArraysToWrite(SafetensorsFile arrays);

    /// Every parameter and statistic of a state by its id, in the plan's order, averaged weights as "conv2d_1.kernel/average": the
    /// state's own bits, f64 from the reference, so that restoring is bit-exact.
    static ArraysToWrite weightsIn(State& state, const LogicalPlan& plan);
    /// The optimizer's slots as "conv2d_1.kernel/slot0".
    static ArraysToWrite slotsIn(State& state, const LogicalPlan& plan);

    /// Without their bytes while they are in a state.
    const SafetensorsFile& file() const { return m_file; }
    /// Calls `take(piece)` for their bytes, one after the other, as they are now. Throws the errors of the state.
    void read(const std::function<void(std::span<const std::byte>)>& take) const;
    /// Reads a part of one of them, as it is now, from its element `first` on. Throws the errors of the state.
    void readPart(std::size_t array, std::int64_t first, std::span<std::byte> out) const;
    /// Copies those that are in a state, which is about to change. Throws its errors.
    void capture();

private:
    struct Place {
        Arena arena;
        std::int64_t offset;
    };
    ArraysToWrite(State& state, const LogicalPlan& plan, const std::vector<StoredArena>& arenas);

    SafetensorsFile m_file;
    State* m_state = nullptr; ///< that they are still in
    std::vector<Place> m_places; ///< of each
};

/// Copies of them.
SafetensorsFile captureWeights(State& state, const LogicalPlan& plan);
SafetensorsFile captureSlots(State& state, const LogicalPlan& plan);

/// The opposite: everything or, when an id or a shape does not fit the plan, nothing. Throws `checkpoint.array*`, naming `file` and
/// the array. The state of stateful layers is 0 if the batch size differs; what the plan's programs do not touch is checked and
/// ignored.
void restoreWeights(State& state, const LogicalPlan& plan, const SafetensorsFile& arrays, std::string_view file);
void restoreSlots(State& state, const LogicalPlan& plan, const SafetensorsFile& arrays, std::string_view file);

/// Throws what `restoreWeights` would, before there is a state.
void checkWeights(const LogicalPlan& plan, const SafetensorsFile& arrays, std::string_view file);

/// Makes the weights of another run fit a training that keeps moving averages, or none: an average begins as its weight is, and
/// averages that are not kept stand for the weights, as they did in that run's evaluation.
void matchAverages(SafetensorsFile& weights, const LogicalPlan& plan);

} // namespace netsmith

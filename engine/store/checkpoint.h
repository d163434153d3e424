#pragma once

#include "engine/core/files/open_folder.h"
#include "engine/graph/specs/objective_spec.h"
#include "engine/ops/control.h"
#include "engine/store/arena_arrays.h"
#include "engine/store/fingerprint.h"

#include <array>
#include <filesystem>

namespace netsmith {

/// An epoch that is better than all previous ones.
struct BestEpoch {
    double value = 0.0; ///< of what the run is judged by
    std::int64_t epoch = 0; ///< from 0
    std::int64_t step = 0; ///< of its checkpoint
    bool operator==(const BestEpoch&) const = default;
};

/// The position of training between two steps, so that resuming from here is bit-identical to never having stopped.
struct TrainingPosition {
    std::int64_t epoch = 0; ///< from 0; if `position` is the end of the order, its training is over and its validation is due
    std::array<std::int64_t, control::counterCount> counters{};
    std::vector<std::int64_t> groupSteps{}; ///< see `CompiledNetwork::countSteps`
    std::vector<double> sums; ///< of the metric columns over the epoch's steps so far
    std::optional<BestEpoch> best;
    std::vector<ScheduleMemory> schedules; ///< of each update group; empty before the first epoch ends
    std::optional<BestEpoch> improved; ///< the last epoch that early stopping counts as an improvement
    bool operator==(const TrainingPosition&) const = default;
};

/// What `state.json` holds.
struct CheckpointState {
    static constexpr int schemaVersion = 2;

    TrainingPosition position;
    std::int64_t seed = 0;
    std::int64_t batch = 0;
    std::string precision;
    Fingerprint fingerprint;
    bool operator==(const CheckpointState&) const = default;
};

/// A checkpoint as it was read, every file's size and SHA-256 verified.
struct Checkpoint {
    std::filesystem::path folder;
    CheckpointState state;
    SafetensorsFile weights;
    SafetensorsFile optimizer;
};

/// What a checkpoint's files will hold.
struct CheckpointFiles {
    ArraysToWrite weights;
    ArraysToWrite optimizer;
    std::string state;

    std::int64_t bytes() const { return weights.file().bytes() + optimizer.file().bytes() + std::ssize(state); }
};

/// A checkpoint of the arrays as they will be when they are written or captured.
CheckpointFiles takeCheckpoint(State& arrays, const LogicalPlan& plan, const CheckpointState& state);

/// Writes a checkpoint into the folder `name`: first created next to it, the manifest last, then renamed into place, so that at any
/// moment there is a complete checkpoint or none. An error may be that of reading the device.
Expected<void> writeCheckpoint(const OpenFolder& store, const std::string& name, const CheckpointFiles& files);

enum class CheckpointPart { whole, weights };
/// Reads a checkpoint and verifies it against its manifest; for predictions only its weights, without the optimizer's arrays. Those
/// stay in their files until they are used. An error says which file is missing or damaged, or that a newer Netsmith wrote it.
Expected<Checkpoint> readCheckpoint(const std::filesystem::path& folder, CheckpointPart part = CheckpointPart::whole);

/// `state.json` as text and back; for the checkpoint and its fuzz target.
std::string stateToJson(const CheckpointState& state);
Expected<CheckpointState> stateFromJson(std::string_view text, std::string_view name);

} // namespace netsmith

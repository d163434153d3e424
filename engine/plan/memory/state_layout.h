#pragma once

#include "engine/ops/op.h"

namespace netsmith {

struct LogicalPlan;

/// How long a row keeps its content.
enum class Lifetime : std::uint8_t {
    run, ///< from the first step of a training to its last: checkpoints keep it
    session, ///< as long as the state: what the host bound
    launch, ///< until the next launch
    step, ///< until the step's update
    batch, ///< until the batch is counted
};

/// What a row's bytes count as in `MemoryUse`.
enum class MemoryClass : std::uint8_t { weights, gradients, optimizer, workspace, data };

/// One array of a state.
struct StateRow {
    std::string name; ///< "weights", "slot0", "train/counters", "train/image"
    Role role = Role::arena; ///< an arena, a control tensor or data
    Arena arena = Arena::none;
    std::int64_t elements = 0; ///< 0 for data, which stays on the host
    DataType type = DataType::f32;
    Lifetime lifetime = Lifetime::run;
    MemoryClass memory = MemoryClass::workspace;
    std::vector<int> programs{}; ///< that touch it, in the plan's order

    /// An arena that checkpoints keep.
    bool isKept() const { return role == Role::arena && lifetime == Lifetime::run; }
    std::int64_t bytes() const { return elements * static_cast<std::int64_t>(sizeOf(type)); }
};

/// What a plan's programs keep for each other and for the next step, as one table: a state allocates its rows, and an executable
/// finds its tensors in them by index.
struct StateLayout {
    std::vector<StateRow> rows;

    /// The index of a row; −1 if there is none.
    int find(Arena arena) const;
    int find(std::string_view name) const;
};

/// Fills `plan.state` with what the plan's programs touch, and assigns a row to every tensor that lives in a state: the last step
/// of building a plan, repeated after programs are removed from one. The counters, the status, the rates and the metrics are always
/// included: every launch needs them.
void layOutState(LogicalPlan& plan);

/// The index of each of a plan's rows in a state that was made for another plan: plans that differ in batch size share a state, and
/// a plan with fewer programs needs fewer rows, and shorter ones of a launch. Throws `state.row` for a row that is missing or has
/// another size.
std::vector<int> rowsIn(const StateLayout& state, const StateLayout& plan);

} // namespace netsmith

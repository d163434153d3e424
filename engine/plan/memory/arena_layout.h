#pragma once

#include "engine/plan/logical_plan.h"

#include <cstdint>
#include <functional>
#include <utility>
#include <vector>

namespace netsmith {

/// The memory requirements of one lowered op.
struct OpMemory {
    std::int64_t workspace = 0; ///< bytes needed while the op runs
    std::vector<std::pair<int, int>> inPlace; ///< (output, input) positions that may share bytes if the input is not read again
    /// (output position, bytes) of what the backend's ops pass on in an internal format.
    std::vector<std::pair<int, std::int64_t>> sizes{};
};

/// The layout of everything that lives within a step in the one activation arena.
struct ArenaLayout {
    static constexpr std::int64_t elsewhere = -1;

    std::vector<std::int64_t> tensors; ///< offset of each tensor, or `elsewhere` (arenas, data, control, step-scoped)
    std::vector<TensorId> storage; ///< the tensor whose memory each tensor uses: itself, or the one it is a view of
    std::vector<std::int64_t> sizes; ///< bytes of each tensor
    std::vector<bool> opaque; ///< whether a tensor's bytes are in an internal format of the backend, not numbers of its type
    /// A kernel's own bytes while it runs.
    struct Workspace {
        std::int64_t offset = 0;
        std::int64_t bytes = 0;
    };
    std::vector<std::vector<Workspace>> workspaces; ///< one per program and op
    std::int64_t bytes = 0; ///< of the arena
    std::int64_t activationBytes = 0; ///< of the same arena without workspaces
};

/// Lays out the activations and workspaces of all programs in one arena: views share their base's memory, ops work in place where
/// allowed, and what is not alive together overlaps. Pure; every backend uses it. `bytesOf` gives a tensor's size on the device;
/// `needs` has one entry a program and op. With `keepAll` nothing shares.
ArenaLayout layOutArena(const LogicalPlan& plan, const std::function<std::int64_t(TensorId)>& bytesOf,
                        const std::vector<std::vector<OpMemory>>& needs, bool keepAll);

} // namespace netsmith

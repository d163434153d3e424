#pragma once

#include "engine/plan/logical_plan.h"

namespace netsmith {

/// Which tensors of a plan change only if somebody else writes the weights: weights and statistics that none of its programs
/// writes, and what ops compute from these alone, such as kernels with a batch norm folded into them. In a plan that only predicts,
/// those are all weights, and a backend may compute the rest once.
class FixedTensors {
public:
    explicit FixedTensors(const LogicalPlan& plan);

    bool contains(TensorId id) const { return id != noTensor && m_fixed[static_cast<std::size_t>(id)]; }
    /// Whether the op is computed from these alone.
    bool makes(const Op& op) const { return m_made[static_cast<std::size_t>(op.outputs[0])]; }

private:
    std::vector<bool> m_fixed; ///< by tensor, as the next
    std::vector<bool> m_made; ///< those among them that are computed
};

} // namespace netsmith

#pragma once

#include "engine/ops/activation.h"
#include "engine/plan/logical_plan.h"

#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace netsmith::test {

/// A network whose d(seed·y)/dx is squared and summed, as in a gradient penalty (Gulrajani et al. 2017), and differentiated by the
/// weights.
class PenaltyNetwork {
public:
    using Values = std::vector<double>;
    using Build = std::function<TensorId(PenaltyNetwork&, TensorId x)>;

    PenaltyNetwork(const Shape& input, const Build& build);
    /// "dense", "conv1d", "conv2d" or "conv3d": those of tests/parity/penalties.py.
    PenaltyNetwork(std::string_view name, Activation kind);

    TensorId add(const std::string& name, const Shape& shape, Role role);
    TensorId weight(const Shape& shape);
    TensorId dense(TensorId x, std::int64_t units);
    /// With a kernel of 3 along each axis, padded by one.
    TensorId convolution(TensorId x, std::int64_t filters, std::int64_t stride);
    Emitter& emitter() { return m_emitter; }

    struct Given {
        Values x;
        Values seed;
        Values weights; ///< the arena
    };
    /// Random numbers from −½ to ½.
    Given drawn() const;

    struct Answer {
        double penalty = 0.0;
        Values gradients; ///< of the arena
    };
    Answer run(const std::string& device, const Given& given);

    LogicalPlan plan;

private:
    TensorId conv2d(TensorId x, TensorId kernel, TensorId bias, std::int64_t stride);
    TensorId conv3d(TensorId x, TensorId kernel, TensorId bias, std::int64_t stride);

    Emitter m_emitter;
    TensorId m_x = noTensor;
    TensorId m_seed = noTensor;
    TensorId m_one = noTensor;
    TensorId m_penalty = noTensor;
};

} // namespace netsmith::test

#pragma once

#include "engine/backend/backend.h"
#include "engine/ops/objective_call.h"

#include <functional>
#include <memory>

namespace netsmith::test {

/// The inputs of a loss or a metric: numbers x after an activation, a target, sample weights.
struct JudgedShapes {
    Shape x;
    std::string activation = "none"; ///< or "sigmoid", "softmax"
    Shape target;
    DataType targetType = DataType::f32;
    bool weighted = false;
    bool fuse = true;
};

/// A loss or a metric as a plan of one program: the activation, the ops of the lowering, then the gradient with respect to x.
class JudgedRun {
public:
    /// Throws the errors of the lowering, the ops' checks or the backend.
    JudgedRun(Backend& backend, const JudgedShapes& shapes, const std::function<void(LossCall&)>& lower);

    void run(const std::vector<double>& x, const std::vector<double>& target, const std::vector<double>& weights = {});
    std::vector<double> sums() const { return read(m_sums); }
    /// Of the first sum with respect to x; `sums` must be a scalar computed by ops with gradients.
    std::vector<double> gradient() const { return read(m_gradient); }

private:
    TensorId addInput(const Shape& shape, DataType type);
    void addGradient(TensorId x);
    std::vector<double> read(TensorId id) const;

    LogicalPlan m_plan;
    TensorId m_x = noTensor;
    TensorId m_target = noTensor;
    TensorId m_weights = noTensor;
    TensorId m_seed = noTensor;
    TensorId m_sums = noTensor;
    TensorId m_gradient = noTensor;
    std::unique_ptr<State> m_state;
    std::unique_ptr<Executable> m_executable;
};

} // namespace netsmith::test

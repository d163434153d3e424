#pragma once

#include "engine/backend/backend.h"

namespace netsmith::test {

/// One dense layer of 3 → 2 with softmax cross-entropy and SGD, built by hand: the smallest plan with every program, every control
/// tensor and launches of several steps. Batch 2.
struct TinyPlan {
    static constexpr int forwardBackward = 0;
    static constexpr int update = 1;
    static constexpr int evaluate = 2;
    static constexpr int predict = 3;

    TinyPlan();

    LogicalPlan plan;
    TensorId logits = noTensor; ///< in forward_backward
    TensorId kernelGradient = noTensor;
    TensorId predictInput = noTensor;
    TensorId prediction = noTensor;
};

/// Six samples of three numbers and their classes, in an order.
struct TinyData {
    std::vector<float> images{1, 0, 2, -1, 3, 1, 0, 0, 1, 2, 2, -2, 1, 1, 1, -3, 0, 2};
    std::vector<std::uint8_t> labels{0, 1, 1, 0, 1, 0};
    std::vector<std::int32_t> order{5, 0, 3, 1, 4, 2};

    HostArray imageArray() const;
    HostArray labelArray() const;
    HostArray orderArray() const;
    /// Binds all of "train" and "evaluate".
    void bindTo(State& state) const;
};

} // namespace netsmith::test

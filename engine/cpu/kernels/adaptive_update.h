#pragma once

#include "engine/cpu/kernels/optimizer.h"
#include "engine/ops/adaptive_update.h"

namespace netsmith::kernels {

// The formulas are in ops/adaptive_update.h. With a step and a count: a part of the arenas, on the caller's thread.

struct AdadeltaStep : UpdateStep {
    float oneMinusRho = 0.05f;
    float epsilon = 1e-7f;
};
void adadelta(const AdadeltaStep& step, const float* gradients, float* weights, float* squares, float* changes,
              std::int64_t count) noexcept;
void adadelta(const SplitUpdate<AdadeltaAttributes>& optimizer, const UpdateControl& control, const float* gradients,
              float* weights, float* squares, float* changes, void* workspace);

struct AdagradStep : UpdateStep {
    float epsilon = 1e-7f;
};
void adagrad(const AdagradStep& step, const float* gradients, float* weights, float* squares, std::int64_t count) noexcept;
void adagrad(const SplitUpdate<AdagradAttributes>& optimizer, const UpdateControl& control, const float* gradients, float* weights,
             float* squares, void* workspace);

struct LionStep : UpdateStep {
    float oneMinusBeta1 = 0.1f;
    float oneMinusBeta2 = 0.01f;
};
void lion(const LionStep& step, const float* gradients, float* weights, float* m, std::int64_t count) noexcept;
void lion(const SplitUpdate<LionAttributes>& optimizer, const UpdateControl& control, const float* gradients, float* weights,
          float* m, void* workspace);

/// `ofMomentum`, `ofGradient` and `ofSquares` are those of `nadamFactors`.
struct NadamStep : UpdateStep {
    float ofMomentum = 1.0f;
    float ofGradient = 1.0f;
    float ofSquares = 1.0f;
    float oneMinusBeta1 = 0.1f;
    float oneMinusBeta2 = 0.001f;
    float epsilon = 1e-7f;
};
void nadam(const NadamStep& step, const float* gradients, float* weights, float* m, float* v, std::int64_t count) noexcept;
void nadam(const SplitUpdate<NadamAttributes>& optimizer, const UpdateControl& control, const float* gradients, float* weights,
           float* m, float* v, void* workspace);

struct RmspropStep : UpdateStep {
    float oneMinusRho = 0.1f;
    float momentum = 0.0f;
    float epsilon = 1e-7f;
};
/// `means` is null unless centered, `velocity` where there is no momentum.
void rmsprop(const RmspropStep& step, const float* gradients, float* weights, float* squares, float* means, float* velocity,
             std::int64_t count) noexcept;
void rmsprop(const SplitUpdate<RmspropAttributes>& optimizer, const UpdateControl& control, const float* gradients, float* weights,
             float* squares, float* means, float* velocity, void* workspace);

} // namespace netsmith::kernels

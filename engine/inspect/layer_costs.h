#pragma once

#include "engine/inspect/training_steps.h"

namespace netsmith::inspect {

/// One layer's part of a training step.
struct LayerTime {
    std::string node; ///< empty: what belongs to no layer, mainly the update of the weights
    double seconds = 0.0; ///< forward and backward
    double share = 0.0; ///< of everything that a step runs
    std::vector<std::string> kernels; ///< what runs it, each once: "brgconv:avx512_core"
};

/// The type that a layer computes in: "fp32", "bf16".
struct LayerPrecision {
    std::string node;
    std::string precision;
};

/// Where a training step's time goes, the slowest layer first: a step is run kernel by kernel, and a kernel fused from several
/// layers counts for the first of them. Throws `data.cancelled`.
std::vector<LayerTime> layerTimes(TrainingSteps& steps, const PreparingWatch& watch);

/// The types that a plan's layers compute in, in execution order: the input type of the most expensive op of each.
std::vector<LayerPrecision> layerPrecisions(const LogicalPlan& plan);

/// Whether a kernel is a library's generic fallback, for lack of a fast one.
bool isPlain(const std::string& kernel);

} // namespace netsmith::inspect

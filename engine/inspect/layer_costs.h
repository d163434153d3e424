#pragma once

#include "engine/inspect/training_steps.h"

namespace netsmith::inspect {

/// What one layer takes of a training step.
struct LayerTime {
    std::string node; ///< empty: what belongs to no layer, the update of the weights above all
    double seconds = 0.0; ///< forward and backward
    double share = 0.0; ///< of all that a step runs
    std::vector<std::string> kernels; ///< what runs it, each once: "brgconv:avx512_core"
};

/// What the numbers are that a layer computes with: "fp32", "bf16".
struct LayerPrecision {
    std::string node;
    std::string precision;
};

/// Where a training step's time goes, the slowest layer first: a step is run kernel by kernel, and what several layers became
/// together counts for the first of them. Throws `data.cancelled`.
std::vector<LayerTime> layerTimes(TrainingSteps& steps, const PreparingWatch& watch);

/// What the layers of a plan compute with, in the order in which they run: the type at the input of what costs most in each.
std::vector<LayerPrecision> layerPrecisions(const LogicalPlan& plan);

/// Whether a kernel is a library's plain loop, there because it has no fast one for the case.
bool isPlain(const std::string& kernel);

} // namespace netsmith::inspect

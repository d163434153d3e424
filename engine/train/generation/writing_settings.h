#pragma once

#include "engine/graph/specs/spec.h"
#include "engine/train/generation/token_sampling.h"

namespace netsmith::train {

/// The user's settings for text generation.
struct WritingSettings {
    std::int64_t length = 200; ///< tokens
    double temperature = 1.0;
    std::int64_t topK = 0;
    double topP = 1.0;
    std::int64_t seed = 1;

    Sampling sampling() const { return {temperature, topK, topP}; }
};

/// Their declaration; the ranges leave only the checks of `checkSampling`.
const ParameterBuilder<WritingSettings>& writingParameters();

} // namespace netsmith::train

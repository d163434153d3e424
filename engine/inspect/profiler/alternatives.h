#pragma once

#include "engine/fields/dataset.h"
#include "engine/inspect/profiler/training_profile.h"
#include "engine/predict/preparing.h"

#include <optional>

namespace netsmith::inspect {

/// What can slow a training down.
enum class Slowness {
    loading, ///< samples are loaded in parts during training
    decoding, ///< the set is decoded whenever a training starts, instead of mapped
    smallBatch,
    singlePrecision, ///< FP32, though the device is faster in BF16
    fewThreads, ///< fewer than the processor has cores
    noFusion,
};
inline constexpr std::array slownesses{Slowness::loading,         Slowness::decoding,   Slowness::smallBatch,
                                       Slowness::singlePrecision, Slowness::fewThreads, Slowness::noFusion};
/// "small_batch", as in JSON.
std::string_view idOf(Slowness slowness);

/// The same training without one of them, measured.
struct Alternative {
    Slowness slowness{};
    std::int64_t value = 0; ///< the batch, or the threads
    double ratio = 1.0; ///< of the time that a sample takes to what it takes now
};

struct AlternativeOptions {
    double seconds = 0.5; ///< of training for each, and about as much as it is now
    PreparingWatch watch{};
};

/// Trains the project as it was profiled and, in turn, in each way that may be faster, in memory: a larger batch that fits, BF16
/// where the device has it, all cores, fused kernels. What does not fit into memory or diverges is left out; so are loading and
/// decoding, which the profile tells by itself. Sets the number of threads meanwhile. Throws `data.cancelled` and what the device
/// says.
std::vector<Alternative> measureAlternatives(const Project& project, const TrainingProfile& profile, const data::DataSplit& samples,
                                             Backend& backend, const AlternativeOptions& options = {});

/// What fusing operations changes in a training step.
struct FusionSavings {
    int kernels = 0; ///< that run fused
    int unfused = 0; ///< and not fused
    double bytes = 0.0; ///< read and written less; negative: more
    double ratio = 1.0; ///< of the time that a step takes fused to what it takes not fused
};

/// Trains the project with and without fused kernels in turn. Throws as `measureAlternatives`.
FusionSavings measureFusion(const Project& project, const data::DataSplit& samples, Backend& backend,
                            const AlternativeOptions& options = {});
/// "Fusing operations saves 12 of 40 kernels, 3.1 MiB of memory traffic and 8 % of the time of a step."
Message wordsOf(const FusionSavings& savings);

} // namespace netsmith::inspect

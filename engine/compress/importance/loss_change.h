#pragma once

#include "engine/compress/importance/importance.h"
#include "engine/predict/saved_run.h"
#include "engine/train/training_data.h"

#include <stop_token>

namespace netsmith::compress {

/// How much the loss would change to first order if a channel were 0: |Σ gradient · value| of the weights that make it, for a
/// normalization of its scale and shift, which is the same as the sum of gradient · activation over its positions; the mean over
/// batches of training samples. A layer before a batch normalization in training has none of its own: the loss does not depend on
/// the size of its filters.
struct LossChangeOptions {
    std::int64_t samples = 1024; ///< of the training set, in the order of its first epoch; all if there are fewer
    std::int64_t batch = 16; ///< that each gradient is of
    std::stop_token stop{};
};

/// Trains nothing: the weights stay. `data` is the run's. Throws what `TrainingSetup` and the device say.
std::vector<LayerScores> lossChanges(const Structure& structure, const SavedRun& run, train::LoadedData data,
                                     const LossChangeOptions& options);

} // namespace netsmith::compress

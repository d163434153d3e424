#pragma once

#include "engine/fields/sample_room.h"
#include "engine/predict/compiled_network.h"
#include "engine/store/fingerprint.h"
#include "engine/train/training_data.h"

namespace netsmith::train {

/// The outputs of a project's frozen layers for all of its samples, computed once for all epochs. They belong to one training and
/// its weights: they are in memory, or on the disk as scratch that ends with the process, so nothing can become stale.
class FeatureCache {
public:
    /// Makes room for them, on the disk where they take more than `memory`. `plan` is that of the training. Throws `data.memory` or
    /// `scratch.room` where there is none.
    FeatureCache(const TrainingData& data, std::span<const CachedFeature> features, const LogicalPlan& plan,
                 std::int64_t memory = data::memoryForSamples());

    /// Of the features alone.
    std::int64_t bytes() const { return m_bytes; }
    /// What the epochs read, features included.
    DataExtent extent() const;

    /// Computes them with the network's current weights in batches of the training, `window` samples of the data at a time as in
    /// `CompiledNetwork::bind`. Throws what the device and the data say, and `data.cancelled`.
    void compute(CompiledNetwork& network, const TrainingData& data, std::int64_t window, const PreparingWatch& watch);
    /// Binds what the epochs read, and frees the device's memory of what only the features were computed from.
    void bind(CompiledNetwork& network, const TrainingData& data, std::int64_t window) const;

private:
    /// Of a stream of the plan.
    struct Part {
        std::string_view stream; ///< "train"
        std::string_view program; ///< that computes its features
        data::DataSplit read; ///< by the epochs
        std::vector<std::byte*> bytes; ///< of each feature
    };

    void addPart(std::string_view stream, std::string_view program, const data::DataSplit& split, const LogicalPlan& plan,
                 bool sharesFirst = false);
    void computePart(const Part& part, CompiledNetwork& network, std::span<const std::int32_t> order, const PreparingWatch& watch,
                     std::int64_t done, std::int64_t total);

    std::vector<CachedFeature> m_features;
    std::int64_t m_bytes = 0;
    bool m_validates = false;
    data::SampleRoom m_room;
    std::vector<Part> m_parts; ///< of training, then of validation
};

/// Bytes that the features take for a number of samples.
std::int64_t featureBytes(std::span<const CachedFeature> features, std::int64_t samples);

/// Whether a run with this fingerprint cached features.
bool cachesFeatures(const Fingerprint& fingerprint);

} // namespace netsmith::train

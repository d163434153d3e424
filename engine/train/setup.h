#pragma once

#include "engine/predict/observed_network.h"
#include "engine/train/data_placement.h"
#include "engine/train/feature_cache.h"
#include "engine/train/learning_rates.h"
#include "engine/train/metric_table.h"
#include "engine/train/train_options.h"
#include "engine/train/training_data.h"

namespace netsmith::train {

/// The checks before planning a training: throws the project's first error, `train.batch` if the batch is larger than the data,
/// `train.rate`. Returns the warnings, including the device's note on the precision.
std::vector<Message> checkTraining(const CheckedProject& project, std::int64_t trainSamples, const DeviceInfo& device);

/// Everything a run needs before its first step: checked, fitted into memory, compiled, its data bound. Nothing is on disk yet. Not
/// movable: the network refers to the data and to the checked project.
class TrainingSetup {
public:
    /// `samplesAtOnce` and `featureCache` as in `TrainOptions`. Throws the project's first error, `train.batch`, `memory.estimate`,
    /// `memory.ran_out`, errors of data and backend, and `data.cancelled`.
    TrainingSetup(const Project& project, LoadedData data, Backend& backend, const CompileOptions& compile,
                  const PreparingWatch& watch = {}, std::int64_t samplesAtOnce = 0, bool featureCache = false);
    TrainingSetup(const TrainingSetup&) = delete;
    TrainingSetup& operator=(const TrainingSetup&) = delete;

    const CheckedProject& checked() const { return m_checked; }
    const Project& project() const { return m_checked.project(); }
    const TrainingData& data() const { return m_data; }
    const DeviceInfo& device() const { return m_device; }
    const MetricTable& metrics() const { return m_metrics; }
    const MemoryUse& memory() const { return m_memory; }
    const DataPlacement& placement() const { return m_placement; }
    std::vector<ScaledInput> inputs() const { return scaledInputs(project(), m_checked.fields()); }
    std::vector<data::FieldSpec> fieldSpecs() const;
    const std::vector<Message>& warnings() const { return m_warnings; }
    CompiledNetwork& network() { return *m_network; }
    std::int64_t parameterCount() const { return m_network->plan().parameterCount(); }

    std::int64_t batch() const { return project().training.batch; }
    bool validates() const { return !m_data.validation.empty(); }
    TrainingLength length() const { return trainingLength(project().training, m_data.trainCount()); }
    std::int64_t stepsPerEpoch() const { return length().stepsPerEpoch; }
    std::int64_t totalSteps() const { return length().totalSteps; }
    const LearningRates& learningRates() const { return m_rates; }

    /// What is computed once; empty without a cache.
    std::span<const CachedFeature> features() const { return m_features; }
    /// Computes it with the network's current weights; needed before the first step, and after other weights were loaded. Throws
    /// what `FeatureCache::compute` says.
    void computeFeatures(const PreparingWatch& watch);

    /// Compiles the layers for being observed with the network's current weights; this outlives it. Throws what `ObservedNetwork`
    /// says.
    std::unique_ptr<ObservedNetwork> observe();

    /// Draws an epoch's order of samples and binds it.
    void beginEpoch(std::int64_t epoch);
    /// The order of the current epoch.
    const std::vector<std::int32_t>& order() const { return m_order; }

    /// After the device ran out of memory although everything was estimated to fit: frees the network and reports its needs, the
    /// free memory and the batch that fits.
    Message outOfMemory();

private:
    NetworkRequest request() const;
    void cacheFeatures();

    Backend& m_backend;
    CompileOptions m_compile;
    TrainingData m_data;
    DeviceInfo m_device;
    CheckedProject m_checked;
    std::vector<Message> m_warnings;
    LearningRates m_rates;
    std::vector<CachedFeature> m_features;
    std::optional<FeatureCache> m_cache;
    std::int64_t m_sourceWindow = 0; ///< of the samples that the features are computed from
    DataPlacement m_placement;
    MemoryUse m_memory;
    std::unique_ptr<CompiledNetwork> m_network;
    MetricTable m_metrics;
    std::vector<std::int32_t> m_order;
};

/// The device that a backend offers under a name: "cpu" and "auto" are its first one.
DeviceInfo deviceNamed(Backend& backend, std::string_view name);

} // namespace netsmith::train

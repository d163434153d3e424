#pragma once

#include "engine/predict/compiled_network.h"
#include "engine/predict/saved_run.h"
#include "engine/train/metric_table.h"
#include "engine/train/trainer/launch_pacer.h"

#include <memory>
#include <optional>
#include <stop_token>

namespace netsmith::train {

/// A saved run's network compiled to be evaluated on some samples: once, for its own weights and any others of the same shapes. Not
/// movable: the network refers to the checked project.
class EvaluatedNetwork {
public:
    /// With the run's weights; in batches of the training's size, the last one smaller. `split` and `samples` outlive it, and there
    /// is at least one. Throws what project, memory, device and `setWeights` say.
    EvaluatedNetwork(const SavedRun& saved, const data::DataSplit& split, std::span<const std::int32_t> samples);
    EvaluatedNetwork(const EvaluatedNetwork&) = delete;
    EvaluatedNetwork& operator=(const EvaluatedNetwork&) = delete;

    const LogicalPlan& plan() const { return m_network->plan(); }
    const MetricTable& metrics() const { return m_metrics; }
    /// The device's id.
    const std::string& device() const { return m_device; }

    /// Replaces its weights. Throws what `restoreWeights` says, naming `file`.
    void setWeights(const SafetensorsFile& weights, std::string_view file);
    /// The sums over all samples, for `metrics`; nothing if stopped first. Throws what the device and the data say.
    std::optional<std::vector<double>> sums(const std::stop_token& stop);

private:
    CheckedProject m_checked;
    std::int64_t m_count;
    std::string m_device;
    std::unique_ptr<CompiledNetwork> m_network;
    MetricTable m_metrics;
    LaunchPacer m_pacer;
};

} // namespace netsmith::train

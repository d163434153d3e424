#pragma once

#include "engine/cuda/device/device_bytes.h"
#include "engine/cuda/recurrences/recurrence_choice.h"

#include <map>
#include <memory>
#include <span>
#include <vector>

namespace netsmith::cuda {

/// Runs a layer on generated numbers, with one algorithm after another.
class RecurrenceTrial {
public:
    /// Throws `cuda.memory`.
    RecurrenceTrial(const LoweringContext& context, const RecurrentLayer& layer);

    /// The results of an algorithm in f32: of the layer's ops in their order, what others read.
    using Results = std::vector<std::vector<float>>;

    /// The layer's ops by one algorithm, with memory of their own.
    class Run {
    public:
        /// Throws `cuda.memory`.
        Run(RecurrenceTrial& trial, const RecurrenceAlgorithm& algorithm);
        /// Throws the errors of the algorithms.
        Results results();
        double milliseconds();

    private:
        struct Step {
            std::unique_ptr<Kernel> kernel;
            std::vector<void*> inputs;
            std::vector<void*> outputs;
            DeviceBytes workspace;
        };
        void add(const Op* op, Lowered lowered);
        void enqueue();

        RecurrenceTrial& m_trial;
        std::map<TensorId, DeviceBytes> m_made;
        std::map<TensorId, void*> m_places;
        std::vector<Step> m_steps;
    };

private:
    void fill(TensorId id);
    std::vector<float> read(TensorId id, const void* from);

    const LoweringContext& m_context;
    const RecurrentLayer& m_layer;
    std::map<TensorId, DeviceBytes> m_given; ///< what comes from elsewhere
    std::vector<TensorId> m_results;
    Stream m_stream;
};

/// Whether both are the same but for the rounding of a setting's type.
bool agree(const RecurrenceSetting& setting, const RecurrenceTrial::Results& own, const RecurrenceTrial::Results& others);

} // namespace netsmith::cuda

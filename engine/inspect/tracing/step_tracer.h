#pragma once

#include "engine/inspect/explanations/program_reader.h"
#include "engine/inspect/tracing/traced_step.h"
#include "engine/train/training_loop.h"

#include <filesystem>

namespace netsmith::inspect {

/// Takes training steps of a project one at a time, in memory, with all their numbers. A step can be looked at as often as wanted,
/// with other weights or other samples, before it is really taken. Synchronous; the backend outlives it.
class StepTracer {
public:
    /// Draws the weights, or takes those of a run or checkpoint. FP16, whose loss is scaled, is computed in FP32. Throws what
    /// `TrainingSetup` and `startFrom` do, `tracing.phases`, and `tracing.memory` if one step's numbers are more than can be kept.
    StepTracer(const Project& project, train::LoadedData data, Backend& backend, const std::filesystem::path& weights = {},
               const PreparingWatch& watch = {});
    StepTracer(const StepTracer&) = delete;
    StepTracer& operator=(const StepTracer&) = delete;

    const train::TrainingSetup& setup() const { return m_setup; }
    /// The next step: computed, and taken back. Throws `tracing.diverged` where it made a NaN or an infinity.
    TracedStep look();
    /// Takes the next step; what follows is the one after it.
    void advance();
    /// Leaves the next step's batch out: the same step is then one of the batch after it.
    void skipBatch();
    /// Sets one number of a parameter, by its place in row-major order. Throws `tracing.weight` if there is none.
    void setWeight(const std::string& parameter, std::int64_t index, double value);
    /// How a number of a layer's output came about in the step that was looked at last, in the order of computing; `element`: among
    /// those of the whole batch. Empty where this is not known, as for what a dropout draws and for what is read from the data.
    std::vector<ExplainedStep> explain(const TracedStep& step, const std::string& node, std::int64_t element);

    /// The same of a number of the gradient of the batch's mean loss: with respect to the layer's output, or to one of its
    /// parameters. Empty too where what computes it is not known here.
    std::vector<ExplainedStep> explainGradient(const TracedStep& step, const std::string& node, const std::string& parameter,
                                               std::int64_t element);

private:
    using Arenas = std::vector<std::pair<Arena, std::vector<std::byte>>>;

    Arenas lasting();
    std::vector<double> numbersOf(Arena arena);
    train::TrainingLoop::Launch launch();
    /// Of a step's program; it knows the weights.
    ProgramReader reader();

    train::TrainingSetup m_setup;
    train::TrainingLoop m_loop;
};

} // namespace netsmith::inspect

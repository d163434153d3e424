#pragma once

#include "engine/twin/twin_advice.h"
#include "engine/twin/twin_copy.h"
#include "engine/twin/twin_memory.h"

namespace netsmith::twin {

struct TwinOptions {
    TwinFormat format; ///< of the copy beside the FP32 one
    bool fuse = true;
    PreparingWatch watch{};
};

/// A project trained twice in lockstep, in FP32 and in a low precision, or rounding to 8 bits: from the same weights, on the same
/// batches, at the same learning rates. The FP32 copy takes exactly the steps of a normal training, whether or not it is observed.
/// Nothing is written. Synchronous; the backend outlives it.
class Twin {
public:
    /// Throws `twin.memory` before anything is allocated, and what `TrainingSetup` throws.
    Twin(Project project, train::LoadedData data, Backend& backend, const TwinOptions& options);

    const TwinMemory& memory() const { return m_memory; }
    const train::TrainingSetup& setup() const { return m_exact.setup(); }
    const TwinFormat& format() const { return m_options.format; }
    std::int64_t steps() const { return m_exact.steps(); }
    bool over() const { return isLost() || steps() >= setup().totalSteps(); }
    /// Whether `keepInFp32` lost a copy: then only the measurements so far can be read.
    bool isLost() const { return !m_low; }

    /// Both take a step. A copy that produced a NaN or an infinity has no loss and stays where it was; if it is the low one, so
    /// does the other.
    TwinStep step();
    /// Whether there is a full batch to compare; else there is one a step later.
    bool canMeasure();
    /// Compares the copies layer by layer, on the batch of the next step. No persistent state changes.
    TwinMoment measure();

    /// From here on the low copy computes these layers in FP32, or without rounding them, see `TrainingSettings::fp32Layers`;
    /// everything else continues.
    /// Throws if there is no such layer or not enough memory, and leaves the twin unchanged; if even that is no longer possible,
    /// `twin.lost`.
    void keepInFp32(const std::vector<std::string>& layers);
    /// The layers it computes so.
    const std::vector<std::string>& fp32Layers() const { return m_low->setup().project().training.fp32Layers; }

    /// One of the FP32 copy's parameters, "dense_1.kernel".
    std::vector<double> exactWeights(std::string_view parameter);

private:
    void endEpoch();
    void compareTensors(TwinMoment& moment);
    void compareArena(TwinMoment& moment, Arena arena);
    void compareOneStep(TwinMoment& moment);

    Backend& m_backend;
    TwinOptions m_options;
    train::LoadedData m_data; ///< as it was read
    TwinMemory m_memory;
    TwinCopy m_exact;
    std::unique_ptr<TwinCopy> m_low; ///< null: it is lost
    std::int64_t m_epoch = 0;
    std::vector<ScheduleMemory> m_schedules; ///< of each update group: those of the FP32 copy, for both
};

/// Why no step follows this one: a copy diverged. Nothing if one may.
std::optional<Message> endBehind(const TwinStep& step, const TwinFormat& low);

/// The result of a complete twin run.
struct TwinResult {
    std::vector<TwinStep> steps;
    std::vector<TwinMoment> moments;
    std::optional<Message> ended; ///< why before the last step: a copy diverged
    TwinAdvice advice;
};

struct TwinRun {
    std::int64_t steps = 100; ///< or as many as the project's training has
    std::int64_t every = 10; ///< measured before the first step, after every `every` steps, and at the end
    std::stop_token stop{}; ///< ends it as far as it has come
    std::function<void(const TwinStep&)> step{};
    std::function<void(const TwinMoment&)> moment{};
};

/// Throws `twin.steps` for invalid numbers.
TwinResult runTwin(Twin& twin, const TwinRun& run);

} // namespace netsmith::twin

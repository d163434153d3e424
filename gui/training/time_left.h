#pragma once

#include <cstdint>
#include <optional>

namespace netsmith::gui {

/// Estimates how long an epoch and a run will still take from how long their steps and validations took.
class TimeLeft {
public:
    TimeLeft() = default;
    TimeLeft(std::int64_t stepsPerEpoch, std::int64_t epochs, std::int64_t trainSamples, std::int64_t validationSamples);

    /// `step` steps are done, after `seconds` of training; both only grow, from where the run began or went on.
    void trained(std::int64_t step, double seconds);
    /// An epoch's validation, and what else ends an epoch, was over after `seconds` of training.
    void validated(double seconds);

    /// From a number of steps done and the share of the due validation that is done; nothing before two launches were seen.
    std::optional<double> ofEpoch(std::int64_t step, bool validating, double validationShare) const;
    std::optional<double> ofRun(std::int64_t step, bool validating, double validationShare) const;

    /// Of late, with all that comes between them but the validations, so that it agrees with the time that is left: the launches
    /// alone may be far faster. Nothing before two launches were seen.
    std::optional<double> stepsPerSecond() const;

private:
    double validationSeconds() const;

    std::int64_t m_stepsPerEpoch = 1;
    std::int64_t m_epochs = 0;
    double m_validationPart = 0.0; ///< of an epoch's time, before one was measured
    std::optional<double> m_validationSeconds;
    std::optional<double> m_secondsPerStep;
    std::int64_t m_step = -1;
    double m_seconds = 0.0;
};

} // namespace netsmith::gui

#pragma once

#include <cstdint>
#include <optional>

namespace netsmith::gui {

/// Estimates the remaining time of an epoch and of a run from the times of past steps and validations.
class TimeLeft {
public:
    TimeLeft() = default;
    TimeLeft(std::int64_t stepsPerEpoch, std::int64_t epochs, std::int64_t trainSamples, std::int64_t validationSamples);

    /// `step` steps were done after `seconds` of training; both only increase, from where the run started or was resumed.
    void trained(std::int64_t step, double seconds);
    /// An epoch's validation, and other work at its end, was done after `seconds` of training.
    void validated(double seconds);

    /// After this many steps and this fraction of the current validation; nothing before two launches were measured.
    std::optional<double> ofEpoch(std::int64_t step, bool validating, double validationShare) const;
    std::optional<double> ofRun(std::int64_t step, bool validating, double validationShare) const;

    /// The recent pace, including everything between launches except validation, so that it agrees with the remaining time: the
    /// launches themselves may be far faster. Nothing before two launches were measured.
    std::optional<double> stepsPerSecond() const;

private:
    double validationSeconds() const;

    std::int64_t m_stepsPerEpoch = 1;
    std::int64_t m_epochs = 0;
    double m_validationPart = 0.0; ///< fraction of an epoch's time, until one was measured
    std::optional<double> m_validationSeconds;
    std::optional<double> m_secondsPerStep;
    std::int64_t m_step = -1;
    double m_seconds = 0.0;
};

} // namespace netsmith::gui

#include "gui/training/time_left.h"

#include <algorithm>
#include <cmath>

namespace netsmith::gui {
namespace {

/// The old pace's weight is halved after this many seconds at another pace.
constexpr double halfLife = 3.0;

} // namespace

TimeLeft::TimeLeft(std::int64_t stepsPerEpoch, std::int64_t epochs, std::int64_t trainSamples, std::int64_t validationSamples)
    : m_stepsPerEpoch(std::max<std::int64_t>(stepsPerEpoch, 1))
    , m_epochs(epochs)
    // A forward pass is about a third of a step's work.
    , m_validationPart(static_cast<double>(validationSamples)
                       / (3.0 * static_cast<double>(std::max<std::int64_t>(trainSamples, 1))))
{
}

void TimeLeft::trained(std::int64_t step, double seconds)
{
    if (m_step >= 0 && step > m_step && seconds > m_seconds) {
        const double pace = (seconds - m_seconds) / static_cast<double>(step - m_step);
        const double keep = std::exp2(-(seconds - m_seconds) / halfLife);
        m_secondsPerStep = m_secondsPerStep ? keep * *m_secondsPerStep + (1.0 - keep) * pace : pace;
    }
    m_step = step;
    m_seconds = seconds;
}

void TimeLeft::validated(double seconds)
{
    if (m_step >= 0)
        m_validationSeconds = seconds - m_seconds;
    m_seconds = seconds; // excluded from the next step's pace
}

std::optional<double> TimeLeft::stepsPerSecond() const
{
    return m_secondsPerStep && *m_secondsPerStep > 0.0 ? std::optional(1.0 / *m_secondsPerStep) : std::nullopt;
}

double TimeLeft::validationSeconds() const
{
    return m_validationSeconds.value_or(*m_secondsPerStep * static_cast<double>(m_stepsPerEpoch) * m_validationPart);
}

std::optional<double> TimeLeft::ofEpoch(std::int64_t step, bool validating, double validationShare) const
{
    if (!m_secondsPerStep)
        return std::nullopt;
    if (validating)
        return validationSeconds() * (1.0 - validationShare);
    return *m_secondsPerStep * static_cast<double>(m_stepsPerEpoch - step % m_stepsPerEpoch) + validationSeconds();
}

std::optional<double> TimeLeft::ofRun(std::int64_t step, bool validating, double validationShare) const
{
    const auto epoch = ofEpoch(step, validating, validationShare);
    if (!epoch)
        return std::nullopt;
    const std::int64_t begun = step / m_stepsPerEpoch + (validating ? 0 : 1);
    const double whole = *m_secondsPerStep * static_cast<double>(m_stepsPerEpoch) + validationSeconds();
    return *epoch + whole * static_cast<double>(std::max<std::int64_t>(m_epochs - begun, 0));
}

} // namespace netsmith::gui

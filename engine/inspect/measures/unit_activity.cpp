#include "engine/inspect/measures/unit_activity.h"

#include <algorithm>
#include <cmath>

namespace netsmith::inspect {

std::optional<double> slopeAt(std::string_view activation, double y)
{
    if (activation == "sigmoid" || activation == "softmax")
        return 4.0 * y * (1.0 - y);
    if (activation == "tanh")
        return 1.0 - y * y;
    if (activation == "softsign")
        return (1.0 - std::abs(y)) * (1.0 - std::abs(y));
    if (activation == "hard_sigmoid")
        return y > 0.0 && y < 1.0 ? 1.0 : 0.0;
    if (activation == "hard_tanh")
        return std::abs(y) < 1.0 ? 1.0 : 0.0;
    if (activation == "relu6")
        return y < 6.0 ? 1.0 : 0.0; // 0 is what a ReLU says when it is not active
    return std::nullopt;
}

UnitActivity::UnitActivity(std::string activation, const Shape& shape)
    : m_activation(std::move(activation))
    , m_mayDie(m_activation == "relu" || m_activation == "relu6")
    , m_isSoftmax(m_activation == "softmax")
    , m_active(static_cast<std::size_t>(shape.rank() > 0 ? shape[-1] : 1), false)
{
}

void UnitActivity::add(std::span<const float> output)
{
    ++m_samples;
    const std::size_t units = m_active.size();
    if (m_mayDie)
        for (std::size_t i = 0; i < output.size(); ++i)
            if (output[i] != 0.0F) // a NaN is active
                m_active[i % units] = true;
    const auto judge = [&](double y) {
        const std::optional<double> slope = slopeAt(m_activation, y);
        m_judged += slope ? 1 : 0;
        m_saturated += slope && *slope < leastSlope ? 1 : 0;
    };
    if (m_isSoftmax)
        for (std::size_t first = 0; first + units <= output.size(); first += units)
            judge(*std::ranges::max_element(output.subspan(first, units)));
    else if (slopeAt(m_activation, 0.0))
        for (const float number : output)
            judge(number);
}

std::optional<double> UnitActivity::dead() const
{
    if (!m_mayDie || m_samples == 0)
        return std::nullopt;
    return static_cast<double>(std::ranges::count(m_active, false)) / static_cast<double>(m_active.size());
}

std::optional<double> UnitActivity::saturated() const
{
    if (m_judged == 0)
        return std::nullopt;
    return static_cast<double>(m_saturated) / static_cast<double>(m_judged);
}

} // namespace netsmith::inspect

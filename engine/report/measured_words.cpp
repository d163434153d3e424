#include "engine/report/measured_words.h"

#include "engine/losses/measured_quantity.h"

#include <fmt/format.h>

#include <cmath>

namespace netsmith::report {

std::string groupedText(std::int64_t number)
{
    std::string digits = std::to_string(number);
    const std::size_t first = number < 0 ? 1 : 0;
    for (std::size_t at = digits.size(); at > first + 3;)
        digits.insert(at -= 3, ",");
    return digits;
}

std::string durationText(double seconds)
{
    if (!std::isfinite(seconds) || seconds < 0.0)
        return "–";
    if (seconds < 9.95)
        return fmt::format("{:.1f} s", seconds);
    const auto whole = static_cast<std::int64_t>(std::llround(seconds));
    if (whole < 60)
        return fmt::format("{} s", whole);
    if (whole < 3600)
        return fmt::format("{} min {:02} s", whole / 60, whole % 60);
    return fmt::format("{} h {:02} min", groupedText(whole / 3600), whole % 3600 / 60);
}

std::string measuredText(std::string_view name, double value)
{
    if (std::isnan(value))
        return "NaN";
    if (std::isinf(value))
        return value > 0.0 ? "∞" : "−∞";
    if (measuredQuantity(name).format == MetricFormat::percent)
        return fmt::format("{:.2f} %", 100.0 * value);
    return fmt::format("{:.4g}", value);
}

std::string measureTitle(std::string_view name)
{
    const MeasuredQuantity quantity = measuredQuantity(name);
    std::string title = quantity.metric ? quantity.metric->title : quantity.id == "loss" ? "Loss" : quantity.id;
    if (quantity.number > 0)
        title += fmt::format(" {}", quantity.number + 1);
    return quantity.output.empty() ? title : quantity.output + " · " + title;
}

std::string quantityTitle(std::string_view name)
{
    const MeasuredQuantity quantity = measuredQuantity(name);
    std::string title = measureTitle(name);
    const bool isWord = quantity.output.empty() && title.size() > 1 && title[0] >= 'A' && title[0] <= 'Z' && title[1] >= 'a';
    if (isWord)
        title[0] = static_cast<char>(title[0] - 'A' + 'a');
    return (quantity.ofValidation ? "Validation " : "Training ") + title;
}

} // namespace netsmith::report

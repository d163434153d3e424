#include "engine/losses/measured_quantity.h"

#include <algorithm>
#include <charconv>
#include <cmath>

namespace netsmith {
namespace {

constexpr std::string_view validationPrefix = "val_";
constexpr std::string_view lossId = "loss";

bool isKnown(std::string_view id)
{
    return id == lossId || metrics().find(id);
}

/// The output's own name: one that begins with "val_" gets another "_" in the name of the quantity.
std::string_view outputNamed(std::string_view name)
{
    const std::size_t first = name.find_first_not_of('_');
    const bool marked = first != std::string_view::npos && first > 0 && name.substr(first).starts_with(validationPrefix);
    return marked ? name.substr(1) : name;
}

/// Removes the number of a second quantity of the same kind: "top_k_accuracy_1".
int takeNumber(std::string_view& id)
{
    const std::size_t last = id.find_last_not_of("0123456789");
    if (isKnown(id) || last == std::string_view::npos || id[last] != '_' || !isKnown(id.substr(0, last)))
        return 0;
    int number = 0;
    std::from_chars(id.data() + last + 1, id.data() + id.size(), number);
    id = id.substr(0, last);
    return number;
}

} // namespace

bool MeasuredQuantity::isBetter(double value, double other) const
{
    if (std::isnan(value) || std::isnan(other))
        return !std::isnan(value);
    return higherIsBetter ? value > other : value < other;
}

MeasuredQuantity measuredQuantity(std::string_view name)
{
    MeasuredQuantity quantity;
    quantity.ofValidation = name.starts_with(validationPrefix);
    if (quantity.ofValidation)
        name.remove_prefix(validationPrefix.size());
    if (const std::size_t slash = name.rfind('/'); slash != std::string_view::npos) {
        quantity.output = outputNamed(name.substr(0, slash));
        name.remove_prefix(slash + 1);
    }
    quantity.number = takeNumber(name);
    quantity.id = name;
    quantity.metric = metrics().find(quantity.id);
    if (quantity.metric) {
        quantity.higherIsBetter = quantity.metric->higherIsBetter;
        quantity.format = quantity.metric->format;
    }
    return quantity;
}

std::string judgedBy(std::span<const std::string> measured, const std::string& monitor)
{
    const auto ofValidation = [](const std::string& name) { return name.starts_with(validationPrefix); };
    if (!monitor.empty()) {
        for (const std::string& name : {std::string(validationPrefix) + monitor, monitor})
            if (std::ranges::find(measured, name) != measured.end())
                return name;
        return {};
    }
    const bool validates = std::ranges::any_of(measured, ofValidation);
    const std::string* loss = nullptr;
    for (const std::string& name : measured) {
        if (ofValidation(name) != validates)
            continue;
        const MeasuredQuantity quantity = measuredQuantity(name);
        if (quantity.output.empty() && quantity.metric)
            return name;
        if (!loss || (quantity.output.empty() && quantity.id == lossId))
            loss = &name;
    }
    return loss ? *loss : std::string();
}

} // namespace netsmith

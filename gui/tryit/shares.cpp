#include "gui/tryit/shares.h"

#include <algorithm>
#include <cmath>

namespace netsmith::gui {

std::vector<float> sharesOf(std::vector<float> values)
{
    double sum = 0.0;
    bool shares = true;
    for (const float value : values) {
        shares = shares && value >= 0.0f && value <= 1.0f;
        sum += value;
    }
    if (values.size() < 2 || (shares && std::abs(sum - 1.0) < 1e-2))
        return values;
    const float most = *std::ranges::max_element(values);
    double total = 0.0;
    for (float& value : values)
        total += value = std::exp(value - most);
    for (float& value : values)
        value = static_cast<float>(value / total);
    return values;
}

} // namespace netsmith::gui

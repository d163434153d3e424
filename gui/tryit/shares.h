#pragma once

#include <vector>

namespace netsmith::gui {

/// What a network says of each class as shares: logits by a softmax; what sums to one already stays.
std::vector<float> sharesOf(std::vector<float> values);

} // namespace netsmith::gui

#pragma once

#include <vector>

namespace netsmith::gui {

/// A network's output for each class as probabilities: softmax of logits; values that already sum to one are unchanged.
std::vector<float> sharesOf(std::vector<float> values);

} // namespace netsmith::gui

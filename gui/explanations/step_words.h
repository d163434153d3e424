#pragma once

#include "engine/inspect/explanations/explanation.h"

#include <QString>

namespace netsmith::gui {

/// A step in a few words: "9 products of input_1 and conv2d_1.kernel".
QString stepTitle(const inspect::ExplainedStep& step);
/// Its calculation with the numbers written out, a line for each part.
QString stepEquation(const inspect::ExplainedStep& step);
/// A sentence or two about what such a step does.
QString stepMeaning(const inspect::ExplainedStep& step);
/// "conv2d_1 [3, 5, 2]"
QString placeText(const inspect::Place& place);
/// As the equations show it: four significant digits.
QString explainedNumber(double number);

} // namespace netsmith::gui

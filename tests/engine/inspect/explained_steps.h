#pragma once

#include "engine/inspect/explanations/explanation.h"

#include <QString>

namespace netsmith::test {

/// Relative to the larger of 1 and the size of `b`; never of NaN.
bool agree(double a, double b, double tolerance);
/// Why a step's own numbers don't lead to its result; empty: they do.
QString flawOf(const inspect::ExplainedStep& step);

} // namespace netsmith::test

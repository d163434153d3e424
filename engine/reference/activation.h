#pragma once

#include "engine/ops/activation.h"

namespace netsmith::reference {

/// A NaN stays a NaN through every activation, so that the op that made it can be found.
double activate(Activation kind, double x);

/// The derivative at the argument whose result is `y`.
double slopeAt(Activation kind, double y);

} // namespace netsmith::reference

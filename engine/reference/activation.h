#pragma once

#include "engine/ops/activation.h"

namespace netsmith::reference {

/// A NaN stays a NaN through every activation, so that the op that made it can be found.
double activate(Activation kind, double x, double alpha);
double activate(Activation kind, double x);

/// The derivative from what `slopeReads` says: the argument or the result.
double slopeAt(Activation kind, double read, double alpha);
double slopeAt(Activation kind, double read);

} // namespace netsmith::reference

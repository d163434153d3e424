#pragma once

#include <span>

namespace netsmith::reference {

/// exp(x) / Σ exp(x) of one row; returns log Σ exp(x). The maximum is taken off first, so that nothing overflows.
double softmaxOf(std::span<const double> x, std::span<double> y);

} // namespace netsmith::reference

#pragma once

#include <vector>

namespace netsmith::inspect {

/// Points and weights on [0, 1] for an integral over it.
struct Quadrature {
    std::vector<double> nodes;
    std::vector<double> weights;
};

/// Exact for polynomials of a degree up to 2 · `points` − 1; at least one point.
Quadrature gaussLegendre(int points);

} // namespace netsmith::inspect

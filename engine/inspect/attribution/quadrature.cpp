#include "engine/inspect/attribution/quadrature.h"

#include <cmath>
#include <numbers>

namespace netsmith::inspect {

/// The nodes are the roots of the Legendre polynomial, found by Newton's method from Tricomi's estimates (Abramowitz and Stegun,
/// 22.16 and 25.4.29).
Quadrature gaussLegendre(int points)
{
    Quadrature rule;
    for (int i = 0; i < points; ++i) {
        double x = std::cos(std::numbers::pi * (points - i - 0.25) / (points + 0.5)), slope = 0.0;
        for (int iteration = 0; iteration < 100; ++iteration) {
            double before = 1.0, value = x; // of the degrees 0 and 1
            for (int degree = 2; degree <= points; ++degree) {
                const double next = ((2.0 * degree - 1.0) * x * value - (degree - 1.0) * before) / degree;
                before = value;
                value = next;
            }
            slope = points * (x * value - before) / (x * x - 1.0);
            const double step = value / slope;
            x -= step;
            if (std::abs(step) < 1e-15)
                break;
        }
        rule.nodes.push_back((x + 1.0) / 2.0);
        rule.weights.push_back(1.0 / ((1.0 - x * x) * slope * slope));
    }
    return rule;
}

} // namespace netsmith::inspect

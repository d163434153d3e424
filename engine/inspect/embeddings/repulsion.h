#pragma once

#include "engine/inspect/embeddings/sample_matrix.h"

namespace netsmith::inspect {

/// How all points of a plane repel each other in t-SNE, with w = 1/(1 + d²): of each the sum of w²·(own − other) over all others,
/// and of all pairs the sum of w. Far points act together from their centre (Barnes and Hut, "A hierarchical O(N log N)
/// force-calculation algorithm", 1986). Keeps its memory from call to call. The same bits with any number of threads.
class Repulsion {
public:
    /// `theta`: points act together if they lie in a square that is smaller than this share of its distance; 0: none do. Returns
    /// the sum of w over all ordered pairs. `forces`: one for each point.
    double compute(std::span<const PlanePoint> points, double theta, std::span<PlanePoint> forces);

private:
    /// A square of the plane that holds points.
    struct Square {
        double x = 0.0; ///< the centre of its points
        double y = 0.0;
        double count = 0.0;
        double sideSquared = 0.0;
        std::int32_t next = 0; ///< the square after all that lie in it
        std::int32_t first = 0; ///< of its points
        bool isLeaf = false;
        bool isPoint = false; ///< too small to be divided
    };
    struct Coded {
        std::uint64_t code = 0; ///< the bits of both coordinates, in turn
        std::int32_t point = 0;
    };

    void build(std::span<const PlanePoint> points);
    void addSquare(std::int32_t first, std::int32_t end, int level);
    double forceOn(const PlanePoint& point, double theta, PlanePoint& force) const;

    std::vector<Coded> m_order;
    std::vector<PlanePoint> m_points; ///< in that order
    std::vector<Square> m_squares; ///< each before those that lie in it
    std::vector<double> m_weights; ///< of each point
    double m_side = 0.0; ///< of the whole
};

} // namespace netsmith::inspect

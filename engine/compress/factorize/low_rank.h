#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

namespace netsmith::compress {

/// The rank that a matrix is cut down to.
struct RankGoal {
    double share = 0.5; ///< of the full rank, or of the energy
    bool ofEnergy = false; ///< the smallest rank whose singular values have that share of the sum of their squares

    /// "0.5", "energy:0.95". Throws `compress.rank`, and what `requireShare` says.
    static RankGoal parsed(std::string_view text);
    /// For singular values in descending order, of which there is at least one: at least 1, at most all.
    std::int64_t rankOf(std::span<const double> values) const;
    bool operator==(const RankGoal&) const = default;
};

/// A matrix as the product of two: rows × rank and rank × columns, row-major.
struct Factors {
    std::int64_t rank = 0;
    std::vector<double> left;
    std::vector<double> right;
    double error = 0.0; ///< the Frobenius norm of what is lost, in proportion to that of the matrix; 0 for a matrix of zeros
};

/// The nearest matrix of that rank in the Frobenius norm, by the singular value decomposition (Eckart and Young 1936). Each factor
/// takes the root of the singular values, so that both have weights of the same size. The numbers are finite, and both sizes above
/// 0.
Factors lowRank(std::span<const double> matrix, std::int64_t rows, std::int64_t columns, const RankGoal& goal);

} // namespace netsmith::compress

#include "engine/compress/factorize/low_rank.h"

#include "engine/compress/shrink/removal.h"
#include "engine/core/error.h"

#include <Eigen/SVD>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <numeric>

namespace netsmith::compress {
namespace {

using RowMajor = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

std::vector<double> rowsOf(const RowMajor& matrix)
{
    return {matrix.data(), matrix.data() + matrix.size()};
}

} // namespace

RankGoal RankGoal::parsed(std::string_view text)
{
    constexpr std::string_view energy = "energy:";
    RankGoal goal{.ofEnergy = text.starts_with(energy)};
    const std::string_view number = goal.ofEnergy ? text.substr(energy.size()) : text;
    const auto [end, error] = std::from_chars(number.data(), number.data() + number.size(), goal.share);
    if (error != std::errc() || end != number.data() + number.size())
        throw Error(
            ErrorKind::usage,
            NS_MESSAGE("compress.rank",
                       "expected the share of the rank to keep, such as 0.5, or of the energy of the singular values, such as "
                       "energy:0.95, got \"{0}\""),
            text);
    requireShare(goal.share);
    return goal;
}

std::int64_t RankGoal::rankOf(std::span<const double> values) const
{
    const std::int64_t full = std::ssize(values);
    if (!ofEnergy)
        return std::clamp<std::int64_t>(std::llround(share * static_cast<double>(full)), 1, full);
    const double all = std::inner_product(values.begin(), values.end(), values.begin(), 0.0);
    double kept = 0.0;
    for (std::int64_t rank = 1; rank < full; ++rank) {
        const double value = values[static_cast<std::size_t>(rank - 1)];
        kept += value * value;
        if (kept >= share * all)
            return rank;
    }
    return full;
}

Factors lowRank(std::span<const double> matrix, std::int64_t rows, std::int64_t columns, const RankGoal& goal)
{
    const Eigen::Map<const RowMajor> numbers(matrix.data(), rows, columns);
    const Eigen::BDCSVD<Eigen::MatrixXd> svd(numbers, Eigen::ComputeThinU | Eigen::ComputeThinV);
    const Eigen::VectorXd& values = svd.singularValues();
    Factors factors{.rank = goal.rankOf({values.data(), static_cast<std::size_t>(values.size())}), .left = {}, .right = {}};
    const Eigen::Index rank = factors.rank;
    const Eigen::VectorXd roots = values.head(rank).cwiseSqrt();
    factors.left = rowsOf(svd.matrixU().leftCols(rank) * roots.asDiagonal());
    factors.right = rowsOf(roots.asDiagonal() * svd.matrixV().leftCols(rank).transpose());
    if (const double norm = values.norm(); norm > 0.0)
        factors.error = values.tail(values.size() - rank).norm() / norm;
    return factors;
}

} // namespace netsmith::compress

#include "engine/inspect/embeddings/pca.h"

#include "engine/core/parallel.h"
#include "engine/core/philox.h"

#include <Eigen/Eigenvalues>
#include <Eigen/QR>

#include <algorithm>
#include <cmath>

namespace netsmith::inspect {
namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::MatrixXf;
using Eigen::VectorXd;

constexpr Index smallBlock = 64; ///< of columns that a thread computes at once
constexpr Index partSize = Index{1} << 20; ///< numbers of a part of the samples that is copied
constexpr double exactWork = 8e9; ///< multiplications up to which the products of all pairs are computed
constexpr Index extraColumns = 10; ///< of a Krylov block beyond the components
constexpr int krylovSteps = 6;
constexpr double krylovTolerance = 1e-4; ///< of residuals, as a share of the largest eigenvalue

/// A tall matrix: the centred samples, or these transposed if they have more features than there are samples. What is decomposed
/// is the small square TᵀT.
class TallMatrix {
public:
    explicit TallMatrix(const SampleMatrix& samples)
        : m_transposed(samples.columns > samples.rows)
        , m_rows(m_transposed ? samples.columns : samples.rows)
        , m_columns(m_transposed ? samples.rows : samples.columns)
        , m_map(samples.numbers.data(), m_rows, m_columns, m_transposed ? Strides(samples.columns, 1) : Strides(1, samples.columns))
        , m_partRows(std::clamp<Index>(partSize / std::max<Index>(m_columns, 1), 16, 512))
    {
    }

    bool isTransposed() const { return m_transposed; }
    Index rows() const { return m_rows; }
    Index columns() const { return m_columns; }

    /// TᵀT, in double precision.
    MatrixXd square(const std::stop_token& stop) const
    {
        MatrixXd all = MatrixXd::Zero(m_columns, m_columns);
        const Index blocks = (m_columns + smallBlock - 1) / smallBlock;
        for (Index first = 0; first < m_rows; first += m_partRows) {
            checkStopped(stop);
            const MatrixXd part = rowsFrom(first).cast<double>();
            parallelFor(blocks, 1, [&](std::int64_t begin, std::int64_t end) {
                for (Index block = begin; block < end; ++block) {
                    const Index at = block * smallBlock, size = std::min(smallBlock, m_columns - at);
                    all.middleCols(at, size).noalias() += part.transpose() * part.middleCols(at, size);
                }
            });
        }
        return all;
    }

    /// T·vectors.
    MatrixXf times(const MatrixXf& vectors) const
    {
        MatrixXf all(m_rows, vectors.cols());
        const Index parts = (m_rows + m_partRows - 1) / m_partRows;
        parallelFor(parts, 1, [&](std::int64_t begin, std::int64_t end) {
            for (Index part = begin; part < end; ++part) {
                const MatrixXf rows = rowsFrom(part * m_partRows);
                all.middleRows(part * m_partRows, rows.rows()).noalias() = rows * vectors;
            }
        });
        return all;
    }

    /// Tᵀ·vectors.
    MatrixXd transposedTimes(const MatrixXf& vectors) const
    {
        MatrixXd all = MatrixXd::Zero(m_columns, vectors.cols());
        const Index blocks = (m_columns + smallBlock - 1) / smallBlock;
        parallelFor(blocks, 1, [&](std::int64_t begin, std::int64_t end) {
            for (Index block = begin; block < end; ++block) {
                const Index at = block * smallBlock, size = std::min(smallBlock, m_columns - at);
                for (Index first = 0; first < m_rows; first += m_partRows) {
                    const Index count = std::min(m_partRows, m_rows - first);
                    const MatrixXf part = m_map.block(first, at, count, size);
                    all.middleRows(at, size) += (part.transpose() * vectors.middleRows(first, count)).cast<double>();
                }
            }
        });
        return all;
    }

private:
    using Strides = Eigen::Stride<Eigen::Dynamic, Eigen::Dynamic>;

    MatrixXf rowsFrom(Index first) const { return m_map.middleRows(first, std::min(m_partRows, m_rows - first)); }

    bool m_transposed;
    Index m_rows;
    Index m_columns;
    Eigen::Map<const MatrixXf, 0, Strides> m_map;
    Index m_partRows;
};

/// The largest eigenvalues of TᵀT from the largest on, and their vectors.
struct Leading {
    VectorXd values;
    MatrixXd vectors;
};

Leading leadingOf(const MatrixXd& square, Index count)
{
    const Eigen::SelfAdjointEigenSolver<MatrixXd> solver(square);
    return {solver.eigenvalues().reverse().head(count), solver.eigenvectors().rightCols(count).rowwise().reverse()};
}

MatrixXd orthonormal(const MatrixXd& columns)
{
    const Eigen::HouseholderQR<MatrixXd> qr(columns);
    return qr.householderQ() * MatrixXd::Identity(columns.rows(), columns.cols());
}

Leading leadingByKrylov(const TallMatrix& tall, Index count, const std::stop_token& stop)
{
    constexpr std::uint64_t seed = 1;
    const Index width = std::min(count + extraColumns, tall.columns());
    MatrixXd block(tall.columns(), width);
    RandomStream random(seed, nameHash("pca"));
    for (Index column = 0; column < width; ++column)
        for (Index row = 0; row < block.rows(); ++row)
            block(row, column) = random.normal();
    block = orthonormal(block);
    MatrixXd basis(tall.columns(), 0), images(tall.columns(), 0);
    for (int step = 0;; ++step) {
        checkStopped(stop);
        const Index before = basis.cols();
        basis.conservativeResize(Eigen::NoChange, before + width);
        images.conservativeResize(Eigen::NoChange, before + width);
        basis.rightCols(width) = block;
        images.rightCols(width) = tall.transposedTimes(tall.times(block.cast<float>()));
        const MatrixXd within = basis.transpose() * images;
        const Leading ritz = leadingOf(0.5 * (within + within.transpose()), count);
        const MatrixXd vectors = basis * ritz.vectors;
        const MatrixXd residuals = images * ritz.vectors - vectors * ritz.values.asDiagonal();
        const double worst = residuals.colwise().norm().maxCoeff();
        if (step + 1 == krylovSteps || basis.cols() + width > tall.columns()
            || worst <= krylovTolerance * std::max(ritz.values(0), 0.0))
            return {ritz.values, vectors};
        block = images.rightCols(width);
        for (int twice = 0; twice < 2; ++twice) // once loses digits
            block = orthonormal(block - basis * (basis.transpose() * block));
    }
}

/// Subtracts each column's mean; returns the sum of the squares of what is left.
double centre(SampleMatrix& samples)
{
    const auto width = static_cast<std::size_t>(samples.columns), rows = static_cast<std::size_t>(samples.rows);
    std::vector<double> means(width, 0.0);
    for (std::size_t row = 0; row < rows; ++row)
        for (std::size_t i = 0; i < width; ++i)
            means[i] += static_cast<double>(samples.numbers[row * width + i]);
    for (double& mean : means)
        mean /= static_cast<double>(rows);
    double squares = 0.0;
    for (std::size_t row = 0; row < rows; ++row)
        for (std::size_t i = 0; i < width; ++i) {
            float& number = samples.numbers[row * width + i];
            number = static_cast<float>(static_cast<double>(number) - means[i]);
            squares += static_cast<double>(number) * static_cast<double>(number);
        }
    return squares;
}

void checkSamples(const SampleMatrix& samples)
{
    if (samples.rows < 2)
        throw Error(ErrorKind::input,
                    NS_MESSAGE("embedding.few", "at least 2 samples are needed to compare them, got {0}; ask for more samples"),
                    samples.rows);
    const auto broken = std::ranges::find_if(samples.numbers, [](float number) { return !std::isfinite(number); });
    if (broken != samples.numbers.end()) {
        const std::int64_t at = broken - samples.numbers.begin();
        throw Error(
            ErrorKind::input,
            NS_MESSAGE("embedding.not_finite", "number {1} of sample {0} is not finite (NaN or infinite); leave such samples out"),
            at / samples.columns, at % samples.columns);
    }
}

} // namespace

Pca principalComponents(SampleMatrix samples, const PcaOptions& options)
{
    checkSamples(samples);
    const double squares = centre(samples);
    const Index wanted = options.components;
    Pca pca{.scores = {samples.rows, wanted, std::vector<float>(static_cast<std::size_t>(samples.rows * wanted))},
            .axes = {wanted, samples.columns, std::vector<float>(static_cast<std::size_t>(wanted * samples.columns))},
            .variances = std::vector<double>(static_cast<std::size_t>(wanted), 0.0),
            .shares = std::vector<double>(static_cast<std::size_t>(wanted), 0.0)};
    if (squares <= 0.0)
        return pca; // all samples are equal
    const TallMatrix tall(samples);
    const Index count = std::min(wanted, tall.columns());
    const double work = static_cast<double>(tall.rows()) * static_cast<double>(tall.columns() * tall.columns());
    const Leading leading = tall.columns() <= options.exactUpTo && work <= exactWork ? leadingOf(tall.square(options.stop), count)
                                                                                     : leadingByKrylov(tall, count, options.stop);
    checkStopped(options.stop);

    const double least = leading.values(0) * 1e-12; // below it there is only rounding
    MatrixXf vectors = leading.vectors.cast<float>();
    for (Index c = 0; c < count; ++c)
        if (leading.values(c) <= least)
            vectors.col(c).setZero();
    // Of the features: the vectors themselves, or TᵀT's through the samples.
    MatrixXf axes = tall.isTransposed() ? tall.times(vectors) : vectors;
    for (Index c = 0; c < count; ++c) {
        const float length = axes.col(c).norm();
        Index largest = 0;
        axes.col(c).cwiseAbs().maxCoeff(&largest);
        if (length > 0.0F)
            axes.col(c) *= (axes(largest, c) < 0.0F ? -1.0F : 1.0F) / length;
    }
    const MatrixXf scores = tall.isTransposed() ? MatrixXf(tall.transposedTimes(axes).cast<float>()) : tall.times(axes);
    for (Index c = 0; c < count; ++c) {
        for (Index i = 0; i < scores.rows(); ++i)
            pca.scores.numbers[static_cast<std::size_t>(i * wanted + c)] = scores(i, c);
        std::copy_n(axes.col(c).data(), samples.columns, pca.axes.numbers.begin() + c * samples.columns);
        const double value = std::max(leading.values(c), 0.0);
        pca.variances[static_cast<std::size_t>(c)] = value / static_cast<double>(samples.rows - 1);
        pca.shares[static_cast<std::size_t>(c)] = value / squares;
    }
    return pca;
}

} // namespace netsmith::inspect

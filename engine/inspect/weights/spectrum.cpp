#include "engine/inspect/weights/spectrum.h"

#include "engine/core/error.h"

#include <Eigen/Eigenvalues>

#include <algorithm>
#include <cmath>

namespace netsmith::inspect {
namespace {

struct MatrixSizes {
    std::int64_t rows = 0;
    std::int64_t columns = 0;

    double work() const { return spectrumWork(rows, columns); }
};

MatrixSizes sizesOf(const WeightFacts& facts, int gate)
{
    if (facts.use == WeightUse::convolution) {
        const std::int64_t outputs = facts.isTransposed ? facts.window[-2] : facts.window[-1];
        return {outputs, facts.window.elements() / outputs};
    }
    const bool isMatrix = facts.shape.rank() == 2 && facts.use != WeightUse::other && facts.use != WeightUse::statistic;
    if (!isMatrix)
        return {};
    return {facts.shape[0], gate == wholeMatrix ? facts.shape[1] : facts.shape[1] / std::ssize(facts.gates)};
}

std::int64_t countNotFinite(const WeightMatrix& matrix)
{
    return std::ranges::count_if(matrix.numbers, [](double number) { return !std::isfinite(number); });
}

Spectrum tooLarge(const MatrixSizes& sizes)
{
    Spectrum spectrum{.rows = sizes.rows, .columns = sizes.columns};
    spectrum.refusal = Message(NS_MESSAGE("spectrum.large", "the singular values of {0}×{1} weights take about {2:second|seconds}"),
                               sizes.rows, sizes.columns, static_cast<std::int64_t>(std::ceil(spectrumSeconds(sizes.work()))));
    return spectrum;
}

/// The reflection I − scale·v·vᵀ that turns a vector into a multiple of the first unit vector; v is left in it.
struct Reflection {
    double scale = 0.0;
    double first = 0.0; ///< of the result
};

template <class V>
Reflection reflect(V&& vector)
{
    const double norm = vector.norm();
    if (norm == 0.0)
        return {};
    const double first = vector[0] > 0.0 ? -norm : norm; // away from it, so that nothing cancels
    vector[0] -= first;
    return {2.0 / vector.squaredNorm(), first};
}

/// A tall matrix, column by column, reduced to two diagonals. On one thread: each step needs the whole one before, and threads that
/// wait for each other so often are slower while a network is trained beside them.
class Bidiagonal {
public:
    Bidiagonal(Eigen::Map<Eigen::MatrixXd> matrix, const std::stop_token& stop, const SpectrumProgress& progress)
        : m_matrix(std::move(matrix))
        , m_columns(m_matrix.cols())
        , m_diagonal(m_columns)
        , m_above(std::max<Eigen::Index>(m_columns - 1, 0))
        , m_row(Eigen::VectorXd::Zero(m_columns))
        , m_sums(Eigen::VectorXd::Zero(m_matrix.rows()))
    {
        for (Eigen::Index step = 0; step < m_columns; ++step) {
            stopIfRequested(stop);
            reduce(step);
            if (const auto left = static_cast<double>(m_columns - step) / static_cast<double>(m_columns); progress)
                progress(1.0 - left * left * left);
        }
    }

    /// The largest first.
    std::vector<double> singularValues() const
    {
        // ((0, B), (Bᵀ, 0)) with its rows and columns interleaved: eigenvalues ±σ (Golub and Kahan 1965).
        const Eigen::VectorXd none = Eigen::VectorXd::Zero(2 * m_columns);
        Eigen::VectorXd beside(2 * m_columns - 1);
        for (Eigen::Index i = 0; i < m_columns; ++i) {
            beside[2 * i] = m_diagonal[i];
            if (i + 1 < m_columns)
                beside[2 * i + 1] = m_above[i];
        }
        Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> solver;
        solver.computeFromTridiagonal(none, beside, Eigen::EigenvaluesOnly);
        std::vector<double> values;
        for (Eigen::Index i = 0; i < m_columns; ++i)
            values.push_back(std::max(0.0, solver.eigenvalues()[2 * m_columns - 1 - i]));
        return values;
    }

private:
    /// Both reflections of a step. The one from the right is applied together with the next one from the left, for each column is
    /// then in the cache.
    void reduce(Eigen::Index step)
    {
        const Eigen::Index rows = m_matrix.rows() - step;
        applyRight(step, m_matrix.col(step).tail(rows));
        auto vector = m_matrix.col(step).tail(rows);
        const Reflection left = reflect(vector);
        m_diagonal[step] = left.first;
        const Eigen::Index next = step + 1;
        if (next == m_columns)
            return;
        Eigen::VectorXd products(m_columns);
        for (Eigen::Index column = next; column < m_columns; ++column) {
            auto numbers = m_matrix.col(column).tail(rows);
            applyRight(column, numbers);
            products[column] = left.scale * vector.dot(numbers);
        }
        // The row of the step as the left reflection leaves it; the right one makes its numbers but the first 0.
        for (Eigen::Index column = next; column < m_columns; ++column)
            m_row[column] = m_matrix(step, column) - products[column] * vector[0];
        auto right = m_row.tail(m_columns - next);
        const Reflection reflection = reflect(right);
        m_above[step] = reflection.first;
        const Eigen::Index below = rows - 1;
        auto sums = m_sums.tail(below);
        sums.setZero();
        for (Eigen::Index column = next; column < m_columns; ++column) {
            auto numbers = m_matrix.col(column).tail(below);
            numbers -= products[column] * vector.tail(below);
            sums += m_row[column] * numbers;
        }
        sums *= reflection.scale;
    }

    template <class V>
    void applyRight(Eigen::Index column, V&& numbers) const
    {
        if (m_row[column] != 0.0)
            numbers -= m_row[column] * m_sums.tail(numbers.size());
    }

    Eigen::Map<Eigen::MatrixXd> m_matrix;
    Eigen::Index m_columns;
    Eigen::VectorXd m_diagonal;
    Eigen::VectorXd m_above; ///< the diagonal
    Eigen::VectorXd m_row; ///< the last reflection from the right
    Eigen::VectorXd m_sums; ///< the matrix times that, scaled
};

} // namespace

WeightMatrixSizes matrixSizesOf(const WeightFacts& facts)
{
    const MatrixSizes sizes = sizesOf(facts, wholeMatrix);
    return {sizes.rows, sizes.columns};
}

WeightMatrix matrixOf(const WeightArray& array, int gate)
{
    const WeightFacts& facts = array.facts;
    const MatrixSizes sizes = sizesOf(facts, gate);
    WeightMatrix matrix{sizes.rows, sizes.columns, {}};
    matrix.numbers.reserve(static_cast<std::size_t>(sizes.rows * sizes.columns));
    const auto number = [&](std::int64_t at) { return static_cast<double>(array.numbers[static_cast<std::size_t>(at)]); };
    if (facts.use == WeightUse::convolution) {
        const std::int64_t inner = facts.window[-1], outer = facts.window[-2];
        for (std::int64_t output = 0; output < sizes.rows; ++output)
            for (std::int64_t at = 0; at < sizes.columns; ++at)
                // The last two axes are inputs and outputs, or the other way round.
                matrix.numbers.push_back(facts.isTransposed ? number((at / inner * outer + output) * inner + at % inner)
                                                            : number(at * inner + output));
        return matrix;
    }
    const std::int64_t first = gate == wholeMatrix ? 0 : gate * sizes.columns;
    for (std::int64_t row = 0; row < sizes.rows; ++row)
        for (std::int64_t column = 0; column < sizes.columns; ++column)
            matrix.numbers.push_back(number(row * facts.shape[1] + first + column));
    return matrix;
}

double spectrumWork(std::int64_t rows, std::int64_t columns)
{
    return static_cast<double>(rows) * static_cast<double>(columns) * static_cast<double>(std::min(rows, columns));
}

double spectrumSeconds(double work)
{
    return work * 1e-9;
}

Spectrum spectrumOf(WeightMatrix matrix, const std::stop_token& stop, const SpectrumProgress& progress)
{
    if (const MatrixSizes sizes{matrix.rows, matrix.columns}; sizes.work() > mostSpectrumWork)
        return tooLarge(sizes);
    Spectrum spectrum{.rows = matrix.rows, .columns = matrix.columns};
    if (const std::int64_t bad = countNotFinite(matrix); bad > 0) {
        spectrum.refusal = Message(NS_MESSAGE("spectrum.not_finite",
                                              "{0:weight is|weights are} not finite (NaN or infinite), so there are no singular "
                                              "values: the training has diverged; choose an earlier moment of it"),
                                   bad);
        return spectrum;
    }
    if (matrix.numbers.empty())
        return spectrum;
    // A wide matrix row by row is a tall one column by column: the transposed one, whose singular values are the same.
    if (matrix.rows > matrix.columns) {
        std::vector<double> columns(matrix.numbers.size());
        Eigen::Map<Eigen::MatrixXd>(columns.data(), matrix.rows, matrix.columns) =
            Eigen::Map<const Eigen::MatrixXd>(matrix.numbers.data(), matrix.columns, matrix.rows).transpose();
        matrix.numbers = std::move(columns);
    }
    const Eigen::Index tall = std::max(matrix.rows, matrix.columns), narrow = std::min(matrix.rows, matrix.columns);
    spectrum.values = Bidiagonal(Eigen::Map<Eigen::MatrixXd>(matrix.numbers.data(), tall, narrow), stop, progress).singularValues();
    double squares = 0.0;
    for (const double value : spectrum.values)
        squares += value * value;
    const double first = spectrum.values.front(), last = spectrum.values.back();
    spectrum.spectralNorm = first;
    spectrum.frobenius = std::sqrt(squares);
    spectrum.stableRank = first > 0.0 ? squares / (first * first) : 0.0;
    const double least = first * static_cast<double>(tall) * 0x1p-23;
    spectrum.rank = std::ranges::count_if(spectrum.values, [&](double value) { return value > least; });
    if (last > 0.0)
        spectrum.condition = first / last;
    return spectrum;
}

std::vector<Spectrum> spectraOf(const WeightArray& array, double most, const std::stop_token& stop,
                                const SpectrumProgress& progress)
{
    std::vector<MatrixSizes> sizes;
    double all = 0.0, done = 0.0;
    for (int gate = wholeMatrix; gate < static_cast<int>(array.facts.gates.size()); ++gate)
        if (const MatrixSizes each = sizesOf(array.facts, gate); each.rows > 0) {
            sizes.push_back(each);
            all += each.work();
        }
    std::vector<Spectrum> spectra;
    for (const MatrixSizes& each : sizes) {
        stopIfRequested(stop);
        const int gate = static_cast<int>(spectra.size()) + wholeMatrix;
        const SpectrumProgress part = [&](double share) {
            if (progress)
                progress((done + share * each.work()) / all);
        };
        // Refused before a copy in double precision is made.
        Spectrum spectrum = each.work() > most ? tooLarge(each) : spectrumOf(matrixOf(array, gate), stop, part);
        spectrum.array = array.facts.name;
        if (gate != wholeMatrix)
            spectrum.gate = array.facts.gates[static_cast<std::size_t>(gate)];
        spectra.push_back(std::move(spectrum));
        done += each.work();
    }
    return spectra;
}

} // namespace netsmith::inspect

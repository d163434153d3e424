#include "engine/ops/muon.h"

#include "engine/reference/update_call.h"

#include <cmath>

namespace netsmith::reference {
namespace {

using Values = std::vector<double>;

/// A matrix row by row, with the arithmetic of the paper.
struct Matrix {
    std::int64_t rows;
    std::int64_t columns;
    Values values;

    Matrix(std::int64_t rows, std::int64_t columns)
        : rows(rows)
        , columns(columns)
        , values(static_cast<std::size_t>(rows * columns))
    {
    }
    double& at(std::int64_t row, std::int64_t column) { return values[static_cast<std::size_t>(row * columns + column)]; }
    double at(std::int64_t row, std::int64_t column) const { return values[static_cast<std::size_t>(row * columns + column)]; }
};

Matrix transposed(const Matrix& x)
{
    Matrix out(x.columns, x.rows);
    for (std::int64_t i = 0; i < x.rows; ++i)
        for (std::int64_t j = 0; j < x.columns; ++j)
            out.at(j, i) = x.at(i, j);
    return out;
}

Matrix product(const Matrix& a, const Matrix& b)
{
    Matrix out(a.rows, b.columns);
    for (std::int64_t i = 0; i < a.rows; ++i)
        for (std::int64_t k = 0; k < a.columns; ++k)
            for (std::int64_t j = 0; j < b.columns; ++j)
                out.at(i, j) += a.at(i, k) * b.at(k, j);
    return out;
}

/// p·x + q·y
Matrix combined(double p, const Matrix& x, double q, const Matrix& y)
{
    Matrix out(x.rows, x.columns);
    for (std::size_t i = 0; i < out.values.size(); ++i)
        out.values[i] = p * x.values[i] + q * y.values[i];
    return out;
}

Matrix newtonSchulz(Matrix x, std::int64_t iterations)
{
    if (x.rows > x.columns)
        return transposed(newtonSchulz(transposed(x), iterations));
    double squares = 0.0;
    for (const double value : x.values)
        squares += value * value;
    x = combined(1.0 / (std::sqrt(squares) + MuonAttributes::normOffset), x, 0.0, x);
    for (std::int64_t i = 0; i < iterations; ++i) {
        const Matrix a = product(x, transposed(x));
        const Matrix b = combined(MuonAttributes::b, a, MuonAttributes::c, product(a, a));
        x = combined(MuonAttributes::a, x, 1.0, product(b, x));
    }
    return x;
}

} // namespace

template <>
void compute<ops::muon>(const Call& call)
{
    const auto& attributes = call.as<MuonAttributes>();
    const Tensor& w = call.out(0);
    const Tensor& m = call.out(1);
    for (std::size_t r = 0; r < attributes.ranges.size(); ++r) {
        UpdateAttributes one;
        one.weightDecay = attributes.weightDecay;
        one.ranges = {attributes.ranges[r]};
        const auto& [rows, columns] = attributes.matrices[r];
        const std::int64_t begin = attributes.ranges[r].begin;
        Matrix direction(rows, columns);
        double rate = 0.0; // for a bad status
        forEachWeight(call, one, [&](std::int64_t i, double g, double lr) {
            m[i] = attributes.momentum * m[i] + g;
            direction.values[static_cast<std::size_t>(i - begin)] = attributes.nesterov ? g + attributes.momentum * m[i] : m[i];
            rate = lr * attributes.scaleOf(attributes.matrices[r]);
        });
        direction = newtonSchulz(std::move(direction), attributes.iterations);
        for (std::size_t i = 0; i < direction.values.size(); ++i)
            w[begin + static_cast<std::int64_t>(i)] -= rate * direction.values[i];
    }
}

} // namespace netsmith::reference

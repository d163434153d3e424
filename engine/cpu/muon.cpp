#include "engine/cpu/muon.h"

#include "engine/cpu/kernels/merge.h"
#include "engine/cpu/kernels/muon.h"
#include "engine/cpu/onednn.h"

#include <algorithm>
#include <cmath>

namespace netsmith::cpu {
namespace {

/// Squares are summed over parts of a matrix that do not depend on the number of threads.
constexpr std::int64_t matrixStretch = 4096;

using Matrix = MuonAttributes::Matrix;

std::int64_t stretchesOf(const Matrix& matrix)
{
    return (matrix.elements() + matrixStretch - 1) / matrixStretch;
}

/// Brings the singular values of `x` near 1; `y` has the same size, `gram` and `square` are squares of the shorter side. Returns
/// the result's buffer: x or y. The products are oneDNN's sgemm, as in dense.cpp.
const float* orthogonalised(const Matrix& matrix, std::int64_t iterations, float* x, float* y, float* gram, float* square,
                            FirstFailure& failure)
{
    const auto [rows, columns] = matrix;
    const std::int64_t small = matrix.shorter();
    const auto a = static_cast<float>(MuonAttributes::a);
    const auto b = static_cast<float>(MuonAttributes::b);
    const auto c = static_cast<float>(MuonAttributes::c);
    for (std::int64_t i = 0; i < iterations; ++i) {
        if (matrix.isTall())
            expectSuccess(dnnl_sgemm('T', 'N', small, small, rows, 1.0f, x, columns, x, columns, 0.0f, gram, small), failure);
        else
            expectSuccess(dnnl_sgemm('N', 'T', small, small, columns, 1.0f, x, columns, x, columns, 0.0f, gram, small), failure);
        kernels::scale(b, gram, square, small * small);
        expectSuccess(dnnl_sgemm('N', 'N', small, small, small, c, gram, small, gram, small, 1.0f, square, small), failure);
        kernels::scale(a, x, y, rows * columns);
        if (matrix.isTall())
            expectSuccess(dnnl_sgemm('N', 'N', rows, small, small, 1.0f, x, columns, square, small, 1.0f, y, columns), failure);
        else
            expectSuccess(dnnl_sgemm('N', 'N', small, columns, small, 1.0f, square, small, x, columns, 1.0f, y, columns), failure);
        std::swap(x, y);
    }
    return x;
}

template <class Body>
void eachStretch(const Matrix& matrix, const Body& body)
{
    const auto range = [&](std::int64_t first, std::int64_t behind) {
        for (std::int64_t i = first; i < behind; ++i)
            body(i, i * matrixStretch, std::min(matrixStretch, matrix.elements() - i * matrixStretch));
    };
    parallelFor(stretchesOf(matrix), 4, std::cref(range));
}

} // namespace

Muon::Muon(const MuonAttributes& attributes)
    : m_attributes(attributes)
{
    for (const Matrix& matrix : attributes.matrices) {
        m_largest = std::max(m_largest, matrix.elements());
        m_widest = std::max(m_widest, matrix.shorter());
        m_stretches = std::max(m_stretches, stretchesOf(matrix));
    }
}

std::int64_t Muon::workspace() const
{
    return m_stretches * static_cast<std::int64_t>(sizeof(double))
        + 2 * (m_largest + m_widest * m_widest) * static_cast<std::int64_t>(sizeof(float));
}

void Muon::operator()(const UpdateControl& control, const Addresses& at) const
{
    if (!control.commits())
        return;
    for (std::size_t r = 0; r < m_attributes.ranges.size(); ++r)
        update(control, at, m_attributes.ranges[r], m_attributes.matrices[r]);
}

void Muon::update(const UpdateControl& control, const Addresses& at, const UpdateRange& range, const Matrix& matrix) const
{
    auto* sums = static_cast<double*>(at.workspace);
    auto* x = reinterpret_cast<float*>(sums + m_stretches);
    float* y = x + m_largest;
    float* gram = y + m_largest;

    kernels::MuonStep common;
    common.momentum = static_cast<float>(m_attributes.momentum);
    common.nesterov = m_attributes.nesterov;
    const kernels::MuonStep step = kernels::stepOf(m_attributes, range, control, common);
    float* weights = at.out<float>(0) + range.begin;
    eachStretch(matrix, [&](std::int64_t i, std::int64_t begin, std::int64_t count) {
        const std::int64_t from = range.begin + begin;
        sums[i] = kernels::muonDirection(step, at.in<float>(1) + from, weights + begin, at.out<float>(1) + from, x + begin, count);
    });
    double squares = 0.0;
    for (std::int64_t i = 0; i < stretchesOf(matrix); ++i)
        squares += sums[i];
    kernels::scale(static_cast<float>(1.0 / (std::sqrt(squares) + MuonAttributes::normOffset)), x, x, matrix.elements());

    const float* change = orthogonalised(matrix, m_attributes.iterations, x, y, gram, gram + m_widest * m_widest, *at.failure);
    const float rate = step.rate * static_cast<float>(m_attributes.scaleOf(matrix));
    eachStretch(matrix, [&](std::int64_t, std::int64_t begin, std::int64_t count) {
        kernels::muonApply(rate, change + begin, weights + begin, count);
    });
}

} // namespace netsmith::cpu

#include "engine/cuda/muon.h"

#include "engine/cuda/device/cublas.h"
#include "engine/cuda/kernels/muon.h"

#include <algorithm>

namespace netsmith::cuda {

using Matrix = MuonAttributes::Matrix;

/// The products of one matrix X, row by row: to the library, which counts columns first, each matrix is its transpose, and those of
/// the shorter side are their own.
struct Muon::MatrixProducts {
    Matrix matrix;
    Product gram; ///< x, x → XXᵀ, or XᵀX where X is tall
    Product square; ///< of that by itself
    Product applied; ///< by X

    explicit MatrixProducts(const Matrix& matrix)
        : matrix(matrix)
        , gram({.m = matrix.shorter(),
                .n = matrix.shorter(),
                .k = std::max(matrix.rows, matrix.columns),
                .transposeA = !matrix.isTall(),
                .transposeB = matrix.isTall()})
        , square({.m = matrix.shorter(), .n = matrix.shorter(), .k = matrix.shorter()})
        , applied({.m = matrix.columns, .n = matrix.rows, .k = matrix.shorter()})
    {
    }
    std::int64_t workspace() const { return std::max({gram.workspace(), square.workspace(), applied.workspace()}); }
};

Muon::Muon(const MuonAttributes& attributes)
    : m_attributes(attributes)
{
    std::int64_t largest = 0, widest = 0;
    for (const Matrix& matrix : attributes.matrices) {
        const auto& products = m_products.emplace_back(std::make_shared<MatrixProducts>(matrix));
        largest = std::max(largest, matrix.elements());
        widest = std::max(widest, matrix.shorter());
        m_library = std::max(m_library, products->workspace());
    }
    m_matrix = aligned(largest * static_cast<std::int64_t>(sizeof(float)));
    m_square = aligned(widest * widest * static_cast<std::int64_t>(sizeof(float)));
}

std::int64_t Muon::workspace() const
{
    return aligned(kernels::muonWorkspace()) + 2 * m_matrix + 2 * m_square + m_library;
}

std::string Muon::implementation() const
{
    return m_products.empty() ? "own" : m_products[0]->gram.implementation();
}

void Muon::operator()(Stream& stream, const UpdateControl& control, const Addresses& at) const
{
    auto* common = static_cast<std::byte*>(at.workspace);
    auto* x = reinterpret_cast<float*>(common + aligned(kernels::muonWorkspace()));
    for (std::size_t r = 0; r < m_products.size(); ++r) {
        const UpdateRange& range = m_attributes.ranges[r];
        kernels::muonDirection(stream, m_attributes, range, control, at.in<float>(1), at.out<float>(0), at.out<float>(1), x,
                               common);
        const float* change = orthogonalised(stream, *m_products[r], x);
        kernels::muonApply(stream, range, control, m_attributes.scaleOf(m_products[r]->matrix), change, at.out<float>(0), common);
    }
}

/// The position of the result: in `x` or after it.
const float* Muon::orthogonalised(Stream& stream, const MatrixProducts& products, float* x) const
{
    const auto behind = [](float* from, std::int64_t bytes) {
        return reinterpret_cast<float*>(reinterpret_cast<std::byte*>(from) + bytes);
    };
    const Matrix& matrix = products.matrix;
    float* y = behind(x, m_matrix);
    float* gram = behind(y, m_matrix);
    float* square = behind(gram, m_square);
    float* library = behind(square, m_square);
    for (std::int64_t i = 0; i < m_attributes.iterations; ++i) {
        products.gram.enqueue(stream, x, x, gram, nullptr, library);
        products.square.enqueue(stream, gram, gram, square, nullptr, library);
        kernels::muonBlend(stream, MuonAttributes::b, gram, MuonAttributes::c, square, matrix.shorter() * matrix.shorter());
        if (matrix.isTall())
            products.applied.enqueue(stream, square, x, y, nullptr, library);
        else
            products.applied.enqueue(stream, x, square, y, nullptr, library);
        kernels::muonBlend(stream, MuonAttributes::a, x, 1.0, y, matrix.elements());
        std::swap(x, y);
    }
    return x;
}

} // namespace netsmith::cuda

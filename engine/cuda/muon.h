#pragma once

#include "engine/cuda/kernel.h"
#include "engine/cuda/kernels/optimizer.h"
#include "engine/ops/muon.h"

#include <memory>
#include <vector>

namespace netsmith::cuda {

/// One matrix after the other, in one workspace as large as the largest needs.
class Muon {
public:
    explicit Muon(const MuonAttributes& attributes);

    /// Bytes.
    std::int64_t workspace() const;
    std::string implementation() const;
    /// Weights and momentum are the op's outputs, the gradients its second input.
    void operator()(Stream& stream, const UpdateControl& control, const Addresses& at) const;

private:
    struct MatrixProducts;

    const float* orthogonalised(Stream& stream, const MatrixProducts& products, float* x) const;

    MuonAttributes m_attributes;
    std::vector<std::shared_ptr<const MatrixProducts>> m_products;
    std::int64_t m_matrix = 0; ///< bytes
    std::int64_t m_square = 0;
    std::int64_t m_library = 0;
};

} // namespace netsmith::cuda

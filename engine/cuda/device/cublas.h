#pragma once

#include "engine/core/data_type.h"
#include "engine/cuda/device/stream.h"
#include "engine/ops/activation.h"

#include <cstdint>
#include <memory>
#include <string>

namespace netsmith::cuda {

/// So many bytes, rounded up to what the library wants addresses to be a multiple of, and more.
constexpr std::int64_t aligned(std::int64_t bytes)
{
    return (bytes + 255) / 256 * 256;
}

/// What tensors begin at a multiple of.
inline constexpr std::int64_t tensorAlignment = 64;

/// What addresses are a multiple of that lie multiples of so many bytes behind a tensor's first: a power of two.
constexpr std::int64_t alignmentBehind(std::int64_t bytes)
{
    return bytes % tensorAlignment == 0 ? tensorAlignment : bytes & -bytes;
}

/// A product of matrices as cuBLASLt takes it, which counts columns first: d [m, n] = op(a) [m, k] · op(b) [k, n].
struct ProductShape {
    std::int64_t m = 0;
    std::int64_t n = 0;
    std::int64_t k = 0;
    bool transposeA = false; ///< a lies as [k, m]
    bool transposeB = false; ///< b lies as [n, k]
    // From one column, as it lies, to the next; 0: no gap between them.
    std::int64_t stepA = 0;
    std::int64_t stepB = 0;
    std::int64_t stepD = 0;
    std::int64_t count = 1; ///< of products; their matrices lie one behind the other
    DataType type = DataType::f32; ///< of a and b
    DataType resultType = DataType::f32;
    bool tensorFloat = false; ///< f32 may be cut to 10 bits before it is multiplied
    bool bias = false; ///< of the result's type, one a row of d
    bool relu = false;
    bool accumulate = false; ///< adds to what is in d
    std::int64_t alignment = tensorAlignment; ///< of a, b and d: bytes that their addresses are multiples of
};

/// A product, its algorithm chosen once: the library's first deterministic choice for this very shape and GPU.
class Product {
public:
    /// Throws `cuda.cublas`.
    explicit Product(const ProductShape& shape);
    ~Product();
    Product(Product&&) noexcept;

    std::int64_t workspace() const;
    /// "cublasLt 130100:66": the library's version and the algorithm's number.
    std::string implementation() const;
    void enqueue(Stream& stream, const void* a, const void* b, void* d, const void* bias, void* workspace) const;

private:
    struct Content;
    std::unique_ptr<Content> m_content;
};

} // namespace netsmith::cuda

#pragma once

#include "engine/core/data_type.h"
#include "engine/cuda/device/stream.h"
#include "engine/ops/activation.h"

#include <cstdint>
#include <memory>
#include <string>

namespace netsmith::cuda {

/// `bytes`, rounded up to at least the alignment that the library needs.
constexpr std::int64_t aligned(std::int64_t bytes)
{
    return (bytes + 255) / 256 * 256;
}

/// The alignment of tensors.
inline constexpr std::int64_t tensorAlignment = 64;

/// The alignment of addresses at multiples of `bytes` from a tensor's start: a power of two.
constexpr std::int64_t alignmentBehind(std::int64_t bytes)
{
    return bytes % tensorAlignment == 0 ? tensorAlignment : bytes & -bytes;
}

/// A matrix product as cuBLASLt takes it, in column-major order: d [m, n] = op(a) [m, k] · op(b) [k, n].
struct ProductShape {
    std::int64_t m = 0;
    std::int64_t n = 0;
    std::int64_t k = 0;
    bool transposeA = false; ///< a is stored as [k, m]
    bool transposeB = false; ///< b is stored as [n, k]
    // The leading dimension, as stored; 0: no gap between columns.
    std::int64_t stepA = 0;
    std::int64_t stepB = 0;
    std::int64_t stepD = 0;
    std::int64_t count = 1; ///< the number of products; their matrices are consecutive
    DataType type = DataType::f32; ///< of a and b
    DataType resultType = DataType::f32;
    bool tensorFloat = false; ///< f32 may be truncated to 10 mantissa bits (TF32) before multiplication
    bool bias = false; ///< of the result's type, one per row of d
    bool relu = false;
    bool accumulate = false; ///< adds to what is in d
    std::int64_t alignment = tensorAlignment; ///< of a, b and d: bytes that their addresses are multiples of
};

/// A product whose algorithm was chosen once: the library's first deterministic choice for this shape and GPU.
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

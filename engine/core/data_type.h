#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace netsmith {

enum class DataType : std::uint8_t { f64, f32, bf16, f16, i64, i32, u8 };

constexpr std::size_t sizeOf(DataType type)
{
    switch (type) {
    case DataType::f64:
    case DataType::i64: return 8;
    case DataType::f32:
    case DataType::i32: return 4;
    case DataType::bf16:
    case DataType::f16: return 2;
    case DataType::u8: return 1;
    }
    return 0;
}

constexpr std::string_view nameOf(DataType type)
{
    switch (type) {
    case DataType::f64: return "f64";
    case DataType::f32: return "f32";
    case DataType::bf16: return "bf16";
    case DataType::f16: return "f16";
    case DataType::i64: return "i64";
    case DataType::i32: return "i32";
    case DataType::u8: return "u8";
    }
    return "?";
}

} // namespace netsmith

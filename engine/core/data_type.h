#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace netsmith {

enum class DataType : std::uint8_t { f64, f32, bf16, f16, i64, i32, u8 };

inline constexpr std::array dataTypes{DataType::f64, DataType::f32, DataType::bf16, DataType::f16,
                                      DataType::i64, DataType::i32, DataType::u8};

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

/// Calls `use(T{})`, T being C++'s type of these numbers. False, without a call, for bf16 and f16, of which C++20 has none.
template <class Use>
bool withCppType(DataType type, Use use)
{
    switch (type) {
    case DataType::f64: return use(double{}), true;
    case DataType::f32: return use(float{}), true;
    case DataType::i64: return use(std::int64_t{}), true;
    case DataType::i32: return use(std::int32_t{}), true;
    case DataType::u8: return use(std::uint8_t{}), true;
    case DataType::bf16:
    case DataType::f16: break;
    }
    return false;
}

} // namespace netsmith

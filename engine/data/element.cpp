#include "engine/data/element.h"

#include <cmath>
#include <cstdint>
#include <cstring>

namespace netsmith::data {
namespace {

template <class T>
double elementAs(const std::byte* bytes)
{
    T value;
    std::memcpy(&value, bytes, sizeof value);
    return static_cast<double>(value);
}

} // namespace

double elementOf(DataType type, const std::byte* bytes)
{
    switch (type) {
    case DataType::f64: return elementAs<double>(bytes);
    case DataType::f32: return elementAs<float>(bytes);
    case DataType::i64: return elementAs<std::int64_t>(bytes);
    case DataType::i32: return elementAs<std::int32_t>(bytes);
    case DataType::u8: return elementAs<std::uint8_t>(bytes);
    case DataType::bf16:
    case DataType::f16: break;
    }
    return NAN;
}

} // namespace netsmith::data

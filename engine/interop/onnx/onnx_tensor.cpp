#include "engine/interop/onnx/onnx_tensor.h"

#include "engine/core/bfloat16.h"
#include "engine/core/float16.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <limits>
#include <string_view>

namespace netsmith::interop {
namespace {

enum class Numbers { none, floatingPoint, integers };

struct TypeFacts {
    OnnxType type = OnnxType::undefined;
    std::string_view name{};
    int bits = 0;
    Numbers numbers = Numbers::none;
};

constexpr std::array typeFacts{
    TypeFacts{OnnxType::undefined, "undefined", 0, Numbers::none},
    TypeFacts{OnnxType::float32, "float32", 32, Numbers::floatingPoint},
    TypeFacts{OnnxType::uint8, "uint8", 8, Numbers::integers},
    TypeFacts{OnnxType::int8, "int8", 8, Numbers::integers},
    TypeFacts{OnnxType::uint16, "uint16", 16, Numbers::integers},
    TypeFacts{OnnxType::int16, "int16", 16, Numbers::integers},
    TypeFacts{OnnxType::int32, "int32", 32, Numbers::integers},
    TypeFacts{OnnxType::int64, "int64", 64, Numbers::integers},
    TypeFacts{OnnxType::string, "string", 0, Numbers::none},
    TypeFacts{OnnxType::boolean, "bool", 8, Numbers::integers},
    TypeFacts{OnnxType::float16, "float16", 16, Numbers::floatingPoint},
    TypeFacts{OnnxType::float64, "float64", 64, Numbers::floatingPoint},
    TypeFacts{OnnxType::uint32, "uint32", 32, Numbers::integers},
    TypeFacts{OnnxType::uint64, "uint64", 64, Numbers::integers},
    TypeFacts{OnnxType::complex64, "complex64", 64, Numbers::none},
    TypeFacts{OnnxType::complex128, "complex128", 128, Numbers::none},
    TypeFacts{OnnxType::bfloat16, "bfloat16", 16, Numbers::floatingPoint},
    TypeFacts{OnnxType::float8e4m3fn, "float8e4m3fn", 8, Numbers::floatingPoint},
    TypeFacts{OnnxType::float8e4m3fnuz, "float8e4m3fnuz", 8, Numbers::floatingPoint},
    TypeFacts{OnnxType::float8e5m2, "float8e5m2", 8, Numbers::floatingPoint},
    TypeFacts{OnnxType::float8e5m2fnuz, "float8e5m2fnuz", 8, Numbers::floatingPoint},
    TypeFacts{OnnxType::uint4, "uint4", 4, Numbers::integers},
    TypeFacts{OnnxType::int4, "int4", 4, Numbers::integers},
};

const TypeFacts* factsOf(OnnxType type)
{
    const auto* found = std::ranges::find(typeFacts, type, &TypeFacts::type);
    return found == typeFacts.end() ? nullptr : found;
}

template <class T>
T loadAt(const OnnxTensor& tensor, std::int64_t index)
{
    T value{};
    std::memcpy(&value, tensor.bytes.data() + static_cast<std::size_t>(index) * sizeof value, sizeof value);
    return value;
}

/// The formats of 8 bits (Micikevicius et al., "FP8 Formats for Deep Learning", 2022; "uz": with one zero, the bits of -0 being the
/// only NaN, and a bias larger by 1).
float float8Value(std::uint8_t bits, int mantissaBits, int bias, bool oneZero)
{
    const bool negative = (bits & 0x80u) != 0;
    const int exponent = (bits & 0x7f) >> mantissaBits;
    const int mantissa = bits & ((1 << mantissaBits) - 1);
    constexpr float nan = std::numeric_limits<float>::quiet_NaN();
    if (oneZero && bits == 0x80u)
        return nan;
    if (!oneZero && mantissaBits == 3 && (bits & 0x7fu) == 0x7fu) // the only NaN of e4m3fn, which has no infinity
        return nan;
    float size = 0;
    if (!oneZero && mantissaBits == 2 && exponent == 0x1f)
        size = mantissa == 0 ? std::numeric_limits<float>::infinity() : nan;
    else if (exponent == 0)
        size = std::ldexp(static_cast<float>(mantissa), 1 - bias - mantissaBits);
    else
        size = std::ldexp(static_cast<float>(mantissa + (1 << mantissaBits)), exponent - bias - mantissaBits);
    return negative ? -size : size;
}

} // namespace

std::string nameOf(OnnxType type)
{
    const TypeFacts* facts = factsOf(type);
    return facts ? std::string(facts->name) : "type " + std::to_string(static_cast<std::int32_t>(type));
}

int bitsOf(OnnxType type)
{
    const TypeFacts* facts = factsOf(type);
    return facts ? facts->bits : 0;
}

bool isFloatingPoint(OnnxType type)
{
    const TypeFacts* facts = factsOf(type);
    return facts && facts->numbers == Numbers::floatingPoint;
}

bool isInteger(OnnxType type)
{
    const TypeFacts* facts = factsOf(type);
    return facts && facts->numbers == Numbers::integers;
}

std::int64_t integerAt(const OnnxTensor& tensor, std::int64_t index)
{
    switch (tensor.type) {
    case OnnxType::uint8:
    case OnnxType::boolean: return loadAt<std::uint8_t>(tensor, index);
    case OnnxType::int8: return loadAt<std::int8_t>(tensor, index);
    case OnnxType::uint16: return loadAt<std::uint16_t>(tensor, index);
    case OnnxType::int16: return loadAt<std::int16_t>(tensor, index);
    case OnnxType::uint32: return loadAt<std::uint32_t>(tensor, index);
    case OnnxType::int32: return loadAt<std::int32_t>(tensor, index);
    case OnnxType::uint64:
    case OnnxType::int64: return loadAt<std::int64_t>(tensor, index);
    case OnnxType::uint4:
    case OnnxType::int4: {
        const auto pair = loadAt<std::uint8_t>(tensor, index / 2);
        const int value = index % 2 == 0 ? pair & 0xf : pair >> 4;
        return tensor.type == OnnxType::int4 && value >= 8 ? value - 16 : value;
    }
    default: return 0;
    }
}

float floatAt(const OnnxTensor& tensor, std::int64_t index)
{
    switch (tensor.type) {
    case OnnxType::float32: return loadAt<float>(tensor, index);
    case OnnxType::float64: return static_cast<float>(loadAt<double>(tensor, index));
    case OnnxType::float16: return halfValue(loadAt<std::uint16_t>(tensor, index));
    case OnnxType::bfloat16: return static_cast<float>(loadAt<BFloat16>(tensor, index));
    case OnnxType::float8e4m3fn: return float8Value(loadAt<std::uint8_t>(tensor, index), 3, 7, false);
    case OnnxType::float8e4m3fnuz: return float8Value(loadAt<std::uint8_t>(tensor, index), 3, 8, true);
    case OnnxType::float8e5m2: return float8Value(loadAt<std::uint8_t>(tensor, index), 2, 15, false);
    case OnnxType::float8e5m2fnuz: return float8Value(loadAt<std::uint8_t>(tensor, index), 2, 16, true);
    default: return 0;
    }
}

} // namespace netsmith::interop

#include "engine/interop/weights/hdf5/datatype.h"

#include <algorithm>
#include <bit>
#include <cstring>

static_assert(std::endian::native == std::endian::little, "numbers are read as they lie in memory");

namespace netsmith::interop::hdf5 {
namespace {

/// The layout of a floating-point number.
struct FloatForm {
    std::string_view name;
    DataType type;
    std::uint32_t size;
    std::uint8_t exponentAt, exponentBits, mantissaBits;
    std::uint32_t bias;
};
constexpr FloatForm floatForms[] = {
    {"float16", DataType::f16, 2, 10, 5, 10, 15},
    {"bfloat16", DataType::bf16, 2, 7, 8, 7, 127},
    {"float32", DataType::f32, 4, 23, 8, 23, 127},
    {"float64", DataType::f64, 8, 52, 11, 52, 1023},
};

void readFloat(ElementType& type, std::uint32_t bits, Cursor properties)
{
    constexpr std::uint32_t otherOrder = 1 << 6;
    const std::uint16_t at = properties.u16();
    const std::uint16_t precision = properties.u16();
    const std::uint8_t exponentAt = properties.u8();
    const std::uint8_t exponentBits = properties.u8();
    const std::uint8_t mantissaAt = properties.u8();
    const std::uint8_t mantissaBits = properties.u8();
    const std::uint32_t bias = properties.u32();
    if (at != 0 || mantissaAt != 0 || precision != type.size * 8 || bits & otherOrder)
        return;
    for (const FloatForm& form : floatForms)
        if (form.size == type.size && form.exponentAt == exponentAt && form.exponentBits == exponentBits
            && form.mantissaBits == mantissaBits && form.bias == bias) {
            type.kind = ElementType::Kind::floating;
            type.name = form.name;
            type.type = form.type;
            type.asInMemory = !type.bigEndian;
        }
}

void readInteger(ElementType& type, Cursor properties)
{
    const std::uint16_t at = properties.u16();
    const std::uint16_t precision = properties.u16();
    if (at != 0 || precision != type.size * 8 || !std::has_single_bit(type.size) || type.size > 8)
        return;
    type.kind = ElementType::Kind::integer;
    type.name = (type.isSigned ? "int" : "uint") + std::to_string(type.size * 8);
    const bool isByte = type.size == 1 && !type.isSigned;
    const bool fitsInto32 = type.isSigned ? type.size <= 4 : type.size <= 2;
    type.type = isByte ? DataType::u8 : fitsInto32 ? DataType::i32 : DataType::i64;
    type.asInMemory = sizeOf(type.type) == type.size && (type.isSigned || isByte) && (isByte || !type.bigEndian);
}

template <class Number>
void append(std::vector<std::byte>& out, Number number)
{
    const auto* bytes = reinterpret_cast<const std::byte*>(&number);
    out.insert(out.end(), bytes, bytes + sizeof number);
}

} // namespace

ElementType readDatatype(std::span<const std::byte> message)
{
    Cursor cursor(message);
    const std::uint8_t kind = cursor.u8() & 0x0f;
    const auto bits = static_cast<std::uint32_t>(cursor.number(3));
    ElementType type;
    type.size = cursor.u32();
    type.bigEndian = bits & 0x01;
    type.isSigned = bits & 0x08;
    constexpr const char* names[] = {"integer",   "float",     "time",        "text",     "bits", "opaque",
                                     "structure", "reference", "enumeration", "sequence", "array"};
    type.name = kind < std::size(names) ? names[kind] : "unknown";
    if (type.size == 0)
        refuse(NS_MESSAGE("weights.hdf5_empty_type", "a type in it has no size, so it is damaged"));
    switch (kind) {
    case 0: readInteger(type, cursor); break;
    case 1: readFloat(type, bits, cursor); break;
    case 3: type.kind = ElementType::Kind::text; break;
    case 5: type.kind = ElementType::Kind::opaque; break;
    case 9:
        if ((bits & 0x0f) == 1 && type.size == 16)
            type.kind = ElementType::Kind::variableText;
        break;
    default: break;
    }
    return type;
}

void refuseType(const ElementType& type)
{
    refuse(NS_MESSAGE(
               "weights.hdf5_type",
               "its elements are of type {0} with {1:byte|bytes}; floats of 16, 32 and 64 bits, bfloat16 and integers can be read"),
           type.name, type.size);
}

std::vector<std::byte> converted(const ElementType& type, std::span<const std::byte> stored)
{
    const std::size_t size = type.size;
    std::vector<std::byte> out;
    out.reserve(stored.size() / size * sizeOf(type.type));
    for (; stored.size() >= size; stored = stored.subspan(size)) {
        std::byte element[8]{};
        std::copy_n(stored.begin(), size, element);
        if (type.bigEndian)
            std::reverse(element, element + size);
        if (type.kind == ElementType::Kind::floating) {
            out.insert(out.end(), element, element + size);
            continue;
        }
        if (type.isSigned && std::to_integer<int>(element[size - 1]) & 0x80)
            std::fill(element + size, element + sizeof element, std::byte{0xff});
        std::int64_t number = 0;
        std::memcpy(&number, element, sizeof number);
        if (!type.isSigned && number < 0)
            refuse(NS_MESSAGE("weights.hdf5_large_integer", "it holds an integer above 2⁶³, which no weight needs"));
        switch (type.type) {
        case DataType::u8: append(out, static_cast<std::uint8_t>(number)); break;
        case DataType::i32: append(out, static_cast<std::int32_t>(number)); break;
        default: append(out, number); break;
        }
    }
    return out;
}

Extent readDataspace(std::span<const std::byte> message)
{
    Cursor cursor(message);
    const std::uint8_t version = cursor.u8();
    const int rank = cursor.u8();
    cursor.skip(1);
    Extent extent;
    if (version == 1) {
        cursor.skip(5);
    } else if (version == 2) {
        constexpr std::uint8_t null = 2;
        if (cursor.u8() == null)
            extent.elements = 0;
    } else {
        refuse(NS_MESSAGE("weights.hdf5_space", "an array's shape in it is of no known version, so it is damaged"));
    }
    for (int axis = 0; axis < rank; ++axis) {
        extent.sizes.push_back(cursor.u64());
        if (__builtin_mul_overflow(extent.elements, extent.sizes.back(), &extent.elements)
            || extent.elements > std::uint64_t{1} << 48 || extent.sizes.back() > std::uint64_t{1} << 48)
            refuse(NS_MESSAGE("weights.hdf5_overflow", "its shape has more elements than a file can hold, so it is damaged"));
    }
    return extent;
}

} // namespace netsmith::interop::hdf5

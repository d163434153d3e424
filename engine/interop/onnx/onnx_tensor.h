#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace netsmith::interop {

/// The types of elements, by their numbers in the format (onnx.proto, TensorProto.DataType; those after bfloat16 came with IR
/// version 9 and later). A tensor may hold a number that is not listed.
enum class OnnxType : std::int32_t {
    undefined = 0,
    float32 = 1,
    uint8 = 2,
    int8 = 3,
    uint16 = 4,
    int16 = 5,
    int32 = 6,
    int64 = 7,
    string = 8,
    boolean = 9,
    float16 = 10,
    float64 = 11,
    uint32 = 12,
    uint64 = 13,
    complex64 = 14,
    complex128 = 15,
    bfloat16 = 16,
    float8e4m3fn = 17,
    float8e4m3fnuz = 18,
    float8e5m2 = 19,
    float8e5m2fnuz = 20,
    uint4 = 21,
    int4 = 22,
};

/// "float16"; "type 99" for one that is not listed.
std::string nameOf(OnnxType type);
/// The size of an element; 0 for strings and for types that are not listed.
int bitsOf(OnnxType type);
/// Of at least 16 bits, or of 8.
bool isFloatingPoint(OnnxType type);
bool isInteger(OnnxType type);

/// A tensor of a model; `bytes` are row-major and little-endian, elements of 4 bits in pairs with the first one low, and belong to
/// the model.
struct OnnxTensor {
    std::string name{}; ///< empty for an attribute
    OnnxType type = OnnxType::undefined;
    std::vector<std::int64_t> dims{}; ///< none is negative
    std::int64_t elements = 0;
    std::span<const std::byte> bytes{}; ///< empty for strings and types that are not listed
    std::vector<std::string> texts{};
};

/// An integer of a tensor of integers or booleans; uint64 wraps. `index` is row-major.
std::int64_t integerAt(const OnnxTensor& tensor, std::int64_t index);
/// A number of a tensor of a floating-point type, rounded to f32.
float floatAt(const OnnxTensor& tensor, std::int64_t index);

} // namespace netsmith::interop

#pragma once

#include "engine/core/data_type.h"
#include "engine/core/message.h"
#include "engine/core/shape.h"
#include "engine/interop/weights/dequantize.h"

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace netsmith::interop {

/// A type of elements of TensorFlow Lite.
struct TfliteType {
    enum class Numbers { floatingPoint, integers, none };
    std::string_view name{};
    int bits = 0;
    Numbers numbers = Numbers::none;
    DataType type = DataType::f32; ///< of floating-point numbers
};
/// By its number in the format; nothing if that is not known.
const TfliteType* tfliteType(int number);

struct TfliteTensor {
    std::string name{};
    int typeNumber = 0;
    std::vector<std::int64_t> dims{}; ///< as the file has them: not checked against the bytes
    std::span<const std::byte> bytes{}; ///< empty: it is computed
    std::optional<Quantization> quantization{}; ///< scales and zero points: not checked against the shape
    bool hasOtherQuantization = false; ///< of another kind
    bool isSparse = false;
    bool isVariable = false; ///< keeps its numbers from one sample to the next

    const TfliteType* type() const { return tfliteType(typeNumber); }
    /// Why its numbers can't be used; nothing if they can.
    std::optional<Message> problem() const;
};

/// What an operator is told beside its inputs; those of other operators keep their defaults.
struct TfliteOptions {
    enum class Activation { none = 0, relu = 1, reluN1To1 = 2, relu6 = 3, tanh = 4 };
    bool isPaddedSame = true;
    std::vector<std::int64_t> strides{1, 1}; ///< height, width
    std::vector<std::int64_t> dilations{1, 1};
    std::vector<std::int64_t> window{1, 1};
    int activation = 0; ///< an `Activation`, or a number that is not listed
    int weightsFormat = 0;
    std::int64_t axis = 0;
    std::int64_t batchDims = 0;
    std::int64_t blockSize = 0;
    bool keepsDims = false;
    std::vector<std::int64_t> squeezed{}; ///< axes; none: all of size 1
    bool alignsCorners = false;
    bool halfPixelCenters = false;
    bool isApproximate = false;
    double alpha = 0; ///< a slope
    double beta = 1; ///< a factor before softmax
    std::int64_t beginMask = 0, endMask = 0, shrinkMask = 0, otherMasks = 0; ///< bits of axes
};

struct TfliteOperator {
    std::string op{}; ///< "CONV_2D"; a custom operator's own name
    std::vector<int> inputs{}; ///< places of tensors; -1: left out
    std::vector<int> outputs{};
    TfliteOptions options{};
};

struct TfliteGraph {
    std::string name{};
    std::vector<TfliteTensor> tensors{};
    std::vector<TfliteOperator> operators{}; ///< in the order in which they run
    std::vector<int> inputs{};
    std::vector<int> outputs{};
};

/// A TensorFlow Lite model, without the types of its wire format.
struct TfliteModel {
    std::string file{}; ///< its name in errors
    std::vector<TfliteGraph> graphs{}; ///< the first one is the model
    std::span<const std::byte> all{}; ///< the bytes of the whole file
    std::shared_ptr<const void> content{}; ///< keeps them
};

/// Reads a model of TensorFlow Lite's format (tensorflow/compiler/mlir/lite/schema/schema.fbs). Places of tensors and bytes are
/// checked. Throws `tflite.parse`, and what else of the file is damaged, with the tensor or the operator.
TfliteModel parseTflite(std::span<const std::byte> bytes, std::shared_ptr<const void> owner, std::string_view name);
TfliteModel openTflite(const std::filesystem::path& path);

/// Reads the numbers of tensors. Tensors may share their bytes, so that a small file could claim any amount of memory: what is
/// converted is limited by the file's size.
class TfliteNumbers {
public:
    explicit TfliteNumbers(const TfliteModel& model)
        : m_model(model)
    {
    }

    /// The shape of a tensor without a problem, which its bytes fill. Throws `tflite.bytes`.
    Shape shapeOf(const TfliteTensor& tensor) const;
    /// Its numbers, integers with a scale as what they stand for. Throws also `tflite.scales`, `tflite.shared`.
    std::vector<float> floatsOf(const TfliteTensor& tensor);
    /// Those of a tensor of integers, without a scale.
    std::vector<std::int64_t> integersOf(const TfliteTensor& tensor);

private:
    void claim(const TfliteTensor& tensor, const Shape& shape);

    const TfliteModel& m_model;
    std::size_t m_converted = 0; ///< in bytes
};

} // namespace netsmith::interop

#include "engine/interop/tflite/tflite_file.h"

#include "engine/core/checked.h"
#include "engine/core/error.h"
#include "engine/core/files/mapped_file.h"
#include "engine/core/utf8.h"
#include "engine/interop/weights/weight_file.h"

#include <tflite_generated.h>

#include <algorithm>
#include <array>
#include <cstring>

namespace netsmith::interop {
namespace {

/// By their numbers in the format.
constexpr std::array allTypes{
    TfliteType{"float32", 32, TfliteType::Numbers::floatingPoint, DataType::f32},
    TfliteType{"float16", 16, TfliteType::Numbers::floatingPoint, DataType::f16},
    TfliteType{"int32", 32, TfliteType::Numbers::integers},
    TfliteType{"uint8", 8, TfliteType::Numbers::integers},
    TfliteType{"int64", 64, TfliteType::Numbers::integers},
    TfliteType{"string", 0, TfliteType::Numbers::none},
    TfliteType{"bool", 8, TfliteType::Numbers::none},
    TfliteType{"int16", 16, TfliteType::Numbers::integers},
    TfliteType{"complex64", 64, TfliteType::Numbers::none},
    TfliteType{"int8", 8, TfliteType::Numbers::integers},
    TfliteType{"float64", 64, TfliteType::Numbers::floatingPoint, DataType::f64},
    TfliteType{"complex128", 128, TfliteType::Numbers::none},
    TfliteType{"uint64", 64, TfliteType::Numbers::integers},
    TfliteType{"resource", 0, TfliteType::Numbers::none},
    TfliteType{"variant", 0, TfliteType::Numbers::none},
    TfliteType{"uint32", 32, TfliteType::Numbers::integers},
    TfliteType{"uint16", 16, TfliteType::Numbers::integers},
    TfliteType{"int4", 4, TfliteType::Numbers::integers},
    TfliteType{"bfloat16", 16, TfliteType::Numbers::floatingPoint, DataType::bf16},
};

/// Likewise.
constexpr std::string_view operatorNames =
    "ADD AVERAGE_POOL_2D CONCATENATION CONV_2D DEPTHWISE_CONV_2D DEPTH_TO_SPACE DEQUANTIZE EMBEDDING_LOOKUP FLOOR "
    "FULLY_CONNECTED HASHTABLE_LOOKUP L2_NORMALIZATION L2_POOL_2D LOCAL_RESPONSE_NORMALIZATION LOGISTIC "
    "LSH_PROJECTION LSTM MAX_POOL_2D MUL RELU RELU_N1_TO_1 RELU6 RESHAPE RESIZE_BILINEAR RNN SOFTMAX "
    "SPACE_TO_DEPTH SVDF TANH CONCAT_EMBEDDINGS SKIP_GRAM CALL CUSTOM EMBEDDING_LOOKUP_SPARSE PAD "
    "UNIDIRECTIONAL_SEQUENCE_RNN GATHER BATCH_TO_SPACE_ND SPACE_TO_BATCH_ND TRANSPOSE MEAN SUB DIV SQUEEZE "
    "UNIDIRECTIONAL_SEQUENCE_LSTM STRIDED_SLICE BIDIRECTIONAL_SEQUENCE_RNN EXP TOPK_V2 SPLIT LOG_SOFTMAX DELEGATE "
    "BIDIRECTIONAL_SEQUENCE_LSTM CAST PRELU MAXIMUM ARG_MAX MINIMUM LESS NEG PADV2 GREATER GREATER_EQUAL "
    "LESS_EQUAL SELECT SLICE SIN TRANSPOSE_CONV SPARSE_TO_DENSE TILE EXPAND_DIMS EQUAL NOT_EQUAL LOG SUM SQRT "
    "RSQRT SHAPE POW ARG_MIN FAKE_QUANT REDUCE_PROD REDUCE_MAX PACK LOGICAL_OR ONE_HOT LOGICAL_AND LOGICAL_NOT "
    "UNPACK REDUCE_MIN FLOOR_DIV REDUCE_ANY SQUARE ZEROS_LIKE FILL FLOOR_MOD RANGE RESIZE_NEAREST_NEIGHBOR "
    "LEAKY_RELU SQUARED_DIFFERENCE MIRROR_PAD ABS SPLIT_V UNIQUE CEIL REVERSE_V2 ADD_N GATHER_ND COS WHERE RANK "
    "ELU REVERSE_SEQUENCE MATRIX_DIAG QUANTIZE MATRIX_SET_DIAG ROUND HARD_SWISH IF WHILE NON_MAX_SUPPRESSION_V4 "
    "NON_MAX_SUPPRESSION_V5 SCATTER_ND SELECT_V2 DENSIFY SEGMENT_SUM BATCH_MATMUL PLACEHOLDER CUMSUM CALL_ONCE "
    "BROADCAST_TO RFFT2D CONV_3D IMAG REAL COMPLEX_ABS HASHTABLE HASHTABLE_FIND HASHTABLE_IMPORT HASHTABLE_SIZE "
    "REDUCE_ALL CONV_3D_TRANSPOSE VAR_HANDLE READ_VARIABLE ASSIGN_VARIABLE BROADCAST_ARGS RANDOM_STANDARD_NORMAL "
    "BUCKETIZE RANDOM_UNIFORM MULTINOMIAL GELU DYNAMIC_UPDATE_SLICE RELU_0_TO_1 ";
constexpr int customOperator = 32;

template <class T>
std::int64_t integer(std::span<const std::byte> bytes, std::int64_t index)
{
    T value{};
    std::memcpy(&value, bytes.data() + static_cast<std::size_t>(index) * sizeof value, sizeof value);
    return static_cast<std::int64_t>(value);
}

std::int64_t integerAt(const TfliteType& type, std::span<const std::byte> bytes, std::int64_t index)
{
    const bool isSigned = !type.name.starts_with('u');
    switch (type.bits) {
    case 4: {
        const auto pair = static_cast<int>(integer<std::uint8_t>(bytes, index / 2));
        const int value = index % 2 == 0 ? pair & 0xf : pair >> 4;
        return value >= 8 ? value - 16 : value;
    }
    case 8: return isSigned ? integer<std::int8_t>(bytes, index) : integer<std::uint8_t>(bytes, index);
    case 16: return isSigned ? integer<std::int16_t>(bytes, index) : integer<std::uint16_t>(bytes, index);
    case 32: return isSigned ? integer<std::int32_t>(bytes, index) : integer<std::uint32_t>(bytes, index);
    default: return integer<std::int64_t>(bytes, index);
    }
}

std::string operatorName(int number)
{
    std::string_view rest = operatorNames;
    for (int i = 0; i < number && !rest.empty(); ++i)
        rest.remove_prefix(rest.find(' ') + 1);
    return number < 0 || rest.empty() ? "operator " + std::to_string(number) : std::string(rest.substr(0, rest.find(' ')));
}

template <class T>
std::vector<T> listOf(const flatbuffers::Vector<std::int32_t>* list)
{
    return list ? std::vector<T>(list->begin(), list->end()) : std::vector<T>();
}

/// Sets what several kinds of options have, under the same names.
template <class T>
void readCommon(const T& from, TfliteOptions& options)
{
    if constexpr (requires { from.activation(); })
        options.activation = from.activation();
    if constexpr (requires { from.stride_h(); }) {
        options.strides = {from.stride_h(), from.stride_w()};
        options.isPaddedSame = from.padding() == 0;
    }
    if constexpr (requires { from.dilation_h(); })
        options.dilations = {from.dilation_h(), from.dilation_w()};
    if constexpr (requires { from.axis(); })
        options.axis = from.axis();
    if constexpr (requires { from.block_size(); })
        options.blockSize = from.block_size();
    if constexpr (requires { from.align_corners(); }) {
        options.alignsCorners = from.align_corners();
        options.halfPixelCenters = from.half_pixel_centers();
    }
}

TfliteOptions optionsOf(const tflite::Operator& from)
{
    TfliteOptions options;
    const auto read = [&](const auto* table) {
        if (table)
            readCommon(*table, options);
        return table;
    };
    read(from.options_as_Conv2DOptions());
    read(from.options_as_DepthwiseConv2DOptions());
    if (const auto* pool = read(from.options_as_Pool2DOptions()))
        options.window = {pool->window_h(), pool->window_w()};
    if (const auto* dense = read(from.options_as_FullyConnectedOptions()))
        options.weightsFormat = dense->weights_format();
    if (const auto* softmax = read(from.options_as_SoftmaxOptions()))
        options.beta = static_cast<double>(softmax->beta());
    read(from.options_as_ConcatenationOptions());
    read(from.options_as_AddOptions());
    read(from.options_as_SubOptions());
    read(from.options_as_MulOptions());
    read(from.options_as_DivOptions());
    read(from.options_as_ResizeBilinearOptions());
    read(from.options_as_ResizeNearestNeighborOptions());
    read(from.options_as_SpaceToDepthOptions());
    read(from.options_as_DepthToSpaceOptions());
    read(from.options_as_TransposeConvOptions());
    if (const auto* gather = read(from.options_as_GatherOptions()))
        options.batchDims = gather->batch_dims();
    if (const auto* reducer = read(from.options_as_ReducerOptions()))
        options.keepsDims = reducer->keep_dims();
    if (const auto* squeeze = read(from.options_as_SqueezeOptions()))
        options.squeezed = listOf<std::int64_t>(squeeze->squeeze_dims());
    if (const auto* slice = read(from.options_as_StridedSliceOptions())) {
        options.beginMask = slice->begin_mask();
        options.endMask = slice->end_mask();
        options.shrinkMask = slice->shrink_axis_mask();
        options.otherMasks = slice->ellipsis_mask() | slice->new_axis_mask() | (slice->offset() ? 1 : 0);
    }
    if (const auto* leaky = read(from.options_as_LeakyReluOptions()))
        options.alpha = static_cast<double>(leaky->alpha());
    if (const auto* gelu = read(from.options_as_GeluOptions()))
        options.isApproximate = gelu->approximate();
    return options;
}

class TfliteReader {
public:
    TfliteReader(std::span<const std::byte> bytes, std::string_view name)
        : m_bytes(bytes)
        , m_name(name)
    {
    }

    std::vector<TfliteGraph> read()
    {
        // Offsets are of 31 bits, so tables are not after these.
        const auto tables = std::min<std::size_t>(m_bytes.size(), FLATBUFFERS_MAX_BUFFER_SIZE - 1);
        flatbuffers::Verifier verifier(reinterpret_cast<const std::uint8_t*>(m_bytes.data()), tables);
        if (!tflite::VerifyModelBuffer(verifier))
            refuse(
                NS_MESSAGE("tflite.parse", "{0} is not a TensorFlow Lite model, or it is truncated; download or convert it again"),
                m_name);
        m_model = tflite::GetModel(m_bytes.data());
        std::vector<TfliteGraph> graphs;
        if (m_model->subgraphs())
            for (const tflite::Subgraph* graph : *m_model->subgraphs())
                graphs.push_back(read(*graph));
        return graphs;
    }

private:
    TfliteGraph read(const tflite::Subgraph& from) const
    {
        TfliteGraph graph;
        graph.name = textOf(from.name());
        if (from.tensors())
            for (const tflite::Tensor* tensor : *from.tensors())
                graph.tensors.push_back(read(*tensor));
        graph.inputs = listOf<int>(from.inputs());
        graph.outputs = listOf<int>(from.outputs());
        if (from.operators())
            for (const tflite::Operator* each : *from.operators())
                graph.operators.push_back(
                    {nameOf(*each), listOf<int>(each->inputs()), listOf<int>(each->outputs()), optionsOf(*each)});
        return graph;
    }

    TfliteTensor read(const tflite::Tensor& from) const
    {
        TfliteTensor tensor;
        tensor.name = textOf(from.name());
        tensor.typeNumber = from.type();
        tensor.dims = listOf<std::int64_t>(from.shape());
        tensor.bytes = bytesOf(from, tensor.name);
        tensor.isSparse = from.sparsity() != nullptr;
        tensor.isVariable = from.is_variable();
        const tflite::Quantization* given = from.quantization();
        tensor.hasOtherQuantization = given && given->custom_type() != 0;
        if (given && given->scale() && given->scale()->size() > 0) {
            Quantization quantization;
            quantization.scales.assign(given->scale()->begin(), given->scale()->end());
            if (given->zero_point())
                quantization.zeros.assign(given->zero_point()->begin(), given->zero_point()->end());
            if (quantization.zeros.empty())
                quantization.zeros = {0};
            quantization.axis = given->axis();
            tensor.quantization = std::move(quantization);
        }
        return tensor;
    }

    /// "CONV_2D".
    std::string nameOf(const tflite::Operator& each) const
    {
        const std::size_t codes = m_model->operator_codes() ? m_model->operator_codes()->size() : 0;
        if (each.code_index() >= codes)
            refuse(NS_MESSAGE("tflite.operator", "{0}: an operator is of kind {1} of {2}; the model is damaged: convert it again"),
                   m_name, each.code_index(), codes);
        const tflite::OperatorCode* code = m_model->operator_codes()->Get(each.code_index());
        const int number = std::max<int>(code->small_code(), code->code());
        if (number == customOperator && code->custom_code())
            return textOf(code->custom_code());
        return operatorName(number);
    }

    std::string textOf(const flatbuffers::String* text) const
    {
        const std::string name = text ? text->str() : std::string();
        if (!isUtf8(name))
            refuse(NS_MESSAGE("tflite.utf8", "{0}: the name \"{1}\" is not Unicode; the model is damaged: convert it again"),
                   m_name, visibleText(name));
        return name;
    }

    std::span<const std::byte> bytesOf(const tflite::Tensor& tensor, const std::string& name) const
    {
        const std::size_t buffers = m_model->buffers() ? m_model->buffers()->size() : 0;
        if (tensor.buffer() >= buffers && tensor.buffer() > 0) // 0 stands for none
            refuse(NS_MESSAGE("tflite.buffer",
                              "{0}: the tensor \"{1}\" is in buffer {2} of {3}; the model is damaged: convert it again"),
                   m_name, name, tensor.buffer(), buffers);
        if (buffers == 0)
            return {};
        const tflite::Buffer* buffer = m_model->buffers()->Get(tensor.buffer());
        if (buffer->data() && buffer->data()->size() > 0)
            return std::as_bytes(std::span(buffer->data()->data(), buffer->data()->size()));
        if (buffer->offset() <= 1) // what the converter writes before it knows the place
            return {};
        if (buffer->offset() > m_bytes.size() || buffer->size() > m_bytes.size() - buffer->offset())
            refuse(NS_MESSAGE("tflite.range",
                              "{0}: the tensor \"{1}\" claims {2:byte|bytes} from {3} of the file, which has {4}; it is "
                              "truncated: download it again"),
                   m_name, name, buffer->size(), buffer->offset(), m_bytes.size());
        return m_bytes.subspan(static_cast<std::size_t>(buffer->offset()), static_cast<std::size_t>(buffer->size()));
    }

    std::span<const std::byte> m_bytes;
    std::string m_name;
    const tflite::Model* m_model = nullptr;
};

} // namespace

const TfliteType* tfliteType(int number)
{
    return number < 0 || number >= static_cast<int>(allTypes.size()) ? nullptr : &allTypes[static_cast<std::size_t>(number)];
}

std::optional<Message> TfliteTensor::problem() const
{
    const TfliteType* known = type();
    if (!known)
        return Message(NS_MESSAGE("tflite.type_number", "its type, number {0}, is not known"), typeNumber);
    if (known->numbers == TfliteType::Numbers::none)
        return Message(NS_MESSAGE("tflite.type", "elements of {0} are no weights"), std::string(known->name));
    if (isSparse)
        return Message(NS_MESSAGE("tflite.sparse", "it is sparse; convert the model with dense weights"));
    if (dims.size() > Shape::maxRank)
        return Message(NS_MESSAGE("tflite.rank", "it has {0:axis|axes}, and {1} can be used"), dims.size(), Shape::maxRank);
    if (hasOtherQuantization && known->numbers == TfliteType::Numbers::integers)
        return Message(NS_MESSAGE("tflite.custom", "its quantization is of another kind than scale and zero point"));
    return std::nullopt;
}

TfliteModel parseTflite(std::span<const std::byte> bytes, std::shared_ptr<const void> owner, std::string_view name)
{
    return {std::string(name), TfliteReader(bytes, name).read(), bytes, std::move(owner)};
}

TfliteModel openTflite(const std::filesystem::path& path)
{
    const MappedFile file = mapFile(path).take();
    return parseTflite(file.all(), file.bytes, path.string());
}

Shape TfliteNumbers::shapeOf(const TfliteTensor& tensor) const
{
    const TfliteType& type = *tensor.type();
    std::optional<std::int64_t> bits = type.bits;
    for (const std::int64_t size : tensor.dims)
        bits = size > 0 && bits ? checkedMultiply(*bits, size) : std::nullopt;
    if (!bits || static_cast<std::size_t>(*bits / 8 + (*bits % 8 != 0)) != tensor.bytes.size())
        refuse(NS_MESSAGE("tflite.bytes",
                          "{0}: the tensor \"{1}\" of type {2} has {3:byte|bytes}, which don't match its shape; the "
                          "model is damaged: convert it again"),
               m_model.file, tensor.name, std::string(type.name), tensor.bytes.size());
    return Shape(tensor.dims);
}

void TfliteNumbers::claim(const TfliteTensor& tensor, const Shape& shape)
{
    constexpr std::size_t conversionsPerByte = 16;
    m_converted += static_cast<std::size_t>(shape.elements()) * sizeof(float);
    if (m_converted / conversionsPerByte > m_model.all.size())
        refuse(NS_MESSAGE("tflite.shared",
                          "{0}: the tensor \"{1}\" and others share their bytes more often than a converter would "
                          "let them; the model is damaged: convert it again"),
               m_model.file, tensor.name);
}

std::vector<float> TfliteNumbers::floatsOf(const TfliteTensor& tensor)
{
    const Shape shape = shapeOf(tensor);
    const TfliteType& type = *tensor.type();
    if (type.numbers == TfliteType::Numbers::floatingPoint) {
        claim(tensor, shape);
        return interop::floatsOf(WeightTensor{tensor.name, std::string(type.name), type.type, shape, tensor.bytes});
    }
    const Quantization quantization = tensor.quantization.value_or(Quantization{.scales = {1.0f}, .zeros = {0}});
    if (!fits(quantization, shape))
        refuse(NS_MESSAGE("tflite.scales",
                          "{0}: the tensor \"{1}\" of shape {2} has {3:scale|scales} and {4:zero point|zero points} "
                          "for its axis {5}; the model is damaged: convert it again"),
               m_model.file, tensor.name, shape.text(), quantization.scales.size(), quantization.zeros.size(), quantization.axis);
    claim(tensor, shape);
    return dequantized(shape, quantization, [&](std::int64_t i) { return integerAt(type, tensor.bytes, i); });
}

std::vector<std::int64_t> TfliteNumbers::integersOf(const TfliteTensor& tensor)
{
    const Shape shape = shapeOf(tensor);
    claim(tensor, shape);
    std::vector<std::int64_t> integers;
    for (std::int64_t i = 0; i < shape.elements(); ++i)
        integers.push_back(integerAt(*tensor.type(), tensor.bytes, i));
    return integers;
}

} // namespace netsmith::interop

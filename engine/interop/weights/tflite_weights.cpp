#include "engine/interop/weights/tflite_weights.h"

#include "engine/core/checked.h"
#include "engine/core/utf8.h"
#include "engine/interop/weights/dequantize.h"

#include <tflite_generated.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <deque>
#include <map>
#include <optional>
#include <utility>

namespace netsmith::interop {
namespace {

enum class TfliteNumbers { floatingPoint, integers, none };

/// The types of elements by their numbers in the format.
struct TfliteType {
    std::string_view name{};
    int bits = 0;
    TfliteNumbers numbers = TfliteNumbers::none;
    DataType type = DataType::f32; ///< of floating-point numbers
};
constexpr std::array tfliteTypes{
    TfliteType{"float32", 32, TfliteNumbers::floatingPoint, DataType::f32},
    TfliteType{"float16", 16, TfliteNumbers::floatingPoint, DataType::f16},
    TfliteType{"int32", 32, TfliteNumbers::integers},
    TfliteType{"uint8", 8, TfliteNumbers::integers},
    TfliteType{"int64", 64, TfliteNumbers::integers},
    TfliteType{"string", 0, TfliteNumbers::none},
    TfliteType{"bool", 8, TfliteNumbers::none},
    TfliteType{"int16", 16, TfliteNumbers::integers},
    TfliteType{"complex64", 64, TfliteNumbers::none},
    TfliteType{"int8", 8, TfliteNumbers::integers},
    TfliteType{"float64", 64, TfliteNumbers::floatingPoint, DataType::f64},
    TfliteType{"complex128", 128, TfliteNumbers::none},
    TfliteType{"uint64", 64, TfliteNumbers::integers},
    TfliteType{"resource", 0, TfliteNumbers::none},
    TfliteType{"variant", 0, TfliteNumbers::none},
    TfliteType{"uint32", 32, TfliteNumbers::integers},
    TfliteType{"uint16", 16, TfliteNumbers::integers},
    TfliteType{"int4", 4, TfliteNumbers::integers},
    TfliteType{"bfloat16", 16, TfliteNumbers::floatingPoint, DataType::bf16},
};

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

class TfliteReader {
public:
    TfliteReader(std::span<const std::byte> bytes, std::shared_ptr<const void> owner, std::string_view name)
        : m_bytes(bytes)
        , m_name(name)
    {
        m_content->owner = std::move(owner);
    }

    WeightFile read()
    {
        // Offsets are of 31 bits, so tables are not after these.
        const auto tables = std::min<std::size_t>(m_bytes.size(), FLATBUFFERS_MAX_BUFFER_SIZE - 1);
        flatbuffers::Verifier verifier(reinterpret_cast<const std::uint8_t*>(m_bytes.data()), tables);
        if (!tflite::VerifyModelBuffer(verifier))
            refuse(
                NS_MESSAGE("tflite.parse", "{0} is not a TensorFlow Lite model, or it is truncated; download or convert it again"),
                m_name);
        m_model = tflite::GetModel(m_bytes.data());
        if (m_model->subgraphs())
            for (const tflite::Subgraph* graph : *m_model->subgraphs())
                if (graph->tensors())
                    for (const tflite::Tensor* tensor : *graph->tensors())
                        add(*tensor);
        if (m_integers > 0)
            m_file.notes.emplace_back(
                NS_MESSAGE("tflite.integers", "{0:tensor|tensors} left out: integers without a scale are no weights"), m_integers);
        m_file.format = "TensorFlow Lite";
        m_file.framework = Framework::tflite;
        m_file.content = std::move(m_content);
        return std::move(m_file);
    }

private:
    struct Content {
        std::shared_ptr<const void> owner{};
        std::deque<std::vector<float>> converted{};
    };

    void add(const tflite::Tensor& tensor)
    {
        const std::string name = nameOf(tensor);
        const std::span<const std::byte> bytes = bytesOf(tensor, name);
        if (bytes.empty())
            return; // computed
        const auto number = static_cast<std::size_t>(tensor.type());
        if (tensor.type() < 0 || number >= tfliteTypes.size())
            return leaveOut(name, Message(NS_MESSAGE("tflite.type_number", "its type, number {0}, is not known"), tensor.type()));
        const TfliteType& type = tfliteTypes[number];
        if (type.numbers == TfliteNumbers::none)
            return leaveOut(name, Message(NS_MESSAGE("tflite.type", "elements of {0} are no weights"), std::string(type.name)));
        if (tensor.sparsity())
            return leaveOut(name, Message(NS_MESSAGE("tflite.sparse", "it is sparse; convert the model with dense weights")));
        const std::vector<std::int64_t> dims = dimsOf(tensor, type, bytes.size(), name);
        if (dims.size() > Shape::maxRank)
            return leaveOut(
                name, Message(NS_MESSAGE("tflite.rank", "it has {0:axis|axes}, and {1} can be used"), dims.size(), Shape::maxRank));
        const Shape shape(dims);
        if (type.numbers == TfliteNumbers::floatingPoint)
            m_file.tensors.push_back({uniqueName(name), std::string(type.name), type.type, shape, bytes});
        else
            addIntegers(tensor, type, shape, bytes, name);
    }

    void addIntegers(const tflite::Tensor& tensor, const TfliteType& type, const Shape& shape, std::span<const std::byte> bytes,
                     const std::string& name)
    {
        const tflite::Quantization* given = tensor.quantization();
        if (given && given->custom_type() != 0)
            return leaveOut(name,
                            Message(NS_MESSAGE("tflite.custom", "its quantization is of another kind than scale and zero point")));
        if (!given || !given->scale() || given->scale()->size() == 0) {
            ++m_integers;
            return;
        }
        Quantization quantization;
        quantization.scales.assign(given->scale()->begin(), given->scale()->end());
        if (given->zero_point())
            quantization.zeros.assign(given->zero_point()->begin(), given->zero_point()->end());
        if (quantization.zeros.empty())
            quantization.zeros = {0};
        quantization.axis = given->axis();
        if (!fits(quantization, shape))
            refuse(NS_MESSAGE("tflite.scales",
                              "{0}: the tensor \"{1}\" of shape {2} has {3:scale|scales} and {4:zero point|zero points} "
                              "for its axis {5}; the model is damaged: convert it again"),
                   m_name, name, shape.text(), quantization.scales.size(), quantization.zeros.size(), quantization.axis);
        // Tensors may share a buffer, so a small file could claim any amount of memory.
        constexpr std::size_t conversionsPerByte = 16;
        m_converted += static_cast<std::size_t>(shape.elements()) * sizeof(float);
        if (m_converted / conversionsPerByte > m_bytes.size())
            refuse(NS_MESSAGE("tflite.shared",
                              "{0}: the tensor \"{1}\" and others share their bytes more often than a converter would "
                              "let them; the model is damaged: convert it again"),
                   m_name, name);
        const std::vector<float>& kept = m_content->converted.emplace_back(
            dequantized(shape, quantization, [&](std::int64_t i) { return integerAt(type, bytes, i); }));
        m_file.tensors.push_back(
            {uniqueName(name), std::string(type.name) + " × scale", DataType::f32, shape, std::as_bytes(std::span(kept))});
    }

    std::string nameOf(const tflite::Tensor& tensor) const
    {
        const std::string name = tensor.name() ? tensor.name()->str() : std::string();
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

    /// Checked against the number of bytes.
    std::vector<std::int64_t> dimsOf(const tflite::Tensor& tensor, const TfliteType& type, std::size_t got,
                                     const std::string& name) const
    {
        std::vector<std::int64_t> dims;
        if (tensor.shape())
            dims.assign(tensor.shape()->begin(), tensor.shape()->end());
        std::optional<std::int64_t> bits = type.bits;
        for (const std::int64_t size : dims)
            bits = size > 0 && bits ? checkedMultiply(*bits, size) : std::nullopt;
        if (!bits || static_cast<std::size_t>(*bits / 8 + (*bits % 8 != 0)) != got)
            refuse(NS_MESSAGE("tflite.bytes",
                              "{0}: the tensor \"{1}\" of type {2} has {3:byte|bytes}, which don't match its shape; the "
                              "model is damaged: convert it again"),
                   m_name, name, std::string(type.name), got);
        return dims;
    }

    void leaveOut(const std::string& name, Message reason)
    {
        m_file.notes.emplace_back(NS_MESSAGE("tflite.left_out", "\"{0}\" left out: {1}"), name, std::move(reason));
    }

    /// Two graphs may use the same names.
    std::string uniqueName(const std::string& name)
    {
        const int count = ++m_names[name];
        return count == 1 ? name : uniqueName(name + ":" + std::to_string(count));
    }

    std::span<const std::byte> m_bytes;
    std::string m_name;
    const tflite::Model* m_model = nullptr;
    std::shared_ptr<Content> m_content = std::make_shared<Content>();
    WeightFile m_file{};
    std::map<std::string, int> m_names;
    std::size_t m_converted = 0; ///< in bytes
    std::int64_t m_integers = 0;
};

} // namespace

Expected<WeightFile> readTfliteWeights(const std::filesystem::path& path)
try {
    const MappedFile file = mapFile(path).take();
    WeightFile weights = TfliteReader(file.all(), file.bytes, path.string()).read();
    checkMapped(file.all());
    return weights;
} catch (const Error& error) {
    return error;
}

Expected<WeightFile> parseTfliteWeights(std::span<const std::byte> bytes, std::string_view name)
try {
    return TfliteReader(bytes, nullptr, name).read();
} catch (const Error& error) {
    return error;
}

} // namespace netsmith::interop

#include "engine/interop/onnx/onnx_tensor_reader.h"

#include "engine/core/checked.h"
#include "engine/core/error.h"
#include "engine/core/utf8.h"

#include <onnx.pb.h>

#include <algorithm>
#include <bit>
#include <charconv>
#include <cstring>
#include <utility>

namespace netsmith::interop {
namespace {

static_assert(std::endian::native == std::endian::little, "tensors are used as they lie in the file");

template <class Numbers>
std::span<const std::byte> bytesOf(const Numbers& numbers)
{
    return std::as_bytes(std::span(numbers.data(), static_cast<std::size_t>(numbers.size())));
}

} // namespace

OnnxTensorReader::OnnxTensorReader(std::string name, std::optional<std::filesystem::path> folder)
    : m_name(name)
    , m_external(std::move(name), std::move(folder))
{
}

OnnxTensor OnnxTensorReader::read(const ::onnx::TensorProto& proto, std::string name, const std::string& title)
{
    OnnxTensor out;
    out.name = std::move(name);
    out.type = OnnxType{proto.data_type()};
    out.dims.assign(proto.dims().begin(), proto.dims().end());
    if (proto.has_segment())
        refuse(NS_MESSAGE("onnx.segment", "{0}: the tensor \"{1}\" is in several pieces; export the model again"), m_name, title);
    out.elements = elementsOf(out, title);
    if (out.type == OnnxType::string)
        readTexts(proto, out, title);
    else if (bitsOf(out.type) > 0)
        out.bytes = bytesOfTensor(proto, out, title);
    return out;
}

std::shared_ptr<const void> OnnxTensorReader::takeContent()
{
    return std::make_shared<const std::pair<Unpacked, std::map<std::string, MappedFile>>>(std::move(m_unpacked),
                                                                                          m_external.files());
}

std::int64_t OnnxTensorReader::elementsOf(const OnnxTensor& tensor, const std::string& title) const
{
    std::optional<std::int64_t> elements = 1;
    for (const std::int64_t size : tensor.dims) {
        if (size < 0)
            refuse(NS_MESSAGE("onnx.negative",
                              "{0}: the tensor \"{1}\" has an axis of size {2}; the model is damaged: export it "
                              "again"),
                   m_name, title, size);
        elements = elements ? checkedMultiply(*elements, size) : std::nullopt;
    }
    if (!elements || !checkedMultiply(*elements, std::max(bitsOf(tensor.type), 8)))
        refuse(NS_MESSAGE("onnx.overflow",
                          "{0}: the tensor \"{1}\" claims more bytes than 64 bits can count; the model is damaged: "
                          "export it again"),
               m_name, title);
    return *elements;
}

void OnnxTensorReader::readTexts(const ::onnx::TensorProto& proto, OnnxTensor& tensor, const std::string& title) const
{
    requireCount(proto.string_data_size(), tensor.elements, title);
    tensor.texts.assign(proto.string_data().begin(), proto.string_data().end());
}

void OnnxTensorReader::requireCount(std::int64_t got, std::int64_t expected, const std::string& title) const
{
    if (got != expected)
        refuse(NS_MESSAGE("onnx.count",
                          "{0}: the tensor \"{1}\" needs {2:number|numbers} for its shape and has {3}; the model is "
                          "damaged: export it again"),
               m_name, title, expected, got);
}

std::span<const std::byte> OnnxTensorReader::bytesOfTensor(const ::onnx::TensorProto& proto, const OnnxTensor& tensor,
                                                           const std::string& title)
{
    const std::int64_t size = (tensor.elements * bitsOf(tensor.type) + 7) / 8;
    if (proto.data_location() == ::onnx::TensorProto::EXTERNAL)
        return externalBytes(proto, size, title);
    if (proto.has_raw_data()) {
        if (static_cast<std::int64_t>(proto.raw_data().size()) != size)
            refuse(NS_MESSAGE("onnx.raw",
                              "{0}: the tensor \"{1}\" needs {2:byte|bytes} for its shape and has {3}; the model is "
                              "damaged: export it again"),
                   m_name, title, size, proto.raw_data().size());
        return bytesOf(proto.raw_data());
    }
    switch (tensor.type) {
    case OnnxType::float32:
    case OnnxType::complex64:
        requireCount(proto.float_data_size(), size / std::int64_t{sizeof(float)}, title);
        return bytesOf(proto.float_data());
    case OnnxType::float64:
    case OnnxType::complex128:
        requireCount(proto.double_data_size(), size / std::int64_t{sizeof(double)}, title);
        return bytesOf(proto.double_data());
    case OnnxType::int64: requireCount(proto.int64_data_size(), tensor.elements, title); return bytesOf(proto.int64_data());
    case OnnxType::uint64: requireCount(proto.uint64_data_size(), tensor.elements, title); return bytesOf(proto.uint64_data());
    case OnnxType::int32: requireCount(proto.int32_data_size(), tensor.elements, title); return bytesOf(proto.int32_data());
    case OnnxType::uint32: return narrowed(proto.uint64_data(), size, sizeof(std::uint32_t), title);
    default: return narrowed(proto.int32_data(), size, static_cast<std::size_t>(std::max(bitsOf(tensor.type), 8)) / 8, title);
    }
}

/// The lower bytes of integers that must fit into them, with a sign or without one.
template <class Wide>
std::span<const std::byte> OnnxTensorReader::narrowed(const Wide& numbers, std::int64_t size, std::size_t width,
                                                      const std::string& title)
{
    requireCount(numbers.size(), size / static_cast<std::int64_t>(width), title);
    const auto least = -(std::int64_t{1} << (8 * width - 1)), most = (std::int64_t{1} << 8 * width) - 1;
    std::vector<std::byte>& out = m_unpacked.emplace_back(static_cast<std::size_t>(size));
    std::byte* next = out.data();
    for (const auto number : numbers) {
        if (!std::in_range<std::int64_t>(number) || static_cast<std::int64_t>(number) < least
            || static_cast<std::int64_t>(number) > most)
            refuse(NS_MESSAGE("onnx.number",
                              "{0}: the tensor \"{1}\" holds {2}, too large for its type; the model is damaged: export "
                              "it again"),
                   m_name, title, number);
        std::memcpy(next, &number, width);
        next += width;
    }
    return out;
}

std::span<const std::byte> OnnxTensorReader::externalBytes(const ::onnx::TensorProto& proto, std::int64_t size,
                                                           const std::string& title)
{
    std::string location;
    std::int64_t offset = 0;
    std::optional<std::int64_t> length;
    for (const ::onnx::StringStringEntryProto& entry : proto.external_data())
        if (entry.key() == "location")
            location = entry.value();
        else if (entry.key() == "offset")
            offset = position(entry, title);
        else if (entry.key() == "length")
            length = position(entry, title);
    return m_external.bytes(title, location, offset, length, size);
}

std::int64_t OnnxTensorReader::position(const ::onnx::StringStringEntryProto& entry, const std::string& title) const
{
    std::int64_t value = 0;
    const char* end = entry.value().data() + entry.value().size();
    const auto [stopped, error] = std::from_chars(entry.value().data(), end, value);
    if (error != std::errc() || stopped != end || value < 0)
        refuse(NS_MESSAGE("onnx.external.number",
                          "{0}: the tensor \"{1}\" is in another file, at the {2} \"{3}\", which is no "
                          "count of bytes; export the model again"),
               m_name, title, entry.key(), visibleText(entry.value()));
    return value;
}

} // namespace netsmith::interop

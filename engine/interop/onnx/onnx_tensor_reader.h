#pragma once

#include "engine/interop/onnx/onnx_external.h"
#include "engine/interop/onnx/onnx_tensor.h"

#include <cstddef>
#include <cstdint>
#include <deque>
#include <filesystem>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace onnx {
class StringStringEntryProto;
class TensorProto;
} // namespace onnx

namespace netsmith::interop {

/// Checks the tensors of a model's wire format, whichever of its fields they use, and finds their bytes.
class OnnxTensorReader {
public:
    /// `name`: of the model; `folder`: nothing for one that is not in a file.
    OnnxTensorReader(std::string name, std::optional<std::filesystem::path> folder);

    /// The bytes are those of `proto`, or of what `takeContent` returns. `title`: of the tensor, in errors.
    OnnxTensor read(const ::onnx::TensorProto& proto, std::string name, const std::string& title);

    std::shared_ptr<const void> takeContent();

private:
    using Unpacked = std::deque<std::vector<std::byte>>; // elements that the file holds as wider integers

    std::int64_t elementsOf(const OnnxTensor& tensor, const std::string& title) const;
    void readTexts(const ::onnx::TensorProto& proto, OnnxTensor& tensor, const std::string& title) const;
    void requireCount(std::int64_t got, std::int64_t expected, const std::string& title) const;
    std::span<const std::byte> bytesOfTensor(const ::onnx::TensorProto& proto, const OnnxTensor& tensor, const std::string& title);
    template <class Wide>
    std::span<const std::byte> narrowed(const Wide& numbers, std::int64_t size, std::size_t width, const std::string& title);
    std::span<const std::byte> externalBytes(const ::onnx::TensorProto& proto, std::int64_t size, const std::string& title);
    std::int64_t position(const ::onnx::StringStringEntryProto& entry, const std::string& title) const;

    std::string m_name;
    OnnxExternalFiles m_external;
    Unpacked m_unpacked;
};

} // namespace netsmith::interop

#pragma once

#include "engine/core/expected.h"
#include "engine/core/message.h"
#include "engine/interop/onnx/onnx_tensor.h"

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace netsmith::interop {

struct OnnxGraph;

/// What a node is told beside its inputs.
struct OnnxAttribute {
    struct Reference { ///< to an attribute of the function that the node stands in
        std::string name{};
    };
    struct Unread { ///< a sparse tensor, a type, or what a newer version of the format has
    };
    std::string name{};
    std::variant<Unread, Reference, float, std::int64_t, std::string, OnnxTensor, std::vector<float>, std::vector<std::int64_t>,
                 std::vector<std::string>, std::vector<OnnxTensor>, std::vector<OnnxGraph>>
        value; ///< one graph or several, which control flow has, are a vector
};

struct OnnxNode {
    std::string name{}; ///< may be empty
    std::string op{}; ///< "Conv"
    std::string domain{}; ///< empty for ONNX's own operators
    std::vector<std::string> inputs{}; ///< empty: an optional one that is left out
    std::vector<std::string> outputs{};
    std::vector<OnnxAttribute> attributes{};

    const OnnxAttribute* attribute(std::string_view key) const;
    /// An integer attribute, or the default.
    std::int64_t integer(std::string_view key, std::int64_t otherwise) const;
    /// For people: "Conv "conv1"", by its first output if it has no name.
    std::string title() const;
};

struct OnnxDimension {
    std::int64_t size = -1; ///< -1: not fixed
    std::string name{}; ///< of a size that is not fixed: "batch_size"; may be empty
};

/// An input or an output of a graph.
struct OnnxValue {
    std::string name{};
    OnnxType type = OnnxType::undefined; ///< of a tensor; undefined for a sequence, a map or an optional value
    std::optional<std::vector<OnnxDimension>> shape{}; ///< nothing: not even the rank is known
};

struct OnnxGraph {
    std::string name{};
    std::vector<OnnxNode> nodes{}; ///< each after those whose outputs it uses
    std::vector<OnnxValue> inputs{}; ///< before IR version 4 with the initializers
    std::vector<OnnxValue> outputs{};
    std::vector<OnnxTensor> initializers{};
};

struct OnnxOpset {
    std::string domain{};
    std::int64_t version = 0;
};

/// An operator that the model itself defines.
struct OnnxFunction {
    std::string domain{};
    std::vector<std::string> attributes{};
    OnnxGraph graph{}; ///< named like the operator; its inputs and outputs have no types
};

/// An ONNX model, checked and without the types of its wire format.
struct OnnxModel {
    std::int64_t irVersion = 0;
    std::string producer{}; ///< "pytorch 2.1.0"
    std::vector<OnnxOpset> opsets{};
    OnnxGraph graph{};
    std::vector<OnnxFunction> functions{};
    std::vector<std::pair<std::string, std::string>> metadata{}; ///< for programs that use it: names of classes
    std::vector<Message> notes{}; ///< what this version may not understand
    std::shared_ptr<const void> content{}; ///< keeps the tensors' bytes

    /// The version of a domain's operators; nothing if the model uses none of it.
    std::optional<std::int64_t> opset(std::string_view domain = {}) const;
};

/// Reads a model in the format of onnx.proto, and maps the files beside it that hold its tensors. Checks types, sizes and names,
/// that each value is computed once, from values that exist, and that no file outside the model's folder is read. Subgraphs are
/// nested at most as deep as protobuf reads messages. Errors are of kind `input` and name the file and the node or tensor.
Expected<OnnxModel> openOnnx(const std::filesystem::path& path);

/// The same from memory. A tensor in another file is an error.
Expected<OnnxModel> parseOnnx(std::span<const std::byte> bytes, std::string_view name);

} // namespace netsmith::interop

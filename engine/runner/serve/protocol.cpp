#include "engine/runner/serve/protocol.h"

#include "engine/core/checked.h"
#include "engine/core/error.h"
#include "engine/fields/field_fit.h"
#include "engine/graph/json/json_object.h"
#include "engine/input/arrays/npy_samples.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <limits>

namespace netsmith::runner {
namespace {

struct TensorType {
    std::string_view name;
    DataType type;
};
constexpr std::array<TensorType, 6> tensorTypes{{{"FP32", DataType::f32},
                                                 {"FP64", DataType::f64},
                                                 {"UINT8", DataType::u8},
                                                 {"BOOL", DataType::u8},
                                                 {"INT32", DataType::i32},
                                                 {"INT64", DataType::i64}}};
constexpr std::string_view textType = "BYTES";
const std::string modelVersion = "1";

std::string_view tensorTypeOf(DataType type)
{
    const auto* found = std::ranges::find(tensorTypes, type, &TensorType::type);
    return found == tensorTypes.end() ? "FP32" : found->name;
}

/// A tensor of a request.
struct Tensor {
    std::string name;
    std::string type;
    std::int64_t samples = 0;
    std::int64_t elements = 0; ///< of all samples
    const Json* data = nullptr; ///< else the bytes
    std::string_view bytes{};
};

/// Numbers at any depth, in order.
template <class Visit>
void eachLeaf(const Json& json, const Visit& visit)
{
    if (!json.is_array())
        return visit(json);
    for (const Json& entry : json)
        eachLeaf(entry, visit);
}

template <class T>
T numberOf(const Json& json, const std::string& name)
{
    const auto wrong = [&] {
        refuse(NS_MESSAGE("serve.number", "the tensor \"{0}\" holds {1}, which is no number of its type; send another type"), name,
               json.dump(-1, ' ', false, Json::error_handler_t::replace).substr(0, 40));
    };
    if constexpr (std::is_floating_point_v<T>) {
        if (!json.is_number())
            wrong();
        return json.get<T>();
    } else {
        if (json.is_boolean())
            return static_cast<T>(json.get<bool>());
        if (json.is_number_unsigned() && std::in_range<T>(json.get<std::uint64_t>()))
            return static_cast<T>(json.get<std::uint64_t>());
        if (!json.is_number_integer() || json.is_number_unsigned() || !std::in_range<T>(json.get<std::int64_t>()))
            wrong();
        return static_cast<T>(json.get<std::int64_t>());
    }
}

void checkCount(const Tensor& tensor, std::int64_t given)
{
    if (given != tensor.elements)
        refuse(NS_MESSAGE("serve.count", "the tensor \"{0}\" has {1:element|elements}, but its shape has {2}"), tensor.name, given,
               tensor.elements);
}

Tensor tensorFrom(const Json& json, const std::string& pointer, std::string_view& blobs)
{
    JsonObject object(json, pointer);
    Tensor tensor{.name = object.requiredText("name"), .type = object.requiredText("datatype")};
    std::vector<std::int64_t> shape;
    object.require("shape");
    for (const Json& size : object.array("shape"))
        shape.push_back(integerFrom(size, object.at("shape")));
    tensor.elements = shape.empty() ? 0 : 1;
    for (const std::int64_t size : shape) {
        const auto product = checkedMultiply(tensor.elements, size);
        if (size < 1 || !product)
            refuse(NS_MESSAGE("serve.shape", "the shape of the tensor \"{0}\" is not valid; send sizes from 1"), tensor.name);
        tensor.elements = *product;
    }
    if (tensor.elements == 0)
        refuse(NS_MESSAGE("serve.no_shape", "the tensor \"{0}\" has no axis of samples"), tensor.name);
    tensor.samples = shape.front();
    if (const Json* parameters = object.take("parameters"); parameters && parameters->contains("binary_data_size")) {
        const std::int64_t size = integerFrom((*parameters)["binary_data_size"], object.at("parameters"));
        if (size < 0 || static_cast<std::uint64_t>(size) > blobs.size())
            refuse(NS_MESSAGE("serve.binary", "the tensor \"{0}\" claims {1:byte|bytes} after the JSON, where {2} are left"),
                   tensor.name, size, blobs.size());
        tensor.bytes = blobs.substr(0, static_cast<std::size_t>(size));
        blobs.remove_prefix(static_cast<std::size_t>(size));
    } else {
        tensor.data = &object.require("data");
    }
    return tensor;
}

std::vector<std::string> textsOf(const Tensor& tensor)
{
    std::vector<std::string> texts;
    if (tensor.data) {
        eachLeaf(*tensor.data, [&](const Json& text) { texts.push_back(textFrom(text, "/inputs/data")); });
    } else {
        std::string_view rest = tensor.bytes;
        while (!rest.empty()) {
            std::uint32_t size = 0;
            if (rest.size() >= sizeof size)
                std::memcpy(&size, rest.data(), sizeof size);
            if (rest.size() < sizeof size || size > rest.size() - sizeof size)
                refuse(NS_MESSAGE("serve.texts", "the texts of the tensor \"{0}\" are cut off"), tensor.name);
            texts.emplace_back(rest.substr(sizeof size, size));
            rest.remove_prefix(sizeof size + size);
        }
    }
    checkCount(tensor, std::ssize(texts));
    return texts;
}

data::NpyArray numbersOf(const Tensor& tensor)
{
    const auto* known = std::ranges::find(tensorTypes, tensor.type, &TensorType::name);
    if (known == tensorTypes.end())
        refuse(NS_MESSAGE("serve.type",
                          "the tensor \"{0}\" is of type {1}; send FP32, FP64, UINT8, INT32, INT64 or, for texts, BYTES"),
               tensor.name, tensor.type);
    data::NpyArray array{.type = known->type, .shape = Shape{tensor.samples, tensor.elements / tensor.samples}, .bytes = {}};
    const auto size = static_cast<std::int64_t>(sizeOf(known->type));
    if (!tensor.data) {
        if (std::ssize(tensor.bytes) % size != 0)
            refuse(NS_MESSAGE("serve.bytes", "the tensor \"{0}\" has {1:byte|bytes}, no multiple of its type's {2}"), tensor.name,
                   tensor.bytes.size(), size);
        checkCount(tensor, std::ssize(tensor.bytes) / size);
        const data::Bytes bytes = data::allocateBytes(std::ssize(tensor.bytes)); // aligned
        std::memcpy(bytes.get(), tensor.bytes.data(), tensor.bytes.size());
        array.bytes = bytes;
        return array;
    }
    std::vector<std::byte> content;
    const auto append = [&]<class T>(T) {
        eachLeaf(*tensor.data, [&](const Json& json) {
            const T number = numberOf<T>(json, tensor.name);
            const auto* bytes = reinterpret_cast<const std::byte*>(&number);
            content.insert(content.end(), bytes, bytes + sizeof number);
        });
    };
    withCppType(known->type, append);
    checkCount(tensor, std::ssize(content) / size);
    const data::Bytes bytes = data::allocateBytes(std::ssize(content));
    std::memcpy(bytes.get(), content.data(), content.size());
    array.bytes = bytes;
    return array;
}

std::vector<WantedOutput> outputsFrom(JsonObject& object, const PackedNetwork& network)
{
    const auto flag = [](const Json* parameters, const char* key, bool otherwise) {
        return parameters && parameters->contains(key) && (*parameters)[key].is_boolean() ? (*parameters)[key].get<bool>()
                                                                                          : otherwise;
    };
    const bool binary = flag(object.take("parameters"), "binary_data_output", false);
    std::vector<WantedOutput> wanted;
    const std::vector<PredictedOutput>& outputs = network.outputs();
    for (const Json& entry : object.array("outputs")) {
        JsonObject asked(entry, object.at("outputs"));
        const std::string name = asked.requiredText("name");
        const auto found = std::ranges::find(outputs, name, &PredictedOutput::node);
        if (found == outputs.end())
            refuse(NS_MESSAGE("serve.output", "the model has no output \"{0}\"; its metadata lists them"), name);
        wanted.push_back(
            {static_cast<std::size_t>(found - outputs.begin()), flag(asked.take("parameters"), "binary_data", binary)});
    }
    if (wanted.empty())
        for (std::size_t i = 0; i < outputs.size(); ++i)
            wanted.push_back({i, binary});
    return wanted;
}

Json sampleShape(const Shape& shape)
{
    Json sizes = Json::array({-1});
    for (const std::int64_t size : shape.sizes())
        sizes.push_back(size);
    return sizes;
}

} // namespace

InferenceRequest inferenceRequest(std::string_view body, std::optional<std::size_t> jsonBytes, const PackedNetwork& network)
{
    if (jsonBytes && *jsonBytes > body.size())
        refuse(NS_MESSAGE("serve.header", "the header {0} says {1:byte|bytes}, and the request has {2}"), binaryHeader, *jsonBytes,
               body.size());
    std::string_view blobs = body.substr(jsonBytes.value_or(body.size()));
    const Json json = readJson(body.substr(0, body.size() - blobs.size())).take();
    JsonObject object(json, "");
    InferenceRequest request{.id = object.text("id")};
    std::vector<Tensor> tensors;
    for (const Json& tensor : object.array("inputs"))
        tensors.push_back(tensorFrom(tensor, pointerTo(object.at("inputs"), tensors.size()), blobs));
    if (!blobs.empty())
        refuse(NS_MESSAGE("serve.rest", "the request has {0:byte|bytes} that no tensor claims"), blobs.size());
    for (const data::FieldSpec& input : network.inputs()) {
        const auto given = std::ranges::find(tensors, input.name, &Tensor::name);
        if (given == tensors.end())
            refuse(NS_MESSAGE("serve.input", "the request has no tensor for the input \"{0}\"; the model's metadata lists them"),
                   input.name);
        if (given->type == textType)
            request.samples.push_back(data::samplesOfTexts(textsOf(*given), network.reading()).inputs.at(0));
        else
            request.samples.push_back(data::samplesOfArray(numbersOf(*given), data::unfitted(input), input.name));
        if (request.samples.back().count != request.samples.front().count)
            refuse(NS_MESSAGE("serve.samples", "the tensors have different numbers of samples; send as many of each"));
    }
    if (tensors.size() != network.inputs().size())
        refuse(NS_MESSAGE("serve.inputs", "the model takes {0:tensor|tensors}, and the request has {1}"), network.inputs().size(),
               tensors.size());
    request.outputs = outputsFrom(object, network);
    return request;
}

InferenceAnswer inferenceAnswer(const InferenceRequest& request, const PackedNetwork& network, const std::string& model,
                                const std::vector<std::vector<float>>& values)
{
    const std::int64_t samples = request.samples.empty() ? 0 : request.samples.front().count;
    Json json{{"model_name", model}, {"model_version", modelVersion}};
    if (!request.id.empty())
        json["id"] = request.id;
    json["outputs"] = Json::array();
    std::string blobs;
    for (const WantedOutput& wanted : request.outputs) {
        const PredictedOutput& output = network.outputs()[wanted.index];
        const std::vector<float>& numbers = values[wanted.index];
        Json shape = sampleShape(output.shape);
        shape[0] = samples;
        Json tensor{{"name", output.node}, {"datatype", "FP32"}, {"shape", std::move(shape)}};
        if (wanted.binary) {
            const std::size_t bytes = numbers.size() * sizeof(float);
            tensor["parameters"] = {{"binary_data_size", bytes}};
            blobs.append(reinterpret_cast<const char*>(numbers.data()), bytes);
        } else {
            tensor["data"] = numbers;
        }
        json["outputs"].push_back(std::move(tensor));
    }
    InferenceAnswer answer{json.dump(-1, ' ', false, Json::error_handler_t::replace)};
    if (std::ranges::any_of(request.outputs, &WantedOutput::binary))
        answer.jsonBytes = answer.body.size();
    answer.body += blobs;
    return answer;
}

Json serverMetadata()
{
    return {{"name", "netsmith"}, {"version", NETSMITH_VERSION}, {"extensions", {"binary_tensor_data"}}};
}

Json modelMetadata(const PackedNetwork& network, const std::string& model)
{
    Json json{{"name", model},
              {"versions", {modelVersion}},
              {"platform", "netsmith"},
              {"inputs", Json::array()},
              {"outputs", Json::array()}};
    for (const data::FieldSpec& input : network.inputs()) {
        const bool text = data::takesOneText(network.reading());
        json["inputs"].push_back({{"name", input.name},
                                  {"datatype", text ? textType : tensorTypeOf(input.type)},
                                  {"shape", text ? Json::array({-1}) : sampleShape(input.shape)}});
    }
    for (const PredictedOutput& output : network.outputs())
        json["outputs"].push_back({{"name", output.node}, {"datatype", "FP32"}, {"shape", sampleShape(output.shape)}});
    return json;
}

} // namespace netsmith::runner

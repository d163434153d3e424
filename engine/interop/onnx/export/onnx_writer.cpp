#include "engine/interop/onnx/export/onnx_writer.h"

#include "engine/core/error.h"

#include <onnx.pb.h>

#include <limits>

namespace netsmith::interop {
namespace {

using AttributeProto = ::onnx::AttributeProto;

void writeTensor(const OnnxTensor& tensor, ::onnx::TensorProto& out)
{
    if (!tensor.name.empty())
        out.set_name(tensor.name);
    out.set_data_type(static_cast<std::int32_t>(tensor.type));
    for (const std::int64_t size : tensor.dims)
        out.add_dims(size);
    if (tensor.type == OnnxType::string)
        for (const std::string& text : tensor.texts)
            out.add_string_data(text);
    else
        out.set_raw_data(tensor.bytes.data(), tensor.bytes.size());
}

void writeGraph(const OnnxGraph& graph, ::onnx::GraphProto& out);

/// What the reader could not read has no value here, and is left out.
struct AttributeWriter {
    AttributeProto& out;

    void operator()(const OnnxAttribute::Unread&) const { }
    void operator()(const OnnxAttribute::Reference& reference) const { out.set_ref_attr_name(reference.name); }
    void operator()(float value) const
    {
        out.set_type(AttributeProto::FLOAT);
        out.set_f(value);
    }
    void operator()(std::int64_t value) const
    {
        out.set_type(AttributeProto::INT);
        out.set_i(value);
    }
    void operator()(const std::string& value) const
    {
        out.set_type(AttributeProto::STRING);
        out.set_s(value);
    }
    void operator()(const OnnxTensor& value) const
    {
        out.set_type(AttributeProto::TENSOR);
        writeTensor(value, *out.mutable_t());
    }
    void operator()(const std::vector<float>& values) const
    {
        out.set_type(AttributeProto::FLOATS);
        for (const float value : values)
            out.add_floats(value);
    }
    void operator()(const std::vector<std::int64_t>& values) const
    {
        out.set_type(AttributeProto::INTS);
        for (const std::int64_t value : values)
            out.add_ints(value);
    }
    void operator()(const std::vector<std::string>& values) const
    {
        out.set_type(AttributeProto::STRINGS);
        for (const std::string& value : values)
            out.add_strings(value);
    }
    void operator()(const std::vector<OnnxTensor>& values) const
    {
        out.set_type(AttributeProto::TENSORS);
        for (const OnnxTensor& value : values)
            writeTensor(value, *out.add_tensors());
    }
    void operator()(const std::vector<OnnxGraph>& values) const
    {
        out.set_type(values.size() == 1 ? AttributeProto::GRAPH : AttributeProto::GRAPHS);
        for (const OnnxGraph& value : values)
            writeGraph(value, values.size() == 1 ? *out.mutable_g() : *out.add_graphs());
    }
};

void writeValue(const OnnxValue& value, ::onnx::ValueInfoProto& out)
{
    out.set_name(value.name);
    if (value.type == OnnxType::undefined)
        return;
    ::onnx::TypeProto::Tensor& type = *out.mutable_type()->mutable_tensor_type();
    type.set_elem_type(static_cast<std::int32_t>(value.type));
    if (!value.shape)
        return;
    ::onnx::TensorShapeProto& shape = *type.mutable_shape();
    for (const OnnxDimension& dimension : *value.shape) {
        ::onnx::TensorShapeProto::Dimension& each = *shape.add_dim();
        if (dimension.size >= 0)
            each.set_dim_value(dimension.size);
        else if (!dimension.name.empty())
            each.set_dim_param(dimension.name);
    }
}

void writeNode(const OnnxNode& node, ::onnx::NodeProto& out)
{
    out.set_name(node.name);
    out.set_op_type(node.op);
    out.set_domain(node.domain);
    for (const std::string& input : node.inputs)
        out.add_input(input);
    for (const std::string& output : node.outputs)
        out.add_output(output);
    for (const OnnxAttribute& attribute : node.attributes) {
        AttributeProto& each = *out.add_attribute();
        each.set_name(attribute.name);
        std::visit(AttributeWriter{each}, attribute.value);
    }
}

void writeGraph(const OnnxGraph& graph, ::onnx::GraphProto& out)
{
    out.set_name(graph.name);
    for (const OnnxNode& node : graph.nodes)
        writeNode(node, *out.add_node());
    for (const OnnxValue& input : graph.inputs)
        writeValue(input, *out.add_input());
    for (const OnnxValue& output : graph.outputs)
        writeValue(output, *out.add_output());
    for (const OnnxTensor& tensor : graph.initializers)
        writeTensor(tensor, *out.add_initializer());
}

} // namespace

std::vector<std::byte> writeOnnx(const OnnxModel& model, std::string_view name)
{
    constexpr std::size_t most = std::numeric_limits<std::int32_t>::max();
    std::size_t weights = 0;
    for (const OnnxTensor& tensor : model.graph.initializers)
        weights += tensor.bytes.size();
    const auto requireRoom = [&](std::size_t bytes) {
        if (bytes > most)
            throw Error(ErrorKind::resources,
                        NS_MESSAGE("onnx_export.large",
                                   "{0} would have {1:byte|bytes}, and the format, protobuf, allows 2 GB; export the weights in "
                                   "float16, or a smaller network"),
                        name, bytes);
    };
    requireRoom(weights); // before they are copied
    ::onnx::ModelProto proto;
    proto.set_ir_version(model.irVersion);
    proto.set_producer_name(model.producer);
    for (const OnnxOpset& opset : model.opsets) {
        ::onnx::OperatorSetIdProto& each = *proto.add_opset_import();
        each.set_domain(opset.domain);
        each.set_version(opset.version);
    }
    for (const auto& [key, value] : model.metadata) {
        ::onnx::StringStringEntryProto& each = *proto.add_metadata_props();
        each.set_key(key);
        each.set_value(value);
    }
    writeGraph(model.graph, *proto.mutable_graph());
    const std::size_t size = proto.ByteSizeLong();
    requireRoom(size);
    std::vector<std::byte> bytes(size);
    if (!proto.SerializeToArray(bytes.data(), static_cast<int>(size)))
        throw Error(ErrorKind::failed, NS_MESSAGE("onnx_export.failed", "{0} can't be written in the format of ONNX"), name);
    return bytes;
}

} // namespace netsmith::interop

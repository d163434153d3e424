#include "engine/interop/onnx/onnx_file.h"

#include "engine/core/files/mapped_file.h"
#include "engine/core/utf8.h"
#include "engine/interop/onnx/onnx_order.h"
#include "engine/interop/onnx/onnx_tensor_reader.h"

#include <onnx.pb.h>

#include <algorithm>
#include <limits>
#include <new>
#include <utility>

namespace netsmith::interop {
namespace {

namespace fs = std::filesystem;

// The newest versions that were read for this code. The package's schema is older; what it doesn't know is no part of a graph.
constexpr std::int64_t newestIr = 14;
constexpr std::int64_t newestOpset = 28;
constexpr std::int64_t firstIrWithOpsets = 3;

/// Memory for protobuf's messages, of which a few bytes of a hostile file make hundreds: a multiple of the file's size. One model
/// at a time is parsed on a thread.
thread_local std::size_t messageBytesLeft = 0;

void* allocateMessages(std::size_t size)
{
    if (size > messageBytesLeft)
        throw std::bad_alloc();
    messageBytesLeft -= size;
    return ::operator new(size);
}

google::protobuf::ArenaOptions messageOptions()
{
    google::protobuf::ArenaOptions options;
    options.block_alloc = allocateMessages;
    options.block_dealloc = [](void* block, std::size_t) { ::operator delete(block); };
    return options;
}

class OnnxReader {
public:
    OnnxReader(std::string name, std::optional<fs::path> folder)
        : m_name(std::move(name))
        , m_tensors(m_name, std::move(folder))
    {
    }

    OnnxModel read(std::span<const std::byte> bytes)
    {
        if (bytes.size() >= static_cast<std::size_t>(std::numeric_limits<std::int32_t>::max()))
            refuse(NS_MESSAGE("onnx.large",
                              "{0} is larger than the 2 GB that its format, protobuf, allows; save the model with its tensors as "
                              "external data"),
                   m_name);
        const ::onnx::ModelProto& proto = parse(bytes);
        OnnxModel model;
        readHead(proto, model);
        model.graph = graph(proto.graph());
        orderNodes(model.graph, m_name);
        for (const ::onnx::FunctionProto& each : proto.functions())
            model.functions.push_back(function(each));
        model.content = std::make_shared<const std::pair<std::shared_ptr<const void>, std::shared_ptr<const void>>>(
            std::move(m_arena), m_tensors.takeContent());
        return model;
    }

private:
    const ::onnx::ModelProto& parse(std::span<const std::byte> bytes)
    try {
        constexpr std::size_t atLeast = 4 << 20, timesFile = 32; // real models take less than half of it
        messageBytesLeft = atLeast + timesFile * bytes.size();
        m_arena = std::make_shared<google::protobuf::Arena>(messageOptions());
        auto* proto = google::protobuf::Arena::CreateMessage<::onnx::ModelProto>(m_arena.get());
        if (!proto->ParseFromArray(bytes.data(), static_cast<int>(bytes.size())) || !proto->has_graph())
            refuse(NS_MESSAGE("onnx.parse",
                              "{0} is not an ONNX model, or it is truncated or nested too deeply; download or export it "
                              "again"),
                   m_name);
        return *proto;
    } catch (const std::bad_alloc&) {
        refuse(NS_MESSAGE("onnx.expands",
                          "{0} consists mostly of empty parts, which would make of its {1:byte|bytes} a multiple in memory; it is "
                          "damaged: export it again"),
               m_name, bytes.size());
    }

    void readHead(const ::onnx::ModelProto& proto, OnnxModel& model) const
    {
        model.irVersion = proto.ir_version();
        model.producer = text(proto.producer_name());
        if (!proto.producer_version().empty())
            model.producer += " " + text(proto.producer_version());
        for (const ::onnx::OperatorSetIdProto& each : proto.opset_import())
            model.opsets.push_back({each.domain() == "ai.onnx" ? std::string() : text(each.domain()), each.version()});
        for (const ::onnx::StringStringEntryProto& each : proto.metadata_props())
            if (isUtf8(each.key()) && isUtf8(each.value()))
                model.metadata.emplace_back(each.key(), each.value());
        if (model.opsets.empty() && model.irVersion >= firstIrWithOpsets)
            refuse(NS_MESSAGE(
                       "onnx.no_opset",
                       "{0} does not say which version of ONNX's operators it uses; it is truncated or damaged: export it again"),
                   m_name);
        if (model.irVersion > newestIr)
            model.notes.emplace_back(
                NS_MESSAGE("onnx.newer_ir", "the file is of IR version {0}, newer than {1}: what is new in it was left out"),
                model.irVersion, newestIr);
        if (const auto opset = model.opset(); opset && *opset > newestOpset)
            model.notes.emplace_back(
                NS_MESSAGE("onnx.newer_opset", "the file uses version {0} of ONNX's operators, newer than {1}"), *opset,
                newestOpset);
    }

    /// Names go into JSON.
    std::string text(const std::string& bytes) const
    {
        if (!isUtf8(bytes))
            refuse(NS_MESSAGE("onnx.utf8", "{0}: the name \"{1}\" is not Unicode; the model is damaged: export it again"), m_name,
                   visibleText(bytes));
        return bytes;
    }

    OnnxGraph graph(const ::onnx::GraphProto& proto)
    {
        OnnxGraph out;
        out.name = text(proto.name());
        for (const ::onnx::SparseTensorProto& sparse : proto.sparse_initializer())
            refuse(NS_MESSAGE("onnx.sparse", "{0}: the initializer \"{1}\" is sparse; save the model with dense weights"), m_name,
                   text(sparse.values().name()));
        for (const ::onnx::TensorProto& each : proto.initializer())
            out.initializers.push_back(tensor(each));
        for (const ::onnx::ValueInfoProto& each : proto.input())
            out.inputs.push_back(value(each));
        for (const ::onnx::ValueInfoProto& each : proto.output())
            out.outputs.push_back(value(each));
        for (const ::onnx::NodeProto& each : proto.node())
            out.nodes.push_back(node(each));
        return out;
    }

    OnnxFunction function(const ::onnx::FunctionProto& proto)
    {
        OnnxFunction out;
        out.domain = text(proto.domain());
        for (const std::string& each : proto.attribute())
            out.attributes.push_back(text(each));
        out.graph.name = text(proto.name());
        for (const std::string& each : proto.input())
            out.graph.inputs.push_back({text(each)});
        for (const std::string& each : proto.output())
            out.graph.outputs.push_back({text(each)});
        for (const ::onnx::NodeProto& each : proto.node())
            out.graph.nodes.push_back(node(each));
        orderNodes(out.graph, m_name);
        return out;
    }

    OnnxValue value(const ::onnx::ValueInfoProto& proto) const
    {
        OnnxValue out;
        out.name = text(proto.name());
        if (!proto.type().has_tensor_type())
            return out;
        const ::onnx::TypeProto::Tensor& type = proto.type().tensor_type();
        out.type = OnnxType{type.elem_type()};
        if (!type.has_shape())
            return out;
        out.shape.emplace();
        for (const ::onnx::TensorShapeProto::Dimension& each : type.shape().dim()) {
            OnnxDimension dimension;
            if (each.has_dim_value() && each.dim_value() >= 0)
                dimension.size = each.dim_value();
            if (each.has_dim_param())
                dimension.name = text(each.dim_param());
            out.shape->push_back(std::move(dimension));
        }
        return out;
    }

    OnnxNode node(const ::onnx::NodeProto& proto)
    {
        OnnxNode out;
        out.name = text(proto.name());
        out.op = text(proto.op_type());
        if (proto.domain() != "ai.onnx")
            out.domain = text(proto.domain());
        for (const std::string& each : proto.input())
            out.inputs.push_back(text(each));
        for (const std::string& each : proto.output())
            out.outputs.push_back(text(each));
        for (const ::onnx::AttributeProto& each : proto.attribute())
            out.attributes.push_back(attribute(each, out.title()));
        return out;
    }

    OnnxAttribute attribute(const ::onnx::AttributeProto& proto, const std::string& node)
    {
        using Proto = ::onnx::AttributeProto;
        OnnxAttribute out;
        out.name = text(proto.name());
        const auto tensorOf = [&](const ::onnx::TensorProto& each) { return tensor(each, out.name + " of " + node); };
        if (!proto.ref_attr_name().empty()) {
            out.value = OnnxAttribute::Reference{text(proto.ref_attr_name())};
            return out;
        }
        switch (typeOf(proto)) {
        case Proto::FLOAT: out.value = proto.f(); break;
        case Proto::INT: out.value = std::int64_t{proto.i()}; break;
        case Proto::STRING: out.value = proto.s(); break;
        case Proto::TENSOR: out.value = tensorOf(proto.t()); break;
        case Proto::FLOATS: out.value = std::vector<float>(proto.floats().begin(), proto.floats().end()); break;
        case Proto::INTS: out.value = std::vector<std::int64_t>(proto.ints().begin(), proto.ints().end()); break;
        case Proto::STRINGS: out.value = std::vector<std::string>(proto.strings().begin(), proto.strings().end()); break;
        case Proto::TENSORS: {
            auto& tensors = out.value.emplace<std::vector<OnnxTensor>>();
            for (const ::onnx::TensorProto& each : proto.tensors())
                tensors.push_back(tensorOf(each));
            break;
        }
        case Proto::GRAPH: out.value.emplace<std::vector<OnnxGraph>>().push_back(graph(proto.g())); break;
        case Proto::GRAPHS: {
            auto& graphs = out.value.emplace<std::vector<OnnxGraph>>();
            for (const ::onnx::GraphProto& each : proto.graphs())
                graphs.push_back(graph(each));
            break;
        }
        default: break;
        }
        return out;
    }

    /// What the first version of the format did not say, and followed from the field that was set.
    static ::onnx::AttributeProto::AttributeType typeOf(const ::onnx::AttributeProto& proto)
    {
        using Proto = ::onnx::AttributeProto;
        if (proto.has_type())
            return proto.type();
        if (proto.has_f())
            return Proto::FLOAT;
        if (proto.has_i())
            return Proto::INT;
        if (proto.has_s())
            return Proto::STRING;
        if (proto.has_t())
            return Proto::TENSOR;
        if (proto.has_g())
            return Proto::GRAPH;
        if (proto.floats_size() > 0)
            return Proto::FLOATS;
        return proto.ints_size() > 0 ? Proto::INTS : Proto::UNDEFINED;
    }

    OnnxTensor tensor(const ::onnx::TensorProto& proto, const std::string& place = {})
    {
        std::string name = text(proto.name());
        return m_tensors.read(proto, name, name.empty() ? place : name);
    }

    std::string m_name;
    OnnxTensorReader m_tensors;
    std::shared_ptr<google::protobuf::Arena> m_arena{}; ///< of the parsed messages
};

} // namespace

const OnnxAttribute* OnnxNode::attribute(std::string_view key) const
{
    const auto found = std::ranges::find(attributes, key, &OnnxAttribute::name);
    return found == attributes.end() ? nullptr : &*found;
}

std::int64_t OnnxNode::integer(std::string_view key, std::int64_t otherwise) const
{
    const OnnxAttribute* found = attribute(key);
    const auto* value = found ? std::get_if<std::int64_t>(&found->value) : nullptr;
    return value ? *value : otherwise;
}

std::string OnnxNode::title() const
{
    const std::string& own = name.empty() && !outputs.empty() ? outputs.front() : name;
    return op + " \"" + own + '"';
}

std::optional<std::int64_t> OnnxModel::opset(std::string_view domain) const
{
    const auto found = std::ranges::find(opsets, domain, &OnnxOpset::domain);
    return found == opsets.end() ? std::nullopt : std::optional(found->version);
}

Expected<OnnxModel> openOnnx(const fs::path& path)
try {
    const MappedFile file = mapFile(path).take();
    OnnxModel model = OnnxReader(path.string(), path.parent_path()).read(file.all());
    checkMapped(file.all());
    return model;
} catch (const Error& error) {
    return error;
}

Expected<OnnxModel> parseOnnx(std::span<const std::byte> bytes, std::string_view name)
try {
    return OnnxReader(std::string(name), std::nullopt).read(bytes);
} catch (const Error& error) {
    return error;
}

} // namespace netsmith::interop

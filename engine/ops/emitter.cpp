#include "engine/ops/emitter.h"

#include "engine/core/error.h"

#include <algorithm>

namespace netsmith {

std::vector<TensorId> Emitter::emit(const OpSpec& spec, std::shared_ptr<const Attributes> attributes, std::vector<TensorId> inputs)
{
    std::vector<TensorId> outputs;
    for (const TensorType& type : spec.infer(*attributes, gather(inputs)))
        outputs.push_back(add({.name = {}, .shape = type.shape, .type = type.type}));
    m_program.ops.push_back({&spec, std::move(attributes), std::move(inputs), outputs, m_origin});
    return outputs;
}

TensorId Emitter::emitOne(const OpSpec& spec, std::shared_ptr<const Attributes> attributes, std::vector<TensorId> inputs)
{
    const std::vector<TensorId> outputs = emit(spec, std::move(attributes), std::move(inputs));
    if (outputs.size() != 1)
        throw Error(ErrorKind::failed, NS_MESSAGE("op.outputs", "{0}: expected {1:output|outputs}, got {2}"), spec.name, 1,
                    outputs.size());
    return outputs.front();
}

void Emitter::emitInto(const OpSpec& spec, std::shared_ptr<const Attributes> attributes, std::vector<TensorId> inputs,
                       std::vector<TensorId> outputs)
{
    const std::vector<TensorType> types = spec.infer(*attributes, gather(inputs));
    if (types.size() != outputs.size())
        throw Error(ErrorKind::failed, NS_MESSAGE("op.outputs", "{0}: expected {1:output|outputs}, got {2}"), spec.name,
                    types.size(), outputs.size());
    for (std::size_t i = 0; i < types.size(); ++i)
        if (const TensorInfo& target = info(outputs[i]); target.shape != types[i].shape || target.type != types[i].type)
            throw Error(ErrorKind::failed,
                        NS_MESSAGE("op.target", "{0}: output {1} is {2} {3} and can't be written to \"{4}\", which is {5} {6}"),
                        spec.name, i, nameOf(types[i].type), types[i].shape.text(), target.name, nameOf(target.type),
                        target.shape.text());
    m_program.ops.push_back({&spec, std::move(attributes), std::move(inputs), std::move(outputs), m_origin});
}

TensorId Emitter::add(TensorInfo tensor)
{
    m_tensors.push_back(std::move(tensor));
    return static_cast<TensorId>(m_tensors.size()) - 1;
}

TensorId Emitter::view(TensorId segment, const Shape& shape)
{
    TensorInfo wanted = info(segment);
    const auto isIt = [&](const TensorInfo& other) {
        return other.role == Role::segment && other.arena == wanted.arena && other.segment == wanted.segment
            && other.shape == shape;
    };
    if (wanted.shape == shape)
        return segment;
    if (wanted.segment >= 0)
        if (const auto found = std::ranges::find_if(m_tensors, isIt); found != m_tensors.end())
            return static_cast<TensorId>(found - m_tensors.begin());
    wanted.shape = shape;
    return add(std::move(wanted));
}

const Op* Emitter::producer(TensorId id) const
{
    // The last writer: a persistent tensor may be written more than once.
    const auto found = std::find_if(m_program.ops.rbegin(), m_program.ops.rend(),
                                    [id](const Op& op) { return std::ranges::find(op.outputs, id) != op.outputs.end(); });
    return found == m_program.ops.rend() ? nullptr : &*found;
}

std::vector<TensorInfo> Emitter::gather(std::span<const TensorId> ids) const
{
    std::vector<TensorInfo> infos;
    infos.reserve(ids.size());
    for (const TensorId id : ids)
        infos.push_back(id == noTensor ? TensorInfo{} : info(id));
    return infos;
}

std::shared_ptr<const Attributes> noAttributes()
{
    static const auto none = std::make_shared<const Attributes>();
    return none;
}

} // namespace netsmith

#include "engine/plan/batch_fields.h"

#include "engine/graph/project/settings.h"
#include "engine/ops/affine.h"
#include "engine/ops/gather.h"
#include "engine/ops/length_mask.h"
#include "engine/ops/reshape.h"

#include <algorithm>

namespace netsmith {

const FieldType& BatchFields::named(std::string_view name) const
{
    return *std::ranges::find(m_fields, name, &FieldType::name);
}

TensorId BatchFields::add(std::string name, const Shape& shape, DataType type, Role role)
{
    m_plan.tensors.push_back({std::move(name), shape, type, role, Arena::none, -1});
    return static_cast<TensorId>(m_plan.tensors.size()) - 1;
}

TensorId BatchFields::resident(const std::string& name, const Shape& shape, DataType type)
{
    const TensorId known = m_plan.findTensor(name);
    return known == noTensor ? add(name, shape, type, Role::data) : known;
}

TensorId BatchFields::gather(Emitter& emitter, std::string_view stream, const FieldType& field, bool input, TensorId counters)
{
    const std::string prefix = std::string(stream) + "/";
    const TensorId data = resident(prefix + field.name, field.shape.withBatch(1), field.type);
    const TensorId order = resident(prefix + "order", {1}, DataType::i32);
    auto attributes = std::make_shared<GatherAttributes>();
    attributes->batch = m_options.batch;
    // A class target stays a class number; anything else is a quantity.
    attributes->type = input || field.classes == 0 ? DataType::f32 : DataType::i32;
    attributes->stride = field.stride;
    if (input) {
        const InputScale scale = inputScale(m_project.data, field.type, field.shape, field.classes);
        attributes->subtract = scale.subtract;
        attributes->divide = scale.divide;
    }
    return emitter.emitOne(ops::gather, std::move(attributes), {data, order, counters});
}

template <class Visit>
void BatchFields::eachInput(Visit visit) const
{
    for (const Node& node : m_project.graph.nodes)
        if (const LayerSpec& spec = *m_catalog.layers->find(node.layer); readsField(spec))
            visit(node, inputField(node, spec));
}

TensorId BatchFields::maskOf(Emitter& emitter, std::string_view stream, const FieldType& field, TensorId counters)
{
    if (field.lengths.empty())
        return noTensor;
    const TensorId lengths = gather(emitter, stream, named(field.lengths), false, counters);
    return emitter.emitOne(ops::lengthMask, std::make_shared<LengthMaskAttributes>(field.shape[0]), {lengths});
}

/// One number per sample enters the network as a vector of it.
TensorId BatchFields::entering(Emitter& emitter, TensorId values, const FieldType& field)
{
    if (field.shape.rank() > 0)
        return values;
    return emitter.emitOne(ops::reshape, std::make_shared<ReshapeAttributes>(Shape{m_options.batch, 1}), {values});
}

std::map<std::string, BatchFields::Batch> BatchFields::inputs(Emitter& emitter, std::string_view stream, TensorId counters,
                                                              bool training)
{
    std::map<std::string, Batch> inputs;
    eachInput([&](const Node& node, const std::string& name) {
        emitter.setOrigin({node.id});
        if (inputs.contains(name))
            return;
        const FieldType& field = named(name);
        const TensorId stored = gather(emitter, stream, field, true, counters);
        inputs[name] = {entering(emitter, m_images.emit(emitter, stored, field.type, training ? counters : noTensor), field),
                        maskOf(emitter, stream, field, counters)};
    });
    return inputs;
}

std::map<std::string, BatchFields::Batch> BatchFields::givenInputs(Emitter& emitter, std::string_view program,
                                                                   std::vector<TensorId>& given)
{
    const auto give = [&](const FieldType& field) {
        given.push_back(
            add(std::string(program) + '/' + field.name, field.shape.withBatch(m_options.batch), DataType::f32, Role::input));
        return given.back();
    };
    std::map<std::string, Batch> inputs;
    for (const Node& node : m_project.graph.nodes)
        if (const LayerSpec& spec = *m_catalog.layers->find(node.layer); spec.category == Category::input && !readsField(spec)) {
            const Shape sample = *m_shapes.at({node.id, spec.outputs[0].name});
            given.push_back(add(std::string(program) + '/' + noiseName(node.id), sample.withBatch(m_options.batch), DataType::f32,
                                Role::input));
            inputs[noiseName(node.id)].values = given.back();
        }
    std::map<std::string, TensorId> lengths;
    eachInput([&](const Node&, const std::string& name) {
        if (inputs.contains(name))
            return;
        const FieldType& field = named(name);
        inputs[name].values = entering(emitter, m_images.emit(emitter, give(field), field.type, noTensor), field);
        if (field.lengths.empty())
            return;
        if (!lengths.contains(field.lengths))
            lengths[field.lengths] = give(named(field.lengths));
        inputs[name].mask =
            emitter.emitOne(ops::lengthMask, std::make_shared<LengthMaskAttributes>(field.shape[0]), {lengths[field.lengths]});
    });
    return inputs;
}

BatchFields::Batch BatchFields::target(Emitter& emitter, std::string_view stream, const FieldType& field, TensorId counters)
{
    Batch target{gather(emitter, stream, field, false, counters), maskOf(emitter, stream, field, counters)};
    if (field.areBoxes) {
        const BoxBatch moved = m_images.moved(emitter, {target.values, target.mask});
        return {moved.boxes, moved.mask};
    }
    if (stream == "train")
        for (const MixSettings& mixed : m_images.mixed())
            target.values =
                emitter.emitOne(ops::mixTargets, std::make_shared<MixAttributes>(mixed, field.classes), {target.values, counters});
    return target;
}

TensorId BatchFields::learned(Emitter& emitter, TensorId target, const FieldType& field)
{
    if (field.deviations.empty())
        return target;
    std::vector<double> factors, offsets;
    for (std::size_t i = 0; i < field.deviations.size(); ++i) {
        factors.push_back(1.0 / field.deviations[i]);
        offsets.push_back(-field.means[i] / field.deviations[i]);
    }
    return emitAffine(emitter, target, std::move(factors), std::move(offsets), ops::affineInFull());
}

TensorId BatchFields::inOwnUnits(Emitter& emitter, TensorId predicted, const FieldType& field)
{
    if (field.deviations.empty())
        return predicted;
    return emitAffine(emitter, predicted, field.deviations, field.means, ops::affineInFull());
}

} // namespace netsmith

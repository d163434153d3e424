#include "engine/plan/prediction_programs.h"

#include "engine/ops/cast.h"
#include "engine/ops/copy.h"
#include "engine/plan/layer_tensors.h"
#include "engine/plan/objectives.h"
#include "engine/plan/passes/autodiff.h"
#include "engine/plan/passes/precision.h"
#include "engine/plan/passes/unused_ops.h"

#include <algorithm>

namespace netsmith {

PredictionPrograms::Lowered PredictionPrograms::lower(std::string_view name, std::vector<TensorId>& given)
{
    m_plan.programs.push_back({std::string(name), {}});
    Lowered network{Emitter(m_plan.tensors, program()), {}, {}, {}};
    network.inputs = m_fields.givenInputs(network.emitter, name, given);
    network.outputs = m_network.lower(network.emitter, network.inputs, noTensor, false);
    lowerPrecision(m_plan.tensors, program(), m_options.precision, m_project.training.fp32Layers);
    network.whole = program();
    return network;
}

void PredictionPrograms::buildPredict()
{
    Lowered network = lower(programs::predict, m_plan.predictInputs);
    for (const Objective& objective : m_project.training.objectives) {
        const TensorId output = objectiveOutput(network.outputs, m_project, m_catalog, objective);
        TensorId predicted = emitCast(network.emitter, output, DataType::f32);
        const Op* made = producerOf(predicted);
        if (made && made->spec->isView) // its bytes are reused
            predicted = network.emitter.emitOne(ops::copy, noAttributes(), {predicted});
        if (objective.learnsField())
            predicted = BatchFields::inOwnUnits(network.emitter, predicted, m_fields.named(objective.target));
        m_plan.predictions.push_back(predicted);
    }
    std::vector<TensorId> wanted = m_plan.predictions;
    std::ranges::copy(observedOutputs(network), std::back_inserter(wanted));
    dropUnused(m_plan.tensors, program(), wanted);
    keepObserved(network, {});
    for (const TensorId predicted : m_plan.predictions)
        info(predicted).role = Role::stepScoped;
}

void PredictionPrograms::buildInputGradients()
{
    InputGradients& gradients = m_plan.inputGradients;
    Lowered network = lower(programs::inputGradients, gradients.inputs);
    network.emitter.setOrigin({});
    std::vector<Differentiated> differentiated;
    for (const Objective& objective : m_project.training.objectives) {
        const TensorId output = objectiveOutput(network.outputs, m_project, m_catalog, objective);
        gradients.outputs.push_back(emitCast(network.emitter, output, DataType::f32));
        gradients.seeds.push_back(addSeed(objective, gradients.outputs.back()));
        differentiated.push_back({gradients.outputs.back(), gradients.seeds.back()});
    }
    dropUnused(m_plan.tensors, program(), gradients.outputs);

    std::vector<TensorId> wanted;
    for (const auto& [field, batch] : network.inputs)
        if (info(batch.values).type == DataType::f32)
            wanted.push_back(batch.values);
    const std::vector<bool> noWeights(m_plan.parameters.segments.size(), false);
    const auto arrived = appendBackward(network.emitter, m_plan.tensors, differentiated, noWeights, wanted);
    keepObserved(network, arrived);
    for (const TensorId given : gradients.inputs) {
        const std::string field = info(given).name.substr(programs::inputGradients.size() + 1);
        const auto input = network.inputs.find(field); // none if it holds lengths
        const auto gradient = input == network.inputs.end() ? arrived.end() : arrived.find(input->second.values);
        gradients.gradients.push_back(gradient == arrived.end() ? noTensor : kept(gradient->second));
    }
    for (TensorId& output : gradients.outputs)
        output = kept(output);
}

TensorId PredictionPrograms::addSeed(const Objective& objective, TensorId output)
{
    m_plan.tensors.push_back({.name = "seed/" + objectiveNode(m_project.graph, objective)->id,
                              .shape = Shape(info(output).shape),
                              .type = DataType::f32,
                              .role = Role::input});
    return static_cast<TensorId>(m_plan.tensors.size()) - 1;
}

/// In the program being built.
const Op* PredictionPrograms::producerOf(TensorId id)
{
    const auto found =
        std::ranges::find_if(program().ops, [&](const Op& op) { return std::ranges::find(op.outputs, id) != op.outputs.end(); });
    return found == program().ops.end() ? nullptr : &*found;
}

/// A tensor with these numbers that is kept after a run: this one, or the one it is a view of.
TensorId PredictionPrograms::kept(TensorId id)
{
    for (const Op* made = producerOf(id); made && made->spec->isView; made = producerOf(id))
        id = made->inputs[0];
    if (info(id).role == Role::activation)
        info(id).role = Role::stepScoped;
    return id;
}

/// The outputs of the observed layers: of the softmax, too, that a loss applies itself.
std::vector<TensorId> PredictionPrograms::observedOutputs(const Lowered& network) const
{
    std::vector<TensorId> outputs;
    for (const auto& [port, tensor] : network.outputs)
        if (m_options.observes(port.first))
            outputs.push_back(tensor);
    return outputs;
}

void PredictionPrograms::keepObserved(Lowered& network, const std::map<TensorId, TensorId>& gradients)
{
    if (m_options.observe.empty())
        return;
    for (LayerTensors& layer : layerTensors(network.emitter, network.whole, network.outputs, m_network.order(), gradients)) {
        if (!m_options.observes(layer.node))
            continue;
        if (layer.output == noTensor) { // of an input layer: the samples, as the network reads them
            const auto first = network.outputs.lower_bound({layer.node, ""});
            if (first == network.outputs.end() || first->first.first != layer.node || info(first->second).role != Role::input)
                continue;
            layer.output = first->second;
        }
        const Shape shape = info(layer.output).shape;
        layer.output = kept(layer.output);
        if (layer.gradient != noTensor)
            layer.gradient = kept(layer.gradient);
        m_plan.observed.push_back({static_cast<int>(m_plan.programs.size()) - 1, std::move(layer), shape});
    }
}

} // namespace netsmith

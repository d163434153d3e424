#include "engine/interop/scripts/training_text.h"

#include "engine/core/error.h"
#include "engine/graph/specs/kept_zeros.h"
#include "engine/graph/specs/layer_code.h"
#include "engine/interop/scripts/training_tables.h"
#include "engine/plan/checks/project_nodes.h"

#include <fmt/format.h>

#include <algorithm>

namespace netsmith::interop {
namespace {

/// Translates the settings of a training one by one, and refuses those that have no counterpart.
class TrainingWriter {
public:
    TrainingWriter(const CheckedProject& project, const NetworkCode& network, ScriptFramework framework)
        : m_project(project)
        , m_training(project.flat().training)
        , m_network(network)
        , m_framework(framework)
    {
    }

    TrainingText take()
    {
        refuseWhatHasNoCounterpart();
        writeSchedule();
        writeOptimizer();
        for (const Objective& objective : m_training.objectives)
            writeGoal(objective);
        for (const Component& transform : m_project.flat().data.transforms)
            writeTransform(transform);
        return std::move(m_text);
    }

private:
    bool isTorch() const { return m_framework == ScriptFramework::pytorch; }

    [[noreturn]] void refuse(const Message& what) const
    {
        throw Error(ErrorKind::input,
                    NS_MESSAGE("scripts.training",
                               "a script for {0} can't train in the same way: {1}; write the network alone, without its training"),
                    std::string(titleOf(m_framework)), what);
    }

    void refuseWhatHasNoCounterpart() const
    {
        if (!m_training.phases.empty() || !m_training.groups.empty())
            refuse(Message(NS_MESSAGE("scripts.phases", "it is trained in phases or groups of layers")));
        if (m_training.gradientAccumulationSteps > 1)
            refuse(Message(NS_MESSAGE("scripts.accumulation", "gradients of several batches are added up")));
        if (m_training.emaMomentum > 0.0)
            refuse(Message(NS_MESSAGE("scripts.average", "the weights are averaged (ema_momentum)")));
        if (m_training.earlyStopping.patience > 0)
            refuse(Message(NS_MESSAGE("scripts.early_stopping", "it may stop early")));
        if (m_training.pruning.sparsity > 0.0)
            refuse(Message(NS_MESSAGE("scripts.pruning", "weights become zero while it is trained (pruning)")));
        if (m_training.globalClipnorm > 0.0 && m_training.clipValue > 0.0 && !isTorch())
            refuse(Message(NS_MESSAGE("scripts.clipping", "gradients are clipped by their norm and by value")));
        for (const Node& node : m_project.flat().graph.nodes) {
            const LayerSpec* spec = m_project.catalog().layers->find(node.layer);
            if (!spec || !spec->hasWeights())
                continue;
            const bool penalized =
                std::ranges::any_of(spec->weights, [&](WeightKind kind) { return penaltyOf(kind, node.parameters).isSet(); });
            if (penalized || weightOptionsOf(node.parameters).maxNorm > 0.0)
                refuse(Message(NS_MESSAGE("scripts.penalty", "{0} has a penalty or a limit on its weights"), node.label()));
            const auto rounding = node.parameters.find("quantization");
            if (rounding != node.parameters.end() && rounding->second != ParameterValue(std::string("none")))
                refuse(
                    Message(NS_MESSAGE("scripts.quantization", "{0} rounds its numbers to 8 bits (quantization)"), node.label()));
            if (keepsZeros(node.parameters))
                refuse(
                    Message(NS_MESSAGE("scripts.kept_zeros", "weights of {0} that are zero stay zero (keep_zeros)"), node.label()));
        }
    }

    template <class Spec>
    ParameterValue valueOf(const Spec& spec, const Component& component, std::string_view name) const
    {
        const ParameterSpec& parameter = *spec.parameter(name);
        const auto set = component.parameters.find(name);
        return set == component.parameters.end() ? parameter.defaultValue : normalised(parameter, set->second);
    }
    template <class Spec>
    double numberOf(const Spec& spec, const Component& component, std::string_view name) const
    {
        const ParameterValue value = valueOf(spec, component, name);
        if (const auto* whole = std::get_if<std::int64_t>(&value))
            return static_cast<double>(*whole);
        return std::get<double>(value);
    }

    void writeOptimizer()
    {
        const Component& chosen = m_training.optimizer;
        const OptimizerSpec& spec = *m_project.catalog().optimizers->find(chosen.id);
        const OptimizerNames* names = optimizerNames(chosen.id);
        if (!names || (isTorch() ? names->torch : names->keras).empty())
            refuse(Message(NS_MESSAGE("scripts.optimizer", "its optimizer {0} takes other steps there"), chosen.id));
        std::vector<std::string> arguments;
        if (isTorch()) {
            arguments = torchArguments(*names, spec, chosen);
        } else {
            for (const ParameterSpec& parameter : spec.parameters) {
                const ParameterValue value = valueOf(spec, chosen, parameter.name);
                if (parameter.name == "learning_rate")
                    arguments.push_back("learning_rate=" + (m_text.scheduler.empty() ? pythonText(value) : m_text.scheduler));
                else if (value != parameter.defaultValue)
                    arguments.push_back(parameter.name + "=" + pythonText(value));
            }
            if (m_training.globalClipnorm > 0.0)
                arguments.push_back("global_clipnorm=" + pythonText(m_training.globalClipnorm));
            if (m_training.clipValue > 0.0)
                arguments.push_back("clipvalue=" + pythonText(m_training.clipValue));
        }
        m_text.optimizer = pythonCall(isTorch() ? names->torch : names->keras, arguments);
        m_text.decays = numberOf(spec, chosen, "weight_decay") > 0.0;
        if (m_text.decays && !m_training.excludeFromWeightDecay.empty())
            refuse(Message(NS_MESSAGE("scripts.decay", "some layers are excluded from weight decay")));
    }

    std::vector<std::string> torchArguments(const OptimizerNames& names, const OptimizerSpec& spec, const Component& chosen) const
    {
        const double decay = numberOf(spec, chosen, "weight_decay");
        if (decay > 0.0 && !names.torchDecays)
            refuse(
                Message(NS_MESSAGE("scripts.optimizer_decay", "PyTorch adds the weight decay of {0} to the gradient"), chosen.id));
        std::vector<std::string> arguments{decay > 0.0 ? "groups" : "model.parameters()",
                                           "lr=" + pythonText(numberOf(spec, chosen, "learning_rate"))};
        if (spec.parameter("beta_1"))
            arguments.push_back("betas=(" + pythonText(numberOf(spec, chosen, "beta_1")) + ", "
                                + pythonText(numberOf(spec, chosen, "beta_2")) + ")");
        if (spec.parameter("momentum") && numberOf(spec, chosen, "momentum") > 0.0) {
            if (m_training.schedule.id != "constant") // velocities there do not hold the rate
                refuse(Message(NS_MESSAGE("scripts.momentum", "a momentum with a changing learning rate acts otherwise there")));
            arguments.push_back("momentum=" + pythonText(numberOf(spec, chosen, "momentum")));
            if (std::get<bool>(valueOf(spec, chosen, "nesterov")))
                arguments.emplace_back("nesterov=True");
        }
        if (spec.parameter("initial_accumulator_value"))
            arguments.push_back("initial_accumulator_value=" + pythonText(numberOf(spec, chosen, "initial_accumulator_value")));
        if (spec.parameter("epsilon"))
            arguments.push_back("eps=" + pythonText(numberOf(spec, chosen, "epsilon")));
        if (decay > 0.0)
            arguments.push_back("weight_decay=" + pythonText(decay));
        return arguments;
    }

    void writeSchedule()
    {
        const Component& chosen = m_training.schedule;
        const OptimizerSpec& optimizer = *m_project.catalog().optimizers->find(m_training.optimizer.id);
        m_text.scheduler = schedulerText(chosen, optimizer.learningRate(m_training.optimizer.parameters), m_framework);
        if (!m_text.scheduler.empty())
            return;
        const std::vector<std::string> formula = scheduleFormula(chosen, m_training);
        const bool warms = std::ranges::any_of(std::vector<std::string>{"warmup_steps", "warmup_epochs", "warmup_ratio"},
                                               [&](const std::string& name) {
                                                   const auto set = chosen.parameters.find(name);
                                                   return set != chosen.parameters.end();
                                               });
        if (formula.empty() && (chosen.id != "constant" || warms))
            refuse(Message(NS_MESSAGE("scripts.schedule", "its learning rate follows {0}"), chosen.id));
        m_text.schedule = formula;
    }

    void writeGoal(const Objective& objective)
    {
        const Node* node = objectiveNode(m_project.flat().graph, objective);
        if (!objective.learnsField() || !objective.sampleWeight.empty())
            refuse(
                Message(NS_MESSAGE("scripts.target", "a loss has a target that is no field of the data, or weights its samples")));
        TrainingText::Goal goal{.field = objective.target, .weight = objective.weight};
        const auto output = std::ranges::find(m_network.outputs, node->id, &NetworkCode::Output::node);
        goal.output = static_cast<std::size_t>(output - m_network.outputs.begin());
        if (!isTorch() && goal.output != m_text.goals.size())
            refuse(Message(NS_MESSAGE("scripts.several_losses", "an output has several losses, and Keras has one for each")));
        for (const FieldType& field : m_project.fields()) {
            if (field.name == objective.target) {
                goal.classes = field.classes;
                if (!field.means.empty())
                    refuse(Message(NS_MESSAGE("scripts.standardised", "its target is standardised for the loss")));
            }
        }
        const LayerSpec& spec = *m_project.catalog().layers->find(node->layer);
        const std::string activation = spec.activation(node->parameters);
        const LossSpec& loss = *m_project.catalog().losses->find(objective.loss.id);
        // What made the output need not be its own layer: through a reshape, a softmax is still seen.
        const bool ofLogits = !loss.appliedActivation.empty() && activation != loss.appliedActivation
            && activation != LayerSpec::passed && !(loss.appliedActivation == "sigmoid" && activation == "softmax");
        if (!loss.appliedActivation.empty() && activation == LayerSpec::passed)
            refuse(Message(NS_MESSAGE("scripts.passed", "the activation before {0} is not the output's own"), node->label()));
        LossText text{.ofLogits = ofLogits || output->activation == loss.appliedActivation, .classes = goal.classes};
        goal.loss = lossText(objective.loss, loss, m_framework, text);
        if (goal.loss.empty())
            refuse(Message(NS_MESSAGE("scripts.loss", "the loss {0} has no counterpart with these settings"), objective.loss.id));
        goal.oneHot = text.oneHot;
        for (const Component& metric : objective.metrics) {
            const std::string words = metricText(metric, m_framework, objective.loss.id, goal.oneHot);
            if (words.empty())
                m_text.notes.push_back(metric.id);
            else
                goal.metrics.push_back(words);
        }
        m_text.goals.push_back(std::move(goal));
    }

    void writeTransform(const Component& transform)
    {
        const TransformSpec& spec = *m_project.catalog().transforms->find(transform.id);
        const std::vector<std::string> lines = transformText(transform, spec, m_framework);
        if (lines.empty())
            refuse(
                Message(NS_MESSAGE("scripts.transform", "the transform {0} has no counterpart with these settings"), transform.id));
        m_text.augmentation.insert(m_text.augmentation.end(), lines.begin(), lines.end());
    }

    const CheckedProject& m_project;
    const TrainingSettings& m_training;
    const NetworkCode& m_network;
    ScriptFramework m_framework;
    TrainingText m_text;
};

} // namespace

TrainingText trainingText(const CheckedProject& project, const NetworkCode& network, ScriptFramework framework)
{
    return TrainingWriter(project, network, framework).take();
}

} // namespace netsmith::interop

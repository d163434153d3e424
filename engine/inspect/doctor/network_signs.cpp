#include "engine/inspect/doctor/network_signs.h"

#include "engine/inspect/doctor/network_walk.h"
#include "engine/plan/checks/project_nodes.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>

namespace netsmith::inspect {
namespace {

/// So many layers with weights in a row learn badly without anything that keeps their outputs at the same size.
constexpr int deepChain = 8;
constexpr std::int64_t usualBatch = 32, smallBatch = 8;

constexpr std::array<std::string_view, 4> errorsOfNumbers{"huber", "log_cosh", "mean_absolute_error", "mean_squared_error"};

void examineObjective(const CheckedProject& project, const NetworkWalk& network, const Objective& objective,
                      std::vector<Diagnosis>& found)
{
    const Node* output = objectiveNode(project.flat().graph, objective);
    const Node* maker = network.maker(output);
    const LayerSpec* spec = maker ? network.specOf(*maker) : nullptr;
    if (!spec)
        return;
    const std::string activation = spec->activation(maker->parameters);
    const std::string& loss = objective.loss.id;
    const bool isOnly = project.project().training.objectives.size() == 1;
    if (activation == "softmax" && objective.learnsField() && std::ranges::find(errorsOfNumbers, loss) != errorsOfNumbers.end()) {
        Diagnosis& diagnosis = found.emplace_back(Diagnosis{
            .ailment = Ailment::squaredErrorOfSoftmax,
            .node = output->id,
            .finding = Message(
                NS_MESSAGE("doctor.squared_error_of_softmax.finding", "The output \"{0}\" is a softmax, and its loss is \"{1}\"."),
                output->id, loss),
            .reason =
                Message(NS_MESSAGE("doctor.squared_error_of_softmax.reason",
                                   "The error of a probability is at most 1, however wrong it is, and the slope of the softmax "
                                   "vanishes where it is surely wrong: the network learns slowest from its worst mistakes.")),
            .advice = Message(
                NS_MESSAGE("doctor.squared_error_of_softmax.advice", "Use a cross-entropy, whose gradient is the error itself."))});
        if (isOnly)
            diagnosis.remedy =
                Remedy{Message(NS_MESSAGE("doctor.remedy.crossentropy", "Use a cross-entropy")), {"loss=categorical_crossentropy"}};
    }
    if (activation == "none" && (loss == "kl_divergence" || loss == "poisson")) {
        const bool counts = loss == "poisson";
        const std::string wanted = counts ? "softplus" : "softmax";
        Message numbers = counts ? Message(NS_MESSAGE("doctor.loss_of_logits.counts", "counts"))
                                 : Message(NS_MESSAGE("doctor.loss_of_logits.probabilities", "probabilities"));
        Diagnosis& diagnosis = found.emplace_back(Diagnosis{
            .ailment = Ailment::lossOfLogits,
            .node = output->id,
            .finding =
                Message(NS_MESSAGE("doctor.loss_of_logits.finding",
                                   "The loss \"{0}\" is for {1}, and \"{2}\" has no activation: its numbers may be negative."),
                        loss, std::move(numbers), maker->id),
            .reason =
                Message(NS_MESSAGE("doctor.loss_of_logits.reason",
                                   "The loss takes the logarithm of these numbers. Where they are negative, it is cut off and has "
                                   "no gradient, so that the network does not learn to correct them.")),
            .advice = Message(NS_MESSAGE("doctor.loss_of_logits.advice", "Give the layer the activation \"{0}\"."), wanted)});
        if (spec->parameter("activation"))
            diagnosis.remedy =
                Remedy{Message(NS_MESSAGE("doctor.remedy.activation", "Give \"{0}\" the activation \"{1}\""), maker->id, wanted),
                       {fmt::format("{}.activation={}", settingOfNode(maker->id), wanted)}};
    }
}

/// Layers with weights that follow each other; the scale of what goes through them grows or shrinks with each.
void examineDepth(const NetworkWalk& network, std::int64_t batch, std::vector<Diagnosis>& found)
{
    std::map<std::string, std::vector<std::string>> chains; // the longest that ends at each node
    const std::vector<std::string>* longest = nullptr;
    for (const std::string& id : network.order()) {
        const Node* node = network.find(id);
        const LayerSpec* spec = node ? network.specOf(*node) : nullptr;
        if (!spec)
            continue;
        std::vector<std::string>& chain = chains[id];
        for (const Node* before : network.before(*node))
            if (before && chains[before->id].size() > chain.size())
                chain = chains[before->id];
        if (spec->category == Category::normalisation || spec->category == Category::merge)
            chain.clear();
        else if ((spec->category == Category::convolution || spec->category == Category::dense)
                 && spec->activation(node->parameters) != "selu") // which keeps it by itself
            chain.push_back(id);
        if (!longest || chain.size() > longest->size())
            longest = &chain;
    }
    if (!longest || std::ssize(*longest) < deepChain)
        return;
    // Few samples have no mean that says much about the others.
    const std::string normalization = batch < smallBatch ? "layer_normalization" : "batch_normalization";
    Remedy remedy{Message(NS_MESSAGE("doctor.remedy.normalization", "Insert layers of \"{0}\""), normalization), {}, {}};
    for (std::size_t i = 1; i < longest->size(); ++i)
        if ((*longest)[i].find('/') == std::string::npos) // the wires in a block belong to all its uses
            remedy.insertions.push_back({(*longest)[i], normalization});
    Diagnosis& diagnosis = found.emplace_back(Diagnosis{
        .ailment = Ailment::missingNormalization,
        .node = longest->front(),
        .finding = Message(NS_MESSAGE("doctor.missing_normalization.finding",
                                      "{0:layer|layers} with weights follow each other, from \"{1}\" to \"{2}\", without a "
                                      "normalization or a shortcut."),
                           std::ssize(*longest), longest->front(), longest->back()),
        .reason =
            Message(NS_MESSAGE("doctor.missing_normalization.reason",
                               "Each layer makes what passes it a little larger or smaller. Over many layers that multiplies, "
                               "and the first ones learn far slower or faster than the last.")),
        .advice = Message(NS_MESSAGE("doctor.missing_normalization.advice",
                                     "Insert BatchNormalization layers between them, or connect every second or third of them to a "
                                     "later one by an Add layer."))});
    if (!remedy.insertions.empty())
        diagnosis.remedy = std::move(remedy);
}

void examineBatch(const CheckedProject& project, std::vector<Diagnosis>& found)
{
    const TrainingSettings& training = project.project().training;
    const auto& nodes = project.flat().graph.nodes;
    const auto first = std::ranges::find_if(nodes, [&](const Node& node) { // of maps the positions are many, too
        const Shape* shape = project.shapes().at({node.id, "output"});
        return node.layer == "batch_normalization" && shape && shape->rank() == 1;
    });
    if (training.batch != 1 || first == nodes.end())
        return;
    found.push_back(
        {.ailment = Ailment::batchNormalizationOfOne,
         .node = first->id,
         .finding = Message(NS_MESSAGE("doctor.batch_normalization_of_one.finding",
                                       "\"{0}\" normalizes over the samples of a batch, and a batch has one sample."),
                            first->id),
         .reason =
             Message(NS_MESSAGE("doctor.batch_normalization_of_one.reason",
                                "The mean of one sample is the sample itself, so that what makes it different is subtracted, and "
                                "predictions, which use the mean of all, differ from what was trained.")),
         .advice =
             Message(NS_MESSAGE("doctor.batch_normalization_of_one.advice",
                                "Train with larger batches, or use a LayerNormalization or GroupNormalization, which look at one "
                                "sample at a time.")),
         .remedy = Remedy{Message(NS_MESSAGE("doctor.remedy.batch", "Use a batch of {0}"), usualBatch),
                          {fmt::format("training.batch={}", usualBatch)}}});
}

} // namespace

std::vector<Diagnosis> examineNetwork(const CheckedProject& project)
{
    std::vector<Diagnosis> found;
    const NetworkWalk network(project);
    for (const Objective& objective : project.project().training.objectives)
        examineObjective(project, network, objective, found);
    examineDepth(network, project.project().training.batch, found);
    examineBatch(project, found);
    return found;
}

} // namespace netsmith::inspect

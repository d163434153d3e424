#include "engine/interop/code/code_libraries.h"
#include "engine/interop/code/code_training.h"
#include "engine/losses/registry.h"

#include <algorithm>
#include <array>

namespace netsmith::interop::code {
namespace {

constexpr std::array<std::pair<std::string_view, std::string_view>, 21> otherLosses{{
    {"bce", "binary_crossentropy"},
    {"bceloss", "binary_crossentropy"},
    {"bcewithlogitsloss", "binary_crossentropy"},
    {"crossentropyloss", "sparse_categorical_crossentropy"},
    {"huberloss", "huber"},
    {"kld", "kl_divergence"},
    {"kldivergence", "kl_divergence"},
    {"kldivloss", "kl_divergence"},
    {"kullbackleiblerdivergence", "kl_divergence"},
    {"l1loss", "mean_absolute_error"},
    {"logcosh", "log_cosh"},
    {"mae", "mean_absolute_error"},
    {"mse", "mean_squared_error"},
    {"mseloss", "mean_squared_error"},
    {"nllloss", "sparse_categorical_crossentropy"},
    {"poissonnllloss", "poisson"},
    {"smoothl1loss", "huber"},
    {"categoricalhinge", "hinge"},
    {"cosineproximity", "cosine_similarity"},
    {"cosinesimilarity", "cosine_similarity"},
    {"crossentropy", "sparse_categorical_crossentropy"},
}};

constexpr std::array<std::pair<std::string_view, std::string_view>, 13> otherMetrics{{
    {"acc", "accuracy"},
    {"categoricalaccuracy", "accuracy"},
    {"f1score", "f1_score"},
    {"mae", "mean_absolute_error"},
    {"mape", "mean_absolute_percentage_error"},
    {"r2score", "r2_score"},
    {"rmse", "root_mean_squared_error"},
    {"sparsecategoricalaccuracy", "accuracy"},
    {"sparsetopkcategoricalaccuracy", "top_k_accuracy"},
    {"topkcategoricalaccuracy", "top_k_accuracy"},
    {"mse", "root_mean_squared_error"},
    {"meansquarederror", "root_mean_squared_error"},
    {"precision", "precision"},
}};

template <class Registry, class Others>
std::string componentFor(const Registry& registry, const Others& others, std::string_view name)
{
    const std::string plain = plainName(name);
    for (const auto& [other, id] : others)
        if (plain == other)
            return std::string(id);
    for (const auto& spec : registry)
        if (plainName(spec.id) == plain)
            return spec.id;
    return {};
}

bool isCrossentropy(std::string_view id)
{
    return id.find("crossentropy") != std::string_view::npos;
}

/// A loss that applies an activation itself, against an output that has it or lacks it.
void noteActivation(Network& network, const LossSpec& loss, const OutputFacts& output, const Made* made, int line)
{
    const std::string plain = made ? plainName(lastPart(made->type)) : std::string();
    const Value* flag = made ? made->arguments.find(0, "from_logits") : nullptr;
    const bool takesLogits =
        output.isTorch ? plain == "crossentropyloss" || plain == "bcewithlogitsloss" : flag && truthOf(*flag).value_or(false);
    const bool hasActivation = output.activation == "softmax" || output.activation == "sigmoid";
    if (output.isLogarithm && plain != "nllloss")
        network.problem(line,
                        NS_MESSAGE("code.log_softmax",
                                   "the network ends with the logarithm of a softmax, which Netsmith only has within "
                                   "the loss: use NLLLoss, or CrossEntropyLoss without it"));
    else if (plain == "nllloss" && !output.isLogarithm)
        network.problem(
            line,
            NS_MESSAGE("code.nll", "NLLLoss takes logarithms of probabilities, and the network does not end with log_softmax"));
    else if (output.isLogarithm)
        network.note(line,
                     NS_MESSAGE("code.logarithm",
                                "log_softmax is a softmax here, and the loss takes its logarithm: the network then answers with "
                                "probabilities"));
    else if (takesLogits && hasActivation)
        network.note(line,
                     NS_MESSAGE("code.twice",
                                "the code applies {0} both in the network and in the loss; Netsmith's loss takes the "
                                "network's values as probabilities"),
                     output.activation);
    else if (!takesLogits && !loss.appliedActivation.empty() && !hasActivation)
        network.note(line,
                     NS_MESSAGE("code.logits",
                                "the loss expects probabilities, and the network ends without {0}: Netsmith takes its values "
                                "as logits"),
                     loss.appliedActivation);
}

/// A value and those in lists of it, at any level; a list may contain itself.
std::vector<Value> metricsIn(const Value& value)
{
    constexpr std::size_t most = 1000;
    std::vector<Value> all;
    std::vector<Value> open{value};
    for (std::size_t steps = 0; !open.empty() && steps < most; ++steps) {
        const Value next = std::move(open.back());
        open.pop_back();
        const List* list = pointer<List>(next);
        if (list && list->items.size() < most)
            open.insert(open.end(), list->items.rbegin(), list->items.rend());
        else if (!list && !isNone(next))
            all.push_back(next);
    }
    return all;
}

void readMetrics(Network& network, Objective& objective, const Value& chosen, bool isTorch)
{
    const TrainingFacts& training = network.training;
    objective.metrics.clear();
    const bool isBinary = objective.loss.id.starts_with("binary");
    if (isTorch && isCrossentropy(objective.loss.id)) // which scripts count by hand
        objective.metrics.push_back({isBinary ? "binary_accuracy" : "accuracy", {}});
    for (const Value& value : metricsIn(chosen)) {
        const auto name = nameIn(value);
        std::string id = name ? componentFor(metrics(), otherMetrics, *name) : std::string();
        if (id == "accuracy" && isBinary)
            id = "binary_accuracy";
        const MetricSpec* spec = metrics().find(id);
        if (!spec) {
            network.note(training.metricsLine, NS_MESSAGE("code.metric", "the metric {0} is left out: Netsmith has none like it"),
                         name.value_or("?"));
            continue;
        }
        Component component{id, {}};
        if (const Made* made = pointer<Made>(value))
            for (const auto& [key, given] : made->arguments.named)
                if (spec->parameter(key))
                    if (const auto number = integerOf(given))
                        component.parameters[key] = *number;
        if (std::ranges::find(objective.metrics, component) == objective.metrics.end())
            objective.metrics.push_back(std::move(component));
    }
}

/// What a value says of an output: a list has an entry for each, a dictionary those that it names. Null: nothing.
const Value* ofOutput(const Value& value, std::size_t index, const OutputFacts& output)
{
    if (const List* list = pointer<List>(value))
        return index < list->items.size() ? &list->items[index] : nullptr;
    if (const Dictionary* dictionary = pointer<Dictionary>(value))
        for (const auto& [key, item] : dictionary->items)
            if (const auto* name = as<std::string>(key); name && *name == output.name)
                return &item;
    return nullptr;
}

bool isForEach(const Value& value)
{
    return pointer<List>(value) || pointer<Dictionary>(value);
}

Objective objectiveFor(Network& network, const OutputFacts& output, const Value& loss, const Value& metricsGiven)
{
    const TrainingFacts& training = network.training;
    Objective objective;
    const int line = training.lossLine;
    const auto name = nameIn(loss);
    if (isNone(loss)) {
        const bool isClasses = output.activation == "softmax" || output.isLogarithm;
        objective.loss.id = isClasses        ? "sparse_categorical_crossentropy"
            : output.activation == "sigmoid" ? "binary_crossentropy"
                                             : "mean_squared_error";
        objective.metrics = isClasses ? std::vector<Component>{{"accuracy", {}}} : std::vector<Component>{};
        network.note(0, NS_MESSAGE("code.no_loss", "no loss is given for the network; {0} is chosen from its output"),
                     objective.loss.id);
        return objective;
    }
    const std::string id = name ? componentFor(losses(), otherLosses, *name) : std::string();
    const LossSpec* spec = losses().find(id);
    if (!spec) {
        if (name)
            network.problem(line, NS_MESSAGE("code.loss", "the loss {0} is none that Netsmith has"), *name);
        else
            network.problem(line,
                            NS_MESSAGE("code.own_loss", "the loss that is made here can't be read; use one of the framework's"));
        return objective;
    }
    objective.loss = {id, {}};
    const Made* made = pointer<Made>(loss);
    if (made)
        for (const auto& [key, given] : made->arguments.named) {
            const std::string parameter = key == "beta" ? "delta" : key;
            const auto number = numberOf(given);
            if (spec->parameter(parameter) && number)
                objective.loss.parameters[parameter] = *number;
            else if (key == "weight" || key == "pos_weight" || key == "ignore_index"
                     || (key == "reduction" && nameIn(given) == "none"))
                network.note(line, NS_MESSAGE("code.loss_argument", "{0} of the loss is left out"), key);
        }
    noteActivation(network, *spec, output, made, line);
    readMetrics(network, objective, metricsGiven, output.isTorch);
    return objective;
}

} // namespace

bool isKnownLoss(const Value& loss)
{
    const auto name = nameIn(loss);
    return name && !componentFor(losses(), otherLosses, *name).empty();
}

std::vector<OutputObjective> objectivesFrom(Network& network, const std::vector<OutputFacts>& outputs)
{
    const TrainingFacts& training = network.training;
    const List* list = pointer<List>(training.loss);
    if (!isForEach(training.loss) || (list && list->items.size() != outputs.size()))
        return {{0, objectiveFor(network, outputs[0], training.loss, training.metrics)}};
    const List* metricList = pointer<List>(training.metrics);
    const bool isOneMetricList = outputs.size() == 1 || (metricList && std::ranges::none_of(metricList->items, isForEach));
    std::vector<OutputObjective> objectives;
    for (std::size_t i = 0; i < outputs.size(); ++i) {
        const Value* loss = ofOutput(training.loss, i, outputs[i]);
        if (!loss || isNone(*loss))
            continue;
        const bool takesAll = isOneMetricList && !pointer<Dictionary>(training.metrics) && objectives.empty();
        const Value* given = takesAll ? &training.metrics : ofOutput(training.metrics, i, outputs[i]);
        OutputObjective one{i, objectiveFor(network, outputs[i], *loss, given ? *given : Value())};
        if (const Value* weight = ofOutput(training.lossWeights, i, outputs[i]))
            one.objective.weight = numberOf(*weight).value_or(1.0);
        objectives.push_back(std::move(one));
    }
    if (objectives.empty())
        network.problem(training.lossLine, NS_MESSAGE("code.no_losses", "the losses are for none of the network's outputs"));
    return objectives;
}

} // namespace netsmith::interop::code

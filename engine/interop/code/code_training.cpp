#include "engine/interop/code/code_training.h"

#include "engine/interop/code/code_libraries.h"
#include "engine/layers/registry.h"
#include "engine/optimizers/registry.h"

#include <algorithm>
#include <array>

namespace netsmith::interop::code {
namespace {

/// What an optimizer of PyTorch has where its code says nothing, by the names that ours have.
struct TorchDefaults {
    std::string_view id;
    std::vector<std::pair<std::string_view, double>> values;
    std::string_view order;
};
const std::vector<TorchDefaults>& torchDefaults()
{
    static const std::vector<TorchDefaults> all{
        {"adadelta", {{"learning_rate", 1.0}, {"rho", 0.9}, {"epsilon", 1e-6}}, "params lr rho eps weight_decay"},
        {"adagrad",
         {{"learning_rate", 0.01}, {"initial_accumulator_value", 0.0}, {"epsilon", 1e-10}},
         "params lr lr_decay weight_decay"},
        {"adam", {{"learning_rate", 0.001}, {"epsilon", 1e-8}}, "params lr betas eps weight_decay"},
        {"adamw", {{"learning_rate", 0.001}, {"epsilon", 1e-8}, {"weight_decay", 0.01}}, "params lr betas eps weight_decay"},
        {"nadam", {{"learning_rate", 0.002}, {"epsilon", 1e-8}}, "params lr betas eps weight_decay"},
        {"rmsprop",
         {{"learning_rate", 0.01}, {"rho", 0.99}, {"epsilon", 1e-8}},
         "params lr alpha eps weight_decay momentum centered"},
        {"sgd", {{"learning_rate", 0.001}}, "params lr momentum dampening weight_decay nesterov"},
    };
    return all;
}

std::string optimizerId(std::string_view name)
{
    const std::string plain = plainName(name);
    for (const OptimizerSpec& spec : optimizers())
        if (plainName(spec.id) == plain)
            return spec.id;
    return {};
}

/// Sets a parameter to a number or a switch, if the optimizer has it and the value fits.
bool setParameter(Component& component, const OptimizerSpec& spec, const std::string& name, const Value& value)
{
    const ParameterSpec* parameter = spec.parameter(name);
    if (!parameter)
        return false;
    ParameterValue converted;
    if (const auto* flag = as<bool>(value); flag && parameter->type == ParameterType::boolean)
        converted = *flag;
    else if (const auto number = numberOf(value); number && parameter->type == ParameterType::real)
        converted = *number;
    else if (const auto whole = integerOf(value); whole && parameter->type == ParameterType::integer)
        converted = *whole;
    else
        return false;
    if (problemOf(*parameter, converted))
        return false;
    component.parameters[name] = converted;
    return true;
}

void readKerasSchedule(Network& network, const Made& made, TrainingSettings& settings, const OptimizerSpec& spec)
{
    const std::string name = lastPart(made.type);
    const Value* rate = made.arguments.find(0, "initial_learning_rate");
    if (rate)
        setParameter(settings.optimizer, spec, "learning_rate", *rate);
    if (name == "CosineDecay") {
        settings.schedule = {"cosine", {}};
        if (const Value* alpha = made.arguments.find(2, "alpha"); alpha && numberOf(*alpha))
            settings.schedule.parameters["alpha"] = *numberOf(*alpha);
        network.note(made.line, NS_MESSAGE("code.schedule_length", "{0} goes over all epochs here, whatever its number of steps"),
                     name);
    } else
        network.note(made.line,
                     NS_MESSAGE("code.schedule",
                                "the schedule {0} counts in steps and is left out: choose one of the project's, "
                                "which count in epochs"),
                     name);
}

/// Arguments of Keras's optimizers that change nothing of the training, or are read with another one.
constexpr std::array<std::string_view, 5> kerasHarmless{"ema_momentum", "ema_overwrite_frequency", "is_legacy_optimizer",
                                                        "jit_compile", "name"};

/// Keras's arguments have our names.
void readKerasOptimizer(Network& network, TrainingSettings& settings, const Made& made, const OptimizerSpec& spec)
{
    std::size_t position = 0;
    for (const Value& value : made.arguments.positional)
        if (position++ == 0)
            setParameter(settings.optimizer, spec, "learning_rate", value);
    for (const auto& [key, value] : made.arguments.named) {
        const auto number = numberOf(value);
        const std::string name = key == "lr" ? "learning_rate" : key;
        if (const Made* schedule = pointer<Made>(value); schedule && name == "learning_rate")
            readKerasSchedule(network, *schedule, settings, spec);
        else if (name == "global_clipnorm" && number)
            settings.globalClipnorm = *number;
        else if (name == "clipvalue" && number)
            settings.clipValue = *number;
        else if (name == "use_ema" && truthOf(value).value_or(false)) {
            const Value* momentum = made.arguments.find("ema_momentum");
            settings.emaMomentum = momentum ? numberOf(*momentum).value_or(0.99) : 0.99;
        } else if (std::ranges::find(kerasHarmless, name) != kerasHarmless.end())
            continue;
        else if (!setParameter(settings.optimizer, spec, name, value) && !isNone(value) && truthOf(value) != false)
            network.note(made.line, NS_MESSAGE("code.optimizer_argument", "{0} of {1} is left out"), name, lastPart(made.type));
    }
}

/// The penalty of all weights that PyTorch calls weight decay, unlike AdamW's.
void addPenalties(Graph& graph, double decay)
{
    for (Node& node : graph.nodes)
        if (const LayerSpec* spec = layers().find(node.layer))
            for (const WeightKind kind : spec->weights)
                if (const std::string name = std::string(nameOf(kind)) + "_l2"; spec->parameter(name) && node.shares.empty())
                    node.parameters.try_emplace(name, decay / 2.0);
}

void readTorchOptimizer(Network& network, TrainingSettings& settings, const Made& made, const OptimizerSpec& spec, Graph& graph)
{
    const auto known = std::ranges::find(torchDefaults(), spec.id, &TorchDefaults::id);
    if (known == torchDefaults().end())
        return;
    for (const auto& [name, value] : known->values)
        setParameter(settings.optimizer, spec, std::string(name), value);
    std::vector<std::pair<std::string, Value>> arguments = made.arguments.named;
    std::string_view order = known->order;
    for (const Value& value : made.arguments.positional) {
        const std::size_t end = std::min(order.find(' '), order.size());
        arguments.emplace_back(order.substr(0, end), value);
        order.remove_prefix(std::min(end + 1, order.size()));
    }
    static constexpr std::array<std::pair<std::string_view, std::string_view>, 3> renamed{
        {{"lr", "learning_rate"}, {"alpha", "rho"}, {"eps", "epsilon"}}};
    for (const auto& [key, value] : arguments) {
        const auto found = std::ranges::find(renamed, key, &std::pair<std::string_view, std::string_view>::first);
        const std::string name(found == renamed.end() ? std::string_view(key) : found->second);
        const auto number = numberOf(value);
        if (key == "params")
            continue;
        if (const List* betas = pointer<List>(value); betas && key == "betas" && betas->items.size() == 2) {
            setParameter(settings.optimizer, spec, "beta_1", betas->items[0]);
            setParameter(settings.optimizer, spec, "beta_2", betas->items[1]);
        } else if (name == "weight_decay" && spec.id != "adamw" && number) {
            if (*number > 0.0)
                addPenalties(graph, *number);
        } else if (!setParameter(settings.optimizer, spec, name, value) && truthOf(value) != false)
            network.note(made.line, NS_MESSAGE("code.optimizer_argument", "{0} of {1} is left out"), key, lastPart(made.type));
    }
}

void readTorchSchedule(Network& network, TrainingSettings& settings)
{
    const Made* made = pointer<Made>(network.training.schedule);
    if (!made)
        return;
    const std::string name = lastPart(made->type);
    const auto number = [&](std::size_t position, std::string_view key, double otherwise) {
        const Value* value = made->arguments.find(position, key);
        return value ? numberOf(*value).value_or(otherwise) : otherwise;
    };
    if (name == "StepLR")
        settings.schedule = {
            "step",
            {{"every", std::max<std::int64_t>(1, static_cast<std::int64_t>(std::min(number(1, "step_size", 10), 1e6)))},
             {"factor", number(2, "gamma", 0.1)}}};
    else if (name == "ExponentialLR")
        settings.schedule = {"exponential", {{"decay_rate", number(1, "gamma", 0.9)}}};
    else if (name == "CosineAnnealingLR")
        settings.schedule = {"cosine", {}};
    else if (name == "ReduceLROnPlateau")
        settings.schedule = {"reduce_on_plateau",
                             {{"factor", number(2, "factor", 0.1)},
                              {"patience", static_cast<std::int64_t>(std::clamp(number(3, "patience", 10), 0.0, 1e6))}}};
    else
        network.note(made->line, NS_MESSAGE("code.torch_schedule", "the schedule {0} is left out: choose one of the project's"),
                     name);
}

void readCallbacks(Network& network, TrainingSettings& settings)
{
    for (const Value& value : network.training.callbacks) {
        const Made* made = pointer<Made>(value);
        const std::string name = made ? lastPart(made->type) : std::string();
        const auto number = [&](std::string_view key, double otherwise) {
            const Value* given = made->arguments.find(key);
            return given ? numberOf(*given).value_or(otherwise) : otherwise;
        };
        if (name == "EarlyStopping") {
            settings.earlyStopping.patience =
                std::max<std::int64_t>(1, static_cast<std::int64_t>(std::clamp(number("patience", 0), 0.0, 1e6)));
            settings.earlyStopping.minDelta = number("min_delta", 0.0);
            settings.earlyStopping.restoreBest = number("restore_best_weights", 0.0) != 0.0;
            const Value* monitor = made->arguments.find(0, "monitor");
            if (!monitor || nameIn(*monitor) == "val_loss" || nameIn(*monitor) == "loss")
                settings.monitor = "loss";
        } else if (name == "ReduceLROnPlateau")
            settings.schedule = {"reduce_on_plateau",
                                 {{"factor", number("factor", 0.1)},
                                  {"patience", static_cast<std::int64_t>(std::clamp(number("patience", 10), 0.0, 1e6))}}};
        else if (made && !name.empty())
            network.note(made->line, NS_MESSAGE("code.callback", "the callback {0} is left out"), name);
    }
}

} // namespace

void readTraining(Network& network, TrainingSettings& settings, Graph& graph)
{
    const TrainingFacts& facts = network.training;
    settings.epochs = std::clamp<std::int64_t>(facts.epochs.value_or(settings.epochs), 1, 1'000'000);
    settings.batch = std::clamp<std::int64_t>(facts.batch.value_or(settings.batch), 1, 1 << 20);
    const auto name = nameIn(facts.optimizer);
    const std::string id = name ? optimizerId(*name) : std::string();
    if (const OptimizerSpec* spec = optimizers().find(id)) {
        settings.optimizer = {id, {}};
        if (const Made* made = pointer<Made>(facts.optimizer)) {
            if (made->type.starts_with("torch."))
                readTorchOptimizer(network, settings, *made, *spec, graph);
            else
                readKerasOptimizer(network, settings, *made, *spec);
        }
    } else if (name) {
        network.note(facts.optimizerLine,
                     NS_MESSAGE("code.optimizer", "the optimizer {0} is none that Netsmith has: Adam is used instead"), *name);
    } else if (!isNone(facts.optimizer)) {
        network.note(facts.optimizerLine,
                     NS_MESSAGE("code.own_optimizer", "the code's optimizer can't be read: Adam is used instead"));
    }
    if (facts.clipNorm)
        settings.globalClipnorm = std::clamp(*facts.clipNorm, 0.0, 1e6);
    if (facts.clipValue)
        settings.clipValue = std::clamp(*facts.clipValue, 0.0, 1e6);
    readTorchSchedule(network, settings);
    readCallbacks(network, settings);
}

} // namespace netsmith::interop::code

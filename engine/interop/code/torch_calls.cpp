#include "engine/interop/code/code_libraries.h"

#include <algorithm>
#include <array>

namespace netsmith::interop::code {
namespace {

/// Data sets of torchvision that are ours too.
constexpr std::array<std::pair<std::string_view, std::string_view>, 4> torchData{
    {{"CIFAR10", "cifar10"}, {"CIFAR100", "cifar100"}, {"FashionMNIST", "fashion_mnist"}, {"MNIST", "mnist"}}};

/// nn.Sequential(a, b), nn.Sequential(OrderedDict([("conv", a)])).
Value torchSequence(Interpreter& interpreter, const Arguments& arguments, int line)
{
    Model* model = interpreter.network.heap.make(Model{.isSequence = true, .line = line, .isTorch = true});
    const auto add = [&](const std::string& name, const Value& part) {
        if (!Interpreter::isModule(part)) {
            interpreter.network.problem(line,
                                        NS_MESSAGE("code.no_part", "what is added to the model here is no layer that can be read"));
            return;
        }
        model->parts.emplace_back(name, part);
        std::vector<Layer*> layers;
        interpreter.collectLayers(part, layers);
        for (Layer* layer : layers) {
            layer->name = layer->name.empty() ? name : name + '.' + layer->name;
            layer->isPart = true;
        }
        if (Model* inner = pointer<Model>(part))
            inner->isPart = true;
        if (Object* inner = pointer<Object>(part))
            inner->isPart = true;
    };
    const Dictionary* named = arguments.positional.size() == 1 ? pointer<Dictionary>(arguments.positional[0]) : nullptr;
    if (named)
        for (const auto& [key, part] : named->items)
            add(nameIn(key).value_or(""), part);
    else
        for (std::size_t i = 0; i < arguments.positional.size(); ++i)
            add(std::to_string(i), arguments.positional[i]);
    interpreter.models.emplace_back(model);
    return model;
}

/// The transforms of a data set: what scales its pictures, and what augments them.
void readTransforms(Interpreter& interpreter, const Value& value, int line)
{
    TrainingFacts& training = interpreter.network.training;
    const Made* made = pointer<Made>(value);
    if (!made)
        return;
    const std::string name = lastPart(made->type);
    const auto& given = made->arguments;
    if (name == "Compose") {
        const Value* all = given.find(0, "transforms");
        if (const auto* items = all ? interpreter.itemsOf(*all) : nullptr) {
            const std::vector<Value> copy = *items;
            for (const Value& item : copy)
                readTransforms(interpreter, item, line);
        }
    } else if (name == "ToTensor")
        training.dividesPixels = true;
    else if (name == "Normalize") {
        const auto numbers = [&](std::size_t position, std::string_view argument) {
            std::vector<double> all;
            const Value* list = given.find(position, argument);
            if (const auto* items = list ? interpreter.itemsOf(*list) : nullptr)
                for (const Value& item : *items)
                    if (const auto number = numberOf(item))
                        all.push_back(*number);
            return all;
        };
        training.means = numbers(0, "mean");
        training.deviations = numbers(1, "std");
    } else
        interpreter.network.note(
            made->line, NS_MESSAGE("code.torch_transform", "{0} of the data is left out: add it to the project's transforms"),
            name);
}

Value torchOptimizer(Interpreter& interpreter, const std::string& name, Arguments arguments, int line)
{
    TrainingFacts& training = interpreter.network.training;
    Made* made = interpreter.network.heap.make(Made{name, std::move(arguments), line});
    training.optimizer = made;
    training.optimizerLine = line;
    return made;
}

} // namespace

Value callTorch(Interpreter& interpreter, const std::string& name, Arguments arguments, int line)
{
    Network& network = interpreter.network;
    TrainingFacts& training = network.training;
    const std::string last = lastPart(name);
    const bool isClass = !last.empty() && last[0] >= 'A' && last[0] <= 'Z';
    if (name == "torch.nn.Sequential")
        return torchSequence(interpreter, arguments, line);
    if (name == "torch.nn.ModuleList")
        return arguments.positional.empty()                ? interpreter.makeList({})
            : interpreter.itemsOf(arguments.positional[0]) ? interpreter.makeList(*interpreter.itemsOf(arguments.positional[0]))
                                                           : Value(Unknown());
    if (name == "torch.nn.ModuleDict") {
        Dictionary* made = network.heap.make(Dictionary());
        if (const Dictionary* given = arguments.positional.empty() ? nullptr : pointer<Dictionary>(arguments.positional[0]))
            made->items = given->items;
        return made;
    }
    const bool isLoss = name.starts_with("torch.nn.") && isClass && last.ends_with("Loss");
    if (isLoss) {
        Made* made = network.heap.make(Made{name, std::move(arguments), line});
        if (as<None>(training.loss)) {
            training.loss = made;
            training.lossLine = line;
        }
        return made;
    }
    if (name.starts_with("torch.nn.") && isClass && !name.starts_with("torch.nn.functional") && !name.starts_with("torch.nn.utils"))
        return network.heap.make(Layer{.type = name, .arguments = std::move(arguments), .line = line});
    if (name.starts_with("torch.optim.lr_scheduler") && isClass) {
        Made* made = network.heap.make(Made{name, std::move(arguments), line});
        training.schedule = made;
        return made;
    }
    if (name.starts_with("torch.optim.") && isClass) {
        if (!arguments.positional.empty() || arguments.find("params")) {
            const Value* weights = arguments.find(0, "params");
            if (const auto* items = interpreter.itemsOf(*weights); items && !items->empty())
                if (const auto* weight = as<WeightOf>((*items)[0])) // the model whose weight it is
                    for (auto model = interpreter.models.rbegin(); model != interpreter.models.rend(); ++model) {
                        std::vector<Layer*> layers;
                        interpreter.collectLayers(*model, layers);
                        const bool isWhole = !(pointer<Object>(*model) && pointer<Object>(*model)->isPart)
                            && !(pointer<Model>(*model) && pointer<Model>(*model)->isPart);
                        if (isWhole && std::ranges::find(layers, weight->layer) != layers.end()) {
                            interpreter.trained = *model;
                            break;
                        }
                    }
        }
        return torchOptimizer(interpreter, name, std::move(arguments), line);
    }
    if (name.starts_with("torchvision.datasets.") && isClass) {
        const auto known = std::ranges::find(torchData, last, &std::pair<std::string_view, std::string_view>::first);
        if (known != torchData.end()) {
            const Value* train = arguments.find(1, "train");
            training.source = known->second;
            if (const Value* transform = arguments.find("transform"); transform && (!train || truthOf(*train).value_or(true)))
                readTransforms(interpreter, *transform, line);
        }
        return network.heap.make(Data{.source = known != torchData.end() ? std::string(known->second) : std::string()});
    }
    if (name.starts_with("torchvision.transforms.") && isClass)
        return network.heap.make(Made{name, std::move(arguments), line});
    if (name == "torch.utils.data.DataLoader") {
        const Value* batch = arguments.find(1, "batch_size");
        if (batch && integerOf(*batch) && !training.batch)
            training.batch = integerOf(*batch);
        return Unknown();
    }
    if (name.starts_with("torchvision.models.")) {
        network.problem(line,
                        NS_MESSAGE("code.torch_application", "the layers of {0} are not in the code; import its ONNX file instead"),
                        name);
        return Tensor();
    }
    if (last == "clip_grad_norm_" || last == "clip_grad_value_") {
        const Value* most = arguments.find(1, last == "clip_grad_norm_" ? "max_norm" : "clip_value");
        (last == "clip_grad_norm_" ? training.clipNorm : training.clipValue) = most ? numberOf(*most) : std::nullopt;
        return None();
    }
    if (auto value = callTorchFunction(interpreter, last, arguments, line))
        return *value;
    if (std::ranges::any_of(arguments.positional, [&](const Value& value) { return tensorsIn(interpreter, value).has_value(); })) {
        network.problem(line, NS_MESSAGE("code.unknown_function", "what {0} makes of the network's values is not known"), name);
        return Tensor();
    }
    const bool hasOutput = std::ranges::any_of(arguments.positional, [](const Value& value) { return as<Output>(value); });
    static constexpr std::array<std::pair<std::string_view, std::string_view>, 9> lossFunctions{{
        {"binary_cross_entropy", "BCELoss"},
        {"binary_cross_entropy_with_logits", "BCEWithLogitsLoss"},
        {"cross_entropy", "CrossEntropyLoss"},
        {"huber_loss", "HuberLoss"},
        {"kl_div", "KLDivLoss"},
        {"l1_loss", "L1Loss"},
        {"mse_loss", "MSELoss"},
        {"nll_loss", "NLLLoss"},
        {"smooth_l1_loss", "SmoothL1Loss"},
    }};
    const auto loss = std::ranges::find(lossFunctions, last, &std::pair<std::string_view, std::string_view>::first);
    if (hasOutput && loss != lossFunctions.end() && name.starts_with("torch.nn.functional.")) {
        Arguments rest = std::move(arguments);
        rest.positional.clear();
        if (as<None>(training.loss)) {
            training.loss = network.heap.make(Made{"torch.nn." + std::string(loss->second), std::move(rest), line});
            training.lossLine = line;
        }
        return Output();
    }
    return hasOutput ? Value(Output()) : Value(Unknown());
}

} // namespace netsmith::interop::code

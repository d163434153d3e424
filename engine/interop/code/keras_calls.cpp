#include "engine/interop/code/code_libraries.h"
#include "engine/layers/registry.h"

#include <algorithm>
#include <array>

namespace netsmith::interop::code {
namespace {

/// Data sets of Keras that are ours too.
constexpr std::array<std::string_view, 4> kerasData{"cifar10", "cifar100", "fashion_mnist", "mnist"};

/// What `load_data` returns: ((x_train, y_train), (x_test, y_test)).
Value loadedData(Interpreter& interpreter, const std::string& name, const Arguments& arguments)
{
    Network& network = interpreter.network;
    const std::string set = lastPart(std::string_view(name).substr(0, name.rfind('.')));
    const bool isOurs = std::ranges::find(kerasData, set) != kerasData.end();
    if (isOurs)
        network.training.source = set;
    if (const Value* words = arguments.find("num_words"))
        network.training.vocabulary = integerOf(*words);
    if (const Value* length = arguments.find("maxlen"); length && integerOf(*length))
        network.training.length = integerOf(*length);
    std::vector<Value> parts;
    for (const bool isTest : {false, true}) {
        std::vector<Value> pair;
        for (const bool isTarget : {false, true})
            pair.emplace_back(
                network.heap.make(Data{.source = isOurs ? set : std::string(), .isTarget = isTarget, .isTest = isTest}));
        parts.push_back(interpreter.makeList(std::move(pair), true));
    }
    return interpreter.makeList(std::move(parts), true);
}

std::optional<std::vector<std::int64_t>> shapeOf(const Value* value)
{
    if (!value || isNone(*value))
        return std::nullopt;
    return integersOf(*value);
}

/// The shape that the first layer of a sequence is given, without the batch's axis.
std::optional<std::vector<std::int64_t>> declaredShape(const Layer& layer)
{
    for (const char* name : {"input_shape", "shape"})
        if (auto shape = shapeOf(layer.arguments.find(name)))
            return shape;
    for (const char* name : {"batch_input_shape", "batch_shape"})
        if (auto shape = shapeOf(layer.arguments.find(name)); shape && !shape->empty()) {
            shape->erase(shape->begin());
            return shape;
        }
    const std::string id = layerIdFor(lastPart(layer.type));
    if (const Value* length = layer.arguments.find("input_length"))
        if (const auto number = integerOf(*length))
            return std::vector{*number};
    if (layer.type == "keras.layers.InputLayer" && !layer.arguments.positional.empty())
        return shapeOf(&layer.arguments.positional[0]);
    const LayerSpec* spec = layers().find(id);
    if (const Value* size = layer.arguments.find("input_dim"); size && spec && !spec->parameter("input_dim"))
        if (const auto number = integerOf(*size))
            return std::vector{*number};
    return std::nullopt;
}

Tensor kerasInput(Interpreter& interpreter, const Arguments& arguments, int line)
{
    Layer* layer = interpreter.network.heap.make(Layer{.type = "keras.layers.InputLayer", .arguments = arguments, .line = line});
    auto shape = shapeOf(arguments.find(0, "shape"));
    if (!shape)
        shape = declaredShape(*layer);
    if (const Value* name = arguments.find("name"))
        layer->name = nameIn(*name).value_or("");
    return interpreter.network.input(*layer, std::move(shape), false, line);
}

Value kerasModel(Interpreter& interpreter, const Arguments& arguments, int line)
{
    const Value* from = arguments.find(0, "inputs");
    const Value* to = arguments.find(1, "outputs");
    const auto inputs = from ? tensorsIn(interpreter, *from) : std::nullopt;
    const auto outputs = to ? tensorsIn(interpreter, *to) : std::nullopt;
    Model* model = interpreter.network.heap.make(Model{.line = line});
    if (inputs && outputs) {
        model->inputs = *inputs;
        model->outputs = *outputs;
        model->isBuilt = true;
    } else
        interpreter.network.problem(
            line, NS_MESSAGE("code.model_ends", "the inputs and outputs of the model can't be read from the code"));
    if (const Value* name = arguments.find("name"))
        model->name = nameIn(*name).value_or("");
    interpreter.models.emplace_back(model);
    return model;
}

Value kerasSequence(Interpreter& interpreter, const Arguments& arguments, int line)
{
    Model* model = interpreter.network.heap.make(Model{.isSequence = true, .line = line});
    if (const Value* layers = arguments.find(0, "layers"); layers && !isNone(*layers)) {
        const auto* items = interpreter.itemsOf(*layers);
        if (!items)
            interpreter.network.problem(line,
                                        NS_MESSAGE("code.sequence", "the layers of this sequence can't be read from the code"));
        const std::vector<Value> copy = items ? *items : std::vector<Value>();
        for (const Value& item : copy)
            callKerasModel(interpreter, *model, "add", {{item}, {}}, line);
    }
    if (const Value* name = arguments.find("name"))
        model->name = nameIn(*name).value_or("");
    interpreter.models.emplace_back(model);
    return model;
}

Value kerasLayer(Interpreter& interpreter, const std::string& name, Arguments arguments, int line)
{
    Layer layer{.type = name, .arguments = std::move(arguments), .line = line};
    if (const Value* given = layer.arguments.find("name"))
        layer.name = nameIn(*given).value_or("");
    if (const Value* flag = layer.arguments.find("trainable"))
        layer.trainable = truthOf(*flag).value_or(true);
    if (const Value* weights = layer.arguments.find("weights"); weights && !isNone(*weights))
        interpreter.network.note(line,
                                 NS_MESSAGE("code.layer_weights",
                                            "the weights given to {0} are not in the code: name a file of "
                                            "weights for the training"),
                                 lastPart(name));
    for (const auto& [key, value] : layer.arguments.named)
        if (Layer* inner = pointer<Layer>(value))
            layer.inner.push_back(inner);
    return interpreter.network.heap.make(std::move(layer));
}

/// keras.layers.add([a, b]), keras.activations.relu(x), keras.ops.relu(x), tf.nn.relu(x).
std::optional<Value> kerasFunction(Interpreter& interpreter, const std::string& name, const Arguments& arguments, int line)
{
    const auto tensors = arguments.positional.empty() ? std::nullopt : tensorsIn(interpreter, arguments.positional[0]);
    if (!tensors)
        return std::nullopt;
    const std::string id = layerIdFor(lastPart(name) == "concat" ? "concatenate" : lastPart(name));
    const LayerSpec* spec = layers().find(activationId(lastPart(name)));
    const bool isActivation = spec && spec->category == Category::activation;
    const LayerSpec* merge = layers().find(id);
    if (isActivation) {
        Layer* layer = interpreter.network.heap.make(Layer{.type = "keras.layers.Activation", .line = line});
        layer->arguments.positional.emplace_back(lastPart(name));
        return applyKerasLayer(interpreter, *layer, *tensors, line);
    }
    if (merge && merge->category == Category::merge) {
        std::vector<Tensor> all = *tensors;
        for (std::size_t i = 1; i < arguments.positional.size(); ++i) // tf.add(a, b)
            if (const auto* tensor = as<Tensor>(arguments.positional[i]))
                all.push_back(*tensor);
        Layer* layer = interpreter.network.heap.make(Layer{.type = "keras.layers." + id, .line = line});
        if (const Value* axis = arguments.find("axis"))
            layer->arguments.named.emplace_back("axis", *axis);
        return applyKerasLayer(interpreter, *layer, all, line);
    }
    interpreter.network.problem(line, NS_MESSAGE("code.unknown_function", "what {0} makes of the network's values is not known"),
                                name);
    return Tensor();
}

void noteFit(Interpreter& interpreter, const Arguments& arguments)
{
    TrainingFacts& training = interpreter.network.training;
    if (const Value* epochs = arguments.find("epochs"); epochs && integerOf(*epochs))
        training.epochs = integerOf(*epochs);
    if (const Value* batch = arguments.find(2, "batch_size"); batch && integerOf(*batch))
        training.batch = integerOf(*batch);
    if (const Value* split = arguments.find("validation_split"))
        training.validationSplit = numberOf(*split);
    if (const Value* callbacks = arguments.find("callbacks"))
        if (const auto* items = interpreter.itemsOf(*callbacks))
            training.callbacks = *items;
    if (const Value* inputs = arguments.find(0, "x"))
        training.inputs = pointer<Data>(*inputs);
    if (const Value* targets = arguments.find(1, "y"))
        training.targets = pointer<Data>(*targets);
}

} // namespace

bool buildKerasModel(Interpreter& interpreter, Model& model, int line)
{
    if (!model.isSequence || model.isBuilt)
        return model.isBuilt;
    if (model.parts.empty()) {
        interpreter.network.problem(model.line, NS_MESSAGE("code.empty_model", "the model has no layers"));
        return false;
    }
    model.isBuilt = true;
    // A model in front that is built already begins where it begins.
    Model* first = pointer<Model>(model.parts[0].second);
    if (first && (!first->isSequence || first->isBuilt || !first->parts.empty()) && buildKerasModel(interpreter, *first, line)) {
        first->isPart = true;
        if (first->outputs.size() != 1) {
            interpreter.network.problem(
                model.line, NS_MESSAGE("code.model_ends", "the inputs and outputs of the model can't be read from the code"));
            return false;
        }
        model.inputs = first->inputs;
        Value value = first->outputs[0];
        for (std::size_t i = 1; i < model.parts.size(); ++i)
            value = interpreter.call(model.parts[i].second, {{value}, {}},
                                     pointer<Layer>(model.parts[i].second) ? pointer<Layer>(model.parts[i].second)->line : line);
        model.outputs = {as<Tensor>(value) ? *as<Tensor>(value) : Tensor()};
        return true;
    }
    const Layer* layer = pointer<Layer>(model.parts[0].second);
    std::optional<std::vector<std::int64_t>> shape = layer ? declaredShape(*layer) : std::nullopt;
    if (!shape && !model.inputShape.empty())
        shape = std::vector<std::int64_t>(model.inputShape.begin() + 1, model.inputShape.end());
    Arguments arguments;
    if (layer && layer->type == "keras.layers.InputLayer")
        arguments = layer->arguments;
    Layer* input = interpreter.network.heap.make(
        Layer{.type = "keras.layers.InputLayer", .arguments = std::move(arguments), .line = model.line});
    if (layer && layer->type == "keras.layers.InputLayer")
        input->name = layer->name;
    const Tensor start = interpreter.network.input(*input, std::move(shape), false, layer ? layer->line : model.line);
    model.inputs = {start};
    Value value = start;
    for (const auto& [name, part] : model.parts) {
        const Layer* each = pointer<Layer>(part);
        if (each && each->type == "keras.layers.InputLayer")
            continue;
        value = interpreter.call(part, {{value}, {}}, each ? each->line : model.line);
    }
    model.outputs = {as<Tensor>(value) ? *as<Tensor>(value) : Tensor()};
    return true;
}

Value kerasModelAttribute(Interpreter& interpreter, Model& model, const std::string& name, int line)
{
    const auto one = [&](const std::vector<Tensor>& tensors) -> Value {
        if (tensors.size() == 1)
            return tensors[0];
        return interpreter.makeList({tensors.begin(), tensors.end()});
    };
    if (name == "layers") {
        if (model.isSequence) {
            std::vector<Value> parts;
            for (const auto& [key, part] : model.parts)
                if (!pointer<Layer>(part) || pointer<Layer>(part)->type != "keras.layers.InputLayer")
                    parts.push_back(part);
            return interpreter.makeList(std::move(parts));
        }
        std::vector<Layer*> all;
        interpreter.collectLayers(&model, all);
        return interpreter.makeList({all.begin(), all.end()});
    }
    if (name == "input" || name == "inputs" || name == "output" || name == "outputs") {
        if (!buildKerasModel(interpreter, model, line))
            return Tensor();
        const auto& tensors = name[0] == 'i' ? model.inputs : model.outputs;
        return name.back() == 's' ? interpreter.makeList({tensors.begin(), tensors.end()}) : one(tensors);
    }
    if (name == "name")
        return model.name;
    if (name == "trainable")
        return true;
    if (model.isTorch)
        for (const auto& [key, part] : model.parts)
            if (key == name)
                return part;
    return Unknown();
}

Value callKerasModel(Interpreter& interpreter, Model& model, const std::string& method, Arguments arguments, int line)
{
    TrainingFacts& training = interpreter.network.training;
    if ((method == "add" || method == "append") && !arguments.positional.empty()) {
        const Value part = arguments.positional[0];
        if (const auto* tensor = as<Tensor>(part); tensor && tensor->use && tensor->use->isInput) // keras.Input in a sequence
            model.parts.emplace_back("", tensor->use->drawn->owner);
        else if (Interpreter::isModule(part)) {
            if (Model* inner = pointer<Model>(part))
                inner->isPart = true;
            model.parts.emplace_back(std::to_string(model.parts.size()), part);
        } else
            interpreter.network.problem(line,
                                        NS_MESSAGE("code.no_part", "what is added to the model here is no layer that can be read"));
        model.isBuilt = false;
        return None();
    }
    if (method == "pop" && !model.parts.empty())
        model.parts.pop_back();
    if (method == "build" && !arguments.positional.empty())
        model.inputShape = integersOf(arguments.positional[0]).value_or(std::vector<std::int64_t>());
    if (method == "compile") {
        if (model.line > 0)
            interpreter.trained = &model;
        if (const Value* optimizer = arguments.find(0, "optimizer")) {
            training.optimizer = *optimizer;
            training.optimizerLine = line;
        }
        if (const Value* loss = arguments.find(1, "loss")) {
            training.loss = *loss;
            training.lossLine = line;
        }
        const Value* metrics = arguments.find("metrics");
        if (!metrics && arguments.positional.size() == 3)
            metrics = &arguments.positional[2];
        training.metrics = metrics ? *metrics : Value();
        training.metricsLine = line;
        const Value* weights = arguments.find("loss_weights");
        training.lossWeights = weights ? *weights : Value();
        return None();
    }
    if (method == "fit" || method == "fit_generator") {
        if (model.line > 0 && as<None>(interpreter.trained))
            interpreter.trained = &model;
        ++interpreter.trainingSteps;
        noteFit(interpreter, arguments);
        return Unknown();
    }
    if (method == "get_layer" && !arguments.positional.empty()) {
        std::vector<Layer*> all;
        interpreter.collectLayers(&model, all);
        const auto* name = as<std::string>(arguments.positional[0]);
        for (Layer* layer : all)
            if (name && layer->name == *name)
                return layer;
        return Unknown();
    }
    if (method == "to" || method == "cuda" || method == "cpu" || method == "train" || method == "eval" || method == "apply")
        return &model;
    if (method == "load_weights")
        interpreter.network.note(line,
                                 NS_MESSAGE("code.load_weights",
                                            "the weights that are loaded here are left out: name their file for "
                                            "the training"));
    return Unknown();
}

Value callKeras(Interpreter& interpreter, const std::string& name, Arguments arguments, int line)
{
    Network& network = interpreter.network;
    const std::string last = lastPart(name);
    const bool isClass = !last.empty() && last[0] >= 'A' && last[0] <= 'Z';
    if (name == "keras.Sequential")
        return kerasSequence(interpreter, arguments, line);
    if (name == "keras.Model")
        return kerasModel(interpreter, arguments, line);
    if (name == "keras.Input")
        return kerasInput(interpreter, arguments, line);
    if (name.starts_with("keras.layers.") && isClass)
        return kerasLayer(interpreter, name, std::move(arguments), line);
    if (name.starts_with("keras.datasets.") && last == "load_data")
        return loadedData(interpreter, name, arguments);
    if (name.starts_with("keras.applications.") && isClass) {
        if (Model* model = kerasApplication(interpreter, last, arguments, line))
            return model;
        network.problem(line, NS_MESSAGE("code.application", "the layers of {0} are not known here; those of VGG16 and VGG19 are"),
                        last);
        return Tensor();
    }
    if (last == "to_categorical") {
        const Data* data = arguments.positional.empty() ? nullptr : pointer<Data>(arguments.positional[0]);
        Data changed = data ? *data : Data();
        changed.isOneHot = changed.isTarget = true;
        return network.heap.make(std::move(changed));
    }
    if (last == "pad_sequences") {
        if (const Value* length = arguments.find(1, "maxlen"); length && integerOf(*length))
            network.training.length = integerOf(*length);
        return arguments.positional.empty() ? Value(Unknown()) : arguments.positional[0];
    }
    if (last == "image_data_format")
        return std::string("channels_last");
    if (isClass
        && (name.starts_with("keras.optimizers.") || name.starts_with("keras.losses.") || name.starts_with("keras.metrics.")
            || name.starts_with("keras.callbacks.") || name.starts_with("keras.initializers.")
            || name.starts_with("keras.constraints.") || name.starts_with("keras.regularizers.")))
        return network.heap.make(Made{name, std::move(arguments), line});
    if (name.starts_with("keras.regularizers.") || name.starts_with("keras.initializers."))
        return network.heap.make(Made{name, std::move(arguments), line});
    if (auto value = kerasFunction(interpreter, name, arguments, line))
        return *value;
    for (const Value& value : arguments.positional) // tf.cast, tf.expand_dims and the like
        if (const Data* data = pointer<Data>(value))
            return network.heap.make(Data(*data));
    const bool hasOutput = std::ranges::any_of(arguments.positional, [](const Value& value) { return as<Output>(value); });
    return hasOutput ? Value(Output()) : Value(Unknown());
}

} // namespace netsmith::interop::code

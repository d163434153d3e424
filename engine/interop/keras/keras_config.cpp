#include "engine/interop/keras/keras_config.h"

#include "engine/interop/code/code_libraries.h"
#include "engine/interop/code/code_training.h"
#include "engine/interop/weights/keras_kinds.h"

#include <algorithm>
#include <array>
#include <limits>
#include <map>
#include <optional>
#include <set>

namespace netsmith::interop {
namespace {

using code::Arguments;
using code::Value;

const Json* configMember(const Json& object, const char* key)
{
    const auto found = object.is_object() ? object.find(key) : object.end();
    return object.is_object() && found != object.end() ? &*found : nullptr;
}

std::string configText(const Json& object, const char* key)
{
    const Json* value = configMember(object, key);
    return value && value->is_string() ? value->get<std::string>() : std::string();
}

/// "Adam" of "Custom>Adam".
std::string withoutPackage(const std::string& name)
{
    return name.substr(name.rfind('>') + 1); // npos + 1 is 0
}

std::string classOf(const Json& entry)
{
    return configText(entry, "class_name");
}

/// The name of a layer, which older files have in its config alone.
std::string layerName(const Json& entry)
{
    const std::string name = configText(entry, "name");
    const Json* config = configMember(entry, "config");
    return name.empty() && config ? configText(*config, "name") : name;
}

std::string joinedPath(const std::string& path, const std::string& name)
{
    return path.empty() ? name : path + '/' + name;
}

/// A class that the model's program made, or one of another package: the file holds its name alone.
bool isOwnClass(const Json& entry)
{
    const std::string module = configText(entry, "module");
    const Json* registered = configMember(entry, "registered_name");
    if (!module.empty())
        return module != "keras" && !module.starts_with("keras.") && !module.starts_with("tf_keras.")
            && !module.starts_with("tensorflow.");
    return (registered && registered->is_string()) || classOf(entry).find('>') != std::string::npos;
}

bool isModelClass(const std::string& name)
{
    return name == "Sequential" || name == "Functional" || name == "Model";
}

/// The operator for what Keras made a layer of where a program computes with tensors: a class of Keras 3, a function of Keras 2.
std::string operatorOf(const std::string& function)
{
    static constexpr std::array<std::pair<std::string_view, std::string_view>, 10> all{{
        {"Add", "+"},
        {"Divide", "/"},
        {"Multiply", "*"},
        {"Subtract", "-"},
        {"TrueDivide", "/"},
        {"add", "+"},
        {"multiply", "*"},
        {"subtract", "-"},
        {"sub", "-"},
        {"truediv", "/"},
    }};
    const std::string name = code::lastPart(function);
    const auto found = std::ranges::find(all, name, &std::pair<std::string_view, std::string_view>::first);
    if (found != all.end())
        return std::string(found->second);
    return name == "mul" ? "*" : std::string();
}

constexpr std::string_view constantName = "_CONSTANT_VALUE"; ///< in the place of a layer's name: a number

/// ["conv1", 0, 0]: the first tensor that the layer conv1 made when it was called first.
bool isReference(const Json& json)
{
    return json.is_array() && json.size() >= 3 && json[0].is_string() && json[1].is_number_integer()
        && (json[2].is_number_integer() || json[0] == constantName);
}

/// The tensor that a JSON value stands for, in either version's words; null if it is none.
const Json* referenceIn(const Json& json)
{
    if (isReference(json))
        return &json;
    if (classOf(json) != "__keras_tensor__")
        return nullptr;
    const Json* config = configMember(json, "config");
    const Json* history = config ? configMember(*config, "keras_history") : nullptr;
    return history && isReference(*history) ? history : nullptr;
}

/// Calls `take` with each reference in a value, at any level; `key`: in the innermost object.
template <class Take>
void eachReference(const Json& json, const std::string& key, const Take& take)
{
    if (const Json* reference = referenceIn(json)) {
        take(*reference, key);
        if (reference->size() > 3) // the other arguments of a call in Keras 2
            eachReference((*reference)[3], key, take);
    } else if (json.is_object() || json.is_array()) {
        for (const auto& [name, item] : json.items())
            eachReference(item, json.is_object() ? name : key, take);
    }
}

} // namespace

struct KerasConfigReader::Parts {
    struct Part {
        const Json* entry = nullptr;
        Value layer{};
        int place = 0;
        std::vector<const Json*> calls{}; ///< "inbound_nodes"
        std::vector<std::vector<Value>> outputs{}; ///< of each call; empty until it was made
        std::int64_t firstCall = 0; ///< what references count from
    };
    std::vector<Part> all{};
    std::map<std::string, std::size_t, std::less<>> byName{};

    /// In Keras 2 a model's own inputs count as its first call, except for those of a sequence without an input layer.
    void countCalls(const Json& references)
    {
        eachReference(references, "", [this](const Json& reference, const std::string&) {
            if (const auto found = byName.find(reference[0].get<std::string>()); found != byName.end() && reference[1] == 0)
                all[found->second].firstCall = 0;
        });
    }

    /// The part and the call of it that a reference names; nothing if there is none.
    std::optional<std::pair<std::size_t, std::size_t>> find(const Json& reference) const
    {
        const auto found = byName.find(reference[0].get<std::string>());
        if (found == byName.end())
            return std::nullopt;
        const auto index = reference[1].get<std::int64_t>();
        const Part& part = all[found->second];
        if (index < part.firstCall || index - part.firstCall >= std::ssize(part.outputs))
            return std::nullopt;
        return std::pair(found->second, static_cast<std::size_t>(index - part.firstCall));
    }
};

KerasConfigReader::KerasConfigReader(code::Reading& reading, const std::string& version)
    : m_reading(reading)
    , m_network(reading.network)
    , m_interpreter(reading.interpreter)
    , m_isKeras2(version.starts_with("2."))
{
}

int KerasConfigReader::placeOf(const std::string& path)
{
    m_network.places.push_back(path);
    return static_cast<int>(m_network.places.size());
}

void KerasConfigReader::readModel(const Json& entry)
{
    const std::string name = layerName(entry).empty() ? classOf(entry) : layerName(entry);
    const int place = placeOf(name);
    if (!isModelClass(classOf(entry)) || isOwnClass(entry)) {
        m_network.problem(place,
                          NS_MESSAGE("keras.own_model",
                                     "{0} is a class of the model's program, which is not in the file; build the model of "
                                     "Sequential or of keras.Model(inputs, outputs) and save it again"),
                          classOf(entry).empty() ? std::string("?") : classOf(entry));
        return;
    }
    const Value value = model(entry, "", place);
    code::Model* made = code::pointer<code::Model>(value);
    if (!made || !code::buildKerasModel(m_interpreter, *made, place))
        return;
    m_reading.outputs = made->outputs;
    std::erase_if(m_reading.outputs, [](const code::Tensor& tensor) { return !tensor.use; });
    if (m_reading.outputs.empty() && m_network.problems().empty())
        m_network.problem(place, NS_MESSAGE("keras.no_output", "the model has no outputs"));
    const Json* config = configMember(entry, "config");
    if (const Json* outputs = config ? configMember(*config, "output_layers") : nullptr)
        eachReference(*outputs, "", [&](const Json& reference, const std::string& key) {
            m_reading.outputNames.push_back(key.empty() ? reference[0].get<std::string>() : key);
        });
}

Value KerasConfigReader::model(const Json& entry, const std::string& path, int place)
{
    const Json* config = configMember(entry, "config");
    if (config && classOf(entry) == "Sequential")
        return sequence(entry, path, place);
    if (config && configMember(*config, "layers") && configMember(*config, "output_layers"))
        return functional(*config, path, place);
    m_network.problem(place,
                      NS_MESSAGE("keras.no_layers",
                                 "the file does not list its layers; build it of Sequential or of keras.Model(inputs, outputs) and "
                                 "save it again"));
    return code::None();
}

Value KerasConfigReader::sequence(const Json& entry, const std::string& path, int place)
{
    const Json& config = *configMember(entry, "config");
    const Json* listed = config.is_array() ? &config : configMember(config, "layers");
    std::vector<Value> layers;
    if (listed && listed->is_array())
        for (const Json& one : *listed) {
            const std::string inner = joinedPath(path, layerName(one));
            layers.push_back(layer(one, inner, placeOf(inner)));
        }
    const Value made = code::callKeras(m_interpreter, "keras.Sequential", {{m_interpreter.makeList(std::move(layers))}, {}}, place);
    const Json* built = configMember(config, "build_input_shape");
    if (const Json* outer = configMember(entry, "build_config"); !built && outer)
        built = configMember(*outer, "input_shape");
    if (code::Model* sequential = code::pointer<code::Model>(made); sequential && built && built->is_array())
        code::callKerasModel(m_interpreter, *sequential, "build", {{valueOf(*built, "", path, place)}, {}}, place);
    return made;
}

Value KerasConfigReader::layer(const Json& entry, const std::string& path, int place)
{
    const std::string name = classOf(entry);
    const Json* config = configMember(entry, "config");
    const auto own = [&] {
        return m_network.heap.make(
            code::Layer{.type = "own." + withoutPackage(name.empty() ? "?" : name), .arguments = {}, .name = path, .line = place});
    };
    if (name.empty() || !config || isOwnClass(entry))
        return own();
    if (isModelClass(name)) {
        Value made = model(entry, path, place);
        return code::as<code::None>(made) ? Value(own()) : made;
    }
    const std::string module = configText(entry, "module");
    if (module.starts_with("keras.src.ops") || module.starts_with("keras.ops"))
        return code::Global{"keras.ops." + name};
    if (name == "TFOpLambda" || name == "SlicingOpLambda")
        return code::Global{"tf." + configText(*config, "function")};
    if (name == "Bidirectional")
        checkDirections(*config, place);
    const Value made = code::callKeras(m_interpreter, "keras.layers." + name, argumentsOf(*config, path, place), place);
    code::Layer* layer = code::pointer<code::Layer>(made);
    if (!layer)
        return own();
    layer->name = path;
    for (code::Layer* inner : layer->inner)
        inner->name.clear(); // it is known by the wrapper's name
    return made;
}

/// Ours has the same layer in both directions.
void KerasConfigReader::checkDirections(const Json& config, int place)
{
    const Json* forward = configMember(config, "layer");
    const Json* backward = configMember(config, "backward_layer");
    const auto option = [](const Json* entry, const char* key) {
        const Json* inner = entry ? configMember(*entry, "config") : nullptr;
        const Json* value = inner ? configMember(*inner, key) : nullptr;
        return value ? *value : Json();
    };
    bool isSame = option(forward, "go_backwards") != true;
    if (forward && backward && backward->is_object()) {
        isSame = isSame && classOf(*forward) == classOf(*backward) && option(backward, "go_backwards") == true;
        for (const char* key : {"activation", "recurrent_activation", "reset_after", "return_sequences", "units", "use_bias"})
            isSame = isSame && option(forward, key) == option(backward, key);
    }
    if (!isSame)
        m_network.problem(place,
                          NS_MESSAGE("keras.directions", "its two directions differ, and those of Netsmith's layers do not"));
}

Arguments KerasConfigReader::argumentsOf(const Json& config, const std::string& path, int place)
{
    Arguments arguments;
    if (!config.is_object())
        return arguments;
    for (const auto& [key, value] : config.items()) {
        if (key == "dtype") {
            const Json* policy = configMember(value, "config");
            const std::string type = value.is_string() ? value.get<std::string>() : policy ? configText(*policy, "name") : "";
            if (type.find("float") != std::string::npos && type != "float32")
                m_network.note(0,
                               NS_MESSAGE("keras.policy",
                                          "the model computes in {0}; a project does so in float32 unless its training is given "
                                          "another precision"),
                               type);
            continue;
        }
        if (key == "backward_layer") // see `checkDirections`
            continue;
        if (m_isKeras2 && key.ends_with("activation") && value.is_string() && value.get<std::string>() == "hard_sigmoid")
            m_network.problem(place,
                              NS_MESSAGE("keras.hard_sigmoid",
                                         "the hard_sigmoid of Keras 2 is clip(0.2 · x + 0.5, 0, 1), and Netsmith's is that of "
                                         "Keras 3"));
        arguments.named.emplace_back(key, valueOf(value, key, path, place));
    }
    return arguments;
}

Value KerasConfigReader::valueOf(const Json& json, const std::string& key, const std::string& path, int place)
{
    if (json.is_boolean())
        return json.get<bool>();
    if (json.is_number_unsigned()
        && json.get<std::uint64_t>() > static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max()))
        return json.get<double>();
    if (json.is_number_integer())
        return json.get<std::int64_t>();
    if (json.is_number())
        return json.get<double>();
    if (json.is_string())
        return json.get<std::string>();
    if (json.is_array()) {
        std::vector<Value> items;
        for (const Json& item : json)
            items.push_back(valueOf(item, key, path, place));
        return m_interpreter.makeList(std::move(items));
    }
    return json.is_object() ? objectOf(json, key, path, place) : Value(code::None());
}

/// What Keras wrote as an object: a tuple, an array of NumPy, a layer within a layer, a thing with a class, names and values.
Value KerasConfigReader::objectOf(const Json& json, const std::string& key, const std::string& path, int place)
{
    const std::string name = classOf(json);
    const Json* config = configMember(json, "config");
    if (const Json* items = configMember(json, "items"); items && name == "__tuple__")
        return valueOf(*items, key, path, place);
    if (const Json* value = configMember(json, "value"); value && configText(json, "type") == "ndarray")
        return valueOf(*value, key, path, place);
    if (name == "function" || name == "__lambda__")
        return config && config->is_string() ? config->get<std::string>() : std::string("lambda");
    if (name.empty() || !config) {
        code::Dictionary names;
        for (const auto& [one, value] : json.items())
            names.items.emplace_back(one, valueOf(value, one, path, place));
        return m_network.heap.make(std::move(names));
    }
    if (key == "layer" || key == "activation")
        return layer(json, joinedPath(path, layerName(json)), place);
    if (const std::string function = configText(*config, "fn"); !function.empty()) // a function as a loss or a metric of Keras 2
        return function;
    return m_network.heap.make(code::Made{"keras." + withoutPackage(name), argumentsOf(*config, path, place), place});
}

Value KerasConfigReader::functional(const Json& config, const std::string& path, int place)
{
    Parts parts;
    if (!listParts(*configMember(config, "layers"), path, parts))
        return code::None();
    parts.countCalls(*configMember(config, "output_layers"));
    for (const Parts::Part& part : parts.all)
        for (const Json* node : part.calls)
            parts.countCalls(*node);
    if (!makeCalls(parts))
        return code::None();
    const auto ends = [&](const char* key) -> Value {
        std::vector<Value> tensors;
        if (const Json* listed = configMember(config, key))
            eachReference(*listed, "", [&](const Json& reference, const std::string&) {
                tensors.push_back(argumentOf(reference, parts, "", place));
            });
        return m_interpreter.makeList(std::move(tensors));
    };
    Arguments arguments;
    arguments.named = {{"inputs", ends("input_layers")}, {"outputs", ends("output_layers")}};
    return code::callKeras(m_interpreter, "keras.Model", std::move(arguments), place);
}

/// Makes the layers and the inputs, and lists their calls.
bool KerasConfigReader::listParts(const Json& layers, const std::string& path, Parts& parts)
{
    for (const Json& entry : layers) {
        const std::string name = layerName(entry), inner = joinedPath(path, name);
        Parts::Part part{.entry = &entry, .place = placeOf(inner)};
        if (!parts.byName.emplace(name, parts.all.size()).second) {
            m_network.problem(part.place, NS_MESSAGE("keras.twice", "the model has two layers of this name; save it again"));
            return false;
        }
        const Json* config = configMember(entry, "config");
        if (classOf(entry) == "InputLayer" && config) {
            Arguments arguments = argumentsOf(*config, inner, part.place);
            std::erase_if(arguments.named, [](const auto& argument) { return argument.first == "name"; });
            arguments.named.emplace_back("name", inner);
            part.outputs.push_back({code::callKeras(m_interpreter, "keras.Input", std::move(arguments), part.place)});
        } else {
            part.layer = layer(entry, inner, part.place);
            if (const Json* nodes = configMember(entry, "inbound_nodes"); nodes && nodes->is_array())
                for (const Json& node : *nodes)
                    part.calls.push_back(&node);
            part.outputs.resize(part.calls.size());
            part.firstCall = m_isKeras2 && code::pointer<code::Model>(part.layer) ? 1 : 0;
        }
        parts.all.push_back(std::move(part));
    }
    return true;
}

/// Makes each call once all that it reads is there; among those in the file's order.
bool KerasConfigReader::makeCalls(Parts& parts)
{
    using Call = std::pair<std::size_t, std::size_t>;
    std::map<Call, std::vector<Call>> readers;
    std::map<Call, std::size_t> waiting;
    std::set<Call> ready;
    for (std::size_t i = 0; i < parts.all.size(); ++i)
        for (std::size_t node = 0; node < parts.all[i].calls.size(); ++node) {
            const Call mine{i, node};
            std::size_t& count = waiting[mine];
            eachReference(*parts.all[i].calls[node], "", [&](const Json& reference, const std::string&) {
                const std::string name = reference[0].get<std::string>();
                const auto from = parts.find(reference);
                if (!from && name != constantName)
                    m_network.problem(parts.all[i].place,
                                      NS_MESSAGE("keras.reference", "it reads a call of {0} that the file does not have"), name);
                else if (from && parts.all[from->first].outputs[from->second].empty()) {
                    readers[*from].push_back(mine);
                    ++count;
                }
            });
            if (count == 0)
                ready.insert(mine);
        }
    std::size_t made = 0;
    while (!ready.empty()) {
        const Call next = *ready.begin();
        ready.erase(ready.begin());
        const Value value = call(parts, next.first, *parts.all[next.first].calls[next.second]);
        const code::List* several = code::pointer<code::List>(value);
        parts.all[next.first].outputs[next.second] = several ? several->items : std::vector<Value>{value};
        ++made;
        for (const Call& reader : readers[next])
            if (--waiting[reader] == 0)
                ready.insert(reader);
    }
    if (made == waiting.size())
        return true;
    const auto loop = std::ranges::find_if(waiting, [](const auto& one) { return one.second > 0; });
    m_network.problem(parts.all[loop->first.first].place, NS_MESSAGE("keras.loop", "it is computed from its own output"));
    return false;
}

/// One call of a layer: {"args", "kwargs"} in Keras 3; in Keras 2 a list of references, of which the first has the other arguments,
/// or one reference alone.
Value KerasConfigReader::call(const Parts& parts, std::size_t part, const Json& node)
{
    const Parts::Part& mine = parts.all[part];
    Arguments arguments;
    const Json* positional = configMember(node, "args");
    const Json* named = configMember(node, "kwargs");
    if (positional && positional->is_array())
        for (const Json& argument : *positional)
            arguments.positional.push_back(argumentOf(argument, parts, "", mine.place));
    else if (node.is_array() && !node.empty()) {
        const Json& first = isReference(node) ? node : node[0];
        if (isReference(node) || node.size() == 1)
            arguments.positional.push_back(argumentOf(first, parts, "", mine.place));
        else
            arguments.positional.push_back(argumentOf(node, parts, "", mine.place));
        if (isReference(first) && first.size() > 3)
            named = &first[3];
    }
    if (named && named->is_object())
        for (const auto& [key, argument] : named->items())
            if (!argument.is_null() && !(key == "training" && argument == false))
                arguments.named.emplace_back(key, argumentOf(argument, parts, key, mine.place));
    if (const auto* function = code::as<code::Global>(mine.layer))
        return operation(function->name, *mine.entry, std::move(arguments), mine.place);
    while (arguments.positional.size() > 1 && code::isNone(arguments.positional.back()))
        arguments.positional.pop_back();
    if (!arguments.named.empty() || arguments.positional.size() > 1) {
        m_network.problem(mine.place, NS_MESSAGE("keras.call_argument", "it is called with {0}, which no layer of Netsmith can be"),
                          arguments.named.empty() ? std::string("a second value") : arguments.named[0].first);
        return code::Tensor();
    }
    const Value made = m_interpreter.call(mine.layer, std::move(arguments), mine.place);
    if (code::as<code::Tensor>(made) || code::pointer<code::List>(made))
        return made;
    m_network.problem(mine.place, NS_MESSAGE("keras.call", "the file does not say what it is applied to"));
    return code::Tensor();
}

/// What a program computed with tensors without a layer: Keras gives each such step a name of its own.
Value KerasConfigReader::operation(const std::string& function, const Json& entry, Arguments arguments, int place)
{
    const std::string symbol = operatorOf(function);
    std::vector<Value> operands = arguments.positional;
    for (const char* key : {"x1", "y", "x2"})
        if (const Value* operand = arguments.find(key))
            operands.push_back(*operand);
    if (!symbol.empty() && operands.size() == 2)
        return m_interpreter.binary(symbol, operands[0], operands[1], place);
    std::vector<std::pair<std::string, Value>> options = argumentsOf(*configMember(entry, "config"), "", place).named;
    options.insert(options.end(), arguments.named.begin(), arguments.named.end());
    std::erase_if(options, [](const auto& option) {
        return option.first == "name" || option.first == "function" || option.first == "trainable" || code::isNone(option.second);
    });
    const bool isPlain = std::ranges::all_of(options, [&](const auto& option) {
        return option.first == "axis" && (code::integerOf(option.second) == -1 || function.ends_with("oncatenate"));
    });
    const std::string name = snakeCase(code::lastPart(function));
    if (isPlain && operands.size() == 1)
        return code::callKeras(m_interpreter, "keras.ops." + name, {std::move(operands), std::move(options)}, place);
    m_network.problem(place, NS_MESSAGE("code.unknown_function", "what {0} makes of the network's values is not known"), function);
    return code::Tensor();
}

/// With tensors in the places of references.
Value KerasConfigReader::argumentOf(const Json& json, const Parts& parts, const std::string& key, int place)
{
    if (const Json* reference = referenceIn(json)) {
        if ((*reference)[0] == constantName)
            return valueOf((*reference)[2], key, "", place);
        const auto from = parts.find(*reference);
        const auto index = (*reference)[2].get<std::int64_t>();
        const auto* outputs = from ? &parts.all[from->first].outputs[from->second] : nullptr;
        return outputs && index >= 0 && index < std::ssize(*outputs) ? (*outputs)[static_cast<std::size_t>(index)]
                                                                     : Value(code::Tensor());
    }
    if (json.is_array()) {
        std::vector<Value> items;
        for (const Json& item : json)
            items.push_back(argumentOf(item, parts, key, place));
        return m_interpreter.makeList(std::move(items));
    }
    return valueOf(json, key, "", place);
}

void KerasConfigReader::readTraining(const Json& training)
{
    const auto given = [&](const char* key) -> Value {
        const Json* value = configMember(training, key);
        return value ? valueOf(*value, key, "", 0) : Value(code::None());
    };
    const Value optimizer = given("optimizer_config");
    Arguments arguments;
    arguments.named.emplace_back("optimizer", code::isNone(optimizer) ? given("optimizer") : optimizer);
    arguments.named.insert(
        arguments.named.end(),
        {{"loss", lossOf(given("loss"))}, {"metrics", given("metrics")}, {"loss_weights", given("loss_weights")}});
    code::Model compiled;
    code::callKerasModel(m_interpreter, compiled, "compile", std::move(arguments), 0);
}

/// A loss of the program's own can't be read; the network can be trained with another one.
Value KerasConfigReader::lossOf(const Value& loss)
{
    if (const code::List* list = code::pointer<code::List>(loss)) {
        std::vector<Value> all;
        for (const Value& one : list->items)
            all.push_back(lossOf(one));
        return std::ranges::all_of(all, code::isNone) ? Value(code::None()) : m_interpreter.makeList(std::move(all));
    }
    if (const code::Dictionary* dictionary = code::pointer<code::Dictionary>(loss)) {
        code::Dictionary all;
        for (const auto& [name, one] : dictionary->items)
            if (const Value known = lossOf(one); !code::isNone(known))
                all.items.emplace_back(name, known);
        return all.items.empty() ? Value(code::None()) : Value(m_network.heap.make(std::move(all)));
    }
    if (code::isNone(loss) || code::isKnownLoss(loss))
        return loss;
    m_network.note(0, NS_MESSAGE("keras.loss", "the loss {0} that the model was compiled with is none that Netsmith has"),
                   code::nameIn(loss).value_or("?"));
    return code::None();
}

} // namespace netsmith::interop

#include "engine/interop/keras/keras_config.h"

#include "engine/interop/code/code_libraries.h"
#include "engine/interop/code/code_training.h"
#include "engine/interop/keras/keras_entry.h"
#include "engine/interop/weights/keras_kinds.h"

#include <algorithm>
#include <limits>

namespace netsmith::interop {
namespace {

using code::Arguments;
using code::Value;

} // namespace

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

#include "engine/interop/keras/keras_config.h"

#include "engine/interop/code/code_libraries.h"
#include "engine/interop/keras/keras_entry.h"
#include "engine/interop/weights/keras_kinds.h"

#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <set>

namespace netsmith::interop {
namespace {

using code::Arguments;
using code::Value;

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
        if (arguments.named.empty())
            m_network.problem(
                mine.place, NS_MESSAGE("keras.call_values", "it is called with a second value, which no layer of Netsmith can be"));
        else
            m_network.problem(mine.place,
                              NS_MESSAGE("keras.call_argument", "it is called with {0}, which no layer of Netsmith can be"),
                              arguments.named[0].first);
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

} // namespace netsmith::interop

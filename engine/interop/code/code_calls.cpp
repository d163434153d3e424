#include "engine/interop/code/code_interpreter.h"
#include "engine/interop/code/code_libraries.h"
#include "engine/interop/code/python_tokens.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace netsmith::interop::code {
namespace {

bool isFrameworkName(std::string_view name, std::string_view library)
{
    return name.starts_with(library) && (name.size() == library.size() || name[library.size()] == '.');
}

/// Of a program's options, what is used where none is given.
void addArgument(Made& parser, const Arguments& arguments)
{
    std::string name;
    for (const Value& value : arguments.positional)
        if (const auto* text = as<std::string>(value); text && text->size() > name.size())
            name = *text;
    name.erase(0, std::min(name.find_first_not_of('-'), name.size()));
    std::ranges::replace(name, '-', '_');
    if (const Value* given = arguments.find("dest"))
        if (const auto* text = as<std::string>(*given))
            name = *text;
    Value value;
    const Value* action = arguments.find("action");
    if (const auto* text = action ? as<std::string>(*action) : nullptr)
        value = *text == "store_true" ? Value(false) : *text == "store_false" ? Value(true) : Value();
    if (const Value* otherwise = arguments.find("default"))
        value = *otherwise;
    if (!name.empty())
        parser.arguments.named.emplace_back(std::move(name), value);
}

} // namespace

std::optional<std::vector<Tensor>> tensorsIn(Interpreter& interpreter, const Value& value)
{
    if (const auto* tensor = as<Tensor>(value))
        return std::vector{*tensor};
    const List* list = pointer<List>(value);
    (void)interpreter;
    if (!list || list->items.empty())
        return std::nullopt;
    std::vector<Tensor> all;
    for (const Value& item : list->items)
        if (const auto* tensor = as<Tensor>(item))
            all.push_back(*tensor);
        else
            return std::nullopt;
    return all;
}

Value Interpreter::attribute(const Value& self, const std::string& name, int line)
{
    if (const auto* global = as<Global>(self))
        return Global{canonicalName(global->name + '.' + name)};
    if (const Object* object = pointer<Object>(self)) {
        const auto found = std::ranges::find(object->attributes, name, &std::pair<std::string, Value>::first);
        if (found != object->attributes.end())
            return found->second;
        if (const Value* inherited = classAttribute(*object->type, name))
            return pointer<Function>(*inherited) ? Value(network.heap.make(Bound{self, name})) : *inherited;
        return network.heap.make(Bound{self, name});
    }
    if (const Class* type = pointer<Class>(self)) {
        const Value* found = classAttribute(*type, name);
        return found ? *found : Value(Unknown());
    }
    if (const auto* tensor = as<Tensor>(self);
        tensor && (name == "shape" || name == "device" || name == "dtype" || name == "T" || name == "data"))
        return torchTensorAttribute(*this, *tensor, name, line);
    if (Model* model = pointer<Model>(self)) {
        const Value value = kerasModelAttribute(*this, *model, name, line);
        return as<Unknown>(value) ? Value(network.heap.make(Bound{self, name})) : value;
    }
    if (const Layer* layer = pointer<Layer>(self)) {
        if (name == "name")
            return layer->name;
        if (name == "trainable")
            return layer->trainable;
        if (const Value* given = layer->arguments.find(name))
            return *given;
        if (name == "in_features" || name == "in_channels" || name == "num_features")
            return layer->arguments.positional.empty() ? Value(Unknown()) : layer->arguments.positional[0];
        if (name == "out_features" || name == "out_channels")
            return layer->arguments.positional.size() < 2 ? Value(Unknown()) : layer->arguments.positional[1];
    }
    if (const Made* made = pointer<Made>(self); made && isFrameworkName(made->type, "argparse"))
        if (const Value* value = made->arguments.find(name))
            return *value;
    if (as<Output>(self) && (name == "data" || name == "logits"))
        return Output();
    if (pointer<Data>(self) && name == "shape")
        return Unknown();
    if (as<None>(self) || as<std::int64_t>(self) || as<double>(self) || as<bool>(self))
        return Unknown();
    return network.heap.make(Bound{self, name});
}

Value Interpreter::callObjectMethod(Object& object, const std::string& name, Arguments arguments, int line)
{
    const Value self = &object;
    if (const Value* found = classAttribute(*object.type, name))
        if (const Function* function = pointer<Function>(*found))
            return callFunction(*function, &self, std::move(arguments), line);
    if (!isModule(self))
        return Unknown();
    if (name == "parameters" || name == "named_parameters") {
        std::vector<Layer*> layers;
        collectLayers(self, layers);
        std::vector<Value> weights;
        for (Layer* layer : layers)
            weights.push_back(name == "parameters" ? Value(WeightOf{layer})
                                                   : makeList({layer->name + ".weight", WeightOf{layer}}, true));
        return makeList(std::move(weights));
    }
    if (name == "children" || name == "modules") {
        std::vector<Value> parts;
        for (const auto& [key, value] : object.attributes)
            if (isModule(value))
                parts.push_back(value);
        return makeList(std::move(parts));
    }
    if (name == "add_module" || name == "register_module") {
        if (const auto* text = arguments.positional.size() == 2 ? as<std::string>(arguments.positional[0]) : nullptr)
            setAttribute(self, *text, arguments.positional[1]);
        return None();
    }
    if (name == "to" || name == "cuda" || name == "cpu" || name == "train" || name == "eval" || name == "float" || name == "apply"
        || name == "requires_grad_")
        return self;
    if (name == "build" || name == "compile" || name == "fit" || name == "summary") { // a model of Keras as a class
        Model placeholder;
        if (name == "compile" || name == "fit") {
            trained = self;
            return callKerasModel(*this, placeholder, name, std::move(arguments), line);
        }
        return None();
    }
    return Unknown();
}

Value Interpreter::callBound(const Bound& bound, Arguments arguments, int line)
{
    const std::string& name = bound.name;
    if (name == "backward" || (name == "step" && pointer<Made>(bound.self)))
        ++trainingSteps;
    if (Object* object = pointer<Object>(bound.self))
        return callObjectMethod(*object, name, std::move(arguments), line);
    if (as<Tensor>(bound.self)) {
        arguments.positional.insert(arguments.positional.begin(), bound.self);
        if (auto value = callTorchFunction(*this, name, arguments, line))
            return *value;
        network.problem(line, NS_MESSAGE("code.tensor_method", "what \"{0}\" makes of a tensor can't be read"), name);
        return Tensor();
    }
    if (List* list = pointer<List>(bound.self)) {
        if (name == "append" && arguments.positional.size() == 1) {
            count(line);
            if (!list->name.empty() && isModule(arguments.positional[0]))
                nameParts(arguments.positional[0], list->name + '.' + std::to_string(list->items.size()));
            list->items.push_back(arguments.positional[0]);
        } else if (name == "extend" && arguments.positional.size() == 1) {
            if (const auto* items = itemsOf(arguments.positional[0])) {
                const std::vector<Value> copy = *items;
                count(line, copy.size());
                list->items.insert(list->items.end(), copy.begin(), copy.end());
            }
        } else if (name == "insert" && arguments.positional.size() == 2) {
            const auto at = integerOf(arguments.positional[0]).value_or(0);
            count(line);
            list->items.insert(
                list->items.begin()
                    + static_cast<std::ptrdiff_t>(std::clamp<std::int64_t>(at, 0, static_cast<std::int64_t>(list->items.size()))),
                arguments.positional[1]);
        } else if (name == "pop" && !list->items.empty()) {
            const Value last = list->items.back();
            list->items.pop_back();
            return last;
        } else
            return Unknown();
        return None();
    }
    if (const Dictionary* dictionary = pointer<Dictionary>(bound.self)) {
        std::vector<Value> items;
        if (name == "keys" || name == "values" || name == "items") {
            for (const auto& [key, value] : dictionary->items)
                items.push_back(name == "keys" ? key : name == "values" ? value : makeList({key, value}, true));
            return makeList(std::move(items));
        }
        if (name == "get" && !arguments.positional.empty()) {
            const Value found = subscript(bound.self, arguments.positional[0], line);
            return as<Unknown>(found) && arguments.positional.size() > 1 ? arguments.positional[1] : found;
        }
        return Unknown();
    }
    if (Model* model = pointer<Model>(bound.self)) {
        if (name == "parameters" || name == "named_parameters" || name == "children" || name == "modules") {
            std::vector<Layer*> layers;
            collectLayers(bound.self, layers);
            std::vector<Value> all;
            for (Layer* layer : layers)
                if (name == "parameters")
                    all.emplace_back(WeightOf{layer});
                else
                    all.push_back(name == "named_parameters" ? makeList({layer->name + ".weight", WeightOf{layer}}, true)
                                                             : Value(layer));
            return makeList(std::move(all));
        }
        return callKerasModel(*this, *model, name, std::move(arguments), line);
    }
    if (Layer* layer = pointer<Layer>(bound.self)) {
        if (name == "parameters")
            return makeList({WeightOf{layer}});
        return name == "to" || name == "requires_grad_" ? bound.self : Value(Unknown());
    }
    if (const Data* data = pointer<Data>(bound.self))
        return network.heap.make(Data(*data)); // astype, reshape and the like
    if (as<Output>(bound.self))
        return Output();
    if (const auto* text = as<std::string>(bound.self)) {
        if (name == "lower" || name == "upper" || name == "format" || name == "join" || name == "strip" || name == "replace")
            return name == "strip" ? Value(*text) : Value(Unknown());
        return Unknown();
    }
    if (Made* made = pointer<Made>(bound.self)) {
        if (made->type == "builtins.super") {
            const Class* owner = pointer<Class>(made->arguments.positional[1]);
            const Value self = made->arguments.positional[0];
            for (const Value& base : owner ? owner->bases : std::vector<Value>()) {
                const Class* type = pointer<Class>(base);
                const Value* found = type ? classAttribute(*type, name) : nullptr;
                if (const Function* function = found ? pointer<Function>(*found) : nullptr)
                    return callFunction(*function, &self, std::move(arguments), line);
            }
            return Unknown();
        }
        if (isFrameworkName(made->type, "argparse")) {
            if (name == "add_argument")
                addArgument(*made, arguments);
            return name == "parse_args" || name == "add_argument_group" ? bound.self : Value(None());
        }
        if (made->type == "torchvision.data" || made->type.starts_with("torch.utils.data"))
            return Unknown();
    }
    const bool hasTensor = std::ranges::any_of(arguments.positional, [](const Value& value) { return as<Tensor>(value); });
    if (hasTensor) {
        network.problem(line, NS_MESSAGE("code.unknown_call", "what is applied to the network's values here can't be read"));
        return Tensor();
    }
    const bool hasOutput = std::ranges::any_of(arguments.positional, [](const Value& value) { return as<Output>(value); });
    return hasOutput ? Value(Output()) : Value(Unknown());
}

Value Interpreter::callBuiltin(const std::string& name, Arguments& arguments, int line)
{
    const auto& given = arguments.positional;
    const auto first = given.empty() ? Value(Unknown()) : given[0];
    const auto* items = itemsOf(first);
    if (name == "range" && !given.empty() && given.size() <= 3) {
        std::array<std::int64_t, 3> bounds{0, 0, 1};
        for (std::size_t i = 0; i < given.size(); ++i)
            if (const auto number = integerOf(given[i]))
                bounds[given.size() == 1 ? 1 : i] = *number;
            else
                return Unknown();
        constexpr std::int64_t far = std::int64_t{1} << 40;
        if (bounds[2] == 0 || std::ranges::any_of(bounds, [](std::int64_t bound) { return bound > far || bound < -far; })
            || std::abs(bounds[1] - bounds[0]) / std::abs(bounds[2]) > static_cast<std::int64_t>(CodeLimits::items))
            return Unknown();
        std::vector<Value> all;
        for (std::int64_t i = bounds[0]; bounds[2] > 0 ? i < bounds[1] : i > bounds[1]; i += bounds[2])
            all.emplace_back(i);
        return makeList(std::move(all));
    }
    if (name == "len")
        return items                ? Value(static_cast<std::int64_t>(items->size()))
            : pointer<Model>(first) ? Value(static_cast<std::int64_t>(pointer<Model>(first)->parts.size()))
                                    : Value(Unknown());
    if (name == "int") {
        const auto number = numberOf(first);
        return number && std::abs(*number) < 1e15 ? Value(static_cast<std::int64_t>(*number))
            : as<BatchSize>(first)                ? first
                                                  : Value(Unknown());
    }
    if (name == "float") {
        const auto number = numberOf(first);
        return number ? Value(*number) : Value(Unknown());
    }
    if (name == "str" && as<std::int64_t>(first))
        return std::to_string(*as<std::int64_t>(first));
    if (name == "bool") {
        const auto truth = truthOf(first);
        return truth ? Value(*truth) : Value(Unknown());
    }
    if (name == "list" || name == "tuple" || name == "sorted" || name == "iter")
        return given.empty()        ? makeList({}, name == "tuple")
            : items                 ? makeList(*items, name == "tuple")
            : pointer<Model>(first) ? callBound({first, "children"}, {}, line)
                                    : Value(Unknown());
    if (name == "reversed" && items)
        return makeList({items->rbegin(), items->rend()});
    if (name == "dict") {
        Dictionary* made = network.heap.make(Dictionary());
        if (const Dictionary* other = pointer<Dictionary>(first))
            made->items = other->items;
        else if (items)
            for (const Value& item : *items)
                if (const List* pair = pointer<List>(item); pair && pair->items.size() == 2)
                    made->items.emplace_back(pair->items[0], pair->items[1]);
        for (const auto& [key, value] : arguments.named)
            made->items.emplace_back(key, value);
        return made;
    }
    if (name == "enumerate") {
        if (!items)
            return Unknown();
        const std::int64_t begin = given.size() > 1 ? integerOf(given[1]).value_or(0) : 0;
        std::vector<Value> all;
        const std::vector<Value> copy = *items;
        for (std::size_t i = 0; i < copy.size(); ++i)
            all.push_back(makeList({begin + static_cast<std::int64_t>(i), copy[i]}, true));
        return makeList(std::move(all));
    }
    if (name == "zip") {
        std::vector<std::vector<Value>> columns;
        std::size_t rows = std::numeric_limits<std::size_t>::max();
        for (const Value& value : given)
            if (const auto* column = itemsOf(value)) {
                columns.push_back(*column);
                rows = std::min(rows, column->size());
            } else
                return Unknown();
        std::vector<Value> all;
        for (std::size_t row = 0; !columns.empty() && row < rows; ++row) {
            std::vector<Value> tuple;
            for (const auto& column : columns)
                tuple.push_back(column[row]);
            all.push_back(makeList(std::move(tuple), true));
        }
        return makeList(std::move(all));
    }
    if (name == "map" && given.size() == 2)
        if (const auto* column = itemsOf(given[1])) {
            const std::vector<Value> copy = *column;
            std::vector<Value> all;
            for (const Value& value : copy)
                all.push_back(call(first, {{value}, {}}, line));
            return makeList(std::move(all));
        }
    if ((name == "sum" || name == "min" || name == "max") && !given.empty()) {
        const std::vector<Value> values = items ? *items : given;
        if (values.empty())
            return name == "sum" ? Value(std::int64_t{0}) : Value(Unknown());
        Value result = values[0];
        for (std::size_t i = 1; i < values.size(); ++i)
            if (name == "sum")
                result = binary("+", result, values[i], line);
            else {
                const auto a = numberOf(result), b = numberOf(values[i]);
                if (!a || !b)
                    return Unknown();
                result = (*b < *a) == (name == "min") && *a != *b ? values[i] : result;
            }
        return result;
    }
    if (name == "pow" && given.size() == 2)
        return binary("**", given[0], given[1], line);
    if (name == "abs")
        if (const auto number = numberOf(first))
            return as<std::int64_t>(first) && *as<std::int64_t>(first) != std::numeric_limits<std::int64_t>::min()
                ? Value(std::abs(*as<std::int64_t>(first)))
                : Value(std::abs(*number));
    if (name == "round" && given.size() == 1)
        if (const auto number = numberOf(first); number && std::abs(*number) < 1e15)
            return static_cast<std::int64_t>(std::nearbyint(*number));
    if (name == "super" && !m_frames.empty()) {
        Made super{"builtins.super", {{m_frames.back().self, m_frames.back().owner}, {}}, line};
        if (given.size() == 2 && pointer<Class>(given[0]))
            super.arguments.positional = {given[1], given[0]};
        return network.heap.make(std::move(super));
    }
    if (name == "isinstance" && given.size() == 2) {
        const auto is = [](const Value& value, const Value& type) -> std::optional<bool> {
            if (const auto* global = as<Global>(type)) {
                const std::string last = lastPart(global->name);
                if (last == "int" || last == "float" || last == "str" || last == "bool")
                    return (last == "int" && as<std::int64_t>(value)) || (last == "float" && as<double>(value))
                        || (last == "str" && as<std::string>(value)) || (last == "bool" && as<bool>(value));
                if (last == "tuple" || last == "list")
                    return pointer<List>(value) && pointer<List>(value)->isTuple == (last == "tuple");
                if (const Layer* layer = pointer<Layer>(value))
                    return layer->type == global->name
                        || (layer->type.starts_with("keras.layers.") && lastPart(layer->type) == last);
                if (pointer<Model>(value))
                    return last == "Sequential" || last == "Model" || last == "Module";
                if (pointer<Object>(value))
                    return last == "Module";
            }
            if (const Class* wanted = pointer<Class>(type))
                return pointer<Object>(value) && pointer<Object>(value)->type == wanted;
            return std::nullopt;
        };
        if (const List* types = pointer<List>(given[1])) {
            bool any = false;
            for (const Value& type : types->items)
                any = any || is(first, type).value_or(false);
            return any;
        }
        const auto result = is(first, given[1]);
        return result ? Value(*result) : Value(Unknown());
    }
    const auto* text = given.size() > 1 ? as<std::string>(given[1]) : nullptr;
    if (name == "getattr" && text)
        return attribute(first, *text, line);
    if (name == "setattr" && text && given.size() == 3)
        setAttribute(first, *text, given[2]);
    if (name == "hasattr" && text)
        if (const Object* object = pointer<Object>(first))
            return std::ranges::find(object->attributes, *text, &std::pair<std::string, Value>::first) != object->attributes.end();
    return Unknown();
}

Value Interpreter::callLibrary(const std::string& name, Arguments arguments, int line)
{
    if (isFrameworkName(name, "builtins"))
        return callBuiltin(name.substr(name.find('.') + 1), arguments, line);
    const auto& given = arguments.positional;
    if (name == "collections.OrderedDict")
        return callBuiltin("dict", arguments, line);
    if (name == "collections.namedtuple" || isFrameworkName(name, "functools"))
        return Unknown();
    if (isFrameworkName(name, "argparse"))
        return network.heap.make(Made{name, {}, line});
    if (name == "numpy.prod" || name == "math.prod") {
        Value result = std::int64_t{1};
        if (const auto* items = given.empty() ? nullptr : itemsOf(given[0])) {
            const std::vector<Value> copy = *items;
            for (const Value& item : copy)
                result = binary("*", result, item, line);
            return result;
        }
        return Unknown();
    }
    if (isFrameworkName(name, "math") || isFrameworkName(name, "numpy")) {
        const auto number = given.empty() ? std::nullopt : numberOf(given[0]);
        const std::string last = lastPart(name);
        if (number && std::abs(*number) < 1e15) {
            if (last == "ceil" || last == "floor")
                return static_cast<std::int64_t>(last == "ceil" ? std::ceil(*number) : std::floor(*number));
            if (last == "sqrt" && *number >= 0.0)
                return std::sqrt(*number);
            if ((last == "log" || last == "log2") && *number > 0.0 && given.size() == 1)
                return last == "log" ? std::log(*number) : std::log2(*number);
        }
        for (const Value& value : given) // expand_dims, reshape, concatenate of data
            if (const Data* data = pointer<Data>(value))
                return network.heap.make(Data(*data));
    }
    if (isFrameworkName(name, "keras") || isFrameworkName(name, "tensorflow"))
        return callKeras(*this, name, std::move(arguments), line);
    if (isFrameworkName(name, "torch") || isFrameworkName(name, "torchvision"))
        return callTorch(*this, name, std::move(arguments), line);
    if (std::ranges::any_of(given, [&](const Value& value) { return tensorsIn(*this, value).has_value(); })) {
        network.problem(line, NS_MESSAGE("code.unknown_function", "what {0} makes of the network's values is not known"), name);
        return Tensor();
    }
    const bool hasOutput = std::ranges::any_of(given, [](const Value& value) { return as<Output>(value); });
    return hasOutput ? Value(Output()) : Value(Unknown());
}

} // namespace netsmith::interop::code

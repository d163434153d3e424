#include "engine/interop/code/code_interpreter.h"
#include "engine/interop/code/code_libraries.h"
#include "engine/interop/code/python_tokens.h"

#include <algorithm>
#include <array>
#include <charconv>

namespace netsmith::interop::code {
namespace {

Value integerValue(std::string_view digits)
{
    std::int64_t number = 0;
    int base = 10;
    if (digits.size() > 2 && digits[0] == '0' && (digits[1] | 0x20) >= 'b') {
        base = (digits[1] | 0x20) == 'x' ? 16 : (digits[1] | 0x20) == 'o' ? 8 : 2;
        digits.remove_prefix(2);
    }
    const auto [rest, code] = std::from_chars(digits.data(), digits.data() + digits.size(), number, base);
    if (code == std::errc() && rest == digits.data() + digits.size())
        return number;
    return Unknown(); // larger than anything a network has
}

Value realValue(std::string_view digits)
{
    double number = 0.0;
    const auto [rest, code] = std::from_chars(digits.data(), digits.data() + digits.size(), number);
    return code == std::errc() && rest == digits.data() + digits.size() ? Value(number) : Value(Unknown());
}

constexpr std::array<std::string_view, 31> builtins{
    "range",    "len",    "int",        "float", "str", "bool", "list", "tuple", "dict",    "zip",     "enumerate",
    "print",    "super",  "isinstance", "sum",   "min", "max",  "abs",  "round", "hasattr", "getattr", "setattr",
    "reversed", "sorted", "map",        "any",   "all", "pow",  "type", "next",  "iter"};

} // namespace

class Interpreter::Deeper {
public:
    Deeper(Interpreter& interpreter, int line)
        : m_interpreter(interpreter)
    {
        constexpr int deepest = 500;
        if (++m_interpreter.m_depth > deepest)
            refuseCode(line, Message(NS_MESSAGE("code.depth", "there are more than {0} levels within each other"), deepest));
    }
    Deeper(const Deeper&) = delete;
    Deeper& operator=(const Deeper&) = delete;
    ~Deeper() { --m_interpreter.m_depth; }

private:
    Interpreter& m_interpreter;
};

Value Interpreter::makeList(std::vector<Value> items, bool isTuple)
{
    count(0, items.size() + 1);
    return network.heap.make(List{std::move(items), isTuple});
}

const std::vector<Value>* Interpreter::itemsOf(const Value& value)
{
    if (const List* list = pointer<List>(value))
        return &list->items;
    if (const Dictionary* dictionary = pointer<Dictionary>(value)) {
        std::vector<Value> keys;
        for (const auto& [key, item] : dictionary->items)
            keys.push_back(key);
        return &pointer<List>(makeList(std::move(keys)))->items;
    }
    return nullptr;
}

Value Interpreter::name(const std::string& name, const Scope& scope)
{
    for (const Scope* at = &scope; at; at = at->parent)
        if (const auto found = at->names.find(name); found != at->names.end())
            return found->second;
    if (std::ranges::find(builtins, name) != builtins.end())
        return Global{"builtins." + name};
    for (const std::string& module : m_starModules) // Keras's and PyTorch's names are capitalized, others are not asked for
        if (!name.empty() && name[0] >= 'A' && name[0] <= 'Z')
            return Global{canonicalName(module + '.' + name)};
    return Unknown();
}

Value Interpreter::evaluate(const PythonExpression& expression, Scope& scope)
{
    using Kind = PythonExpression::Kind;
    const Deeper deeper(*this, expression.line);
    count(expression.line);
    switch (expression.kind) {
    case Kind::name: return name(expression.text, scope);
    case Kind::integer: return integerValue(expression.text);
    case Kind::real: return realValue(expression.text);
    case Kind::text: return expression.text;
    case Kind::constant:
        if (expression.text == "None")
            return None();
        return expression.text == "..." ? Value(Unknown()) : Value(expression.text == "True");
    case Kind::list:
    case Kind::tuple:
    case Kind::set: {
        std::vector<Value> items;
        for (const PythonExpressionPtr& part : expression.parts)
            if (part->kind == Kind::starred) {
                const Value inner = evaluate(*part->parts[0], scope);
                if (const auto* known = itemsOf(inner))
                    items.insert(items.end(), known->begin(), known->end());
            } else
                items.push_back(evaluate(*part, scope));
        return makeList(std::move(items), expression.kind == Kind::tuple);
    }
    case Kind::dictionary: {
        Dictionary* made = network.heap.make(Dictionary());
        for (std::size_t i = 0; i + 1 < expression.parts.size(); i += 2) {
            Value value = evaluate(*expression.parts[i + 1], scope);
            if (expression.parts[i])
                made->items.emplace_back(evaluate(*expression.parts[i], scope), std::move(value));
            else if (const Dictionary* other = pointer<Dictionary>(value))
                made->items.insert(made->items.end(), other->items.begin(), other->items.end());
        }
        return made;
    }
    case Kind::attribute: return attribute(evaluate(*expression.parts[0], scope), expression.text, expression.line);
    case Kind::subscript: {
        const Value value = evaluate(*expression.parts[0], scope);
        return subscript(value, evaluate(*expression.parts[1], scope), expression.line);
    }
    case Kind::slice: {
        SliceOf made;
        const std::array<Value*, 3> places{&made.begin, &made.end, &made.step};
        for (std::size_t i = 0; i < places.size(); ++i)
            if (expression.parts[i])
                *places[i] = evaluate(*expression.parts[i], scope);
        return network.heap.make(std::move(made));
    }
    case Kind::call: return callExpression(expression, scope);
    case Kind::unary: return unary(expression.text, evaluate(*expression.parts[0], scope), expression.line);
    case Kind::binary: {
        const Value left = evaluate(*expression.parts[0], scope);
        return binary(expression.text, left, evaluate(*expression.parts[1], scope), expression.line);
    }
    case Kind::comparison: return compare(expression, scope);
    case Kind::logical: {
        const bool isOr = expression.text == "or";
        Value value;
        for (const PythonExpressionPtr& part : expression.parts) {
            value = evaluate(*part, scope);
            const auto truth = truthOf(value);
            if (!truth)
                return Unknown();
            if (*truth == isOr)
                return value;
        }
        return value;
    }
    case Kind::conditional: {
        const auto truth = truthOf(evaluate(*expression.parts[0], scope));
        return truth ? evaluate(*expression.parts[*truth ? 1 : 2], scope) : evaluate(*expression.parts[2], scope);
    }
    case Kind::lambda: {
        Function function;
        function.name = "lambda";
        function.parameters = &expression.parameters;
        function.result = expression.parts[0].get();
        function.scope = &scope;
        for (const PythonParameter& parameter : expression.parameters)
            function.defaults.push_back(parameter.defaultValue ? evaluate(*parameter.defaultValue, scope) : Value(Unknown()));
        return network.heap.make(std::move(function));
    }
    case Kind::comprehension: return comprehension(expression, scope);
    case Kind::formatted: // a name of a layer, at best
    case Kind::starred:
    case Kind::spread:
    case Kind::clause:
    case Kind::opaque: return Unknown();
    }
    return Unknown();
}

Value Interpreter::callExpression(const PythonExpression& expression, Scope& scope)
{
    const Value callee = evaluate(*expression.parts[0], scope);
    Arguments arguments;
    for (std::size_t i = 1; i < expression.parts.size(); ++i) {
        const PythonExpression& part = *expression.parts[i];
        if (part.kind == PythonExpression::Kind::starred) {
            const Value inner = evaluate(*part.parts[0], scope);
            if (const auto* known = itemsOf(inner))
                arguments.positional.insert(arguments.positional.end(), known->begin(), known->end());
        } else if (part.kind == PythonExpression::Kind::spread) {
            if (const Dictionary* named = pointer<Dictionary>(evaluate(*part.parts[0], scope)))
                for (const auto& [key, value] : named->items)
                    if (const auto* text = as<std::string>(key))
                        arguments.named.emplace_back(*text, value);
        } else if (expression.names[i].empty())
            arguments.positional.push_back(evaluate(part, scope));
        else
            arguments.named.emplace_back(expression.names[i], evaluate(part, scope));
    }
    return call(callee, std::move(arguments), expression.line);
}

Value Interpreter::comprehension(const PythonExpression& expression, Scope& scope)
{
    Scope* inside = network.heap.make(Scope{.names = {}, .parent = &scope});
    std::vector<Value> items;
    const auto follow = [&](const auto& self, std::size_t at) -> bool {
        if (at == expression.parts.size()) {
            items.push_back(evaluate(*expression.parts[0], *inside));
            return items.size() <= CodeLimits::items;
        }
        const PythonExpression& clause = *expression.parts[at];
        const Value iterable = evaluate(*clause.parts[1], *inside);
        const auto* known = itemsOf(iterable);
        if (!known)
            return false;
        const std::vector<Value> all = *known;
        for (const Value& item : all) {
            count(clause.line);
            assign(*clause.parts[0], item, *inside);
            bool holds = true;
            for (std::size_t i = 2; i < clause.parts.size(); ++i)
                holds = holds && truthOf(evaluate(*clause.parts[i], *inside)).value_or(false);
            if (holds && !self(self, at + 1))
                return false;
        }
        return true;
    };
    if (!follow(follow, 1))
        return Unknown();
    if (expression.text != ":")
        return makeList(std::move(items));
    Dictionary* made = network.heap.make(Dictionary());
    for (const Value& item : items)
        if (const List* pair = pointer<List>(item); pair && pair->items.size() == 2)
            made->items.emplace_back(pair->items[0], pair->items[1]);
    return made;
}

} // namespace netsmith::interop::code

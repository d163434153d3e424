#include "engine/interop/code/code_interpreter.h"

#include "engine/interop/code/code_libraries.h"
#include "engine/interop/code/python_tokens.h"

#include <algorithm>
#include <array>

namespace netsmith::interop::code {
namespace {

constexpr std::size_t mostSteps = 2'000'000; ///< a large network takes some ten thousand

bool isUpper(char c)
{
    return c >= 'A' && c <= 'Z';
}

} // namespace

std::string canonicalName(std::string name)
{
    for (const std::string_view prefix :
         {"tensorflow.python.keras", "tensorflow.compat.v1.keras", "tensorflow.keras", "tf_keras", "keras.api"})
        if (name.starts_with(prefix) && (name.size() == prefix.size() || name[prefix.size()] == '.')) {
            name = "keras" + name.substr(prefix.size());
            break;
        }
    const std::string last = lastPart(name);
    if (name.starts_with("keras.models.") || name.starts_with("keras.engine."))
        return "keras." + last;
    if (name.starts_with("keras.layers.") && (isUpper(last[0]) || name.find('.', 13) != std::string::npos))
        return last == "Input" ? "keras.Input" : "keras.layers." + last;
    if (name.starts_with("keras.optimizers.") && !name.starts_with("keras.optimizers.schedules") && isUpper(last[0]))
        return "keras.optimizers." + last;
    if (name.starts_with("keras.applications.") && isUpper(last[0]))
        return "keras.applications." + last;
    if (name.starts_with("torch.nn.modules.") && isUpper(last[0]))
        return "torch.nn." + last;
    if (name.starts_with("torch.optim.") && isUpper(last[0]) && !name.starts_with("torch.optim.lr_scheduler"))
        return "torch.optim." + last;
    return name;
}

Interpreter::Interpreter(Network& made)
    : network(made)
    , m_globals(made.heap.make(Scope()))
{
    m_globals->names.emplace("__name__", std::string("__main__"));
}

void Interpreter::count(int line, std::size_t steps)
{
    m_steps += steps;
    m_line = line ? line : m_line;
    if (m_steps > mostSteps)
        refuseCode(m_line,
                   Message(NS_MESSAGE("code.steps",
                                      "following the program takes more than {0:step|steps}; import a file that only "
                                      "makes the network"),
                           mostSteps));
}

void Interpreter::run(const PythonBody& program)
{
    execute(program, *m_globals);
    // A file that only defines its network: an instance of the last class that can be made, or what the last function returns.
    const auto needsNothing = [](const Function& function) {
        for (std::size_t i = function.owner ? 1 : 0; i < function.parameters->size(); ++i)
            if (const PythonParameter& parameter = (*function.parameters)[i];
                parameter.kind == PythonParameter::Kind::plain && !parameter.defaultValue)
                return false;
        return true;
    };
    for (std::size_t i = classes.size(); i-- > 0 && models.empty();) {
        const Value* init = classAttribute(*classes[i], "__init__");
        const Function* function = init ? pointer<Function>(*init) : nullptr;
        if (!libraryBase(*classes[i]).empty() && function && needsNothing(*function))
            makeObject(*classes[i], {}, classes[i]->line);
    }
    for (std::size_t i = functions.size(); i-- > 0 && models.empty();)
        if (needsNothing(*functions[i]))
            callFunction(*functions[i], nullptr, {}, 0);
}

Interpreter::Flow Interpreter::execute(const PythonBody& body, Scope& scope)
{
    for (const PythonStatement& statement : body)
        if (const Flow flow = execute(statement, scope); flow != Flow::next)
            return flow;
    return Flow::next;
}

Interpreter::Flow Interpreter::execute(const PythonStatement& statement, Scope& scope)
{
    using enum PythonStatement::Kind;
    count(statement.line);
    const auto& parts = statement.expressions;
    switch (statement.kind) {
    case expression: evaluate(*parts[0], scope); break;
    case assignment: {
        const Value value = evaluate(*parts.back(), scope);
        for (std::size_t i = 0; i + 1 < parts.size(); ++i)
            assign(*parts[i], value, scope);
        break;
    }
    case augmented: {
        const Value value = evaluate(*parts[0], scope);
        const Value added = evaluate(*parts[1], scope);
        if (List* list = pointer<List>(value); list && !list->isTuple && statement.text == "+") {
            if (const auto* items = itemsOf(added)) {
                count(statement.line, items->size());
                const std::vector<Value> copy = *items;
                list->items.insert(list->items.end(), copy.begin(), copy.end());
            }
            break;
        }
        assign(*parts[0], binary(statement.text, value, added, statement.line), scope);
        break;
    }
    case branch: {
        for (std::size_t i = 0; i < parts.size(); ++i)
            if (truthOf(evaluate(*parts[i], scope)).value_or(false))
                return execute(statement.bodies[i], scope);
        if (statement.bodies.size() > parts.size())
            return execute(statement.bodies.back(), scope);
        break;
    }
    case forLoop:
    case whileLoop: return executeLoop(statement, scope);
    case function: scope.names.insert_or_assign(statement.text, makeFunction(statement, scope)); break;
    case classDefinition: makeClass(statement, scope); break;
    case returned:
        if (!m_frames.empty())
            m_frames.back().result = parts.empty() ? Value() : evaluate(*parts[0], scope);
        return Flow::back;
    case import:
    case importFrom: importNames(statement, scope); break;
    case with:
        for (std::size_t i = 0; i < parts.size(); i += 2) {
            const Value value = evaluate(*parts[i], scope);
            if (parts[i + 1])
                assign(*parts[i + 1], value, scope);
        }
        return execute(statement.bodies[0], scope);
    case attempt:
        for (const PythonBody& body : statement.bodies)
            if (const Flow flow = execute(body, scope); flow != Flow::next)
                return flow;
        break;
    case breakLoop: return Flow::leave;
    case continueLoop: return Flow::again;
    case raised: return m_frames.empty() ? Flow::next : Flow::back;
    case removal:
    case nothing: break;
    }
    return Flow::next;
}

/// A loop that trains is followed once: the first such loop whose count is known is that over the epochs.
Interpreter::Flow Interpreter::executeLoop(const PythonStatement& statement, Scope& scope)
{
    struct Entered {
        int& loops;
        explicit Entered(int& count)
            : loops(++count)
        {
        }
        Entered(const Entered&) = delete;
        Entered& operator=(const Entered&) = delete;
        ~Entered() { --loops; }
    };
    const Entered entered(m_loops);
    const int before = trainingSteps;
    if (statement.kind == PythonStatement::Kind::whileLoop) {
        constexpr int most = 10'000;
        for (int i = 0; i < most; ++i) {
            const auto holds = truthOf(evaluate(*statement.expressions[0], scope));
            if (holds == false)
                break;
            const Flow flow = execute(statement.bodies[0], scope);
            if (flow == Flow::back)
                return flow;
            if (flow == Flow::leave || !holds || trainingSteps > before)
                break;
        }
        return execute(statement.bodies[1], scope);
    }
    const Value iterable = evaluate(*statement.expressions[1], scope);
    const auto* known = itemsOf(iterable);
    const std::vector<Value> items = known ? *known : std::vector<Value>{Unknown()};
    count(statement.line, items.size());
    const auto epochs = static_cast<std::int64_t>(items.size());
    for (const Value& item : items) {
        assign(*statement.expressions[0], item, scope);
        const Flow flow = execute(statement.bodies[0], scope);
        if (flow == Flow::back)
            return flow;
        if (trainingSteps > before) {
            if (known && m_loops == 1)
                network.training.epochs = epochs;
            break;
        }
        if (flow == Flow::leave)
            break;
    }
    return execute(statement.bodies[1], scope);
}

void Interpreter::importNames(const PythonStatement& statement, Scope& scope)
{
    const auto seen = [&](const std::string& name) {
        usesTorch = usesTorch || name == "torch" || name.starts_with("torch.");
        usesKeras = usesKeras || name == "keras" || name.starts_with("keras.");
    };
    for (const auto& [name, alias] : statement.names) {
        if (statement.kind == PythonStatement::Kind::import) {
            const std::string first = name.substr(0, name.find('.'));
            const std::string full = canonicalName(name);
            seen(full);
            scope.names.insert_or_assign(alias.empty() ? first : alias, Global{alias.empty() ? canonicalName(first) : full});
            continue;
        }
        const std::string full = canonicalName(statement.text + '.' + name);
        seen(full);
        if (name == "*")
            m_starModules.push_back(statement.text);
        else if (statement.text != "__future__")
            scope.names.insert_or_assign(alias.empty() ? name : alias, Global{full});
    }
}

void Interpreter::assign(const PythonExpression& target, const Value& value, Scope& scope)
{
    using enum PythonExpression::Kind;
    switch (target.kind) {
    case PythonExpression::Kind::name: scope.names.insert_or_assign(target.text, value); break;
    case PythonExpression::Kind::attribute: setAttribute(evaluate(*target.parts[0], scope), target.text, value); break;
    case PythonExpression::Kind::subscript: {
        const Value holder = evaluate(*target.parts[0], scope);
        const Value index = evaluate(*target.parts[1], scope);
        if (Dictionary* dictionary = pointer<Dictionary>(holder)) {
            count(target.line);
            dictionary->items.emplace_back(index, value);
        } else if (List* list = pointer<List>(holder)) {
            const auto place = integerOf(index);
            const auto size = static_cast<std::int64_t>(list->items.size());
            if (place && *place >= -size && *place < size)
                list->items[static_cast<std::size_t>(*place < 0 ? *place + size : *place)] = value;
        }
        break;
    }
    case tuple:
    case list: {
        const auto* items = itemsOf(value);
        const std::vector<Value> copy = items ? *items : std::vector<Value>();
        std::size_t next = 0;
        for (std::size_t i = 0; i < target.parts.size(); ++i) {
            const PythonExpression& part = *target.parts[i];
            if (part.kind == starred) {
                const std::size_t after = target.parts.size() - i - 1;
                const std::size_t end = copy.size() >= after + next ? copy.size() - after : next;
                assign(*part.parts[0],
                       items ? makeList(
                           {copy.begin() + static_cast<std::ptrdiff_t>(next), copy.begin() + static_cast<std::ptrdiff_t>(end)})
                             : Value(Unknown()),
                       scope);
                next = end;
            } else
                assign(part, next < copy.size() ? copy[next++] : as<Output>(value) ? value : Value(Unknown()), scope);
        }
        break;
    }
    default: break;
    }
}

Value Interpreter::makeFunction(const PythonStatement& statement, Scope& scope)
{
    Function function;
    function.name = statement.text;
    function.parameters = &statement.parameters;
    function.body = &statement.bodies[0];
    function.scope = &scope;
    for (const PythonParameter& parameter : statement.parameters)
        function.defaults.push_back(parameter.defaultValue ? evaluate(*parameter.defaultValue, scope) : Value(Unknown()));
    Function* made = network.heap.make(std::move(function));
    if (&scope == m_globals)
        functions.push_back(made);
    return made;
}

Value Interpreter::callFunction(const Function& function, const Value* self, Arguments arguments, int line)
{
    constexpr std::size_t deepest = 60;
    if (m_frames.size() >= deepest)
        refuseCode(line, Message(NS_MESSAGE("code.recursion", "functions call each other more than {0} levels deep"), deepest));
    if (self)
        arguments.positional.insert(arguments.positional.begin(), *self);
    Scope* scope = network.heap.make(Scope{.names = {}, .parent = function.scope});
    std::size_t next = 0;
    for (std::size_t i = 0; i < function.parameters->size(); ++i) {
        const PythonParameter& parameter = (*function.parameters)[i];
        Value value = i < function.defaults.size() ? function.defaults[i] : Value(Unknown());
        if (parameter.kind == PythonParameter::Kind::rest) {
            std::vector<Value> rest;
            for (; next < arguments.positional.size(); ++next)
                rest.push_back(arguments.positional[next]);
            value = makeList(std::move(rest), true);
        } else if (parameter.kind == PythonParameter::Kind::named) {
            Dictionary* dictionary = network.heap.make(Dictionary());
            for (const auto& [name, given] : arguments.named)
                if (std::ranges::find(*function.parameters, name, &PythonParameter::name) == function.parameters->end())
                    dictionary->items.emplace_back(name, given);
            value = dictionary;
        } else if (next < arguments.positional.size())
            value = arguments.positional[next++];
        else if (const Value* named = arguments.find(parameter.name))
            value = *named;
        scope->names.insert_or_assign(parameter.name, value);
    }
    const Value owner = self ? *self : function.owner && !arguments.positional.empty() ? arguments.positional[0] : Value();
    m_frames.push_back({owner, function.owner, {}});
    if (function.result)
        m_frames.back().result = evaluate(*function.result, *scope);
    else
        execute(*function.body, *scope);
    Value result = m_frames.back().result;
    m_frames.pop_back();
    return result;
}

Value Interpreter::call(const Value& callee, Arguments arguments, int line)
{
    count(line);
    if (const auto* global = as<Global>(callee))
        return callLibrary(global->name, std::move(arguments), line);
    if (const Function* function = pointer<Function>(callee))
        return callFunction(*function, nullptr, std::move(arguments), line);
    if (Class* type = pointer<Class>(callee))
        return makeObject(*type, std::move(arguments), line);
    if (const Bound* bound = pointer<Bound>(callee))
        return callBound(*bound, std::move(arguments), line);
    if (Object* object = pointer<Object>(callee))
        return callObject(*object, std::move(arguments), line);
    if (Model* model = pointer<Model>(callee))
        return callModel(*model, std::move(arguments), line);
    if (Layer* layer = pointer<Layer>(callee)) {
        const bool isTorch = layer->type.starts_with("torch.");
        if (isTorch)
            return applyTorchLayer(*this, *layer, arguments.positional, line);
        const auto tensors = arguments.positional.empty() ? std::nullopt : tensorsIn(*this, arguments.positional[0]);
        if (!tensors)
            return Output();
        return applyKerasLayer(*this, *layer, *tensors, line);
    }
    if (const Made* made = pointer<Made>(callee)) { // a loss that is given what the network makes
        const bool isLoss = std::ranges::any_of(arguments.positional, [](const Value& value) { return as<Output>(value); });
        if (isLoss && (made->type.starts_with("torch.nn.") || made->type.starts_with("keras.losses."))) {
            network.training.loss = callee;
            network.training.lossLine = made->line;
            return Output();
        }
    }
    const bool hasTensor =
        std::ranges::any_of(arguments.positional, [&](const Value& value) { return tensorsIn(*this, value).has_value(); });
    if (hasTensor && !as<Tensor>(callee)) {
        network.problem(line, NS_MESSAGE("code.unknown_call", "what is applied to the network's values here can't be read"));
        return Tensor();
    }
    const bool hasOutput = std::ranges::any_of(arguments.positional, [](const Value& value) { return as<Output>(value); });
    return hasOutput ? Value(Output()) : Value(Unknown());
}

} // namespace netsmith::interop::code

#include "engine/interop/code/code_interpreter.h"
#include "engine/interop/code/code_libraries.h"
#include "engine/interop/code/python_tokens.h"

#include "engine/core/checked.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace netsmith::interop::code {
namespace {

bool equals(const Value& left, const Value& right, bool& known)
{
    const auto a = numberOf(left), b = numberOf(right);
    if (a && b)
        return *a == *b;
    if (const auto* text = as<std::string>(left))
        if (const auto* other = as<std::string>(right))
            return *text == *other;
    if (isNone(left) || isNone(right)) {
        const Value& other = isNone(left) ? right : left;
        if (as<Unknown>(other))
            known = false;
        return isNone(left) && isNone(right);
    }
    const List* first = pointer<List>(left);
    const List* second = pointer<List>(right);
    if (first && second) {
        if (first == second)
            return true;
        const auto one = integersOf(left), two = integersOf(right);
        if (one && two)
            return *one == *two;
    }
    if (const auto* global = as<Global>(left))
        if (const auto* other = as<Global>(right))
            return global->name == other->name;
    if (left.index() != right.index() && !as<Unknown>(left) && !as<Unknown>(right) && !as<Output>(left) && !as<Output>(right)
        && !as<BatchSize>(left) && !as<BatchSize>(right))
        return false;
    known = false;
    return false;
}

std::string tensorOperation(const std::string& symbol)
{
    return symbol == "+" ? "add" : symbol == "-" ? "subtract" : symbol == "*" ? "multiply" : "";
}

} // namespace

Value Interpreter::unary(const std::string& symbol, const Value& value, int line)
{
    if (symbol == "not") {
        const auto truth = truthOf(value);
        return truth ? Value(!*truth) : Value(Unknown());
    }
    if (symbol == "-") {
        if (const auto* number = as<std::int64_t>(value))
            return *number == std::numeric_limits<std::int64_t>::min() ? Value(Unknown()) : Value(-*number);
        if (const auto* number = as<double>(value))
            return -*number;
        if (as<Tensor>(value))
            return binary("*", value, std::int64_t{-1}, line);
    }
    return symbol == "+" || as<Output>(value) ? value : Value(Unknown());
}

Value Interpreter::binaryOfTensors(const std::string& symbol, const Value& left, const Value& right, int line)
{
    const Tensor* first = as<Tensor>(left);
    const Tensor* second = as<Tensor>(right);
    if (first && second) {
        const std::string layer = tensorOperation(symbol);
        if (layer.empty()) {
            network.problem(line, NS_MESSAGE("code.operator", "the operator \"{0}\" of two tensors has no layer in Netsmith"),
                            symbol);
            return Tensor();
        }
        return network.place(layer, {}, {*first, *second}, line);
    }
    const auto number = numberOf(first ? right : left);
    double scale = 1.0, offset = 0.0;
    bool ok = number.has_value();
    if (ok && symbol == "+")
        offset = *number;
    else if (ok && symbol == "-") {
        scale = first ? 1.0 : -1.0;
        offset = first ? -*number : *number;
    } else if (ok && symbol == "*")
        scale = *number;
    else if (ok && symbol == "/" && first && *number != 0.0)
        scale = 1.0 / *number;
    else
        ok = false;
    if (!ok) {
        network.problem(line, NS_MESSAGE("code.operator_value", "what the operator \"{0}\" does with a tensor here can't be read"),
                        symbol);
        return Tensor();
    }
    return network.place("rescaling", {{"scale", scale}, {"offset", offset}}, {first ? *first : *second}, line);
}

Value Interpreter::binaryOfData(const std::string& symbol, const Data& data, const Value& right)
{
    Data changed = data;
    const auto number = numberOf(right);
    if (number && symbol == "/" && *number != 0.0) {
        changed.scale /= *number;
        changed.offset /= *number;
    } else if (number && symbol == "*") {
        changed.scale *= *number;
        changed.offset *= *number;
    } else if (number && (symbol == "-" || symbol == "+"))
        changed.offset += symbol == "+" ? *number : -*number;
    return network.heap.make(std::move(changed));
}

Value Interpreter::binary(const std::string& symbol, const Value& left, const Value& right, int line)
{
    if (as<Tensor>(left) || as<Tensor>(right))
        return binaryOfTensors(symbol, left, right, line);
    if (const Data* data = pointer<Data>(left))
        return binaryOfData(symbol, *data, right);
    if (as<Output>(left) || as<Output>(right))
        return Output();
    if (symbol == "+") {
        const List* first = pointer<List>(left);
        const List* second = pointer<List>(right);
        if (first && second) {
            if (first->items.size() + second->items.size() > CodeLimits::items)
                return Unknown();
            std::vector<Value> all = first->items;
            all.insert(all.end(), second->items.begin(), second->items.end());
            return makeList(std::move(all), first->isTuple);
        }
        const auto* text = as<std::string>(left);
        const auto* other = as<std::string>(right);
        if (text && other) {
            count(line, (text->size() + other->size()) / 64);
            return text->size() + other->size() > CodeLimits::text ? Value(Unknown()) : Value(*text + *other);
        }
    }
    if (symbol == "*")
        if (const List* list = pointer<List>(pointer<List>(left) ? left : right)) {
            const auto times = integerOf(pointer<List>(left) ? right : left);
            if (!times || *times > static_cast<std::int64_t>(CodeLimits::items / std::max<std::size_t>(1, list->items.size())))
                return Unknown();
            std::vector<Value> all;
            for (std::int64_t i = 0; i < *times; ++i)
                all.insert(all.end(), list->items.begin(), list->items.end());
            return makeList(std::move(all), list->isTuple);
        }
    const auto* a = as<std::int64_t>(left);
    const auto* b = as<std::int64_t>(right);
    if (a && b && symbol != "/") {
        std::optional<std::int64_t> result;
        if (symbol == "+")
            result = checkedAdd(*a, *b);
        else if (symbol == "-" && *b != std::numeric_limits<std::int64_t>::min())
            result = checkedAdd(*a, -*b);
        else if (symbol == "*")
            result = checkedMultiply(*a, *b);
        else if ((symbol == "//" || symbol == "%") && *b != 0 && *b != -1) {
            const std::int64_t rest = *a % *b;
            const bool down = rest != 0 && (rest < 0) != (*b < 0);
            result = symbol == "//" ? *a / *b - (down ? 1 : 0) : rest + (down ? *b : 0);
        } else if (symbol == "**" && *b >= 0 && *b < 64) {
            result = 1;
            for (std::int64_t i = 0; i < *b && result; ++i)
                result = checkedMultiply(*result, *a);
        } else if (symbol == "<<" && *b >= 0 && *b < 62)
            result = checkedMultiply(*a, std::int64_t{1} << *b);
        else if (symbol == ">>" && *b >= 0 && *b < 63)
            result = *a >> *b;
        if (result)
            return *result;
        return symbol == "**" && *b < 0 ? Value(std::pow(static_cast<double>(*a), static_cast<double>(*b))) : Value(Unknown());
    }
    const auto x = numberOf(left), y = numberOf(right);
    if (!x || !y)
        return Unknown();
    double result = std::nan("");
    if (symbol == "+")
        result = *x + *y;
    else if (symbol == "-")
        result = *x - *y;
    else if (symbol == "*")
        result = *x * *y;
    else if (symbol == "/" && *y != 0.0)
        result = *x / *y;
    else if (symbol == "//" && *y != 0.0)
        result = std::floor(*x / *y);
    else if (symbol == "**")
        result = std::pow(*x, *y);
    return std::isfinite(result) ? Value(result) : Value(Unknown());
}

Value Interpreter::compare(const PythonExpression& expression, Scope& scope)
{
    Value left = evaluate(*expression.parts[0], scope);
    for (std::size_t i = 0; i < expression.names.size(); ++i) {
        const std::string& symbol = expression.names[i];
        const Value right = evaluate(*expression.parts[i + 1], scope);
        bool known = true, holds = false;
        if (symbol == "==" || symbol == "is" || symbol == "!=" || symbol == "is not") {
            holds = equals(left, right, known);
            if (symbol[0] == '!' || symbol == "is not")
                holds = !holds;
        } else if (symbol == "in" || symbol == "not in") {
            const auto* items = itemsOf(right);
            known = items != nullptr;
            for (std::size_t item = 0; items && item < items->size(); ++item) {
                bool sure = true;
                holds = holds || equals(left, (*items)[item], sure);
                known = known && (sure || holds);
            }
            holds = symbol == "in" ? holds : !holds;
        } else {
            const auto a = numberOf(left), b = numberOf(right);
            known = a && b;
            if (known)
                holds = symbol == "<" ? *a < *b : symbol == ">" ? *a > *b : symbol == "<=" ? *a <= *b : *a >= *b;
        }
        if (!known)
            return Unknown();
        if (!holds)
            return false;
        left = right;
    }
    return true;
}

Value Interpreter::subscript(const Value& value, const Value& index, int line)
{
    if (const auto* tensor = as<Tensor>(value))
        return torchSubscript(*this, *tensor, index, line);
    if (const Data* data = pointer<Data>(value))
        return network.heap.make(Data(*data));
    if (as<Output>(value))
        return Output();
    if (const Dictionary* dictionary = pointer<Dictionary>(value)) {
        for (auto item = dictionary->items.rbegin(); item != dictionary->items.rend(); ++item) {
            bool known = true;
            if (equals(item->first, index, known) && known)
                return item->second;
        }
        return Unknown();
    }
    const Model* model = pointer<Model>(value);
    std::vector<Value> parts;
    if (model)
        for (const auto& [name, part] : model->parts)
            parts.push_back(part);
    const List* list = pointer<List>(value);
    const std::vector<Value>* items = model ? &parts : list ? &list->items : nullptr;
    if (!items)
        return Unknown();
    const auto size = static_cast<std::int64_t>(items->size());
    if (const SliceOf* slice = pointer<SliceOf>(index)) {
        const std::int64_t step = isNone(slice->step) ? 1 : integerOf(slice->step).value_or(0);
        const auto bound = [&](const Value& given, std::int64_t otherwise) {
            const std::int64_t at = isNone(given) ? otherwise : integerOf(given).value_or(otherwise);
            return std::clamp<std::int64_t>(at < 0 ? at + size : at, 0, size);
        };
        if (step == 0 || (!isNone(slice->begin) && !integerOf(slice->begin)) || (!isNone(slice->end) && !integerOf(slice->end)))
            return Unknown();
        std::vector<Value> some;
        if (step > 0)
            for (std::int64_t i = bound(slice->begin, 0); i < bound(slice->end, size); i += std::min(step, size + 1))
                some.push_back((*items)[static_cast<std::size_t>(i)]);
        else if (isNone(slice->begin) && isNone(slice->end))
            for (std::int64_t i = size - 1; i >= 0; i += std::max(step, -size - 1))
                some.push_back((*items)[static_cast<std::size_t>(i)]);
        else
            return Unknown();
        if (model && model->isTorch) {
            Model* part = network.heap.make(Model{.isSequence = true, .line = line, .isTorch = true});
            for (std::size_t i = 0; i < some.size(); ++i)
                part->parts.emplace_back(std::to_string(i), some[i]);
            return part;
        }
        return makeList(std::move(some), list && list->isTuple);
    }
    const auto at = integerOf(index);
    if (!at || *at < -size || *at >= size)
        return Unknown();
    return (*items)[static_cast<std::size_t>(*at < 0 ? *at + size : *at)];
}

} // namespace netsmith::interop::code

#include "engine/interop/code/code_values.h"

#include <algorithm>
#include <cmath>

namespace netsmith::interop::code {

const Value* Arguments::find(std::size_t position, std::string_view name) const
{
    return position < positional.size() ? &positional[position] : find(name);
}

const Value* Arguments::find(std::string_view name) const
{
    const auto found = std::ranges::find(named, name, [](const auto& argument) -> std::string_view { return argument.first; });
    return found == named.end() ? nullptr : &found->second;
}

bool isNone(const Value& value)
{
    return as<None>(value);
}

std::optional<std::int64_t> integerOf(const Value& value)
{
    constexpr double most = 9007199254740992.0; // 2^53, up to which every integer is one
    if (const auto* number = as<std::int64_t>(value))
        return *number;
    if (const auto* number = as<double>(value); number && std::trunc(*number) == *number && std::abs(*number) <= most)
        return static_cast<std::int64_t>(*number);
    return std::nullopt;
}

std::optional<double> numberOf(const Value& value)
{
    if (const auto* number = as<std::int64_t>(value))
        return static_cast<double>(*number);
    if (const auto* number = as<double>(value))
        return *number;
    if (const auto* flag = as<bool>(value))
        return *flag ? 1.0 : 0.0;
    return std::nullopt;
}

std::optional<bool> truthOf(const Value& value)
{
    if (isNone(value))
        return false;
    if (const auto* flag = as<bool>(value))
        return *flag;
    if (const auto number = numberOf(value))
        return *number != 0.0;
    if (const auto* text = as<std::string>(value))
        return !text->empty();
    if (const List* list = pointer<List>(value))
        return !list->items.empty();
    if (const Dictionary* dictionary = pointer<Dictionary>(value))
        return !dictionary->items.empty();
    if (as<Unknown>(value) || as<Output>(value) || as<BatchSize>(value) || as<Tensor>(value) || pointer<Data>(value)
        || as<Global>(value))
        return std::nullopt;
    return true;
}

std::string lastPart(std::string_view name)
{
    const std::size_t dot = name.rfind('.');
    return std::string(dot == std::string_view::npos ? name : name.substr(dot + 1));
}

std::optional<std::string> nameIn(const Value& value)
{
    if (const auto* text = as<std::string>(value))
        return *text;
    if (const auto* global = as<Global>(value))
        return lastPart(global->name);
    if (const Made* made = pointer<Made>(value))
        return lastPart(made->type);
    return std::nullopt;
}

std::optional<std::vector<std::int64_t>> integersOf(const Value& value)
{
    if (const auto number = integerOf(value))
        return std::vector{*number};
    const List* list = pointer<List>(value);
    if (!list)
        return std::nullopt;
    std::vector<std::int64_t> all;
    for (const Value& item : list->items)
        if (isNone(item) || as<BatchSize>(item))
            all.push_back(-1);
        else if (const List* inner = pointer<List>(item)) {
            for (const Value& each : inner->items)
                if (const auto number = integerOf(each))
                    all.push_back(*number);
                else
                    return std::nullopt;
        } else if (const auto number = integerOf(item))
            all.push_back(*number);
        else
            return std::nullopt;
    return all;
}

} // namespace netsmith::interop::code

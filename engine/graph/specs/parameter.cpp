#include "engine/graph/specs/parameter.h"

#include "engine/graph/nearest_name.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

namespace netsmith {
namespace {

/// Whole numbers as they are typed, the largest too, which as a double is one more than it is.
std::string number(double value)
{
    constexpr double largest = 0x1p63;
    if (value == largest)
        return fmt::format("{}", std::numeric_limits<std::int64_t>::max());
    if (std::trunc(value) == value && std::abs(value) < largest)
        return fmt::format("{}", static_cast<std::int64_t>(value));
    return fmt::format("{}", value);
}

/// What was expected, for the message about a value of another type.
Message expectation(const ParameterSpec& spec)
{
    switch (spec.type) {
    case ParameterType::boolean: return Message(NS_MESSAGE("parameter.boolean", "true or false"));
    case ParameterType::integer: return Message(NS_MESSAGE("parameter.integer", "an integer"));
    case ParameterType::real: return Message(NS_MESSAGE("parameter.real", "a number"));
    case ParameterType::choice:
    case ParameterType::text: break;
    case ParameterType::sizes:
        if (spec.minimumSizes == spec.maximumSizes)
            return Message(NS_MESSAGE("parameter.sizes", "{0:integer|integers}"), spec.maximumSizes);
        return Message(NS_MESSAGE("parameter.sizes_range", "{0} to {1:integer|integers}"), spec.minimumSizes, spec.maximumSizes);
    case ParameterType::reals:
        return Message(NS_MESSAGE("parameter.reals", "{0} to {1:number|numbers}"), spec.minimumSizes, spec.maximumSizes);
    case ParameterType::names: return Message(NS_MESSAGE("parameter.names", "a list of names"));
    }
    return Message(NS_MESSAGE("parameter.text", "a text"));
}

std::optional<Message> rangeProblem(const ParameterSpec& spec, double value, const ParameterValue& given)
{
    if (spec.hard && !spec.hard->contains(value))
        return Message(NS_MESSAGE("parameter.range", "{0} must be in {1}, got {2}"), spec.name, spec.hard->text(), textOf(given));
    return std::nullopt;
}

std::vector<std::string> choiceIds(const ParameterSpec& spec)
{
    std::vector<std::string> ids;
    for (const Choice& choice : spec.choices)
        ids.push_back(choice.id);
    return ids;
}

std::optional<Message> choiceProblem(const ParameterSpec& spec, const std::string& id)
{
    constexpr std::size_t fewest = 8; // that can't be read at a glance
    const std::vector<std::string> ids = choiceIds(spec);
    if (std::ranges::find(ids, id) != ids.end())
        return std::nullopt;
    if (const std::string nearest = nearestChoice(spec, id); !nearest.empty())
        return Message(NS_MESSAGE("parameter.choice_meant", "{0} can't be \"{1}\"; did you mean \"{2}\"?"), spec.name, id, nearest);
    if (ids.size() >= fewest)
        return Message(
            NS_MESSAGE("parameter.choice_unknown", "{0} can't be \"{1}\"; \"netsmith-cli reference\" lists what it can be"),
            spec.name, id);
    return Message(NS_MESSAGE("parameter.choice", "{0} must be one of {1}, got \"{2}\""), spec.name,
                   fmt::format("{}", fmt::join(ids, ", ")), id);
}

std::optional<Message> realProblem(const ParameterSpec& spec, double value, const ParameterValue& given)
{
    if (!std::isfinite(value))
        return Message(NS_MESSAGE("parameter.finite", "{0} must be a finite number, got {1}"), spec.name, number(value));
    return rangeProblem(spec, value, given);
}

std::optional<Message> realsProblem(const ParameterSpec& spec, const std::vector<double>& reals)
{
    const auto count = static_cast<std::int64_t>(reals.size());
    if (count < spec.minimumSizes || count > spec.maximumSizes)
        return Message(NS_MESSAGE("parameter.count", "{0}: expected {1}, got {2}"), spec.name, expectation(spec), count);
    for (const double real : reals)
        if (auto problem = realProblem(spec, real, reals))
            return problem;
    return std::nullopt;
}

std::optional<Message> sizesProblem(const ParameterSpec& spec, const std::vector<std::int64_t>& sizes)
{
    const auto count = static_cast<std::int64_t>(sizes.size());
    if (count < spec.minimumSizes || count > spec.maximumSizes)
        return Message(NS_MESSAGE("parameter.count", "{0}: expected {1}, got {2}"), spec.name, expectation(spec), count);
    for (const std::int64_t size : sizes)
        if (auto problem = rangeProblem(spec, static_cast<double>(size), sizes))
            return problem;
    return std::nullopt;
}

} // namespace

std::string_view nameOf(ParameterType type)
{
    switch (type) {
    case ParameterType::boolean: return "boolean";
    case ParameterType::integer: return "integer";
    case ParameterType::real: return "real";
    case ParameterType::choice: return "choice";
    case ParameterType::sizes: return "sizes";
    case ParameterType::reals: return "reals";
    case ParameterType::text: return "text";
    case ParameterType::names: return "names";
    }
    return "?";
}

std::string Range::text() const
{
    return fmt::format("{}{}, {}{}", openMinimum ? '(' : '[', number(minimum), number(maximum), openMaximum ? ')' : ']');
}

bool hasType(const ParameterSpec& spec, const ParameterValue& value)
{
    return normalised(spec, value).index() == spec.defaultValue.index();
}

std::string nearestChoice(const ParameterSpec& spec, std::string_view id)
{
    return nearestName(id, choiceIds(spec));
}

bool isRelevant(const ParameterSpec& spec, std::span<const ParameterSpec> all, const ParameterMap& values)
{
    return std::ranges::all_of(spec.relevance, [&](const Relevance& each) {
        const auto other = std::ranges::find(all, each.parameter, &ParameterSpec::name);
        if (other == all.end())
            return true;
        const auto set = values.find(each.parameter);
        const std::string text = textOf(set == values.end() ? other->defaultValue : set->second);
        return std::ranges::find(each.values, text) != each.values.end() && isRelevant(*other, all, values);
    });
}

std::optional<Message> problemOf(const ParameterSpec& spec, const ParameterValue& value)
{
    const ParameterValue given = normalised(spec, value);
    if (given.index() != spec.defaultValue.index())
        return Message(NS_MESSAGE("parameter.type", "{0}: expected {1}, got {2}"), spec.name, expectation(spec), textOf(value));
    switch (spec.type) {
    case ParameterType::boolean:
    case ParameterType::text:
    case ParameterType::names: return std::nullopt;
    case ParameterType::integer: return rangeProblem(spec, static_cast<double>(std::get<std::int64_t>(given)), given);
    case ParameterType::real: return realProblem(spec, std::get<double>(given), given);
    case ParameterType::choice: return choiceProblem(spec, std::get<std::string>(given));
    case ParameterType::sizes: return sizesProblem(spec, std::get<std::vector<std::int64_t>>(given));
    case ParameterType::reals: return realsProblem(spec, std::get<std::vector<double>>(given));
    }
    return std::nullopt;
}

ParameterValue normalised(const ParameterSpec& spec, ParameterValue value)
{
    const auto* integer = std::get_if<std::int64_t>(&value);
    if (spec.type == ParameterType::real && integer)
        return static_cast<double>(*integer);
    if (spec.type == ParameterType::reals) {
        if (integer)
            return std::vector{static_cast<double>(*integer)};
        if (const auto* real = std::get_if<double>(&value))
            return std::vector{*real};
        if (const auto* integers = std::get_if<std::vector<std::int64_t>>(&value))
            return std::vector<double>(integers->begin(), integers->end());
    }
    if (spec.type == ParameterType::names) {
        if (const auto* name = std::get_if<std::string>(&value))
            return std::vector{*name};
        if (const auto* none = std::get_if<std::vector<std::int64_t>>(&value);
            none && none->empty()) // a list that says not of what
            return std::vector<std::string>();
    }
    if (spec.type != ParameterType::sizes)
        return value;
    if (integer)
        value = std::vector{*integer};
    if (auto* sizes = std::get_if<std::vector<std::int64_t>>(&value); sizes && sizes->size() == 1 && spec.minimumSizes > 1)
        sizes->resize(static_cast<std::size_t>(spec.minimumSizes), sizes->front());
    return value;
}

std::string textOf(const ParameterValue& value)
{
    struct Writer {
        std::string operator()(bool on) const { return on ? "true" : "false"; }
        std::string operator()(std::int64_t integer) const { return std::to_string(integer); }
        std::string operator()(double real) const { return number(real); }
        std::string operator()(const std::string& text) const { return text; }
        std::string operator()(const std::vector<std::int64_t>& sizes) const
        {
            return sizes.empty() ? "none" : fmt::format("{}", fmt::join(sizes, "×"));
        }
        std::string operator()(const std::vector<double>& reals) const
        {
            return reals.empty() ? "none" : fmt::format("{}", fmt::join(reals, ", "));
        }
        std::string operator()(const std::vector<std::string>& names) const
        {
            return names.empty() ? "none" : fmt::format("{}", fmt::join(names, ", "));
        }
    };
    return std::visit(Writer{}, value);
}

} // namespace netsmith

#include "engine/graph/json/json_object.h"

#include <algorithm>
#include <limits>

namespace netsmith {

namespace {

constexpr auto anObject = NS_MESSAGE("json.object", "an object");
constexpr auto anArray = NS_MESSAGE("json.array", "an array");
constexpr auto aText = NS_MESSAGE("json.text", "a text");
constexpr auto aNumber = NS_MESSAGE("json.number", "a number");

MessageTemplate kindOf(const Json& value)
{
    if (value.is_object())
        return anObject;
    if (value.is_array())
        return anArray;
    if (value.is_string())
        return aText;
    if (value.is_boolean())
        return NS_MESSAGE("json.boolean", "true or false");
    return value.is_null() ? NS_MESSAGE("json.null", "null") : aNumber;
}

} // namespace

void throwType(const Json& value, std::string_view pointer, MessageTemplate expected)
{
    throw Error(ErrorKind::input, NS_MESSAGE("json.type", "{0}: expected {1}, got {2}"), pointer.empty() ? "/" : pointer,
                Message(expected), Message(kindOf(value)));
}

JsonObject::JsonObject(const Json& value, std::string pointer)
    : m_value(value)
    , m_pointer(std::move(pointer))
{
    if (!value.is_object())
        throwType(value, m_pointer, anObject);
}

const Json* JsonObject::take(std::string_view key)
{
    const auto found = m_value.find(std::string(key));
    if (found == m_value.end())
        return nullptr;
    m_taken.emplace(key);
    return &*found;
}

const Json& JsonObject::require(std::string_view key)
{
    if (const Json* value = take(key))
        return *value;
    throw Error(ErrorKind::input, NS_MESSAGE("json.missing", "{0}: the key \"{1}\" is missing"),
                m_pointer.empty() ? "/" : m_pointer, key);
}

std::string JsonObject::text(std::string_view key, std::string otherwise)
{
    const Json* value = take(key);
    return value ? textFrom(*value, at(key)) : std::move(otherwise);
}

std::string JsonObject::requiredText(std::string_view key)
{
    return textFrom(require(key), at(key));
}

double JsonObject::number(std::string_view key, double otherwise)
{
    const Json* value = take(key);
    return value ? numberFrom(*value, at(key)) : otherwise;
}

std::int64_t JsonObject::integer(std::string_view key, std::int64_t otherwise)
{
    const Json* value = take(key);
    return value ? integerFrom(*value, at(key)) : otherwise;
}

const Json::array_t& JsonObject::array(std::string_view key)
{
    static const Json::array_t none;
    const Json* value = take(key);
    return value ? arrayFrom(*value, at(key)) : none;
}

Json JsonObject::rest() const
{
    Json rest = Json::object();
    auto& object = rest.get_ref<Json::object_t&>();
    for (const auto& item : m_value.items())
        if (!m_taken.contains(item.key()))
            object.emplace_back(item.key(), item.value());
    return rest;
}

std::string textFrom(const Json& value, std::string_view pointer)
{
    if (!value.is_string())
        throwType(value, pointer, aText);
    return value.get<std::string>();
}

double numberFrom(const Json& value, std::string_view pointer)
{
    if (!value.is_number())
        throwType(value, pointer, aNumber);
    return value.get<double>();
}

std::int64_t integerFrom(const Json& value, std::string_view pointer)
{
    constexpr auto largest = static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max());
    if (!value.is_number_integer() || (value.is_number_unsigned() && value.get<std::uint64_t>() > largest))
        throwType(value, pointer, NS_MESSAGE("json.integer", "an integer of 64 bits"));
    return value.get<std::int64_t>();
}

const Json::array_t& arrayFrom(const Json& value, std::string_view pointer)
{
    if (!value.is_array())
        throwType(value, pointer, anArray);
    return value.get_ref<const Json::array_t&>();
}

ParameterValue parameterFrom(const Json& value, std::string_view pointer)
{
    if (value.is_boolean())
        return value.get<bool>();
    if (value.is_number_float())
        return value.get<double>();
    if (value.is_string())
        return value.get<std::string>();
    if (value.is_number_integer())
        return integerFrom(value, pointer);
    if (!value.is_array())
        throwType(value, pointer, NS_MESSAGE("json.parameter", "true, false, a number, a text or an array of numbers or texts"));
    const auto isReal = [](const Json& entry) { return entry.is_number_float(); };
    if (std::ranges::any_of(value, isReal) && std::ranges::all_of(value, [](const Json& entry) { return entry.is_number(); }))
        return value.get<std::vector<double>>();
    if (!value.empty() && std::ranges::all_of(value, [](const Json& entry) { return entry.is_string(); }))
        return value.get<std::vector<std::string>>();
    std::vector<std::int64_t> sizes;
    for (const Json& entry : value)
        sizes.push_back(integerFrom(entry, pointerTo(pointer, sizes.size())));
    return sizes;
}

} // namespace netsmith

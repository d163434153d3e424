#pragma once

#include "engine/graph/json/json_text.h"

#include <set>
#include <string>
#include <string_view>

namespace netsmith {

/// Reads the keys of one JSON object one by one and keeps the unread ones. Every function throws `json.*` with the pointer of the
/// invalid value.
class JsonObject {
public:
    /// Throws unless `value` is an object.
    JsonObject(const Json& value, std::string pointer);

    /// The value of a key, or null where it is absent.
    const Json* take(std::string_view key);
    /// The same; throws if it is absent.
    const Json& require(std::string_view key);

    std::string text(std::string_view key, std::string otherwise = {});
    std::string requiredText(std::string_view key);
    double number(std::string_view key, double otherwise);
    std::int64_t integer(std::string_view key, std::int64_t otherwise);
    /// The array of a key; empty where it is absent.
    const Json::array_t& array(std::string_view key);

    std::string at(std::string_view key) const { return pointerTo(m_pointer, key); }

    /// The unread keys, in order.
    Json rest() const;

private:
    const Json& m_value;
    std::string m_pointer;
    std::set<std::string, std::less<>> m_taken;
};

/// Each throws `json.type`, with the pointer, for another type.
std::string textFrom(const Json& value, std::string_view pointer);
double numberFrom(const Json& value, std::string_view pointer);
std::int64_t integerFrom(const Json& value, std::string_view pointer);
const Json::array_t& arrayFrom(const Json& value, std::string_view pointer);
ParameterValue parameterFrom(const Json& value, std::string_view pointer);

/// Throws `json.type`: "{pointer}: expected {expected}, got a text".
[[noreturn]] void throwType(const Json& value, std::string_view pointer, MessageTemplate expected);

} // namespace netsmith

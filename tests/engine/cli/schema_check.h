#pragma once

#include "engine/graph/graph.h"

#include <regex>
#include <string>
#include <vector>

namespace netsmith::test {

/// Validates a value against a JSON schema by the keywords of draft 2020-12 that ours uses; any other keyword is itself a fault.
class SchemaCheck {
public:
    explicit SchemaCheck(const Json& schema)
        : m_root(schema)
    {
    }

    std::vector<std::string> faults(const Json& value)
    {
        m_faults.clear();
        fits(value, m_root, "");
        return m_faults;
    }

private:
    bool fail(const std::string& place, const std::string& why)
    {
        m_faults.push_back(place + ": " + why);
        return false;
    }

    bool silently(const Json& value, const Json& schema)
    {
        const auto before = m_faults;
        const bool fine = fits(value, schema, "");
        m_faults = before;
        return fine;
    }

    static bool hasType(const Json& value, const std::string& type)
    {
        return type == "object" ? value.is_object()
            : type == "array"   ? value.is_array()
            : type == "string"  ? value.is_string()
            : type == "boolean" ? value.is_boolean()
            : type == "integer" ? value.is_number_integer()
                                : type == "number" && value.is_number();
    }

    bool fits(const Json& value, const Json& schema, const std::string& place)
    {
        if (schema.is_boolean())
            return schema.get<bool>() || fail(place, "nothing may stand here");
        bool fine = true;
        for (const auto& [keyword, rule] : schema.items())
            fine = follows(value, schema, keyword, rule, place) && fine;
        return fine;
    }

    bool follows(const Json& value, const Json& schema, const std::string& keyword, const Json& rule, const std::string& place)
    {
        static const std::vector<std::string> silent{"$schema", "$defs", "title",       "description",
                                                     "default", "then",  "prefixItems", "patternProperties"};
        if (std::ranges::find(silent, keyword) != silent.end())
            return true;
        if (keyword == "$ref")
            return fits(value, m_root.at(Json::json_pointer(rule.get<std::string>().substr(1))), place);
        if (keyword == "type")
            return hasType(value, rule.get<std::string>()) || fail(place, "is no " + rule.get<std::string>());
        if (keyword == "enum")
            return std::ranges::find(rule, value) != rule.end() || fail(place, "is none of " + rule.dump());
        if (keyword == "const")
            return value == rule || fail(place, "is not " + rule.dump());
        if (keyword == "anyOf")
            return std::ranges::any_of(rule, [&](const Json& each) { return silently(value, each); })
                || fail(place, "fits nothing");
        if (keyword == "allOf")
            return std::ranges::all_of(rule, [&](const Json& each) { return fits(value, each, place); });
        if (keyword == "if")
            return !silently(value, rule) || fits(value, schema.at("then"), place);
        if (keyword == "required")
            return std::ranges::all_of(rule, [&](const Json& key) {
                return !value.is_object() || value.contains(key.get<std::string>()) || fail(place, "lacks " + key.dump());
            });
        if (keyword == "minimum" || keyword == "exclusiveMinimum" || keyword == "maximum" || keyword == "exclusiveMaximum") {
            if (!value.is_number())
                return true;
            const double number = value.get<double>(), bound = rule.get<double>();
            const bool inside = keyword == "minimum" ? number >= bound
                : keyword == "exclusiveMinimum"      ? number > bound
                : keyword == "maximum"               ? number <= bound
                                                     : number < bound;
            return inside || fail(place, "is out of range");
        }
        if (keyword == "minItems" || keyword == "maxItems") {
            const auto count = rule.get<std::size_t>();
            return !value.is_array() || (keyword == "minItems" ? value.size() >= count : value.size() <= count)
                || fail(place, "has too few or too many");
        }
        if (keyword == "items")
            return eachItem(value, schema, rule, place);
        if (keyword == "properties")
            return eachKnown(value, rule, place);
        if (keyword == "additionalProperties")
            return eachProperty(value, schema, rule, place);
        return fail(place, "the schema has the keyword " + keyword);
    }

    bool eachItem(const Json& value, const Json& schema, const Json& rule, const std::string& place)
    {
        bool fine = true;
        const Json first = schema.value("prefixItems", Json::array());
        for (std::size_t i = 0; value.is_array() && i < value.size(); ++i)
            fine = fits(value[i], i < first.size() ? first[i] : rule, place + "/" + std::to_string(i)) && fine;
        return fine;
    }

    bool eachKnown(const Json& value, const Json& properties, const std::string& place)
    {
        bool fine = true;
        for (const auto& [key, rule] : properties.items())
            if (value.is_object() && value.contains(key))
                fine = fits(value.at(key), rule, place + "/" + key) && fine;
        return fine;
    }

    bool eachProperty(const Json& value, const Json& schema, const Json& rule, const std::string& place)
    {
        if (!value.is_object())
            return true;
        bool fine = true;
        const Json known = schema.value("properties", Json::object()), patterns = schema.value("patternProperties", Json::object());
        for (const auto& [key, each] : value.items()) {
            const std::string at = place + "/" + key;
            if (known.contains(key))
                continue;
            bool matched = false;
            for (const auto& [pattern, then] : patterns.items())
                if (std::regex_search(key, std::regex(pattern))) {
                    matched = true;
                    fine = fits(each, then, at) && fine;
                }
            if (!matched)
                fine = fits(each, rule, at) && fine;
        }
        return fine;
    }

    const Json& m_root;
    std::vector<std::string> m_faults;
};

} // namespace netsmith::test

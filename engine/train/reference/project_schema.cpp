#include "engine/train/reference/project_schema.h"

#include "engine/graph/blocks/blocks.h"
#include "engine/graph/project/project_format.h"
#include "engine/train/project_checks.h"

#include <cmath>

namespace netsmith::train {
namespace {

Json reference(std::string_view name)
{
    return {{"$ref", "#/$defs/" + std::string(name)}};
}

/// "optimizer.adam": the definition of its parameters.
std::string parametersName(ComponentKind kind, std::string_view id)
{
    return std::string(kind == ComponentKind::source ? "source" : nameOf(kind)) + "." + std::string(id);
}

Json arrayOf(Json items)
{
    return {{"type", "array"}, {"items", std::move(items)}};
}

/// An array of exactly these.
Json tuple(Json items)
{
    const std::size_t count = items.size();
    return {{"type", "array"}, {"prefixItems", std::move(items)}, {"items", false}, {"minItems", count}};
}

/// A number; a bound beyond the precision of a double is omitted.
Json number(std::string_view type, const std::optional<Range>& range)
{
    constexpr double largest = 1e18;
    Json json{{"type", type}};
    if (range && std::abs(range->minimum) < largest)
        json[range->openMinimum ? "exclusiveMinimum" : "minimum"] = numberJson(range->minimum);
    if (range && std::abs(range->maximum) < largest)
        json[range->openMaximum ? "exclusiveMaximum" : "maximum"] = numberJson(range->maximum);
    return json;
}

Json valueSchema(const ParameterSpec& spec)
{
    switch (spec.type) {
    case ParameterType::boolean: return {{"type", "boolean"}};
    case ParameterType::integer: return number("integer", spec.hard);
    case ParameterType::real: return number("number", spec.hard);
    case ParameterType::choice: {
        Json ids = Json::array();
        for (const Choice& choice : spec.choices)
            ids.push_back(choice.id);
        return {{"enum", std::move(ids)}};
    }
    case ParameterType::sizes:
    case ParameterType::reals: {
        const char* type = spec.type == ParameterType::sizes ? "integer" : "number";
        Json list = arrayOf(number(type, spec.hard));
        if (spec.minimumSizes > 1 && spec.type == ParameterType::sizes)
            list["minItems"] = 1; // which stands for all
        else if (spec.minimumSizes > 0)
            list["minItems"] = spec.minimumSizes;
        list["maxItems"] = spec.maximumSizes;
        return {{"anyOf", Json::array({number(type, spec.hard), std::move(list)})}};
    }
    case ParameterType::names: return arrayOf({{"type", "string"}});
    case ParameterType::text: break;
    }
    return {{"type", "string"}};
}

Json settingSchema(const ParameterSpec& spec)
{
    Json json = valueSchema(spec);
    json["title"] = spec.title;
    json["description"] = spec.doc;
    json["default"] = netsmith::toJson(ParameterMap{{"", spec.defaultValue}}).front();
    return json;
}

/// An object with these keys and free ones.
Json objectSchema(std::string_view doc, Json properties)
{
    return {{"description", doc},
            {"type", "object"},
            {"properties", std::move(properties)},
            {"patternProperties", {{"^" + std::string(freePrefix), true}}},
            {"additionalProperties", false}};
}

Json keySchema(const KeyFormat& key)
{
    using enum KeyFormat::Holds;
    Json json;
    switch (key.holds) {
    case text: json = {{"type", "string"}}; break;
    case texts: json = arrayOf({{"type", "string"}}); break;
    case integer: json = {{"type", "integer"}}; break;
    case number: json = {{"type", "number"}}; break;
    case position: json = tuple(Json::array({{{"type", "number"}}, {{"type", "number"}}})); break;
    case port: json = tuple(Json::array({{{"type", "string"}}, {{"type", "string"}}})); break;
    case parameters: json = {{"type", "object"}}; break;
    case setting: return settingSchema(*key.setting);
    case object: json = reference(key.object->name()); break;
    case objects: json = arrayOf(reference(key.object->name())); break;
    case named: json = {{"type", "object"}, {"additionalProperties", reference(key.object->name())}}; break;
    }
    json["description"] = key.doc;
    return json;
}

class SchemaMaker {
public:
    Json make()
    {
        Json schema = object(projectFormat());
        schema["properties"]["netsmith"]["const"] = Project::schemaVersion;
        Json out{{"$schema", "https://json-schema.org/draft/2020-12/schema"}, {"title", "Netsmith project"}};
        out.update(schema);
        out["$defs"] = std::move(m_definitions);
        return out;
    }

private:
    Json object(const ObjectDeclaration& format)
    {
        Json properties = Json::object(), required = Json::array();
        for (const KeyFormat& key : format.keys()) {
            properties[key.name] = keySchema(key);
            if (key.required)
                required.push_back(key.name);
            if (key.object && !m_definitions.contains(key.object->name())) {
                m_definitions[key.object->name()] = nullptr; // its place, should it hold itself
                Json definition = object(*key.object);
                m_definitions[key.object->name()] = std::move(definition);
            }
        }
        const std::optional<ComponentKind>& kind = format.component();
        if (kind)
            addKnown(properties, *kind, format.componentKey());
        Json schema = objectSchema(format.doc(), std::move(properties));
        if (!required.empty())
            schema["required"] = std::move(required);
        if (kind)
            schema["allOf"] = parametersOfEach(*kind, format.componentKey());
        return schema;
    }

    static void addKnown(Json& properties, ComponentKind kind, const std::string& key)
    {
        Json ids = Json::array();
        for (const Spec* spec : specsOf(kind))
            ids.push_back(spec->id);
        properties[key]["enum"] = std::move(ids);
    }

    /// For each id, its sibling parameters.
    Json parametersOfEach(ComponentKind kind, const std::string& key)
    {
        Json rules = Json::array();
        for (const Spec* spec : specsOf(kind)) {
            const std::string name = parametersName(kind, spec->id);
            define(name, *spec, kind);
            rules.push_back({{"if", {{"properties", {{key, {{"const", spec->id}}}}}, {"required", Json::array({key})}}},
                             {"then", {{"properties", {{"parameters", reference(name)}}}}}});
        }
        return rules;
    }

    void define(const std::string& name, const Spec& spec, ComponentKind kind)
    {
        Json properties = Json::object();
        for (const ParameterSpec& parameter : spec.parameters)
            properties[parameter.name] = settingSchema(parameter);
        Json parameters = objectSchema(spec.doc, std::move(properties));
        if (kind == ComponentKind::layer && spec.id == blockLayer) {
            parameters["patternProperties"]["^[A-Za-z0-9_-]+\\."] = true; // those of the layers in it: "conv2d_1.filters"
            parameters["properties"]["trainable"] = {{"type", "boolean"}};
        }
        m_definitions[name] = std::move(parameters);
    }

    Json m_definitions = Json::object();
};

} // namespace

Json projectSchema()
{
    return SchemaMaker().make();
}

} // namespace netsmith::train

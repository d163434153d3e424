#include "engine/graph/json/object_format.h"

#include <algorithm>

namespace netsmith {
namespace {

MessageTemplate kindOf(ParameterType type)
{
    switch (type) {
    case ParameterType::boolean: return NS_MESSAGE("json.boolean", "true or false");
    case ParameterType::integer: return NS_MESSAGE("json.whole", "an integer");
    case ParameterType::real: return NS_MESSAGE("json.number", "a number");
    case ParameterType::sizes: return NS_MESSAGE("json.sizes", "an array of integers");
    case ParameterType::reals: return NS_MESSAGE("json.reals", "an array of numbers");
    case ParameterType::names: return NS_MESSAGE("json.names", "an array of texts");
    case ParameterType::choice:
    case ParameterType::text: break;
    }
    return NS_MESSAGE("json.text", "a text");
}

} // namespace

std::string_view nameOf(ComponentKind kind)
{
    switch (kind) {
    case ComponentKind::layer: return "layer";
    case ComponentKind::loss: return "loss";
    case ComponentKind::metric: return "metric";
    case ComponentKind::optimizer: return "optimizer";
    case ComponentKind::schedule: return "schedule";
    case ComponentKind::source: return "data source";
    case ComponentKind::transform: break;
    }
    return "transform";
}

const KeyFormat* ObjectDeclaration::key(std::string_view name) const
{
    const auto found = std::ranges::find(m_keys, name, &KeyFormat::name);
    return found == m_keys.end() ? nullptr : &*found;
}

std::string FilePlace::pointer() const
{
    if (!above)
        return {};
    return isIndex ? pointerTo(above->pointer(), index) : pointerTo(above->pointer(), key);
}

void FormatErrors::add(const Error& error)
{
    if (!enough())
        m_errors.push_back(error);
}

void FormatErrors::throwIfAny() const
{
    if (m_errors.empty())
        return;
    if (m_errors.size() == 1)
        throw m_errors[0];
    Message all = m_errors[0].message();
    for (std::size_t i = 1; i < m_errors.size(); ++i)
        all = Message(NS_MESSAGE("json.and", "{0}; {1}"), std::move(all), m_errors[i].message());
    throw Error(ErrorKind::input,
                enough() ? NS_MESSAGE("json.first_errors", "the first {0:error|errors}: {1}")
                         : NS_MESSAGE("json.errors", "{0:error|errors}: {1}"),
                m_errors.size(), std::move(all));
}

void addTo(Json& object, const std::string& key, const Json& value)
{
    if (object.is_null())
        object = Json::object();
    object.get_ref<Json::object_t&>().emplace_back(key, value); // without checking whether it exists
}

std::pair<double, double> positionFrom(const Json& json, std::string_view pointer)
{
    const auto& pair = arrayFrom(json, pointer);
    if (pair.size() != 2)
        throwType(json, pointer, NS_MESSAGE("json.position", "two numbers"));
    return {numberFrom(pair[0], pointerTo(pointer, std::size_t{0})), numberFrom(pair[1], pointerTo(pointer, std::size_t{1}))};
}

ParameterValue settingFrom(const ParameterSpec& spec, const Json& json, std::string_view pointer)
{
    ParameterValue value = parameterFrom(json, pointer);
    if (!hasType(spec, value))
        throwType(json, pointer, kindOf(spec.type));
    return value;
}

} // namespace netsmith

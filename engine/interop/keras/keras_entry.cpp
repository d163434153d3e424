#include "engine/interop/keras/keras_entry.h"

namespace netsmith::interop {

bool isReference(const Json& json)
{
    return json.is_array() && json.size() >= 3 && json[0].is_string() && json[1].is_number_integer()
        && (json[2].is_number_integer() || json[0] == constantName);
}

const Json* configMember(const Json& object, const char* key)
{
    const auto found = object.is_object() ? object.find(key) : object.end();
    return object.is_object() && found != object.end() ? &*found : nullptr;
}

std::string configText(const Json& object, const char* key)
{
    const Json* value = configMember(object, key);
    return value && value->is_string() ? value->get<std::string>() : std::string();
}

std::string withoutPackage(const std::string& name)
{
    return name.substr(name.rfind('>') + 1); // npos + 1 is 0
}

std::string classOf(const Json& entry)
{
    return configText(entry, "class_name");
}

std::string layerName(const Json& entry)
{
    const std::string name = configText(entry, "name");
    const Json* config = configMember(entry, "config");
    return name.empty() && config ? configText(*config, "name") : name;
}

std::string joinedPath(const std::string& path, const std::string& name)
{
    return path.empty() ? name : path + '/' + name;
}

bool isOwnClass(const Json& entry)
{
    const std::string module = configText(entry, "module");
    const Json* registered = configMember(entry, "registered_name");
    if (!module.empty())
        return module != "keras" && !module.starts_with("keras.") && !module.starts_with("tf_keras.")
            && !module.starts_with("tensorflow.");
    return (registered && registered->is_string()) || classOf(entry).find('>') != std::string::npos;
}

bool isModelClass(const std::string& name)
{
    return name == "Sequential" || name == "Functional" || name == "Model";
}

const Json* referenceIn(const Json& json)
{
    if (isReference(json))
        return &json;
    if (classOf(json) != "__keras_tensor__")
        return nullptr;
    const Json* config = configMember(json, "config");
    const Json* history = config ? configMember(*config, "keras_history") : nullptr;
    return history && isReference(*history) ? history : nullptr;
}

void eachReference(const Json& json, const std::string& key, const std::function<void(const Json&, const std::string&)>& take)
{
    if (const Json* reference = referenceIn(json)) {
        take(*reference, key);
        if (reference->size() > 3) // the other arguments of a call in Keras 2
            eachReference((*reference)[3], key, take);
    } else if (json.is_object() || json.is_array()) {
        for (const auto& [name, item] : json.items())
            eachReference(item, json.is_object() ? name : key, take);
    }
}

} // namespace netsmith::interop

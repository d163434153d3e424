#include "engine/graph/project/project_format.h"

// The reverse of project_writing.cpp. What is absent has its default.

namespace netsmith {
namespace {

void checkSchema(JsonObject& object)
{
    const Json* version = object.take("netsmith");
    if (!version)
        throw Error(ErrorKind::input,
                    NS_MESSAGE("project.schema",
                               "this is not a Netsmith project: the key \"netsmith\" with its schema version is missing"));
    const std::int64_t schema = integerFrom(*version, object.at("netsmith"));
    if (schema > Project::schemaVersion)
        throw Error(ErrorKind::input,
                    NS_MESSAGE("project.newer",
                               "this project has schema version {0}, but this Netsmith reads {1}; open it with the newer Netsmith "
                               "that wrote it"),
                    schema, Project::schemaVersion);
    if (schema < Project::schemaVersion)
        throw Error(ErrorKind::input,
                    NS_MESSAGE("project.older",
                               "this project has schema version {0}, and this Netsmith reads {1}: settings have other names now. "
                               "Rename them as \"netsmith-cli reference\" lists them, and write \"netsmith\": {1}"),
                    schema, Project::schemaVersion);
}

Project projectFrom(const Json& json)
{
    JsonObject object(json, "");
    checkSchema(object);
    FormatErrors errors;
    Project project = projectFormat().read(json, "", errors);
    errors.throwIfAny();
    return project;
}

} // namespace

ParameterMap parametersFromJson(const Json& json)
{
    ParameterMap parameters;
    const JsonObject object(json, "");
    for (const auto& item : json.items())
        parameters[item.key()] = parameterFrom(item.value(), object.at(item.key()));
    return parameters;
}

Expected<Project> projectFromJson(std::string_view text)
{
    try {
        return projectFrom(readJson(text).take());
    } catch (const Error& error) {
        return error;
    }
}

} // namespace netsmith

#include "engine/store/message_json.h"

#include "engine/graph/json/json_object.h"

#include <cmath>

namespace netsmith {
namespace {

struct ArgumentWriter {
    Json operator()(std::int64_t integer) const { return integer; }
    Json operator()(double real) const { return std::isfinite(real) ? Json(real) : Json(nullptr); }
    Json operator()(const std::string& text) const { return text; }
    Json operator()(const NestedMessage& message) const { return messageJson(*message); }
};

MessageArgument argumentFrom(const Json& json, const std::string& pointer)
{
    if (json.is_number_integer())
        return integerFrom(json, pointer);
    if (json.is_null())
        return std::nan("");
    if (json.is_number())
        return numberFrom(json, pointer);
    if (json.is_object())
        return NestedMessage(messageFrom(json, pointer));
    return textFrom(json, pointer);
}

} // namespace

Json messageJson(const Message& message)
{
    Json json{{"text", message.text()}, {"id", message.id()}, {"pattern", message.pattern()}, {"arguments", Json::array()}};
    for (const MessageArgument& argument : message.arguments())
        json["arguments"].push_back(std::visit(ArgumentWriter{}, argument));
    return json;
}

Message messageFrom(const Json& json, const std::string& pointer)
{
    if (json.is_string())
        return Message({"", "{0}"}, textFrom(json, pointer));
    JsonObject object(json, pointer);
    std::vector<MessageArgument> arguments;
    for (const Json& argument : object.array("arguments"))
        arguments.push_back(argumentFrom(argument, pointerTo(object.at("arguments"), arguments.size())));
    return {object.text("id"), object.text("pattern"), std::move(arguments)};
}

} // namespace netsmith

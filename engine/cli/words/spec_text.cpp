#include "engine/cli/words/spec_text.h"

#include "engine/cli/words/words.h"
#include "engine/graph/project/project.h"

#include <fmt/format.h>

namespace netsmith::cli {
namespace {

std::string typeText(const ParameterSpec& parameter)
{
    if (parameter.type == ParameterType::boolean)
        return "true or false";
    if (parameter.type == ParameterType::reals)
        return fmt::format("{} to {} numbers", parameter.minimumSizes, parameter.maximumSizes);
    if (parameter.type != ParameterType::sizes)
        return std::string(nameOf(parameter.type));
    return parameter.minimumSizes == parameter.maximumSizes
        ? fmt::format("{} integers", parameter.minimumSizes)
        : fmt::format("{} to {} integers", parameter.minimumSizes, parameter.maximumSizes);
}

Json rangeJson(const Range& range)
{
    return {{"minimum", range.minimum},
            {"maximum", range.maximum},
            {"open_minimum", range.openMinimum},
            {"open_maximum", range.openMaximum}};
}

} // namespace

Json parameterJson(const ParameterSpec& parameter)
{
    Json json{{"name", parameter.name},
              {"title", parameter.title},
              {"doc", parameter.doc},
              {"type", nameOf(parameter.type)},
              {"default", toJson(ParameterMap{{"", parameter.defaultValue}}).front()}};
    if (!parameter.unit.empty())
        json["unit"] = parameter.unit;
    if (parameter.hard)
        json["range"] = rangeJson(*parameter.hard);
    if (parameter.usual)
        json["usual"] = rangeJson(*parameter.usual);
    if (!parameter.choices.empty()) {
        Json& choices = json["choices"] = Json::array();
        for (const Choice& choice : parameter.choices)
            choices.push_back({{"id", choice.id}, {"title", choice.title}});
    }
    if (parameter.type == ParameterType::sizes || parameter.type == ParameterType::reals)
        json["sizes"] = {{"minimum", parameter.minimumSizes}, {"maximum", parameter.maximumSizes}};
    return json;
}

std::string describe(const ParameterSpec& parameter, std::size_t width)
{
    std::string facts = fmt::format("{}, default {}", typeText(parameter), textOf(parameter.defaultValue));
    if (parameter.hard)
        facts += ", in " + parameter.hard->text();
    if (parameter.usual)
        facts += ", usually in " + parameter.usual->text();
    if (!parameter.unit.empty())
        facts += ", in " + parameter.unit;
    std::string choices;
    for (const Choice& choice : parameter.choices)
        choices += (choices.empty() ? "" : ", ") + fmt::format("{} ({})", choice.id, choice.title);
    for (const Relevance& with : parameter.relevance)
        facts += fmt::format(", only with {} {}", with.parameter, fmt::join(with.values, " or "));
    std::string out = fmt::format("  {}: {}\n", parameter.name, facts);
    out += wrapped(parameter.doc, width, 6);
    if (!choices.empty())
        out += wrapped("One of: " + choices, width, 6);
    return out;
}

} // namespace netsmith::cli

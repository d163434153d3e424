#include "engine/train/reference/reference_page.h"

#include "engine/catalog/catalog.h"
#include "engine/graph/project/project_format.h"
#include "engine/graph/specs/layer_spec.h"
#include "engine/train/project_checks.h"

#include <fmt/format.h>

#include <algorithm>

namespace netsmith::train {
namespace {

constexpr std::string_view style =
    R"(body { font-family: sans-serif; line-height: 1.45; max-width: 62em; margin: 2em auto; padding: 0 1em }
table { border-collapse: collapse; margin: 0.5em 0 1.5em }
th, td { border-bottom: 1px solid #ccc; padding: 0.3em 0.8em 0.3em 0; text-align: left; vertical-align: top }
code { font-family: monospace }
h3 { margin-bottom: 0.2em }
)";

struct Chapter {
    ComponentKind kind;
    const char* title;
    const char* anchor;
};
constexpr Chapter chapters[] = {
    {ComponentKind::layer, "Layers", "layers"},          {ComponentKind::loss, "Losses", "losses"},
    {ComponentKind::metric, "Metrics", "metrics"},       {ComponentKind::optimizer, "Optimizers", "optimizers"},
    {ComponentKind::schedule, "Schedules", "schedules"}, {ComponentKind::transform, "Transforms", "transforms"},
    {ComponentKind::source, "Data sources", "sources"}};

std::string escaped(std::string_view text)
{
    std::string out;
    for (const char c : text)
        switch (c) {
        case '&': out += "&amp;"; break;
        case '<': out += "&lt;"; break;
        case '>': out += "&gt;"; break;
        case '"': out += "&quot;"; break;
        default: out += c;
        }
    return out;
}

std::string code(std::string_view text)
{
    return "<code>" + escaped(text) + "</code>";
}

std::string valueText(const ParameterValue& value)
{
    const std::string text = textOf(value);
    return text.empty() ? "" : code(text);
}

std::string typeText(const ParameterSpec& spec)
{
    if (spec.type == ParameterType::names)
        return "a list of names";
    const bool isList = spec.type == ParameterType::sizes || spec.type == ParameterType::reals;
    if (spec.type == ParameterType::choice) {
        std::string ids;
        for (const Choice& choice : spec.choices)
            ids += (ids.empty() ? "" : ", ") + code(choice.id);
        return ids;
    }
    std::string text(isList ? (spec.type == ParameterType::sizes ? "integers" : "numbers") : nameOf(spec.type));
    if (isList)
        text = spec.minimumSizes == spec.maximumSizes ? fmt::format("{} {}", spec.maximumSizes, text)
                                                      : fmt::format("{} to {} {}", spec.minimumSizes, spec.maximumSizes, text);
    if (spec.hard)
        text += " in " + escaped(spec.hard->text());
    if (!spec.unit.empty())
        text += " (" + escaped(spec.unit) + ")";
    return text;
}

std::string parameterTable(const std::vector<ParameterSpec>& parameters)
{
    if (parameters.empty())
        return {};
    std::string out = "<table><tr><th>Parameter</th><th>Values</th><th>Default</th><th></th></tr>\n";
    for (const ParameterSpec& spec : parameters)
        out += fmt::format("<tr><td>{}</td><td>{}</td><td>{}</td><td>{}</td></tr>\n", code(spec.name), typeText(spec),
                           valueText(spec.defaultValue), escaped(spec.doc));
    return out + "</table>\n";
}

std::string holdsText(const KeyFormat& key)
{
    using enum KeyFormat::Holds;
    const auto link = [&] { return fmt::format("<a href=\"#format-{0}\">{0}</a>", key.object->name()); };
    switch (key.holds) {
    case text: return "text";
    case texts: return "array of texts";
    case integer: return "integer";
    case number: return "number";
    case position: return "two numbers";
    case port: return "two texts";
    case parameters: return "object of parameters";
    case setting: return typeText(*key.setting);
    case object: return link();
    case objects: return "array of " + link();
    case named: return "object of " + link();
    }
    return {};
}

/// The object's keys, then those of its members that were not listed yet.
void addFormat(const ObjectDeclaration& format, std::vector<std::string>& told, std::string& out)
{
    if (std::ranges::find(told, format.name()) != told.end())
        return;
    told.push_back(format.name());
    out += fmt::format("<h3 id=\"format-{0}\">{0}</h3>\n<p>{1}</p>\n", format.name(), escaped(format.doc()));
    out += "<table><tr><th>Key</th><th>Holds</th><th>Default</th><th></th></tr>\n";
    for (const KeyFormat& key : format.keys())
        out += fmt::format("<tr><td>{}</td><td>{}</td><td>{}</td><td>{}</td></tr>\n", code(key.name), holdsText(key),
                           key.required      ? "required"
                               : key.setting ? valueText(key.setting->defaultValue)
                                             : "",
                           escaped(key.doc));
    out += "</table>\n";
    for (const KeyFormat& key : format.keys())
        if (key.object)
            addFormat(*key.object, told, out);
}

std::string portsText(const char* title, const std::vector<PortSpec>& ports)
{
    std::string names;
    for (const PortSpec& port : ports)
        names += (names.empty() ? "" : ", ") + code(port.name)
            + (port.many           ? " (two or more)"
                   : port.optional ? " (optional)"
                                   : "");
    return names.empty() ? "" : fmt::format("{}: {}. ", title, names);
}

std::string chapterText(const Chapter& chapter)
{
    std::string out = fmt::format("<h2 id=\"{}\">{}</h2>\n", chapter.anchor, chapter.title);
    for (const Spec* spec : specsOf(chapter.kind)) {
        out += fmt::format("<h3 id=\"{0}-{1}\">{1}: {2}</h3>\n<p>{3}</p>\n", chapter.anchor, escaped(spec->id),
                           escaped(spec->title), escaped(spec->doc));
        if (const LayerSpec* layer = chapter.kind == ComponentKind::layer ? catalog().layers->find(spec->id) : nullptr)
            out += fmt::format("<p>{}{}</p>\n", portsText("Inputs", layer->inputs), portsText("Outputs", layer->outputs));
        out += parameterTable(spec->parameters);
    }
    return out;
}

} // namespace

std::string referencePage()
{
    std::string out =
        fmt::format("<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n<title>Netsmith reference</title>\n"
                    "<style>\n{}</style>\n</head>\n<body>\n<h1>Netsmith reference</h1>\n<p><a href=\"#format\">Project "
                    "files</a>",
                    style);
    for (const Chapter& chapter : chapters)
        out += fmt::format(" · <a href=\"#{}\">{}</a>", chapter.anchor, chapter.title);
    out += "</p>\n<h2 id=\"format\">Project files</h2>\n<p>A <code>.netsmith</code> file is JSON. What is omitted has its default; "
           "a key that is not listed here is an error, unless it begins with <code>x-</code>: such keys are yours and are kept. "
           "Options of a single run are not in it: the number of folds, the initial weights and the values to compare belong to "
           "the run.</p>\n";
    std::vector<std::string> told;
    addFormat(projectFormat(), told, out);
    for (const Chapter& chapter : chapters)
        out += chapterText(chapter);
    return out + "</body>\n</html>\n";
}

} // namespace netsmith::train

#include "engine/cli/command_line.h"
#include "engine/cli/spec_text.h"
#include "engine/cli/words.h"
#include "engine/layers/registry.h"

#include <fmt/format.h>

#include <memory>

namespace netsmith::cli {
namespace {

Json toJson(const std::vector<PortSpec>& ports)
{
    Json array = Json::array();
    for (const PortSpec& port : ports)
        array.push_back({{"name", port.name}, {"doc", port.doc}, {"many", port.many}});
    return array;
}

Json toJson(const LayerSpec& layer)
{
    Json parameters = Json::array();
    for (const ParameterSpec& parameter : layer.parameters)
        parameters.push_back(parameterJson(parameter));
    return {{"id", layer.id},   {"version", layer.version},       {"category", nameOf(layer.category)}, {"title", layer.title},
            {"doc", layer.doc}, {"inputs", toJson(layer.inputs)}, {"outputs", toJson(layer.outputs)},   {"parameters", parameters}};
}

std::string firstSentence(const std::string& doc)
{
    return doc.substr(0, doc.find(". ") == std::string::npos ? doc.size() : doc.find(". ") + 1);
}

void printAll(Console& console)
{
    std::map<Category, Table> tables;
    for (const LayerSpec& layer : layers())
        tables.try_emplace(layer.category, std::vector{Table::Align::left, Table::Align::left, Table::Align::left}, 2)
            .first->second.add({layer.id, layer.title, firstSentence(layer.doc)});
    for (const auto& [category, table] : tables)
        console.print(fmt::format("{}\n{}\n", nameOf(category), table.text()));
    console.print("\"netsmith-cli layers ID\" tells all about one.");
}

void printPorts(Console& console, const char* title, const std::vector<PortSpec>& ports)
{
    Table table({Table::Align::left, Table::Align::left}, 2);
    for (const PortSpec& port : ports)
        table.add({port.name, port.many ? "two wires or more, in their order. " + port.doc : port.doc});
    if (!table.empty())
        console.print(fmt::format("\n{}\n{}", title, table.text()));
}

void printOne(Console& console, const LayerSpec& layer)
{
    console.print(fmt::format("{} ({}, version {}): {}", layer.id, nameOf(layer.category), layer.version, layer.title));
    console.print(wrapped(layer.doc, console.columns(), 2));
    printPorts(console, "Inputs", layer.inputs);
    printPorts(console, "Outputs", layer.outputs);
    if (!layer.parameters.empty())
        console.print("\nParameters");
    for (const ParameterSpec& parameter : layer.parameters)
        console.print(describe(parameter, console.columns()));
}

int printLayers(Console& console, const std::string& id)
{
    if (id.empty()) {
        for (const LayerSpec& layer : layers())
            console.event("layer", toJson(layer));
        printAll(console);
        return 0;
    }
    const LayerSpec* layer = layers().find(id);
    if (!layer)
        throw Error(ErrorKind::usage, NS_MESSAGE("cli.layer", "there is no layer \"{0}\"; \"netsmith-cli layers\" lists them"), id);
    console.event("layer", toJson(*layer));
    printOne(console, *layer);
    return 0;
}

} // namespace

void addLayers(CommandLine& line)
{
    CLI::App& command = line.add(line.app, "layers", "List the layers, or tell all about one");
    const auto id = std::make_shared<std::string>();
    command.add_option("ID", *id, "A layer, to see its ports and parameters")->type_name("");
    line.onRun(command, [&line, id] { return printLayers(line.console, *id); });
}

} // namespace netsmith::cli

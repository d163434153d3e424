#include "engine/cli/command_line.h"
#include "engine/cli/completion.h"
#include "engine/cli/data_commands.h"
#include "engine/cli/words/spec_text.h"
#include "engine/cli/words/words.h"
#include "engine/core/files/safe_file.h"
#include "engine/graph/checks/component.h"
#include "engine/graph/json/json_text.h"
#include "engine/layers/registry.h"
#include "engine/train/project_checks.h"
#include "engine/train/reference/project_schema.h"
#include "engine/train/reference/reference_page.h"

#include <fmt/format.h>

#include <memory>

namespace netsmith::cli {
namespace {

/// The command that lists one registry.
struct Listing {
    ComponentKind kind;
    const char* command; ///< "optimizers"
    const char* event; ///< "optimizer", in JSON
    const char* one; ///< "an optimizer"
};

Json toJson(const std::vector<PortSpec>& ports)
{
    Json array = Json::array();
    for (const PortSpec& port : ports)
        array.push_back({{"name", port.name}, {"doc", port.doc}, {"many", port.many}, {"optional", port.optional}});
    return array;
}

const LayerSpec* layerOf(const Listing& listing, const Spec& spec)
{
    return listing.kind == ComponentKind::layer ? layers().find(spec.id) : nullptr;
}

const data::SourceInfo* sourceOf(const Listing& listing, const Spec& spec)
{
    return listing.kind == ComponentKind::source ? &data::source(spec.id).info() : nullptr;
}

const char* placeText(data::SourcePlace place)
{
    switch (place) {
    case data::SourcePlace::file: return "your own file";
    case data::SourcePlace::folder: return "your own folder";
    case data::SourcePlace::own: break;
    }
    return "its own";
}

Json toJson(const Listing& listing, const Spec& spec)
{
    Json json{{"id", spec.id}};
    if (const LayerSpec* layer = layerOf(listing, spec))
        json.update({{"version", layer->version}, {"category", nameOf(layer->category)}});
    json.update({{"title", spec.title}, {"doc", spec.doc}});
    if (const LayerSpec* layer = layerOf(listing, spec))
        json.update({{"inputs", toJson(layer->inputs)}, {"outputs", toJson(layer->outputs)}});
    if (const data::SourceInfo* source = sourceOf(listing, spec))
        json.update({{"place", placeText(source->place)}, {"licence", source->licence}});
    Json& parameters = json["parameters"] = Json::array();
    for (const ParameterSpec& parameter : spec.parameters)
        parameters.push_back(parameterJson(parameter));
    return json;
}

std::string firstSentence(const std::string& doc)
{
    return doc.substr(0, doc.find(". ") == std::string::npos ? doc.size() : doc.find(". ") + 1);
}

void printAll(Console& console, const Listing& listing)
{
    std::map<std::string, Table> tables; // layers are listed by category, in order
    for (const Spec* spec : train::specsOf(listing.kind)) {
        const LayerSpec* layer = layerOf(listing, *spec);
        const std::string head = layer ? fmt::format("{:02}{}", static_cast<int>(layer->category), nameOf(layer->category)) : "";
        tables.try_emplace(head, std::vector{Table::Align::left, Table::Align::left, Table::Align::left}, head.empty() ? 0 : 2)
            .first->second.add({spec->id, spec->title, firstSentence(spec->doc)});
    }
    for (const auto& [head, table] : tables)
        console.print(head.empty() ? table.text() : fmt::format("{}\n{}\n", head.substr(2), table.text()));
    console.print(fmt::format("\"netsmith-cli {} ID\" describes one.", commandOf(listing.kind)));
}

void printPorts(Console& console, const char* title, const std::vector<PortSpec>& ports)
{
    Table table({Table::Align::left, Table::Align::left}, 2);
    for (const PortSpec& port : ports)
        table.add({port.name, (port.many ? "two or more wires, in order. " : port.optional ? "optional. " : "") + port.doc});
    if (!table.empty())
        console.print(fmt::format("\n{}\n{}", title, table.text()));
}

void printOne(Console& console, const Listing& listing, const Spec& spec)
{
    const LayerSpec* layer = layerOf(listing, spec);
    console.print(layer ? fmt::format("{} ({}, version {}): {}", spec.id, nameOf(layer->category), layer->version, spec.title)
                        : fmt::format("{}: {}", spec.id, spec.title));
    console.print(wrapped(spec.doc, console.columns(), 2));
    if (layer) {
        printPorts(console, "Inputs", layer->inputs);
        printPorts(console, "Outputs", layer->outputs);
    }
    if (const data::SourceInfo* source = sourceOf(listing, spec); source && source->place != data::SourcePlace::own)
        console.print(fmt::format("  Read from {}, which data.path names.", placeText(source->place)));
    if (!spec.parameters.empty())
        console.print("\nParameters");
    for (const ParameterSpec& parameter : spec.parameters)
        console.print(describe(parameter, console.columns()));
}

int print(Console& console, const Listing& listing, const std::string& id)
{
    if (id.empty()) {
        for (const Spec* spec : train::specsOf(listing.kind))
            console.event(listing.event, toJson(listing, *spec));
        printAll(console, listing);
        return 0;
    }
    const Spec* spec = train::specOf(listing.kind, id);
    if (!spec)
        throw Error(ErrorKind::usage, unknownComponent(listing.kind, id, train::specsOf(listing.kind)));
    console.event(listing.event, toJson(listing, *spec));
    printOne(console, listing, *spec);
    return 0;
}

void addListing(CommandLine& line, CLI::App& parent, const Listing& listing, const std::string& doc)
{
    CLI::App& command = line.add(parent, listing.command, doc);
    const auto id = std::make_shared<std::string>();
    command.add_option("ID", *id, fmt::format("{}, to see its parameters", listing.one))->type_name("");
    line.onRun(command, [&line, listing, id] { return print(line.console, listing, *id); });
}

/// A command that prints a text made from the registries, or writes it into a file.
void addText(CommandLine& line, const char* name, const char* doc, std::string (*make)())
{
    CLI::App& command = line.add(line.app, name, doc);
    const auto output = std::make_shared<std::string>();
    command.add_option("--output", *output, "Write it to this file instead")->type_name(fileType);
    line.onRun(command, [&line, name, make, output] {
        const std::string text = make();
        if (output->empty()) {
            line.console.event(name, {{"text", text}});
            line.console.print(text.substr(0, text.size() - 1)); // the console ends the last line
            return 0;
        }
        writeFileSafely(*output, text).take();
        line.console.event(name, {{"file", *output}});
        line.console.line(fmt::format("{} is written", *output));
        return 0;
    });
}

} // namespace

void addRegistries(CommandLine& line)
{
    addListing(line, line.app, {ComponentKind::layer, "layers", "layer", "A layer"}, "List the layers, or describe one");
    addListing(line, line.app, {ComponentKind::loss, "losses", "loss", "A loss"}, "List the losses, or describe one");
    addListing(line, line.app, {ComponentKind::metric, "metrics", "metric", "A metric"}, "List the metrics, or describe one");
    addListing(line, line.app, {ComponentKind::optimizer, "optimizers", "optimizer", "An optimizer"},
               "List the optimizers, or describe one");
    addListing(line, line.app, {ComponentKind::schedule, "schedules", "schedule", "A schedule"},
               "List the schedules of the learning rate, or describe one");
    addListing(line, line.app, {ComponentKind::transform, "transforms", "transform", "A transform"},
               "List the transforms of images, or describe one");
    addText(line, "schema", "Print the JSON schema of project files", [] { return writeJson(train::projectSchema()); });
    addText(line, "reference", "Print the reference of project files as a page of HTML", train::referencePage);
}

void addSources(CommandLine& line, CLI::App& data)
{
    addListing(line, data, {ComponentKind::source, "sources", "source", "A data source"},
               "List what data can be read from, or describe one");
}

} // namespace netsmith::cli

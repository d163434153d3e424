#include "engine/cli/completion.h"
#include "engine/cli/run_commands.h"
#include "engine/cli/words/words.h"
#include "engine/runs/tensorboard_curves.h"
#include "engine/runs/comparing/run_difference.h"
#include "engine/runs/run_card.h"
#include "engine/runs/run_project.h"

#include <fmt/format.h>

#include <memory>

namespace netsmith::cli {
namespace {

struct RunReportOptions {
    std::string run;
    std::vector<std::string> others;
    std::string file;
    bool overwrite = false;
    std::string tensorboard;
    ReportOptions report;
};

constexpr const char* absent = "–";

std::string shortened(const std::string& value)
{
    const bool hash = value.size() == 64 && value.find_first_not_of("0123456789abcdef") == std::string::npos;
    return hash ? value.substr(0, 12) : value;
}

void addFacts(runs::TextRows& rows, const std::vector<runs::FactDifference>& facts)
{
    for (const runs::FactDifference& fact : facts) {
        auto& row = rows.emplace_back(std::vector{fact.name});
        for (const auto& value : fact.values)
            row.push_back(shortened(value.value_or(absent)));
    }
}

std::string nodeText(const NodeChange& node)
{
    std::string text = fmt::format("{} ({})", node.node, node.layer);
    for (const ValueChange& value : node.values)
        text += fmt::format("{} {} {} → {}", &value == &node.values.front() ? ":" : ",", value.name, value.before.value_or(absent),
                            value.after.value_or(absent));
    return text;
}

const char* signOf(Change change)
{
    return change == Change::added ? "+" : change == Change::removed ? "-" : "~";
}

std::string graphText(const GraphDifference& graph)
{
    std::string text;
    for (const NodeChange& node : graph.nodes)
        text += fmt::format("{} {}\n", signOf(node.change), nodeText(node));
    for (const WireChange& wire : graph.wires)
        text += fmt::format("{} {}.{} → {}.{}\n", signOf(wire.change), wire.from.node, wire.from.port, wire.to.node, wire.to.port);
    return text;
}

Json graphDifferenceJson(const GraphDifference& graph)
{
    constexpr const char* names[] = {"added", "removed", "changed"};
    const auto side = [](const std::optional<std::string>& value) { return value ? Json(*value) : Json(nullptr); };
    Json nodes = Json::array(), wires = Json::array();
    for (const NodeChange& node : graph.nodes) {
        Json values = Json::object();
        for (const ValueChange& value : node.values)
            values[value.name] = {side(value.before), side(value.after)};
        nodes.push_back({{"change", names[static_cast<int>(node.change)]}, {"node", node.node}, {"layer", node.layer}});
        if (!values.empty())
            nodes.back()["values"] = std::move(values);
    }
    for (const WireChange& wire : graph.wires)
        wires.push_back({{"change", names[static_cast<int>(wire.change)]},
                         {"from", Json::array({wire.from.node, wire.from.port})},
                         {"to", Json::array({wire.to.node, wire.to.port})}});
    return {{"nodes", std::move(nodes)}, {"wires", std::move(wires)}};
}

Json factsJson(const std::vector<runs::FactDifference>& facts)
{
    Json json = Json::object();
    for (const runs::FactDifference& fact : facts) {
        Json values = Json::array();
        for (const auto& value : fact.values)
            values.push_back(value ? Json(*value) : Json(nullptr));
        json[fact.name] = std::move(values);
    }
    return json;
}

std::string tableText(const runs::TextRows& rows)
{
    Table table(std::vector(rows.front().size(), Table::Align::left), 2);
    for (const auto& row : rows)
        table.add(row);
    return table.text();
}

/// Objects go out as one line, also into a file.
void reportObject(Console& console, const ReportOptions& options, const char* name, const Json& object)
{
    if (options.output.empty())
        return console.event(name, object);
    Json line{{"event", name}};
    line.update(object);
    report(console, options, line.dump(-1, ' ', false, Json::error_handler_t::replace) + '\n');
}

int diff(Console& console, const RunReportOptions& options)
{
    std::vector<runs::RunFacts> facts{runs::readFacts(options.run)};
    for (const std::string& other : options.others)
        facts.push_back(runs::readFacts(other));
    runs::nameFacts(facts);
    const runs::RunDifference difference = runs::differenceOf(facts);
    if (wantsJson(console, options.report)) {
        Json graphs = Json::array();
        for (const GraphDifference& graph : difference.graphs)
            graphs.push_back(graphDifferenceJson(graph));
        reportObject(console, options.report, "diff",
                     {{"runs", difference.names},
                      {"equal", difference.empty()},
                      {"settings", factsJson(difference.settings)},
                      {"graphs", graphs},
                      {"environment", factsJson(difference.environment)},
                      {"results", factsJson(difference.results)}});
        return 0;
    }
    const bool markdown = options.report.format == "markdown";
    std::string text;
    const auto section = [&](const char* title, const std::vector<runs::FactDifference>& list) {
        if (list.empty())
            return;
        runs::TextRows rows{{title}};
        rows.front().insert(rows.front().end(), difference.names.begin(), difference.names.end());
        addFacts(rows, list);
        text += markdown ? runs::markdownText(rows) + '\n' : tableText(rows);
    };
    section("settings", difference.settings);
    for (std::size_t i = 0; i < difference.graphs.size(); ++i)
        if (const std::string graph = graphText(difference.graphs[i]); !graph.empty())
            text += markdown
                ? fmt::format("graph of {} against {}\n```diff\n{}```\n\n", difference.names[i + 1], difference.names.front(),
                              graph)
                : fmt::format("  graph of {} against {}\n{}", difference.names[i + 1], difference.names.front(), graph);
    section("environment", difference.environment);
    section("results", difference.results);
    report(console, options.report, text.empty() ? "The runs do not differ.\n" : text);
    return 0;
}

int card(Console& console, const RunReportOptions& options)
{
    runs::RunFacts facts = runs::readFacts(options.run);
    runs::nameFacts({&facts, 1});
    const std::vector<runs::CardSection> sections = runs::cardOf(facts, runs::readCosts().take());
    if (wantsJson(console, options.report)) {
        reportObject(console, options.report, "card", runs::cardJson(sections));
        return 0;
    }
    std::string text;
    if (options.report.format == "markdown")
        text = runs::cardMarkdown(facts.name, sections);
    else
        for (const runs::CardSection& section : sections) {
            Table table({Table::Align::left, Table::Align::left}, 2);
            for (const runs::CardFact& fact : section.facts)
                table.add({fact.title, fact.value});
            text += section.title + '\n' + table.text();
        }
    report(console, options.report, text);
    return 0;
}

int project(Console& console, const RunReportOptions& options)
{
    const bool exact = runs::restoreProject(options.run, options.file, options.overwrite);
    const bool fused = readRunRecord(options.run).take().fuse;
    console.event("project", {{"run", options.run}, {"project", options.file}, {"exact", exact}, {"fusion", fused}});
    console.line(fmt::format("{} is the project of {}{}", options.file, options.run,
                             exact ? "" : ", except for the path to its data, which is in the run's folder"));
    if (!fused)
        console.note("the run was trained with --no-fusion, which is not a project setting");
    return 0;
}

int exportRun(Console& console, const RunReportOptions& options)
{
    Json files = Json::array();
    for (const auto& file : runs::exportCurves(options.run, options.tensorboard)) {
        files.push_back(file.string());
        console.line(file.string());
    }
    console.event("exported", {{"run", options.run}, {"files", files}});
    return 0;
}

} // namespace

void addRunReports(CommandLine& line, CLI::App& parent)
{
    const auto options = std::make_shared<RunReportOptions>();
    const auto add = [&](const char* name, const char* doc) -> CLI::App& {
        CLI::App& command = line.add(parent, name, doc);
        command.add_option("RUN", options->run, "The run's folder")->required()->type_name(folderType);
        return command;
    };

    CLI::App& diff = add("diff", "Show how runs differ: settings, network, data, versions and results");
    diff.add_option("OTHER", options->others, "One or more others, compared with the first")->required()->type_name(folderType);
    addReportOptions(diff, options->report, {"text", "markdown", "json"});
    line.onRun(diff, [&line, options] { return cli::diff(line.console, *options); });

    CLI::App& card = add("card", "Print a run's card: hashes, seed, device, versions, settings, energy and its costs");
    addReportOptions(card, options->report, {"text", "markdown", "json"});
    card.footer("\"netsmith-cli verify RUN\" trains again and checks that the result is bit-identical. \"netsmith-cli costs\" sets "
                "what a kWh and an hour on the device cost.");
    line.onRun(card, [&line, options] { return cli::card(line.console, *options); });

    CLI::App& project = add("project", "Make a project file from a run: its exact graph and settings");
    project.add_option("FILE", options->file, "The new project file")->required()->type_name(fileType);
    project.add_flag("--overwrite", options->overwrite, "Overwrite the file if it exists");
    line.onRun(project, [&line, options] { return cli::project(line.console, *options); });

    CLI::App& exported =
        add("export", "Write a run's curves as files that other programs read; \"netsmith-cli export\" writes a page about it");
    exported
        .add_option("--tensorboard", options->tensorboard, "The folder for TensorBoard's event files: \"tensorboard --logdir DIR\"")
        ->required()
        ->type_name(folderType);
    line.onRun(exported, [&line, options] { return exportRun(line.console, *options); });
}

} // namespace netsmith::cli

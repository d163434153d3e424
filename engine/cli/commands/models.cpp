#include "engine/cli/command_line.h"
#include "engine/cli/completion.h"
#include "engine/cli/data_commands.h"
#include "engine/cli/words/words.h"
#include "engine/core/utf8.h"
#include "engine/data/model_shelf.h"
#include "engine/report/run_export.h"

#include <fmt/format.h>

#include <filesystem>
#include <memory>

namespace netsmith::cli {
namespace {

struct ModelOptions {
    std::string name;
    std::string run;
    std::string dataDir;
};

std::int64_t bytesOf(const data::ShelfModel& model)
{
    std::int64_t bytes = 0;
    for (const data::RemoteFile& file : model.files)
        bytes += file.size;
    return bytes;
}

Json eventOf(const data::ShelfModel& model, const std::filesystem::path& folder)
{
    Json files = Json::array();
    for (const data::RemoteFile& file : model.files)
        files.push_back({{"name", file.name}, {"bytes", file.size}, {"sha256", file.sha256}, {"mirrors", file.urls}});
    return {{"id", model.id},          {"title", model.title}, {"doc", model.doc},           {"licence", model.licence},
            {"source", model.home},    {"input", model.input}, {"accuracy", model.accuracy}, {"network", model.isNetwork},
            {"bytes", bytesOf(model)}, {"files", files},       {"folder", folder.string()}};
}

int list(Console& console, const ModelOptions& options)
{
    const data::DataPaths paths = data::dataPaths(options.dataDir);
    using enum Table::Align;
    Table table({left, left, right, left, left}, 2);
    table.add({"name", "title", "size", "licence", "where"});
    for (const data::ShelfModel& model : data::shelfModels()) {
        const std::filesystem::path folder = data::shelfFolder(model, paths);
        console.event("model", eventOf(model, folder));
        table.add({model.id, model.title, bytesText(static_cast<double>(bytesOf(model))), model.licence,
                   folder.empty() ? "not fetched" : visibleText(folder.string())});
    }
    for (const data::OwnShelfModel& own : data::ownShelfModels(paths)) {
        const auto bytes = static_cast<std::int64_t>(std::filesystem::file_size(own.file));
        console.event("model", {{"id", own.id}, {"own", true}, {"file", own.file.string()}, {"bytes", bytes}});
        table.add({own.id, "your own", bytesText(static_cast<double>(bytes)), "", visibleText(own.file.string())});
    }
    console.print(table.text());
    return 0;
}

int show(Console& console, const ModelOptions& options)
{
    const data::ShelfModel& model = *data::findShelfModel(options.name);
    const std::filesystem::path folder = data::shelfFolder(model, data::dataPaths(options.dataDir));
    console.event("model", eventOf(model, folder));
    console.line(fmt::format("{}  {}", model.id, model.title));
    console.print(wrapped(model.doc, 100, 4));
    using enum Table::Align;
    Table table({left, left}, 4);
    table.add({"input", model.input});
    if (!model.accuracy.empty())
        table.add({"accuracy", model.accuracy});
    table.add({"licence", model.licence});
    table.add({"source", model.home});
    for (const data::RemoteFile& file : model.files) {
        table.add({"file", fmt::format("{}, {}", file.name, bytesText(static_cast<double>(file.size)))});
        table.add({"SHA-256", file.sha256});
        for (const std::string& url : file.urls)
            table.add({"mirror", url});
    }
    table.add({"here", folder.empty() ? fmt::format("no; netsmith-cli models fetch {}", model.id) : visibleText(folder.string())});
    console.print(table.text());
    return 0;
}

int fetch(Console& console, const ModelOptions& options)
{
    const data::ShelfModel& model = *data::findShelfModel(options.name);
    const SignalWatch signals;
    Expected<std::filesystem::path> folder =
        data::fetchModel(model, data::dataPaths(options.dataDir), watchOf(console, signals, true));
    if (!folder && signals.exitCode()) {
        console.note(folder.error().what());
        return signals.exitCode();
    }
    const std::filesystem::path file = std::move(folder).take() / model.files[0].name;
    console.event("fetched", {{"id", model.id}, {"file", file.string()}, {"bytes", bytesOf(model)}});
    console.line(fmt::format("{} is {}", model.title, file.string()));
    console.note(model.isNetwork ? fmt::format("netsmith-cli import {} PROJECT.netsmith makes a project of it", file.string())
                                 : fmt::format("netsmith-cli train PROJECT --weights {} begins a training from it", file.string()));
    return 0;
}

int add(Console& console, const ModelOptions& options)
{
    const std::filesystem::path file = data::newShelfFile(options.name, data::dataPaths(options.dataDir));
    const report::ExportResult packed = report::exportRun(options.run, file, {});
    console.event("added", {{"id", options.name}, {"file", file.string()}, {"parameters", packed.parameters}});
    console.line(fmt::format("{} is {}", options.name, file.string()));
    return 0;
}

} // namespace

void addModels(CommandLine& line)
{
    CLI::App& models = line.add(line.app, "models", "List, download and keep trained networks to begin from");
    models.require_subcommand(1);
    models.footer("Models are searched for in the folder \"models\" of --data-dir, of $NETSMITH_DATA_DIR and of the user's cache "
                  "folder. A fetched one is the FILE of \"netsmith-cli import\", or of \"train --weights\".");
    const auto options = std::make_shared<ModelOptions>();
    const auto sub = [&](const char* name, const char* doc, int (*action)(Console&, const ModelOptions&)) -> CLI::App& {
        CLI::App& command = line.add(models, name, doc);
        line.onRun(command, [&line, options, action] { return action(line.console, *options); });
        return command;
    };
    const auto folder = [&](CLI::App& command, const char* doc) {
        command.add_option("--data-dir", options->dataDir, doc)->type_name(folderType);
    };
    const auto named = [&](CLI::App& command) {
        std::vector<std::string> ids;
        for (const data::ShelfModel& model : data::shelfModels())
            ids.push_back(model.id);
        command.add_option("NAME", options->name, "The model, as \"models list\" names it")
            ->required()
            ->type_name("")
            ->check(CLI::IsMember(ids));
    };
    folder(sub("list", "List the models, with what of them is on this machine", list), "The folder to search first");
    CLI::App& showing = sub("show", "Show a model's size, licence, input, accuracy, source, SHA-256 and mirrors", show);
    named(showing);
    folder(showing, "The folder to search first");
    CLI::App& fetching = sub("fetch", "Download a model; its files are checked against their known SHA-256", fetch);
    named(fetching);
    folder(fetching, "The folder to download to (the user's cache)");
    CLI::App& adding = sub("add", "Keep the network of a run among the models, as a packed model", add);
    adding.add_option("RUN", options->run, "The run's folder, or one of its checkpoints")->required()->type_name(folderType);
    adding.add_option("NAME", options->name, "Its name: small letters, digits, - and _")->required()->type_name("");
    folder(adding, "The folder to keep it in (the user's cache)");
}

} // namespace netsmith::cli

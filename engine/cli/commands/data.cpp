#include "engine/cli/command_line.h"
#include "engine/cli/completion.h"
#include "engine/cli/data_commands.h"
#include "engine/cli/terminal/signals.h"
#include "engine/cli/words/advice.h"
#include "engine/cli/words/words.h"
#include "engine/core/utf8.h"
#include "engine/data/download.h"

#include <fmt/format.h>

#include <memory>

namespace netsmith::cli {
namespace {

std::int64_t downloadBytes(const data::SourceInfo& info)
{
    std::int64_t bytes = 0;
    for (const data::RemoteFile& file : info.files)
        bytes += file.size;
    return bytes;
}

Json fieldsJson(const std::vector<data::FieldSpec>& fields)
{
    Json json = Json::array();
    for (const data::FieldSpec& field : fields)
        json.push_back(
            {{"name", field.name}, {"type", nameOf(field.type)}, {"shape", field.shape.sizes()}, {"classes", field.classes}});
    return json;
}

/// "image: 28×28×1 u8; label: one of 10 classes"; for the user's own file, what its columns or arrays become.
std::string fieldWords(const data::Source& source)
{
    std::string words;
    for (const data::FieldSpec& field : source.fields()) {
        words += (words.empty() ? "" : "; ") + field.name + ": ";
        const std::string shape = field.shape.rank() > 0 ? field.shape.text() : std::string("one");
        words += field.classes > 0 ? fmt::format("{} of {} classes", shape, field.classes)
                                   : fmt::format("{} {}", shape, nameOf(field.type));
    }
    return words.empty() ? source.info().doc : words;
}

int list(Console& console, const DataOptions& options)
{
    const data::DataPaths paths = data::dataPaths(options.dataDir);
    for (const data::Source* source : data::sources()) {
        const data::SourceInfo& info = source->info();
        const data::Availability found = source->find(paths);
        console.event("data",
                      {{"id", info.id},
                       {"title", info.title},
                       {"doc", info.doc},
                       {"licence", info.licence},
                       {"available", found.available},
                       {"where", withAdvice(found.where)},
                       {"train", info.trainCount},
                       {"test", info.testCount},
                       {"fields", fieldsJson(source->fields())},
                       {"download_bytes", downloadBytes(info)}});
        console.line(fmt::format("{}  {}", info.id, info.title));
        if (info.trainCount > 0)
            console.print(fmt::format("    {} samples to train, {} to test", grouped(info.trainCount), grouped(info.testCount)));
        console.print(wrapped(fieldWords(*source), 100, 4));
        console.print(wrapped(visibleText(withAdvice(found.where)), 100, 4));
    }
    return 0;
}

int fetch(Console& console, const DataOptions& options)
{
    const SignalWatch signals;
    const data::Source& source = data::source(options.name);
    const data::DataPaths paths = data::dataPaths(options.dataDir);
    Expected<std::filesystem::path> folder = data::fetch(source, paths, watchOf(console, signals, true));
    if (!folder && signals.exitCode()) {
        console.note(folder.error().what());
        return signals.exitCode();
    }
    const std::string path = std::move(folder).take().string();
    console.event("fetched", {{"id", options.name}, {"folder", path}, {"bytes", downloadBytes(source.info())}});
    console.line(fmt::format("{} is in {}", source.info().title, path));
    return 0;
}

/// A data set's id or, if allowed, a project file.
CLI::Validator nameCheck(const std::vector<std::string>& names, bool projects)
{
    const CLI::IsMember known(names);
    const auto check = [known, projects](std::string& given) {
        return projects && isProjectFile(given) ? std::string() : known(given);
    };
    return {check, known.get_description()}; // which help and completion read
}

} // namespace

data::Watch watchOf(Console& console, const SignalWatch& signals, bool bytes)
{
    return {.report =
                [&console, bytes](const data::Progress& progress) {
                    const std::string tail = bytes ? fmt::format("{} of {}", bytesText(static_cast<double>(progress.done)),
                                                                 bytesText(static_cast<double>(progress.total)))
                                                   : std::string();
                    console.progress(progress.what, progress.done, progress.total, tail);
                },
            .stop = signals.token()};
}

void addData(CommandLine& line)
{
    CLI::App& data = line.add(line.app, "data", "List, download and inspect data sets");
    data.require_subcommand(1);
    data.footer("Data is searched for in --data-dir, then in $NETSMITH_DATA_DIR, then in the user's cache folder, "
                "then in /usr/share/datasets.");
    const auto options = std::make_shared<DataOptions>();
    std::vector<std::string> names;
    for (const data::Source* source : data::sources())
        names.push_back(source->info().id);
    const auto add = [&](const char* name, const char* doc, int (*action)(Console&, const DataOptions&), bool named,
                         const char* folder) -> CLI::App& {
        CLI::App& command = line.add(data, name, doc);
        if (named)
            command.add_option("NAME", options->name, "The data set, as \"data list\" names it")
                ->required()
                ->type_name("")
                ->check(nameCheck(names, std::string_view(name) == "show"));
        command.add_option("--data-dir", options->dataDir, folder)->type_name(folderType);
        line.onRun(command, [&line, options, action] { return action(line.console, *options); });
        return command;
    };
    const char* looked = "The folder to search first";
    add("list", "List the data sets and where each was found", list, false, looked);
    addSources(line, data);
    add("fetch", "Download a data set; its files are checked against their known SHA-256", fetch, true,
        "The folder to download to (the user's cache)");
    CLI::App& show =
        add("show", "Show a data set's fields, numbers, balance of classes and a few pictures", showData, true, looked);
    show.add_option("--path", options->path, "The file or folder of samples, for data sets that read your own files")
        ->type_name("PATH");
    show.add_option("--set", options->settings, "Change a parameter of the data set; may be repeated")
        ->type_name("PARAMETER=VALUE")
        ->allow_extra_args(false);
    show.add_option("--augmented", options->augmented,
                    "With a project file for NAME: write training images, as transformed by it, to this PNG file")
        ->type_name("FILE");
    show.footer("NAME may be a project file; its data set is then shown.");
}

} // namespace netsmith::cli

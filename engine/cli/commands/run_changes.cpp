#include "engine/cli/completion.h"
#include "engine/cli/run_commands.h"
#include "engine/cli/words/words.h"
#include "engine/runs/store/run_store.h"

#include <fmt/format.h>

#include <memory>

namespace netsmith::cli {
namespace {

namespace fs = std::filesystem;

struct ChangeOptions {
    std::string run;
    std::vector<std::string> paths;
    std::string text;
    std::vector<std::string> tags;
    bool remove = false;
};

/// A run's folder: its store, and its name there.
struct Place {
    runs::RunStore store;
    std::string name;
};

Place placeOf(const std::string& path)
{
    fs::path folder = fs::absolute(path).lexically_normal();
    if (!folder.has_filename())
        folder = folder.parent_path(); // without a slash at its end
    return {runs::RunStore(folder.parent_path()), folder.filename().string()};
}

int change(Console& console, const std::string& run, const std::function<void(runs::RunLabel&)>& change)
{
    runs::changeLabel(run, change);
    const runs::RunSummary summary = runs::summarize(fs::absolute(run).lexically_normal());
    console.event("run", runJson(summary));
    std::string tags;
    for (const std::string& tag : summary.label.tags)
        tags += (tags.empty() ? "  [" : ", ") + tag;
    console.line(fmt::format("{}{}{}", summary.name(), tags, tags.empty() ? "" : "]"));
    if (!summary.label.notes.empty())
        console.print(summary.label.notes);
    return 0;
}

int remove(Console& console, const ChangeOptions& options)
{
    for (const std::string& path : options.paths) {
        Place place = placeOf(path);
        // What is not a run must not be moved.
        if (const auto record = readRunRecord(place.store.folder() / place.name); !record
            && record.error().cause() == MessageFacts::Cause::notARun && !runs::looksLikeARun(place.store.folder() / place.name))
            throw record.error();
        const std::string there = place.store.remove(place.name);
        const std::string back = (place.store.folder() / there).string();
        console.event("deleted", {{"run", path}, {"restore", back}});
        console.line(fmt::format("deleted {}; \"netsmith-cli runs restore {}\" restores it", path, quoted(back)));
    }
    return 0;
}

int restore(Console& console, const ChangeOptions& options)
{
    for (const std::string& path : options.paths) {
        Place place = placeOf(path);
        const std::string folder = place.store.restore(place.name).string();
        console.event("restored", {{"run", folder}});
        console.line("restored " + folder);
    }
    return 0;
}

int purge(Console& console, const ChangeOptions& options)
{
    const std::int64_t count = runs::storeOf(options.run).purge();
    console.event("purged", {{"runs", count}});
    console.print(count == 1 ? "1 deleted run was removed permanently"
                             : fmt::format("{} deleted runs were removed permanently", count));
    return 0;
}

} // namespace

void addRunChanges(CommandLine& line, CLI::App& parent)
{
    const auto options = std::make_shared<ChangeOptions>();
    const auto one = [&](const char* name, const char* doc) -> CLI::App& {
        CLI::App& command = line.add(parent, name, doc);
        command.add_option("RUN", options->run, "The run's folder")->required()->type_name(folderType);
        return command;
    };
    const auto several = [&](const char* name, const char* doc, const char* what) -> CLI::App& {
        CLI::App& command = line.add(parent, name, doc);
        command.add_option("RUN", options->paths, what)->required()->type_name(folderType);
        return command;
    };

    CLI::App& rename = one("rename", "Name a run; its folder is not renamed");
    rename.add_option("NAME", options->text, "One line of text; an empty one removes the name")->required()->type_name("");
    line.onRun(rename, [&line, options] {
        return change(line.console, options->run, [&](runs::RunLabel& label) { label.name = options->text; });
    });

    CLI::App& tag = one("tag", "Tag a run");
    tag.add_option("TAG", options->tags, "Tags: a few words each, without commas")->required()->type_name("");
    tag.add_flag("--remove", options->remove, "Remove them instead");
    line.onRun(tag, [&line, options] {
        return change(line.console, options->run, [&](runs::RunLabel& label) {
            for (const std::string& word : options->tags)
                options->remove ? label.remove(word) : label.add(word);
        });
    });

    CLI::App& note = one("note", "Write a note on a run, replacing the previous one");
    note.add_option("TEXT", options->text, "Any text; an empty one removes the note")->required()->type_name("");
    line.onRun(note, [&line, options] {
        return change(line.console, options->run, [&](runs::RunLabel& label) { label.notes = options->text; });
    });

    CLI::App& remove = several("delete", "Delete runs; they can be restored until they are purged", "The runs' folders");
    line.onRun(remove, [&line, options] { return cli::remove(line.console, *options); });
    CLI::App& restore = several("restore", "Restore deleted runs", "Their former folders, as \"delete\" printed them");
    line.onRun(restore, [&line, options] { return cli::restore(line.console, *options); });
    CLI::App& purge = line.add(parent, "purge", "Remove the deleted runs of a project permanently");
    purge.add_option("PROJECT", options->run, "The project file, or a folder of runs")->required()->type_name(fileType);
    line.onRun(purge, [&line, options] { return cli::purge(line.console, *options); });
}

} // namespace netsmith::cli

#include "engine/runs/store/run_label.h"

#include "engine/core/files/safe_file.h"
#include "engine/graph/json/json_object.h"

#include <algorithm>

namespace netsmith::runs {
namespace {

namespace fs = std::filesystem;

bool hasControl(std::string_view text)
{
    return std::ranges::any_of(text, [](char c) { return static_cast<unsigned char>(c) < 0x20 || c == 0x7f; });
}

RunLabel labelFrom(const Json& json)
{
    JsonObject object(json, "");
    if (const auto schema = integerFrom(object.require("schema"), "/schema"); schema > RunLabel::schemaVersion)
        throw Error(
            ErrorKind::input,
            NS_MESSAGE("run.schema", "it is of version {0}, but this Netsmith reads up to {1}; a newer one wrote it: update"),
            schema, RunLabel::schemaVersion);
    RunLabel label;
    label.name = object.text("name");
    label.notes = object.text("notes");
    for (const Json& tag : object.array("tags"))
        if (std::string text = textFrom(tag, object.at("tags")); !text.empty() && !label.has(text))
            label.tags.push_back(std::move(text));
    if (const Json* colour = object.take("colour")) {
        const std::int64_t index = integerFrom(*colour, "/colour");
        if (index < 0 || index > 0xffff)
            throw Error(ErrorKind::input, NS_MESSAGE("runs.colour", "/colour: {0} is not the index of a color"), index);
        label.colour = static_cast<int>(index);
    }
    return label;
}

} // namespace

bool RunLabel::has(std::string_view tag) const
{
    return std::ranges::find(tags, tag) != tags.end();
}

void RunLabel::add(const std::string& tag)
{
    if (tag.empty() || tag.front() == ' ' || tag.back() == ' ' || tag.find(',') != std::string::npos || hasControl(tag))
        throw Error(ErrorKind::input,
                    NS_MESSAGE("runs.tag", "\"{0}\" can't be a tag: it is empty, or has a comma, a line break or spaces around it"),
                    tag);
    if (!has(tag))
        tags.push_back(tag);
}

void RunLabel::remove(std::string_view tag)
{
    std::erase(tags, tag);
}

std::string toJson(const RunLabel& label)
{
    Json json{{"schema", RunLabel::schemaVersion}};
    if (!label.name.empty())
        json["name"] = label.name;
    if (!label.tags.empty())
        json["tags"] = label.tags;
    if (!label.notes.empty())
        json["notes"] = label.notes;
    if (label.colour)
        json["colour"] = *label.colour;
    return writeJson(json);
}

Expected<RunLabel> labelFromJson(std::string_view text, std::string_view name)
try {
    return labelFrom(readJson(text).take());
} catch (const Error& error) {
    return Error(ErrorKind::input, NS_MESSAGE("run.record", "{0}: {1}"), name, error.message());
}

fs::path labelPathOf(const fs::path& run)
{
    return run / "label.json";
}

Expected<RunLabel> readLabel(const fs::path& run)
{
    const fs::path path = labelPathOf(run);
    std::error_code ignored;
    if (!fs::exists(path, ignored))
        return RunLabel{};
    const auto text = readTextFile(path);
    return text ? labelFromJson(*text, path.string()) : Expected<RunLabel>(text.error());
}

Expected<void> writeLabel(const OpenFolder& run, const RunLabel& label)
{
    if (hasControl(label.name))
        return Error(ErrorKind::input, NS_MESSAGE("runs.name", "a run's name is one line of text, and \"{0}\" is not"), label.name);
    const std::string name = labelPathOf({}).string();
    if (label != RunLabel{})
        return writeFileSafely(run, name, toJson(label));
    const auto removed = run.remove(name);
    return removed ? Expected<void>() : removed.error();
}

} // namespace netsmith::runs

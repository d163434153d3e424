#include "engine/cli/data_commands.h"

#include "engine/cli/terminal/picture.h"
#include "engine/cli/words/words.h"
#include "engine/core/files/mapped_file.h"
#include "engine/core/parallel.h"
#include "engine/fields/element.h"
#include "engine/fields/field_fit.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace netsmith::cli {
namespace {

struct Statistics {
    double minimum = INFINITY;
    double maximum = -INFINITY;
    double mean = 0.0; ///< like the next: sums until everything is counted
    double deviation = 0.0;
};

/// In blocks that are combined in order, so that no bit depends on the threads.
Statistics statisticsOf(const data::Field& field)
{
    constexpr std::size_t blockBytes = std::size_t{1} << 20;
    const std::span<const std::byte> all = field.all();
    std::vector<Statistics> blocks((all.size() + blockBytes - 1) / blockBytes);
    parallelFor(std::ssize(blocks), 1, [&](std::int64_t begin, std::int64_t end) {
        for (auto i = static_cast<std::size_t>(begin); i < static_cast<std::size_t>(end); ++i) {
            Statistics block;
            const std::size_t at = i * blockBytes;
            data::eachElement(field.spec.type, all.subspan(at, std::min(blockBytes, all.size() - at)), [&](double value) {
                block.minimum = std::min(block.minimum, value);
                block.maximum = std::max(block.maximum, value);
                block.mean += value;
                block.deviation += value * value;
            });
            blocks[i] = block;
        }
    });
    Statistics out;
    for (const Statistics& block : blocks) {
        out.minimum = std::min(out.minimum, block.minimum);
        out.maximum = std::max(out.maximum, block.maximum);
        out.mean += block.mean;
        out.deviation += block.deviation;
    }
    const double count = std::max<double>(1.0, static_cast<double>(all.size() / sizeOf(field.spec.type)));
    out.mean /= count;
    out.deviation = std::sqrt(std::max(0.0, out.deviation / count - out.mean * out.mean));
    return out;
}

/// How often each class occurs, over all elements: a sample of text has many.
std::vector<std::int64_t> classCounts(const data::Field& field)
{
    std::vector<std::int64_t> counts(static_cast<std::size_t>(field.spec.classes), 0);
    data::eachElement(field.spec.type, field.all(), [&](double number) { ++counts[static_cast<std::size_t>(number)]; });
    return counts;
}

/// One sample of each class, so that a row of pictures shows what there is; the first ones where there are no classes.
std::vector<std::int64_t> oneOfEach(const data::DataSplit& split)
{
    std::vector<std::int64_t> picked;
    for (const data::Field& field : split.fields)
        if (field.spec.classes > 0 && field.spec.shape.rank() == 0) {
            picked.assign(static_cast<std::size_t>(field.spec.classes), -1);
            for (std::int64_t i = field.count - 1; i >= 0; --i)
                picked[static_cast<std::size_t>(data::elementOf(field.spec.type, field.sample(i).data()))] = i;
            std::erase(picked, -1);
            return picked;
        }
    for (std::int64_t i = 0; i < std::min<std::int64_t>(split.count(), 10); ++i)
        picked.push_back(i);
    return picked;
}

void showClasses(Console& console, Json& json, const data::DataSet& set, const data::Field& field)
{
    const std::vector<std::int64_t> train = classCounts(field);
    const bool tested = set.test.count() > 0;
    const std::vector<std::int64_t> test =
        tested ? classCounts(set.test.field(field.spec.name)) : std::vector<std::int64_t>(train.size(), 0);
    json["train_counts"] = train;
    if (tested)
        json["test_counts"] = test;
    using enum Table::Align;
    Table table({left, right, right, right}, 4);
    table.add({"class", "train", "share", tested ? "test" : ""});
    for (std::size_t i = 0; i < train.size(); ++i)
        table.add({i < field.spec.classNames.size() ? field.spec.classNames[i] : std::to_string(i), grouped(train[i]),
                   fmt::format("{:.1f} %",
                               100.0 * static_cast<double>(train[i]) / static_cast<double>(std::max<std::int64_t>(1, field.count))),
                   tested ? grouped(test[i]) : ""});
    console.print(table.text() + "\n");
}

/// What a table's columns hold, before anything is fitted.
void showColumns(Console& console, Json& json, const data::Field& field, std::span<const data::SourcePart> parts)
{
    const std::vector<data::ColumnSummary> summaries = data::summariesOf(field);
    json["columns"] = Json::array();
    using enum Table::Align;
    Table table({left, left, right, right, right, right}, 4);
    table.add({"column", "type", "missing", "minimum", "maximum", "mean"});
    for (std::size_t i = 0; i < summaries.size(); ++i) {
        const data::Column& column = field.spec.columns[i];
        data::ColumnSummary summary = summaries[i];
        // Missing values of a series are filled while it is read, so none are left in its numbers.
        const auto part = std::ranges::find(parts, column.name, &data::SourcePart::name);
        const bool filled = part != parts.end() && summary.missing == 0;
        if (filled)
            summary.missing = part->missing;
        Json entry{{"name", column.name}, {"missing", summary.missing}};
        if (!column.categories.empty()) {
            entry.update({{"type", "categories"}, {"categories", column.categories}, {"counts", summary.counts}});
            table.add({column.name, fmt::format("{} categories", column.categories.size()), grouped(summary.missing), "", "", ""});
        } else {
            const bool any = filled || summary.missing < field.count;
            const auto text = [&](double number) { return any ? fmt::format("{:.6g}", number) : std::string(); };
            entry["type"] = "number";
            if (any)
                entry.update({{"minimum", summary.minimum}, {"maximum", summary.maximum}, {"mean", summary.mean}});
            table.add({column.name, "number", grouped(summary.missing), text(summary.minimum), text(summary.maximum),
                       text(summary.mean)});
        }
        json["columns"].push_back(std::move(entry));
    }
    console.print(table.text() + "\n");
}

/// The columns or arrays of a file, and what each is read into.
Json partsJson(std::span<const data::SourcePart> parts)
{
    Json json = Json::array();
    for (const data::SourcePart& part : parts)
        json.push_back({{"name", part.name}, {"holds", part.holds}, {"field", part.field}, {"missing", part.missing}});
    return json;
}

void showParts(Console& console, const data::SourceInfo& info)
{
    using enum Table::Align;
    Table table({left, left, left, right}, 4);
    table.add({info.id == "npy" ? "array" : "column", "holds", "field", "missing"});
    for (const data::SourcePart& part : info.parts)
        table.add(
            {part.name, part.holds, part.field.empty() ? "not read" : part.field, part.missing > 0 ? grouped(part.missing) : ""});
    if (!info.parts.empty())
        console.print(table.text() + "\n");
}

/// The named project, or a project with nothing but the data set.
Project projectFrom(const DataOptions& options)
{
    if (isProjectFile(options.name))
        return loadProject(options.name).take();
    if (!options.augmented.empty())
        throw Error(ErrorKind::usage,
                    NS_MESSAGE("cli.data.augmented", "--augmented shows a project's transforms; name a project file, not \"{0}\""),
                    options.name);
    Project project;
    project.data.source = options.name;
    project.data.path = anchoredPath(options.path, std::filesystem::current_path());
    for (const std::string& setting : options.settings)
        applySetting(project, "data.source." + setting);
    return project;
}

} // namespace

int showData(Console& console, const DataOptions& options)
{
    const SignalWatch signals;
    const data::DataPaths paths = data::dataPaths(options.dataDir);
    const Project project = projectFrom(options);
    OutputFile augmented(options.augmented);
    const std::shared_ptr<const data::Source> source = data::sourceFor(project.data, paths);
    if (data::Availability found = source->find(paths); !found.available)
        throw Error(ErrorKind::input, std::move(found.where));
    Expected<data::DataSet> loaded = source->load(paths, watchOf(console, signals, false));
    if (!loaded && signals.exitCode())
        return signals.exitCode();
    const data::DataSet set = std::move(loaded).take();

    console.line(fmt::format("{}: {}", set.title, set.origin.text()));
    console.print(fmt::format("{} samples to train, {} to test; {}\n\n", grouped(set.train.count()), grouped(set.test.count()),
                              bytesText(static_cast<double>(set.train.bytes() + set.test.bytes()))));
    for (const Message& warning : set.warnings)
        console.warn(warning.text());
    showParts(console, source->info());
    Json fields = Json::array();
    std::shared_ptr<const data::Vocabulary> shown;
    for (const data::Field& read : set.train.fields) {
        // Nothing is held out here: all samples choose the tokens.
        const data::Field field = read.spec.tokensAtMost > 0 ? data::fittedToAll(read) : read;
        const data::FieldSpec& spec = field.spec;
        Json json{{"name", spec.name}, {"type", nameOf(spec.type)}, {"shape", spec.shape.sizes()}, {"classes", spec.classes}};
        if (spec.vocabulary && !shown) {
            showTokens(console, json, field);
            shown = spec.vocabulary;
        } else if (spec.vocabulary && shown == spec.vocabulary) {
            console.line(spec.shape.rank() == 0 ? fmt::format("{}: the token after each", spec.name)
                                                : fmt::format("{}: the token after each token", spec.name));
        } else if (spec.classes > 0) {
            console.line(fmt::format("{}: one of {} classes", spec.name, spec.classes));
            showClasses(console, json, set, field);
        } else if (!spec.columns.empty()) {
            console.line(
                fmt::format("{}: {} numbers of {} columns", spec.name, grouped(spec.shape.elements()), spec.columns.size()));
            showColumns(console, json, field, source->info().parts);
        } else {
            const Statistics numbers = statisticsOf(field);
            json.update({{"minimum", numbers.minimum},
                         {"maximum", numbers.maximum},
                         {"mean", numbers.mean},
                         {"deviation", numbers.deviation}});
            console.line(fmt::format("{}: {} {}, {:.6g} to {:.6g}, mean {:.6g}, standard deviation {:.6g}", spec.name,
                                     spec.shape.text(), nameOf(spec.type), numbers.minimum, numbers.maximum, numbers.mean,
                                     numbers.deviation));
            if (isPicture(spec) && !console.json)
                console.print(pictures(field, oneOfEach(set.train), console.columns()));
        }
        checkMapped(read.all()); // before anything about it is printed
        fields.push_back(std::move(json));
    }
    if (augmented)
        drawAugmented(console, project, set.train, augmented);
    console.event("data",
                  {{"id", set.id},
                   {"title", set.title},
                   {"origin", set.origin.text()},
                   {"train", set.train.count()},
                   {"test", set.test.count()},
                   {"bytes", set.train.bytes() + set.test.bytes()},
                   {"parts", partsJson(source->info().parts)},
                   {"fields", fields}});
    return 0;
}

} // namespace netsmith::cli

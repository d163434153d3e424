#include "engine/train/prediction.h"

#include "engine/cli/command_line.h"
#include "engine/cli/completion.h"
#include "engine/cli/sample_input.h"
#include "engine/cli/text_writing.h"
#include "engine/cli/words.h"
#include "engine/data/source.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <numeric>

namespace netsmith::cli {
namespace {

struct PredictOptions {
    std::string run;
    std::vector<std::string> inputs;
    std::vector<std::int64_t> indices;
    std::string device;
    std::string dataDir;
    int top = 3;
    WritingOptions writing;
    bool writes = false; ///< a prompt was given
};

/// Samples of one origin, and what they are known to be, if that is known.
struct Asked {
    std::string name;
    std::vector<data::Field> fields;
    std::optional<std::int64_t> label;
};

/// One sample of a split as fields of their own that share its bytes.
Asked sampleOf(const data::DataSplit& split, std::int64_t index, const std::vector<data::FieldSpec>& inputs)
{
    if (index >= split.count())
        throw Error(ErrorKind::input, NS_MESSAGE("cli.predict.index", "there is no sample {0}: the test set has {1}, from 0 on"),
                    index, split.count());
    Asked asked{"sample " + std::to_string(index), {}, {}};
    for (const data::FieldSpec& input : inputs) {
        const data::Field& field = split.field(input.name);
        const std::int64_t offset = index * field.spec.strideBytes();
        asked.fields.push_back({field.spec, 1, std::shared_ptr<const std::byte[]>(field.bytes, field.bytes.get() + offset)});
    }
    for (const data::Field& field : split.fields)
        if (field.spec.classes > 0 && field.spec.type == DataType::u8 && field.spec.shape.rank() == 0)
            asked.label = std::to_integer<std::int64_t>(field.sample(index)[0]);
    return asked;
}

std::vector<Asked> gather(const PredictOptions& options, const std::vector<data::FieldSpec>& inputs)
{
    std::vector<Asked> all;
    for (const std::string& path : options.inputs)
        all.push_back({path, {readSamples(path, inputs.front()).take()}, {}});
    if (options.indices.empty())
        return all;
    const std::filesystem::path run = train::checkpointPlace(options.run).run;
    const train::RunRecord record = train::readRunRecord(run).take();
    DataSettings settings = loadProject(train::projectPathOf(run)).take().data;
    if (settings.source != record.dataSource) { // a stand-in was used
        settings = {};
        settings.source = record.dataSource;
    }
    const data::DataPaths paths = data::dataPaths(options.dataDir);
    const data::DataSet set = data::sourceFor(settings, paths)->load(paths, {}).take();
    for (const std::int64_t index : options.indices)
        all.push_back(sampleOf(set.test, index, inputs));
    return all;
}

std::string nameOf(const train::Predictor::Output& output, std::size_t index)
{
    return index < output.classNames.size() ? output.classNames[index] : std::to_string(index);
}

void tell(Console& console, const Asked& asked, const std::string& name, const train::Predictor::Output& output,
          std::span<const float> values, int top)
{
    Json json{{"input", name}, {"output", output.node}};
    std::string words = name + ":";
    if (output.classNames.empty()) {
        for (std::size_t i = 0; i < std::min<std::size_t>(values.size(), 8); ++i)
            words += fmt::format("  {:.6g}", values[i]);
        words += values.size() > 8 ? fmt::format("  … ({} numbers)", values.size()) : "";
    } else {
        const bool probabilities = train::areProbabilities(values);
        std::vector<std::size_t> ranks(values.size());
        std::iota(ranks.begin(), ranks.end(), std::size_t{0});
        std::ranges::stable_sort(ranks, [&](std::size_t a, std::size_t b) { return values[a] > values[b]; });
        for (std::size_t i = 0; i < std::min(ranks.size(), static_cast<std::size_t>(top)); ++i)
            words += probabilities
                ? fmt::format("  {} {:.2f} %", nameOf(output, ranks[i]), 100.0 * static_cast<double>(values[ranks[i]]))
                : fmt::format("  {} {:.4g}", nameOf(output, ranks[i]), values[ranks[i]]);
        json["class"] = ranks.front();
        json["name"] = nameOf(output, ranks.front());
        json["probabilities"] = probabilities;
        if (asked.label) {
            json["label"] = *asked.label;
            words += *asked.label == static_cast<std::int64_t>(ranks.front())
                ? "  right"
                : fmt::format("  wrong: it is {}", nameOf(output, static_cast<std::size_t>(*asked.label)));
        }
    }
    json["values"] = std::vector<double>(values.begin(), values.end());
    console.event("prediction", json);
    console.line(words);
}

int run(Console& console, const PredictOptions& options)
{
    if (options.writes) {
        if (!options.inputs.empty() || !options.indices.empty())
            throw Error(ErrorKind::usage,
                        NS_MESSAGE("cli.predict.prompt", "--prompt has the network write; name no files or samples beside it"));
        WritingOptions writing = options.writing;
        writing.run = options.run;
        writing.device = options.device;
        return writeText(console, writing);
    }
    if (options.inputs.empty() && options.indices.empty())
        throw Error(
            ErrorKind::usage,
            NS_MESSAGE("cli.predict.nothing",
                       "nothing to predict: name PNG, IDX or CSV files, samples of the test set with --index, or a text to go on "
                       "with by --prompt"));
    train::Predictor predictor(options.run, options.device);
    for (const Asked& asked : gather(options, predictor.inputs())) {
        const std::vector<std::vector<float>> results = predictor.predict(asked.fields);
        const std::int64_t count = asked.fields.front().count;
        for (std::int64_t i = 0; i < count; ++i)
            for (std::size_t o = 0; o < results.size(); ++o) {
                const train::Predictor::Output& output = predictor.outputs()[o];
                const auto size = static_cast<std::size_t>(output.shape.elements());
                tell(console, asked, count > 1 ? fmt::format("{}[{}]", asked.name, i) : asked.name, output,
                     std::span(results[o]).subspan(static_cast<std::size_t>(i) * size, size), options.top);
            }
    }
    return 0;
}

} // namespace

void addPredict(CommandLine& line)
{
    CLI::App& command = line.add(line.app, "predict", "Ask a trained network about pictures or samples");
    const auto options = std::make_shared<PredictOptions>();
    command.add_option("RUN", options->run, "The run's folder, or one of its checkpoints")->required()->type_name(folderType);
    command
        .add_option("INPUT", options->inputs,
                    "PNG pictures of the network's size, IDX files (.gz too) of samples, CSV files of rows (a series is foreseen "
                    "from its last ones), or texts")
        ->type_name(fileType);
    command.add_option("--index", options->indices, "Samples of the test set by number, from 0; may be repeated")
        ->check(wholeNumber(0))
        ->type_name("N")
        ->allow_extra_args(false);
    command.add_option("--top", options->top, "How many classes to show")
        ->check(wholeNumber(1, 1000000))
        ->type_name("N")
        ->capture_default_str();
    command.add_option("--device", options->device, "Another device than the run's")->type_name("DEVICE");
    command.add_option("--data-dir", options->dataDir, "The folder to look for data in first")->type_name(folderType);
    CLI::Option* prompt = command.add_option("--prompt", options->writing.prompt, "A text that the network goes on with")
                              ->type_name("TEXT")
                              ->each([options](const std::string&) { options->writes = true; });
    const auto writing = [&](const char* name, auto& value, const char* doc, const char* type) {
        return command.add_option(name, value, doc)->needs(prompt)->type_name(type)->capture_default_str();
    };
    writing("--length", options->writing.length, "How many tokens to write", "N")->check(wholeNumber(0, 1000000000));
    writing("--temperature", options->writing.sampling.temperature, "0 takes the likeliest token, more makes all more alike", "T");
    writing("--top-k", options->writing.sampling.topK, "Draw from so many of the likeliest tokens; 0 for all", "K");
    writing("--top-p", options->writing.sampling.topP, "Draw from the likeliest that have this share of the probability", "P");
    writing("--seed", options->writing.seed, "The same seed writes the same text", "N");
    line.onRun(command, [&line, options] { return run(line.console, *options); });
}

} // namespace netsmith::cli

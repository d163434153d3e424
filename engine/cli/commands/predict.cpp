#include "engine/input/arrays/npy.h"
#include "engine/input/sample_reading.h"
#include "engine/predict/prediction.h"

#include "engine/catalog/catalog.h"
#include "engine/cli/command_line.h"
#include "engine/cli/completion.h"
#include "engine/cli/terminal/output_file.h"
#include "engine/cli/words/text_writing.h"
#include "engine/cli/words/told_prediction.h"
#include "engine/core/files/mapped_file.h"
#include "engine/core/files/safe_file.h"
#include "engine/data/source.h"
#include "engine/fields/element.h"
#include "engine/fields/field_fit.h"
#include "engine/graph/project/settings.h"
#include "engine/graph/specs/transform_spec.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <iostream>
#include <iterator>
#include <memory>
#include <sstream>

namespace netsmith::cli {
namespace {

struct PredictOptions {
    std::string run;
    std::vector<std::string> inputs;
    std::vector<std::string> texts;
    std::vector<std::int64_t> indices;
    std::string device;
    std::string dataDir;
    std::string output;
    std::string layer;
    std::int64_t count = 0;
    int top = 3;
    WritingOptions writing;
    bool writes = false; ///< a prompt was given
};

constexpr std::string_view standardInput = "-";

/// Samples from one source, and their known labels.
struct Asked {
    std::string name;
    data::Samples samples;

    std::string nameOf(std::int64_t index) const
    {
        if (!samples.names.empty())
            return samples.names[static_cast<std::size_t>(index)];
        return samples.count() > 1 ? fmt::format("{}[{}]", name, index) : name;
    }
};

std::string readStandardInput()
{
    std::string text(std::istreambuf_iterator<char>(std::cin), {});
    if (std::cin.bad())
        throw Error(ErrorKind::input, NS_MESSAGE("cli.predict.stdin", "stdin can't be read"));
    return text;
}

/// Each line that is not blank.
std::vector<std::string> linesOf(const std::string& text)
{
    std::vector<std::string> lines;
    std::istringstream stream(text);
    for (std::string line; std::getline(stream, line);) {
        if (line.ends_with('\r'))
            line.pop_back();
        if (line.find_first_not_of(" \t") != std::string::npos)
            lines.push_back(line);
    }
    return lines;
}

/// One sample of a field, which shares its bytes.
data::Field oneOf(const data::Field& field, std::int64_t index)
{
    const std::int64_t offset = index * field.spec.strideBytes();
    return {field.spec, 1, std::shared_ptr<const std::byte[]>(field.bytes, field.bytes.get() + offset)};
}

/// A field's value for one sample, as the run learned it: tokens by its vocabulary.
data::Truth truthOf(const data::Field& sample, const data::FieldSpec& target)
{
    const data::Field field = data::isRaw(sample.spec) ? data::applyFit(sample, target) : sample;
    data::Truth truth;
    data::eachElement(field.spec.type, field.sample(0), [&](double number) { truth.numbers.push_back(number); });
    checkMapped(sample.all());
    return truth;
}

/// Whether every picture is transformed before it enters the network.
bool makesOtherPictures(const DataSettings& settings)
{
    return std::ranges::any_of(settings.transforms, [](const Component& transform) {
        const TransformSpec* spec = catalog().transforms->find(transform.id);
        return !spec || !spec->augments;
    });
}

/// The expected output of a network that reproduces its input, such as an autoencoder: its input, in the numbers that it computes
/// with. Unknown if transforms change the picture.
data::Truth inputAsTruth(const data::Field& given, const data::FieldSpec& input, const DataSettings& settings)
{
    if (input.shape.rank() == 3 && makesOtherPictures(settings))
        return {};
    const data::Field field = data::applyFit(given, input);
    const InputScale scale = inputScale(settings, input.type, input.shape, input.classes);
    data::Truth truth;
    for (std::int64_t i = 0; i < field.count; ++i)
        data::eachElement(field.spec.type, field.sample(i),
                          [&](double number) { truth.numbers.push_back((number - scale.subtract) / scale.divide); });
    return truth;
}

/// For each target given to the network; boxes are omitted if they refer to a different picture than the network's.
void tellInputs(data::Samples& samples, const data::SampleReading& reading)
{
    for (std::size_t t = 0; t < reading.targets.size(); ++t)
        if (reading.targets[t].kind == data::FieldKind::boxes && makesOtherPictures(reading.settings))
            samples.truths[t] = {};
    for (std::size_t t = 0; t < reading.targets.size(); ++t)
        for (std::size_t i = 0; i < reading.inputs.size(); ++i)
            if (reading.targets[t].name == reading.inputs[i].name)
                samples.truths[t] = inputAsTruth(samples.inputs[i], reading.inputs[i], reading.settings);
}

/// One sample of a split.
Asked sampleOf(const data::DataSplit& split, std::int64_t index, const data::SampleReading& reading)
{
    if (split.count() == 0)
        throw Error(ErrorKind::input,
                    NS_MESSAGE("cli.predict.no_test",
                               "there is no sample {0}: the data set has no test samples; name files of samples instead"),
                    index);
    if (index >= split.count())
        throw Error(ErrorKind::input, NS_MESSAGE("cli.predict.index", "there is no sample {0}: the test set has {1}, from 0 on"),
                    index, split.count());
    Asked asked{"sample " + std::to_string(index), {}};
    for (const data::FieldSpec& input : reading.inputs)
        asked.samples.inputs.push_back(oneOf(split.field(input.name), index));
    for (const data::FieldSpec& target : reading.targets) {
        data::Truth& truth = asked.samples.truths.emplace_back();
        if (target.name.empty())
            continue;
        truth = truthOf(oneOf(split.field(target.name), index), target);
        if (!target.lengths.empty()) {
            const double length = truthOf(oneOf(split.field(target.lengths), index), {}).numbers[0];
            forgetRows(truth, target, std::array{static_cast<std::int64_t>(length)});
        }
    }
    return asked;
}

void addIndexed(const PredictOptions& options, const data::SampleReading& reading, std::vector<Asked>& all)
{
    const std::filesystem::path run = checkpointPlace(options.run).run;
    const RunRecord record = readRunRecord(run).take();
    DataSettings settings = loadProject(projectPathOf(run)).take().data;
    if (settings.source != record.dataSource) { // a stand-in was used
        settings = {};
        settings.source = record.dataSource;
    }
    const data::DataPaths paths = data::dataPaths(options.dataDir);
    const data::DataSet set = data::sourceFor(settings, paths)->load(paths, {}).take();
    for (const std::int64_t index : options.indices)
        all.push_back(sampleOf(set.test, index, reading));
}

std::vector<Asked> gather(const PredictOptions& options, const data::SampleReading& reading)
{
    std::vector<Asked> all;
    for (const std::string& path : options.inputs) {
        if (path != standardInput) {
            all.push_back({path, data::readSamples(path, reading)});
            continue;
        }
        const std::string given = readStandardInput();
        all.push_back({"stdin",
                       reading.settings.source != "csv" && data::takesOneText(reading)
                           ? data::samplesOfTexts(linesOf(given), reading)
                           : data::samplesOfTable(std::as_bytes(std::span(given)), "stdin", reading)});
    }
    for (const std::string& text : options.texts)
        all.push_back({text, data::samplesOfTexts(std::span(&text, 1), reading)});
    if (!options.indices.empty())
        addIndexed(options, reading, all);
    for (Asked& asked : all)
        tellInputs(asked.samples, reading);
    return all;
}

/// Whether an output predicts the next token of the text that the network takes.
bool goesOn(const Predictor& predictor)
{
    return predictor.inputs().size() == 1 && predictor.inputs()[0].vocabulary
        && std::ranges::any_of(predictor.outputs(), [&](const Predictor::Output& output) {
               return output.target.classes == predictor.inputs()[0].classes && output.numbersAClass() > 1;
           });
}

/// A language model continues each text.
int goOn(Console& console, const PredictOptions& options)
{
    if (!options.output.empty())
        throw Error(ErrorKind::usage,
                    NS_MESSAGE("cli.predict.text_output",
                               "the run generates texts, which do not fit into a table: leave out --output, or use --json"));
    std::vector<std::string> prompts;
    for (const std::string& path : options.inputs)
        prompts.push_back(path == standardInput ? readStandardInput() : readTextFile(path).take());
    prompts.insert(prompts.end(), options.texts.begin(), options.texts.end());
    int code = 0;
    for (const std::string& prompt : prompts) {
        WritingOptions writing = options.writing;
        writing.run = options.run;
        writing.device = options.device;
        writing.prompt = prompt;
        if (code == 0)
            code = writeText(console, writing);
    }
    return code;
}

/// Refuses to write a table over an input.
void checkOutput(const std::string& output, std::span<const std::string> asked)
{
    std::error_code code;
    for (const std::string& input : asked)
        if (input != standardInput && std::filesystem::equivalent(input, output, code))
            throw Error(ErrorKind::usage,
                        NS_MESSAGE("cli.predict.output", "--output {0} would overwrite an input; name another file"), output);
}

/// `table`: where the rows go that were asked for.
void ask(Console& console, const PredictOptions& options, Predictor& predictor, OutputFile& table)
{
    const std::vector<Asked> all = gather(options, data::readingFor(predictor));
    std::error_code code;
    for (const Asked& asked : all) // for a folder, each of its files
        if (table && std::filesystem::exists(options.output, code))
            checkOutput(options.output, asked.samples.names);
    const std::vector<Predictor::Output>& outputs = predictor.outputs();
    std::vector<bool> truths(outputs.size());
    for (const Asked& asked : all)
        for (std::size_t o = 0; o < outputs.size(); ++o)
            truths[o] = truths[o] || !asked.samples.truths[o].numbers.empty();
    runs::PredictionRows rows(outputs, truths);
    for (const Asked& asked : all) {
        for (const Message& warning : asked.samples.warnings)
            console.warn(warning.text());
        const std::vector<std::vector<float>> results = predictor.predict(asked.samples.inputs);
        for (std::int64_t i = 0; i < asked.samples.count(); ++i) {
            const std::string name = asked.nameOf(i);
            rows.begin(name);
            for (std::size_t o = 0; o < outputs.size(); ++o) {
                const auto size = static_cast<std::size_t>(outputs[o].shape.elements());
                const auto numbers = std::span(results[o]).subspan(static_cast<std::size_t>(i) * size, size);
                const runs::AskedSample sample{asked.samples.truths[o], i};
                ToldPrediction prediction = told(outputs[o], numbers, sample, options.top);
                Json json{{"input", name}, {"output", outputs[o].node}};
                json.update(prediction.json);
                console.event("prediction", json);
                console.line((outputs.size() > 1 ? name + " " + outputs[o].node : name) + ":" + prediction.words);
                if (table)
                    rows.add(o, numbers, sample);
            }
        }
    }
    if (table)
        table.write(runs::csvText(rows.rows()));
}

/// As many samples as are to be drawn: each class in turn, where the network is told one, and zeros for its other inputs.
data::Samples nothingBut(std::int64_t count, const Predictor& predictor)
{
    data::Samples samples;
    for (const data::FieldSpec& spec : predictor.inputs()) {
        const data::NewField made = data::makeField(spec, count);
        std::fill_n(made.bytes, spec.bytesOf(count), std::byte{});
        const bool isClass = spec.classes > 0 && spec.shape.elements() == 1;
        for (std::int64_t i = 0; isClass && i < count; ++i) {
            const auto number = static_cast<std::int32_t>(i % spec.classes);
            std::memcpy(made.bytes + i * spec.strideBytes(), &number, sizeOf(spec.type)); // u8 or i32: the low bytes come first
        }
        samples.inputs.push_back(made.field);
    }
    return samples;
}

/// Writes a layer's output for the samples as an array.
int writeLayer(Console& console, const PredictOptions& options, OutputFile& file)
{
    Predictor predictor(options.run, options.device, 64, {options.layer});
    std::vector<Asked> all;
    if (options.count > 0)
        all.push_back({"noise", nothingBut(options.count, predictor)});
    else
        all = gather(options, data::readingFor(predictor));
    std::vector<float> numbers;
    std::int64_t count = 0;
    for (const Asked& asked : all) {
        const std::vector<float> made = predictor.predict(asked.samples.inputs, options.count).back();
        numbers.insert(numbers.end(), made.begin(), made.end());
        count += options.count > 0 ? options.count : asked.samples.count();
    }
    const Shape shape = predictor.outputs().back().shape.withBatch(count);
    file.write(data::npyOf(shape, numbers));
    console.event("layer", {{"layer", options.layer}, {"shape", shape.text()}, {"output", options.output}});
    console.line(fmt::format("{}: {} numbers written to {}", options.layer, shape.text(), options.output));
    return 0;
}

int run(Console& console, const PredictOptions& options)
{
    const bool named = !options.inputs.empty() || !options.texts.empty();
    if (options.writes) {
        if (named || !options.indices.empty())
            throw Error(ErrorKind::usage,
                        NS_MESSAGE("cli.predict.prompt", "--prompt generates text; it can't be combined with files or samples"));
        WritingOptions writing = options.writing;
        writing.run = options.run;
        writing.device = options.device;
        return writeText(console, writing);
    }
    if (options.layer.empty() != !options.output.ends_with(".npy"))
        throw Error(ErrorKind::usage,
                    NS_MESSAGE("cli.predict.layer", "--layer and --output FILE.npy belong together: name the layer and the file"));
    if (options.count > 0 && (options.layer.empty() || named || !options.indices.empty()))
        throw Error(ErrorKind::usage,
                    NS_MESSAGE("cli.predict.count",
                               "--count makes samples from a layer's noise: name the layer with --layer, and no files or samples"));
    if (!named && options.indices.empty() && options.count == 0)
        throw Error(
            ErrorKind::usage,
            NS_MESSAGE("cli.predict.nothing",
                       "nothing to predict: name files or folders of samples, texts with --text, samples of the test set with "
                       "--index, or a text to continue with --prompt"));
    if (std::ranges::count(options.inputs, standardInput) > 1)
        throw Error(ErrorKind::usage, NS_MESSAGE("cli.predict.stdin_twice", "stdin can be read once: name - once"));
    if (!options.output.empty())
        checkOutput(options.output, options.inputs);
    OutputFile table(options.output);
    if (!options.layer.empty())
        return writeLayer(console, options, table);
    {
        Predictor predictor(options.run, options.device);
        if (!goesOn(predictor) || !named) {
            ask(console, options, predictor, table);
            return 0;
        }
    }
    if (!options.indices.empty())
        throw Error(ErrorKind::usage, NS_MESSAGE("cli.predict.both", "the run continues texts: use --index in a separate call"));
    return goOn(console, options);
}

} // namespace

void addPredict(CommandLine& line)
{
    CLI::App& command = line.add(line.app, "predict", "Predict with a trained network: pictures, rows, texts, series or samples");
    const auto options = std::make_shared<PredictOptions>();
    command.add_option("RUN", options->run, "The run's folder, or one of its checkpoints")->required()->type_name(folderType);
    command
        .add_option(
            "INPUT", options->inputs,
            "What the network was trained on: pictures (PNG, JPEG, WebP, BMP) of any size, folders of pictures or texts, IDX, "
            ".npy and .npz files, CSV files of rows (a series is continued from its last ones), texts; - reads stdin: rows, or one "
            "text per line. A language model continues each text")
        ->type_name(fileType);
    command.add_option("--text", options->texts, "A text to predict for; may be repeated")
        ->type_name("TEXT")
        ->allow_extra_args(false);
    command.add_option("--output", options->output, "Write the predictions to this CSV file, one row per sample")
        ->type_name(fileType);
    command.add_option("--layer", options->layer, "Write this layer's output for each sample to --output FILE.npy instead")
        ->type_name("LAYER");
    command
        .add_option("--count", options->count,
                    "Number of samples to make, for a network that starts from noise; each class in turn if it is told one")
        ->check(wholeNumber(1, 10000000))
        ->type_name("N");
    command.add_option("--index", options->indices, "Samples of the test set by number, from 0; may be repeated")
        ->check(wholeNumber(0))
        ->type_name("N")
        ->allow_extra_args(false);
    command.add_option("--top", options->top, "Number of classes to show")
        ->check(wholeNumber(1, 1000000))
        ->type_name("N")
        ->capture_default_str();
    command.add_option("--device", options->device, "The device, if not the run's")->type_name("DEVICE");
    command.add_option("--data-dir", options->dataDir, "The folder to search for data first")->type_name(folderType);
    command.add_option("--prompt", options->writing.prompt, "A text for the network to continue")
        ->type_name("TEXT")
        ->each([options](const std::string&) { options->writes = true; });
    const auto writing = [&](const char* name, auto& value, const char* doc, const char* type) {
        return command.add_option(name, value, doc)->type_name(type)->capture_default_str();
    };
    writing("--length", options->writing.length, "Number of tokens to generate", "N")->check(wholeNumber(0, 1000000000));
    writing("--temperature", options->writing.sampling.temperature, "0 takes the most likely token; higher values are more random",
            "T");
    writing("--top-k", options->writing.sampling.topK, "Sample from the K most likely tokens; 0 for all", "K");
    writing("--top-p", options->writing.sampling.topP, "Sample from the most likely tokens that together have this probability",
            "P");
    writing("--seed", options->writing.seed, "The same seed gives the same text", "N");
    line.onRun(command, [&line, options] { return run(line.console, *options); });
}

} // namespace netsmith::cli

#include "engine/input/arrays/npy.h"
#include "engine/predict/prediction.h"

#include "engine/cli/given_samples.h"
#include "engine/cli/terminal/output_file.h"
#include "engine/cli/words/text_writing.h"
#include "engine/cli/words/told_prediction.h"
#include "engine/core/files/safe_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <memory>

namespace netsmith::cli {
namespace {

struct PredictOptions : SampleOptions {
    std::string output;
    std::string layer;
    std::int64_t count = 0;
    int top = 3;
    WritingOptions writing;
    bool writes = false; ///< a prompt was given
};

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
    const std::vector<GivenSamples> all = givenSamples(options, data::readingFor(predictor));
    std::error_code code;
    for (const GivenSamples& asked : all) // for a folder, each of its files
        if (table && std::filesystem::exists(options.output, code))
            checkOutput(options.output, asked.samples.names);
    const std::vector<Predictor::Output>& outputs = predictor.outputs();
    std::vector<bool> truths(outputs.size());
    for (const GivenSamples& asked : all)
        for (std::size_t o = 0; o < outputs.size(); ++o)
            truths[o] = truths[o] || !asked.samples.truths[o].numbers.empty();
    runs::PredictionRows rows(outputs, truths);
    for (const GivenSamples& asked : all) {
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
                const Answer prediction = told(outputs[o], numbers, sample, options.top);
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
    if (options.layer == everyLayer)
        throw Error(ErrorKind::usage,
                    NS_MESSAGE("cli.predict.every", "--layer takes one layer by its id; `inspect --output FOLDER` writes all"));
    Predictor predictor(options.run, options.device, 64, {options.layer});
    std::vector<GivenSamples> all;
    if (options.count > 0)
        all.push_back({"noise", nothingBut(options.count, predictor)});
    else
        all = givenSamples(options, data::readingFor(predictor));
    std::vector<float> numbers;
    std::int64_t count = 0;
    for (const GivenSamples& asked : all) {
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
    const bool named = options.isNamed();
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
    addSampleOptions(command, *options, ". A language model continues each text");
    command.add_option("--output", options->output, "Write the predictions to this CSV file, one row per sample")
        ->type_name(fileType);
    command.add_option("--layer", options->layer, "Write this layer's output for each sample to --output FILE.npy instead")
        ->type_name("LAYER");
    command
        .add_option("--count", options->count,
                    "Number of samples to make, for a network that starts from noise; each class in turn if it is told one")
        ->check(wholeNumber(1, 10000000))
        ->type_name("N");
    command.add_option("--top", options->top, "Number of classes to show")
        ->check(wholeNumber(1, 1000000))
        ->type_name("N")
        ->capture_default_str();
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

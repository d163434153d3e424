#include "engine/core/error.h"
#include "engine/core/parallel.h"
#include "engine/predict/answer.h"
#include "engine/runner/packed_network.h"
#include "engine/runner/program.h"

#include <fmt/format.h>

#include <algorithm>
#include <iostream>
#include <iterator>

namespace netsmith::runner {
namespace {

constexpr std::string_view standardInput = "-";

struct PredictOptions : ModelOptions {
    std::vector<std::string> inputs;
    std::vector<std::string> texts;
    int top = 3;
};

std::string readStandardInput()
{
    std::string content(std::istreambuf_iterator<char>(std::cin), {});
    if (std::cin.bad())
        throw Error(ErrorKind::input, NS_MESSAGE("runner.stdin", "stdin can't be read"));
    return content;
}

/// Prints the answers for samples from one source.
void answer(Output& output, PackedNetwork& network, const std::string& name, const data::Samples& samples, int top)
{
    for (const Message& warning : samples.warnings)
        output.warn(warning.text());
    const std::vector<std::vector<float>> results = network.predict(samples.inputs);
    const std::vector<PredictedOutput>& outputs = network.outputs();
    for (std::int64_t i = 0; i < samples.count(); ++i) {
        const std::string sample = !samples.names.empty() ? samples.names[static_cast<std::size_t>(i)]
            : samples.count() > 1                         ? fmt::format("{}[{}]", name, i)
                                                          : name;
        for (std::size_t o = 0; o < outputs.size(); ++o) {
            const auto size = static_cast<std::size_t>(outputs[o].shape.elements());
            const Answer found = answerOf(outputs[o], std::span(results[o]).subspan(static_cast<std::size_t>(i) * size, size), top);
            Json object{{"event", "prediction"}, {"input", sample}, {"output", outputs[o].node}};
            object.update(found.json);
            output.object(object);
            output.line((outputs.size() > 1 ? sample + " " + outputs[o].node : sample) + ":" + found.words);
        }
    }
}

} // namespace

int predict(Output& output, std::vector<std::string> arguments)
{
    CLI::App app("Predicts with a packed model of Netsmith: pictures, texts, arrays, rows of tables.", "netsmith-run");
    PredictOptions options;
    app.set_help_flag("-h,--help", "Show this help and exit");
    app.set_version_flag("--version", "netsmith-run " NETSMITH_VERSION, "Show the version and exit");
    addModelOptions(app, options, output);
    app.add_option(
           "INPUT", options.inputs,
           "What the network was trained on: pictures (PNG, JPEG, WebP, BMP) of any size, folders of pictures or texts, IDX, "
           ".npy and .npz files, CSV files of rows (a series is continued from its last ones), texts; - reads stdin: a "
           "picture, rows, or one text per line")
        ->type_name("FILE");
    app.add_option("--text", options.texts, "A text; may be repeated")->type_name("TEXT")->allow_extra_args(false);
    app.add_option("--top", options.top, "Number of classes to show")
        ->check(wholeNumber(1, 1000000))
        ->type_name("N")
        ->capture_default_str();
    app.footer("\"netsmith-run describe MODEL\" shows what it takes and returns, \"netsmith-run serve MODEL\" answers over HTTP.\n"
               "Exit codes: 0 done, 1 failed, 2 usage, 3 bad input, 4 memory or disk.");
    if (!parse(app, output, std::move(arguments)))
        return 0;
    if (options.inputs.empty() && options.texts.empty())
        throw Error(ErrorKind::usage,
                    NS_MESSAGE("runner.nothing",
                               "nothing to predict: name files or folders of samples, - for stdin, or a text "
                               "with --text"));
    if (std::ranges::count(options.inputs, standardInput) > 1)
        throw Error(ErrorKind::usage, NS_MESSAGE("runner.stdin_twice", "stdin can be read once: name - once"));
    if (options.threads > 0)
        setThreadCount(options.threads);
    PackedNetwork network(options.model, options.batch);
    for (const std::string& path : options.inputs)
        if (path == standardInput) {
            const std::string content = readStandardInput();
            answer(output, network, "stdin", data::samplesOfStdin(std::as_bytes(std::span(content)), network.reading()),
                   options.top);
        } else {
            answer(output, network, path, data::readSamples(path, network.reading()), options.top);
        }
    for (const std::string& text : options.texts)
        answer(output, network, text, data::samplesOfTexts(std::span(&text, 1), network.reading()), options.top);
    return 0;
}

} // namespace netsmith::runner

#include "engine/cli/command_line.h"
#include "engine/cli/completion.h"
#include "engine/cli/terminal/signals.h"
#include "engine/core/parallel.h"
#include "engine/graph/project/project_file.h"
#include "engine/report/run_export.h"

#include <fmt/format.h>

#include <filesystem>
#include <memory>

namespace netsmith::cli {
namespace {

struct ExportWords {
    std::string from;
    std::string file;
    std::string device;
    std::string dataDir;
    std::string weights = "float32";
    std::string framework;
    bool noTraining = false;
    bool data = false;
    bool noPredictions = false;
    bool noPreprocessing = false;
    int threads = 0;
};

report::ExportOptions optionsOf(const ExportWords& words)
{
    report::ExportOptions options;
    options.page.predictions = !words.noPredictions;
    options.page.evaluation.device = words.device;
    options.onnx = {!words.noPreprocessing,
                    words.weights == "float16" ? interop::OnnxWeights::float16 : interop::OnnxWeights::float32};
    options.training = !words.noTraining;
    options.samples = words.data;
    options.dataDir = words.dataDir;
    return options;
}

int run(Console& console, const ExportWords& words)
{
    const std::optional<report::ExportKind> kind = report::exportKindOf(words.file);
    report::ExportOptions options = optionsOf(words);
    if (kind == report::ExportKind::script) {
        if (words.framework.empty())
            throw Error(
                ErrorKind::usage,
                NS_MESSAGE("cli.export.framework", "a script is written for a framework: add --framework keras or pytorch"));
        options.framework = interop::scriptFramework(words.framework);
    }
    const SignalWatch signals;
    if (words.threads > 0)
        setThreadCount(words.threads);
    options.page.evaluation.stop = signals.token();
    options.page.progress = [&](std::int64_t done, std::int64_t all) { console.progress("predictions", done, all); };
    report::ExportResult written;
    try {
        written = report::exportRun(words.from, words.file, options);
    } catch (const Error& error) {
        if (!signals.exitCode())
            throw;
        console.note(error.what());
        return signals.exitCode();
    }
    Json event{{"from", words.from}, {"file", words.file}};
    if (kind == report::ExportKind::script)
        event["framework"] = words.framework;
    if (kind == report::ExportKind::onnx || kind == report::ExportKind::drawing)
        event["nodes"] = written.nodes;
    event["bytes"] = std::filesystem::file_size(words.file);
    console.event("exported", event);
    std::string line = "wrote ";
    for (std::size_t i = 0; i < written.files.size(); ++i)
        line += (i == 0 ? "" : i + 1 == written.files.size() ? " and " : ", ") + written.files[i].string();
    console.line(line);
    if (!written.missingSamples.empty())
        console.note(fmt::format("its samples are to be in {}; --data writes them", written.missingSamples.string()));
    return 0;
}

} // namespace

void addExport(CommandLine& line)
{
    CLI::App& command = line.add(
        line.app, "export", "Write a run as a page to read, its network as an ONNX model, or a network as a drawing or a script");
    const auto options = std::make_shared<ExportWords>();
    command.add_option("RUN", options->from, "The run's folder; for a drawing or a script also a project file")
        ->required()
        ->type_name(fileType);
    command
        .add_option(
            "FILE", options->file,
            "The new file: FILE.html, one page without other files, with the result, network, curves, predictions, settings "
            "and card of the run; FILE.onnx, a model for other programs that predicts as the run's network; FILE.nsm, a packed "
            "model, as \"netsmith-cli pack\" writes; FILE.svg, a drawing of the network; FILE.py, a script that builds and trains "
            "the network, with its weights in FILE.safetensors")
        ->required()
        ->type_name(fileType);
    command.add_option("--framework", options->framework, "What a script is written for")
        ->check(CLI::IsMember({"keras", "pytorch"}));
    command.add_flag("--no-training", options->noTraining, "Write a script of the network alone, without data and training");
    command.add_flag("--data", options->data, "Write the samples too, to FILE.data.safetensors, for scripts that read them there");
    command.add_flag("--no-predictions", options->noPredictions,
                     "Leave out of a page what is predicted for the validation samples, which needs the run's data and device");
    command.add_flag("--no-preprocessing", options->noPreprocessing,
                     "Let a model take its inputs as the network reads them: by default it takes the numbers of the data, such as "
                     "pixels from 0 to 255, and scales them itself");
    command.add_option("--weights", options->weights, "How a model stores its kernels: float32, or float16 in half of the size")
        ->check(CLI::IsMember({"float32", "float16"}))
        ->type_name("TYPE");
    command.add_option("--device", options->device, "The device to predict on, if not the run's")->type_name("DEVICE");
    command.add_option("--data-dir", options->dataDir, "The folder to search for data first")->type_name(folderType);
    command.add_option("--threads", options->threads, "Number of CPU threads")->check(wholeNumber(1, 4096))->type_name("N");
    command.footer(
        "\"netsmith-cli runs export\" writes a run's curves for other programs, and \"netsmith-cli runs card\" prints its "
        "card alone.");
    line.onRun(command, [&line, options] { return run(line.console, *options); });
}

} // namespace netsmith::cli

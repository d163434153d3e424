#include "engine/cli/command_line.h"
#include "engine/cli/completion.h"
#include "engine/cli/data_commands.h"
#include "engine/cli/terminal/output_file.h"
#include "engine/cli/terminal/signals.h"
#include "engine/core/ascii_case.h"
#include "engine/catalog/catalog.h"
#include "engine/core/parallel.h"
#include "engine/data/source.h"
#include "engine/graph/project/project_file.h"
#include "engine/interop/onnx/export/onnx_export.h"
#include "engine/interop/onnx/export/onnx_writer.h"
#include "engine/interop/scripts/script.h"
#include "engine/interop/scripts/script_weights.h"
#include "engine/interop/weights/project_weights.h"
#include "engine/predict/field_types.h"
#include "engine/predict/saved_run.h"
#include "engine/report/network/network_drawing.h"
#include "engine/report/run_page.h"
#include "engine/runs/machine/costs.h"
#include "engine/store/run_folder.h"
#include "engine/train/project_checks.h"
#include "engine/train/trainer/resumption.h"
#include "engine/train/training_data.h"

#include <fmt/format.h>

#include <filesystem>
#include <memory>

namespace netsmith::cli {
namespace {

struct ExportOptions {
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

/// The network's drawing, from a project file or a run's copy of it.
int exportDrawing(Console& console, const ExportOptions& options)
{
    OutputFile file(options.file);
    const bool isProject = isProjectFile(options.from);
    if (!isProject)
        readRunRecord(options.from).take(); // which says if it is no run
    const Project project = loadProject(isProject ? std::filesystem::path(options.from) : projectPathOf(options.from)).take();
    const report::NetworkDrawing drawing = report::drawingOf(project);
    file.write(report::svgOf(drawing, report::Painting::ownColors));
    console.event("exported", {{"from", options.from}, {"file", options.file}, {"nodes", drawing.nodes.size()}});
    console.line(fmt::format("wrote {}", options.file));
    return 0;
}

int exportPage(Console& console, const ExportOptions& options)
{
    if (isProjectFile(options.from))
        throw Error(ErrorKind::usage,
                    NS_MESSAGE("cli.export.project",
                               "a page is about a run, and {0} is a project: name a run's folder, or write a "
                               "drawing of its network with a file that ends in .svg"),
                    options.from);
    const SignalWatch signals;
    if (options.threads > 0)
        setThreadCount(options.threads);
    OutputFile file(options.file);
    report::PageOptions page;
    page.predictions = !options.noPredictions;
    page.evaluation.device = options.device;
    page.evaluation.dataDir = options.dataDir;
    page.evaluation.stop = signals.token();
    page.costs = runs::readCosts().take();
    page.progress = [&](std::int64_t done, std::int64_t all) { console.progress("predictions", done, all); };
    try {
        file.write(report::runPage(options.from, page));
    } catch (const Error& error) {
        if (!signals.exitCode())
            throw;
        console.note(error.what());
        return signals.exitCode();
    }
    console.event("exported", {{"from", options.from}, {"file", options.file}});
    console.line(fmt::format("wrote {}", options.file));
    return 0;
}

int exportOnnx(Console& console, const ExportOptions& options)
{
    if (isProjectFile(options.from))
        throw Error(
            ErrorKind::usage,
            NS_MESSAGE("cli.export.untrained", "{0} is a project, which has no weights: train it, and name the run's folder"),
            options.from);
    OutputFile file(options.file);
    const interop::OnnxExportOptions how{
        !options.noPreprocessing, options.weights == "float16" ? interop::OnnxWeights::float16 : interop::OnnxWeights::float32};
    const interop::OnnxModel model = interop::onnxModelOf(options.from, how);
    const std::vector<std::byte> bytes = interop::writeOnnx(model, options.file);
    file.write(bytes);
    console.event("exported",
                  {{"from", options.from}, {"file", options.file}, {"nodes", model.graph.nodes.size()}, {"bytes", bytes.size()}});
    console.line(fmt::format("wrote {}", options.file));
    return 0;
}

/// A project, what it is trained on, and the weights of a run or those that a training would start from.
struct Exported {
    Project project;
    CheckedProject checked;
    SafetensorsFile arrays;
};

Exported exported(const ExportOptions& options, const data::DataPaths& paths)
{
    Exported result;
    if (!isProjectFile(options.from)) {
        SavedRun saved = openSavedRun(options.from, {});
        result.project = saved.project;
        result.checked = CheckedProject(saved.project, catalog(), fieldTypes(saved.record.fields));
        result.arrays = std::move(saved.checkpoint.weights);
        return result;
    }
    result.project = loadProject(options.from).take();
    result.checked = train::checkProject(result.project, fieldTypes(data::sourceFor(result.project.data, paths)->fields()));
    result.checked.requireOk();
    result.arrays = interop::drawnArrays(result.checked);
    if (const auto from = initialWeightsOf(result.project)) {
        const train::WeightMatching chosen = train::matchInitialWeights(*from, result.checked);
        result.arrays = interop::filledArrays(chosen.file, chosen.matching, result.arrays);
    }
    return result;
}

/// A script, its weights beside it and, on request, its samples.
int exportScript(Console& console, const ExportOptions& options)
{
    if (options.framework.empty())
        throw Error(ErrorKind::usage,
                    NS_MESSAGE("cli.export.framework", "a script is written for a framework: add --framework keras or pytorch"));
    const std::filesystem::path path(options.file);
    const std::string stem = path.stem().string();
    OutputFile file(options.file);
    OutputFile weights(std::filesystem::path(path).replace_extension(".safetensors").string());
    OutputFile samples(options.data ? std::filesystem::path(path).replace_extension(".data.safetensors").string() : std::string());
    const data::DataPaths paths = data::dataPaths(options.dataDir);
    const Exported from = exported(options, paths);
    interop::ScriptOptions script{
        .framework = interop::scriptFramework(options.framework), .name = stem, .training = !options.noTraining};
    if (script.training)
        if (const auto files = data::sourceFor(from.project.data, paths)->files(paths); !files.empty())
            script.dataFolder = std::filesystem::absolute(files[0]).parent_path().string();
    const interop::Script written = interop::scriptFor(from.checked, from.arrays, script);
    if (options.data) {
        const train::TrainingData data = train::divideData(from.project, train::loadData(from.project, options.dataDir));
        std::vector<interop::ScriptSamples> parts{{"train", &data.trainSplit(), data.train}};
        if (!data.validation.empty())
            parts.push_back({"validation", &data.validationSplit(), data.validation});
        samples.write(interop::dataArrays(from.checked, script.framework, parts));
    }
    weights.write(written.weights);
    file.write(written.source);
    console.event("exported", {{"from", options.from}, {"file", options.file}, {"framework", options.framework}});
    console.line(fmt::format("wrote {} and {}", options.file, weights.path()));
    if (written.readsData && !options.data)
        console.note(fmt::format("its samples are to be in {}; --data writes them",
                                 std::filesystem::path(path).replace_extension(".data.safetensors").string()));
    return 0;
}

int run(Console& console, const ExportOptions& options)
{
    const std::string name = lowerAscii(options.file);
    if (name.ends_with(".svg"))
        return exportDrawing(console, options);
    if (name.ends_with(".html") || name.ends_with(".htm"))
        return exportPage(console, options);
    if (name.ends_with(".onnx"))
        return exportOnnx(console, options);
    if (name.ends_with(".py"))
        return exportScript(console, options);
    throw Error(ErrorKind::usage,
                NS_MESSAGE("cli.export.kind",
                           "the file's name says what is written: FILE.html, FILE.onnx, FILE.py or FILE.svg, and {0} is none of "
                           "them; see "
                           "\"netsmith-cli export --help\""),
                options.file);
}

} // namespace

void addExport(CommandLine& line)
{
    CLI::App& command = line.add(
        line.app, "export", "Write a run as a page to read, its network as an ONNX model, or a network as a drawing or a script");
    const auto options = std::make_shared<ExportOptions>();
    command.add_option("RUN", options->from, "The run's folder; for a drawing or a script also a project file")
        ->required()
        ->type_name(fileType);
    command
        .add_option(
            "FILE", options->file,
            "The new file: FILE.html, one page without other files, with the result, network, curves, predictions, settings "
            "and card of the run; FILE.onnx, a model for other programs that predicts as the run's network; FILE.svg, a drawing of "
            "the network; FILE.py, a script that builds and trains the network, with its weights in FILE.safetensors")
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

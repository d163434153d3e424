#include "engine/catalog/catalog.h"
#include "engine/cli/command_line.h"
#include "engine/cli/completion.h"
#include "engine/cli/words/advice.h"
#include "engine/cli/words/words.h"
#include "engine/core/ascii_case.h"
#include "engine/data/model_shelf.h"
#include "engine/data/own_fields.h"
#include "engine/inspect/figures.h"
#include "engine/interop/model_import.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <memory>

namespace netsmith::cli {
namespace {

struct ImportOptions {
    std::string file;
    std::string project;
    std::vector<std::int64_t> inputShape;
    std::string weights;
};

void tellLayers(Console& console, const Project& project, const ShapeWalk& shapes, const inspect::NetworkFigures& figures)
{
    using enum Table::Align;
    Table table({left, left, left, right}, 2);
    table.add({"node", "layer", "output", "parameters"});
    for (const Node& node : project.graph.nodes) {
        const auto found = figures.nodes.find(node.id);
        const inspect::NodeFigures cost = found == figures.nodes.end() ? inspect::NodeFigures() : found->second;
        const LayerSpec* spec = catalog().layers->find(node.layer);
        const Shape* shape = spec ? shapes.at({node.id, spec->outputs[0].name}) : nullptr;
        console.event("node",
                      {{"id", node.id},
                       {"layer", node.layer},
                       {"output", shape ? Json(shape->sizes()) : Json()},
                       {"parameters", cost.parameters},
                       {"frozen_parameters", cost.frozen}});
        table.add({node.id, node.layer, shape ? shape->text() : "",
                   cost.parameters ? grouped(cost.parameters) + (cost.frozen ? " frozen" : "") : ""});
    }
    console.print(table.text());
}

/// A file's path as it is; of a model on the shelf, its file.
std::string fileOf(const std::string& given)
{
    const data::ShelfModel* model = data::findShelfModel(given);
    if (!model || std::filesystem::exists(given))
        return given;
    const std::filesystem::path folder = data::shelfFolder(*model, data::dataPaths());
    if (folder.empty())
        throw Error(ErrorKind::input,
                    NS_MESSAGE("cli.import.shelf", "{0} is not on this machine; \"netsmith-cli models fetch {0}\" downloads it"),
                    given);
    return (folder / model->files[0].name).string();
}

int run(Console& console, const ImportOptions& options)
{
    if (!lowerAscii(options.project).ends_with(".netsmith"))
        throw Error(ErrorKind::usage, NS_MESSAGE("cli.import.project", "{0} is no name of a project: it must end in .netsmith"),
                    options.project);
    interop::ImportedModel model = interop::importModel(
        fileOf(options.file), {.inputShape = options.inputShape, .fieldsOf = data::ownFieldTypes, .weights = options.weights});
    Project& project = model.project;
    const CheckedProject checked(project, catalog(), data::ownFieldTypes(project.data));
    for (const Problem& problem : checked.problems())
        if (problem.severity == Severity::error)
            throw Error(ErrorKind::input, NS_MESSAGE("import.refused", "{0} can't be imported: {1}"), options.file,
                        problem.message);
    const std::filesystem::path weights = saveImportedModel(model, options.project);

    inspect::FiguresCache cache;
    const inspect::NetworkFigures figures = inspect::figures(project.graph, checked.shapes(), cache);
    tellLayers(console, project, checked.shapes(), figures);
    for (const Problem& problem : checked.problems())
        model.notes.push_back(problem.message);
    const std::int64_t trainable = figures.total.parameters - figures.total.frozen;
    Json notes = Json::array();
    for (const Message& note : model.notes) {
        notes.push_back(note.text());
        console.line("note: " + note.text());
    }
    const TrainingSettings& training = project.training;
    console.event("imported",
                  {{"file", options.file},
                   {"project", options.project},
                   {"weights", weights.string()},
                   {"nodes", project.graph.nodes.size()},
                   {"parameters", figures.total.parameters},
                   {"trainable_parameters", trainable},
                   {"frozen_parameters", figures.total.frozen},
                   {"data", project.data.source},
                   {"loss", training.objectives[0].loss.id},
                   {"optimizer", training.optimizer.id},
                   {"epochs", training.epochs},
                   {"batch", training.batch},
                   {"notes", notes}});
    console.line(fmt::format("{} parameters, {} trainable and {} frozen; {} with {}, {} epochs of batch {} on {}",
                             grouped(figures.total.parameters), grouped(trainable), grouped(figures.total.frozen),
                             training.objectives[0].loss.id, training.optimizer.id, training.epochs, training.batch,
                             project.data.source));
    console.line(weights.empty() ? fmt::format("wrote {}", options.project)
                                 : fmt::format("wrote {} and its weights, {}", options.project, weights.string()));
    return 0;
}

} // namespace

void addImport(CommandLine& line)
{
    CLI::App& command = line.add(line.app, "import", "Make a project of a network that another program has");
    const auto options = std::make_shared<ImportOptions>();
    command
        .add_option(
            "FILE", options->file,
            "A model of ONNX (.onnx), Keras (.keras, .h5), TensorFlow Lite (.tflite) or Darknet (.cfg), or a Python program for "
            "Keras or PyTorch (.py), which is read and not run")
        ->required()
        ->type_name(fileType);
    command.add_option("PROJECT", options->project, "The project file to write (.netsmith)")->required()->type_name(fileType);
    command
        .add_option("--input-shape", options->inputShape,
                    "The shape of one sample, in the order of axes that the file has, if it does not say: 1,28,28 for PyTorch")
        ->delimiter(',')
        ->check(wholeNumber(1, std::int64_t{1} << 24))
        ->type_name("N,N,...");
    command
        .add_option("--weights", options->weights,
                    "The weights of a Darknet network; if not given, the .weights file of the same name beside it")
        ->type_name(fileType);
    command.footer("A model comes with its weights, in a file beside the project; data and loss are to be chosen. Of a program "
                   "layers, loss, metrics, optimizer, epochs and batch come from the file; what else it does is left out, with a "
                   "note where that matters for the training. What can't be read is named with its line or its layer, all at "
                   "once.");
    line.onRun(command, [&line, options] { return run(line.console, *options); });
}

} // namespace netsmith::cli

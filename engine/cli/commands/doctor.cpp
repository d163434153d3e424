#include "engine/inspect/doctor/doctor.h"

#include "engine/backend/loader.h"
#include "engine/cli/command_line.h"
#include "engine/cli/completion.h"
#include "engine/cli/project_options.h"
#include "engine/cli/terminal/signals.h"
#include "engine/cli/words/advice.h"
#include "engine/cli/words/words.h"
#include "engine/train/trainer/resumption.h"

#include <fmt/format.h>

#include <memory>

namespace netsmith::cli {
namespace {

using inspect::Diagnosis;
using inspect::LayerMeasures;
using inspect::Remedy;

struct DoctorOptions {
    ProjectOptions project;
    std::string weights;
    std::string output;
    int steps = 200;
};

void tell(Console& console, const Diagnosis& diagnosis)
{
    Json settings = Json::array(), insertions = Json::array();
    if (diagnosis.remedy) {
        settings = diagnosis.remedy->settings;
        for (const Remedy::Insertion& insertion : diagnosis.remedy->insertions)
            insertions.push_back({{"before", insertion.before}, {"layer", insertion.layer}});
    }
    console.event("diagnosis",
                  {{"id", inspect::idOf(diagnosis.ailment)},
                   {"title", titleOf(diagnosis.ailment).text()},
                   {"layer", diagnosis.node.empty() ? Json() : Json(diagnosis.node)},
                   {"finding", diagnosis.finding.text()},
                   {"reason", diagnosis.reason.text()},
                   {"advice", diagnosis.advice.text()},
                   {"remedy", diagnosis.remedy ? Json(diagnosis.remedy->name.text()) : Json()},
                   {"settings", settings},
                   {"insertions", insertions},
                   {"evidence",
                    {{"axis", diagnosis.evidence.axis.text()},
                     {"names", diagnosis.evidence.names},
                     {"positions", diagnosis.evidence.positions},
                     {"values", diagnosis.evidence.values}}}});
    console.print(titleOf(diagnosis.ailment).text());
    for (const Message& sentence : {diagnosis.finding, diagnosis.reason, diagnosis.advice})
        console.line("  " + sentence.text());
    if (!diagnosis.remedy)
        return;
    for (const std::string& setting : diagnosis.remedy->settings)
        console.line("    --set " + setting);
    for (const Remedy::Insertion& insertion : diagnosis.remedy->insertions)
        console.line(fmt::format("    a {} before {}", insertion.layer, insertion.before));
}

/// What the layers' last measurement showed, for programs.
void tellLayers(Console& console, const inspect::TrainingHistory& history)
{
    if (history.measures().empty())
        return;
    for (const LayerMeasures& layer : history.measures().back()->layers)
        console.event("layer",
                      {{"layer", layer.node},
                       {"gradient_rms", jsonOf(layer.gradient)},
                       {"update_ratio", jsonOf(layer.update)},
                       {"dead", jsonOf(layer.dead)},
                       {"saturated", jsonOf(layer.saturated)}});
}

int run(Console& console, DoctorOptions options)
{
    const SignalWatch signals;
    applyMachineOptions(options.project);
    takeRun(options.project, options.weights);
    Project project = openProject(options.project);
    Backend& backend = *backendFor(project.training.device).take();
    train::LoadedData data = train::loadData(project, options.project.dataDir);
    console.note("data: " + withAdvice(data.words));
    const PreparingWatch watch{.report = {}, .stop = signals.token()};
    inspect::Examination examination;
    try {
        train::TrainingSetup setup(project, std::move(data), backend, {.fuse = !options.project.noFusion}, watch);
        setup.network().drawWeights();
        if (!options.weights.empty())
            train::startFrom(options.weights, setup);
        const auto step = [&](std::int64_t done, double loss) {
            console.progress("doctor", done, options.steps, fmt::format("loss {:.4f}", loss));
        };
        examination = inspect::examine(setup, {.steps = options.steps, .watch = watch, .step = step});
    } catch (const Error&) {
        if (!signals.exitCode())
            throw;
        return signals.exitCode();
    }
    for (const Diagnosis& diagnosis : examination.diagnoses)
        tell(console, diagnosis);
    tellLayers(console, examination.history);
    const auto steps = examination.history.stepCount();
    console.event("examination",
                  {{"steps", steps},
                   {"diverged", examination.history.divergedAt().has_value()},
                   {"diagnoses", examination.diagnoses.size()}});
    console.print(examination.diagnoses.empty() ? fmt::format("nothing seems wrong after {} steps", steps)
                                                : fmt::format("{} diagnos{} after {} steps", examination.diagnoses.size(),
                                                              examination.diagnoses.size() == 1 ? "is" : "es", steps));
    if (!options.output.empty()) {
        for (const Diagnosis& diagnosis : examination.diagnoses)
            if (diagnosis.remedy)
                stateOf(*diagnosis.remedy, project, &project);
        saveProject(project, options.output).take();
        console.line(fmt::format("wrote {}", options.output));
    }
    return 0;
}

} // namespace

void addDoctor(CommandLine& line)
{
    CLI::App& command = line.add(
        line.app, "doctor", "Find what is wrong with a training: its samples, its network, its gradients and its learning rate");
    const auto options = std::make_shared<DoctorOptions>();
    addProjectOptions(command, options->project);
    command.get_option("PROJECT")->description("The project file, or a run's folder: its project and its weights");
    command.add_option("--weights", options->weights, "A run, or one of its checkpoints, whose weights to begin with (random)")
        ->type_name(folderType);
    command.add_option("--steps", options->steps, "Steps to train before judging")
        ->check(wholeNumber(1, 100000))
        ->type_name("N")
        ->capture_default_str();
    command.add_option("--output", options->output, "Write the project with all suggested changes to this file")->type_name("FILE");
    command.footer("Trains in memory; the project and its runs stay as they are.");
    line.onRun(command, [&line, options] { return run(line.console, *options); });
}

} // namespace netsmith::cli

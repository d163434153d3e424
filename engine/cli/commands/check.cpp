#include "engine/backend/loader.h"
#include "engine/catalog/catalog.h"
#include "engine/cli/command_line.h"
#include "engine/cli/project_options.h"
#include "engine/cli/words/advice.h"
#include "engine/cli/words/memory_words.h"
#include "engine/cli/words/words.h"
#include "engine/data/source.h"
#include "engine/graph/blocks/blocks.h"
#include "engine/graph/graph_index.h"
#include "engine/inspect/estimate.h"
#include "engine/inspect/figures.h"
#include "engine/predict/field_types.h"
#include "engine/predict/memory_check.h"
#include "engine/train/project_checks.h"
#include "engine/train/setup.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <memory>

namespace netsmith::cli {
namespace {

std::string fixText(const QuickFix& fix)
{
    switch (fix.kind) {
    case QuickFix::Kind::insertLayer: return fmt::format("insert a {} layer before it", fix.layer);
    case QuickFix::Kind::changeSetting: return "set " + fix.place;
    case QuickFix::Kind::renameKey: return fmt::format("call it {}", fix.parameter);
    case QuickFix::Kind::moveKey:
        return fmt::format("move it to {}parameters, as {}", fix.holder.empty() ? "" : "the " + fix.holder + "'s ", fix.parameter);
    case QuickFix::Kind::removeKey: return "remove it";
    case QuickFix::Kind::setParameter: break;
    }
    return fmt::format("set {} to {}", fix.parameter, textOf(fix.value));
}

Json problemJson(const Problem& problem)
{
    Json json{{"severity", problem.severity == Severity::error ? "error" : "warning"},
              {"node", problem.node},
              {"port", problem.port},
              {"id", problem.message.id()},
              {"message", withAdvice(problem.message)}};
    if (problem.fix)
        json["fix"] = fixText(*problem.fix);
    return json;
}

/// `error: dense "classes", port input: expected …; fix: …`
std::string problemText(const GraphIndex& graph, const Problem& problem)
{
    std::string text = problem.severity == Severity::error ? "error: " : "warning: ";
    if (const Node* node = graph.find(problem.node); node && !problem.message.text().starts_with(node->label()))
        text += node->label() + (problem.port.empty() ? "" : ", port " + problem.port) + ": ";
    text += withAdvice(problem.message);
    if (problem.fix)
        text += "; fix: " + fixText(*problem.fix);
    return text;
}

/// Throws unless the project is valid, naming the first error; prints all problems.
void report(Console& console, const ProjectOptions& options, const Project& project, const std::vector<Problem>& problems)
{
    const Problem* first = nullptr;
    std::int64_t errors = 0;
    const GraphIndex graph(project.graph);
    for (const Problem& problem : problems) {
        console.event("problem", problemJson(problem));
        console.line(problemText(graph, problem));
        if (problem.severity == Severity::error) {
            ++errors;
            first = first ? first : &problem;
        }
    }
    if (errors == 1)
        throw Error(ErrorKind::input, NS_MESSAGE("cli.check.one", "{0} can't be trained: {1}"), options.path, first->message);
    if (errors > 1)
        throw Error(ErrorKind::input, NS_MESSAGE("cli.check.errors", "{0} can't be trained: {1:error|errors}, the first: {2}"),
                    options.path, errors, first->message);
}

double flopsOf(const LogicalPlan& plan, std::string_view program)
{
    double flops = 0.0;
    for (const Op& op : plan.program(program).ops)
        flops += costOf(op, plan.tensors).flops;
    return flops / static_cast<double>(plan.batch);
}

/// Of a step's sample, in one phase of the training.
struct PhaseFlops {
    std::string name;
    double flops = 0.0;
};

std::vector<PhaseFlops> trainingFlops(const LogicalPlan& plan, const TrainingSettings& training)
{
    std::vector<PhaseFlops> phases;
    for (std::size_t i = 0; i < plan.phases.size(); ++i) {
        const auto phase = static_cast<int>(i);
        phases.push_back({training.phases.empty() ? "training" : training.phases[i].name,
                          flopsOf(plan, programs::ofPhase(programs::forwardBackward, phase))
                              + flopsOf(plan, programs::ofPhase(programs::update, phase))});
    }
    return phases;
}

void describeNodes(Console& console, const Project& project, const ShapeWalk& shapes, const inspect::NetworkFigures& figures)
{
    using enum Table::Align;
    Table table({left, left, left, right, right}, 2);
    table.add({"node", "layer", "output", "parameters", "FLOPs per sample"});
    const Graph flat = unfolded(project, *catalog().layers).graph;
    const GraphIndex graph(flat);
    for (const std::string& id : shapes.order) {
        const Node& node = *graph.find(id);
        const auto& [parameters, flops, frozen] = figures.nodes.at(id);
        Json outputs = Json::object();
        std::string words;
        for (const PortSpec& port : catalog().layers->find(node.layer)->outputs)
            if (const Shape* shape = shapes.at({id, port.name})) {
                outputs[port.name] = shape->sizes();
                words += (words.empty() ? "" : ", ") + shape->text();
            }
        console.event("node",
                      {{"id", id},
                       {"layer", node.layer},
                       {"title", node.title},
                       {"outputs", outputs},
                       {"parameters", parameters},
                       {"frozen_parameters", frozen},
                       {"flops", flops}});
        table.add({id, node.layer, words, parameters ? grouped(parameters) + (frozen ? " frozen" : "") : "",
                   flops > 0.0 ? countText(flops) : ""});
    }
    console.print(table.text() + "\n");
}

int run(Console& console, const ProjectOptions& options)
{
    applyMachineOptions(options);
    const Project project = openProject(options);
    const data::DataPaths paths = data::dataPaths(options.dataDir);
    const CheckedProject checked = train::checkProject(project, paths);
    report(console, options, project, checked.problems());
    const std::shared_ptr<const data::Source> source = data::sourceFor(project.data, paths);
    const data::Resolved used = data::resolve(source, paths);
    if (used.standIn) // that neither was found has already been reported
        console.line(withAdvice(used.words));

    NetworkRequest request{checked, precisionFrom(project.training.precision), {.fuse = !options.noFusion, .measures = false}};
    const LogicalPlan plan = planFor(request, project.training.batch);
    inspect::FiguresCache cache;
    const inspect::NetworkFigures figures = inspect::figures(project.graph, checked.shapes(), cache);
    describeNodes(console, project, checked.shapes(), figures);

    Backend& backend = *backendFor(project.training.device).take();
    const inspect::SampleCounts counts = inspect::sampleCounts(project, *used.source);
    inspect::FeatureSavings savings;
    if (!options.noFeatureCache)
        savings = inspect::featureSavings(request, counts);
    request.features = savings.features;
    const MemoryUse network = estimateMemory(backend, request, batchesFor(plan.batch, counts.train, counts.validation));
    const DeviceInfo device = train::deviceNamed(backend, project.training.device);
    const train::DataPlacement placement = inspect::placementOf(project, counts, device);
    MemoryUse memory = network;
    memory.data = std::max(memory.data, placement.bytes) + savings.bytes;
    const std::vector<train::ScaledInput> inputs = train::scaledInputs(project, checked.fields());
    const double forward = figures.total.flops;
    const std::vector<PhaseFlops> phases = trainingFlops(plan, project.training);
    Json flopsByPhase = Json::object();
    std::string training;
    for (const PhaseFlops& phase : phases) {
        flopsByPhase[phase.name] = phase.flops;
        training += fmt::format("{}{} in {}", training.empty() ? "" : ", ", countText(phase.flops), phase.name);
    }
    console.event("check",
                  {{"project", options.path},
                   {"ok", true},
                   {"parameters", figures.total.parameters},
                   {"frozen_parameters", figures.total.frozen},
                   {"flops_forward", forward},
                   {"flops_training", std::ranges::max(phases, {}, &PhaseFlops::flops).flops},
                   {"flops_by_phase", flopsByPhase},
                   {"device", backend.name()},
                   {"precision", project.training.precision},
                   {"batch", plan.batch},
                   {"memory", memoryJson(memory)},
                   {"feature_cache", {{"bytes", savings.bytes}, {"flops_saved", savings.flops}}},
                   {"inputs", inputsJson(inputs)}});
    for (const train::ScaledInput& input : inputs)
        console.line(input.words().text());
    const std::string frozen = figures.total.frozen ? fmt::format(", {} of them frozen", grouped(figures.total.frozen)) : "";
    console.print(fmt::format("{} parameters{}; {} FLOPs per sample forward, {}", grouped(figures.total.parameters), frozen,
                              countText(forward), training));
    if (savings.words)
        console.print(savings.words->text() + "\n");
    console.print(fmt::format("Memory on {} in {} with batch {}:\n{}", backend.name(), project.training.precision, plan.batch,
                              memoryText(memory)));
    if (const auto words = inspect::placementWords(project, counts, backend))
        console.print(words->text() + "\n");
    // Suggests a batch that fits if this one does not.
    refuseTooMuch(network, backend, device, request, plan.batch, {}, placement.ofDevice);
    return 0;
}

} // namespace

void addCheck(CommandLine& line)
{
    CLI::App& command =
        line.add(line.app, "check", "Show a project's problems, shapes, parameters, FLOPs and memory without training");
    const auto options = std::make_shared<ProjectOptions>();
    addProjectOptions(command, *options);
    addFeatureCacheOption(command, *options);
    line.onRun(command, [&line, options] { return run(line.console, *options); });
}

} // namespace netsmith::cli

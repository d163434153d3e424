#include "engine/backend/loader.h"
#include "engine/cli/command_line.h"
#include "engine/cli/completion.h"
#include "engine/cli/project_options.h"
#include "engine/cli/terminal/signals.h"
#include "engine/cli/words/advice.h"
#include "engine/cli/words/words.h"
#include "engine/inspect/tracing/step_tracer.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <memory>

namespace netsmith::cli {
namespace {

using inspect::TracedLayer;
using inspect::TracedParameter;
using inspect::TracedStep;

struct TraceOptions {
    ProjectOptions project;
    std::string weights;
    std::int64_t after = 0;
    std::int64_t numbers = 32;
    std::vector<std::string> changes;
};

/// "dense_1.kernel[3]=0.5"
struct WeightChange {
    std::string parameter;
    std::int64_t index = 0;
    double value = 0.0;
};

WeightChange changeFrom(const std::string& text)
{
    const std::size_t open = text.find('['), close = text.find(']'), equals = text.find('=');
    WeightChange change;
    const auto number = [&](std::size_t first, std::size_t last, auto& to) {
        const char *begin = text.data() + first, *end = text.data() + last;
        const auto [stop, code] = std::from_chars(begin, end, to);
        return first < last && stop == end && code == std::errc();
    };
    if (open == std::string::npos || close == std::string::npos || equals != close + 1 || open >= close
        || !number(open + 1, close, change.index) || !number(equals + 1, text.size(), change.value))
        throw Error(ErrorKind::usage,
                    NS_MESSAGE("cli.trace.change", "--change {0}: write PARAMETER[INDEX]=NUMBER, such as dense_1.kernel[3]=0.5"),
                    text);
    change.parameter = text.substr(0, open);
    return change;
}

std::string numberText(double number)
{
    return fmt::format("{:.6g}", number);
}

double rmsOf(const std::vector<double>& numbers)
{
    double sum = 0.0;
    for (const double number : numbers)
        sum += number * number;
    return numbers.empty() ? 0.0 : std::sqrt(sum / static_cast<double>(numbers.size()));
}

/// The first of them, as many as are to be shown.
std::string listOf(const std::vector<double>& numbers, std::int64_t most)
{
    std::string text;
    const auto shown = std::min(numbers.size(), static_cast<std::size_t>(most));
    for (std::size_t i = 0; i < shown; ++i)
        text += (i > 0 ? " " : "") + numberText(numbers[i]);
    return shown < numbers.size() ? text + " …" : text;
}

Json sizesOf(const Shape& shape)
{
    Json sizes = Json::array();
    for (const std::int64_t size : shape.sizes())
        sizes.push_back(size);
    return sizes;
}

void tellParameters(Console& console, const TracedLayer& layer, std::int64_t most)
{
    for (const TracedParameter& parameter : layer.parameters) {
        console.event("parameter",
                      {{"layer", layer.node},
                       {"parameter", parameter.id},
                       {"shape", sizesOf(parameter.shape)},
                       {"before", parameter.before},
                       {"gradient", parameter.gradient},
                       {"after", parameter.after}});
        console.line(fmt::format("    {} {}: gradient {}, root mean square", parameter.id, parameter.shape.text(),
                                 numberText(rmsOf(parameter.gradient))));
        if (std::ssize(parameter.before) > most)
            continue;
        using enum Table::Align;
        Table table({right, right, right, right}, 6);
        table.add({"", "weight", "gradient", "after the step"});
        for (std::size_t i = 0; i < parameter.before.size(); ++i)
            table.add({fmt::format("[{}]", i), numberText(parameter.before[i]), numberText(parameter.gradient[i]),
                       numberText(parameter.after[i])});
        console.print(table.text());
    }
}

void tell(Console& console, const TracedStep& step, std::int64_t most)
{
    console.event("step", {{"step", step.step}, {"loss", step.loss}, {"learning_rate", step.rate}, {"samples", step.samples}});
    console.line(fmt::format("step {}: loss {}, learning rate {}, {} samples", step.step, numberText(step.loss),
                             numberText(step.rate), step.samples.size()));
    console.line("forward:");
    for (const TracedLayer& layer : step.layers) {
        console.event(
            "layer",
            {{"layer", layer.node}, {"shape", sizesOf(layer.shape)}, {"output", layer.output}, {"gradient", layer.gradient}});
        console.line(fmt::format("  {} {}: {}", layer.node, layer.shape.text(), listOf(layer.output, most)));
    }
    console.line("back:");
    for (auto layer = step.layers.rbegin(); layer != step.layers.rend(); ++layer) {
        console.line(fmt::format("  {}: {}", layer->node,
                                 layer->gradient.empty() ? "no gradient" : "gradient " + listOf(layer->gradient, most)));
        tellParameters(console, *layer, most);
    }
}

int run(Console& console, TraceOptions options)
{
    const SignalWatch signals;
    applyMachineOptions(options.project);
    std::vector<WeightChange> changes;
    std::ranges::transform(options.changes, std::back_inserter(changes), changeFrom);
    takeRun(options.project, options.weights);
    const Project project = openProject(options.project);
    Backend& backend = *backendFor(project.training.device).take();
    train::LoadedData data = train::loadData(project, options.project.dataDir);
    console.note("data: " + withAdvice(data.words));
    inspect::StepTracer tracer(project, std::move(data), backend, options.weights, {.report = {}, .stop = signals.token()});
    for (std::int64_t i = 0; i < options.after && !signals.exitCode(); ++i)
        tracer.advance();
    for (const WeightChange& change : changes)
        tracer.setWeight(change.parameter, change.index, change.value);
    if (signals.exitCode())
        return signals.exitCode();
    tell(console, tracer.look(), options.numbers);
    return 0;
}

} // namespace

void addTrace(CommandLine& line)
{
    CLI::App& command =
        line.add(line.app, "trace",
                 "Take one training step apart: each layer's numbers on the way forward and back, and what becomes of each weight");
    const auto options = std::make_shared<TraceOptions>();
    addProjectOptions(command, options->project);
    command.get_option("PROJECT")->description("The project file, or a run's folder: its project and its weights");
    command.add_option("--weights", options->weights, "A run, or one of its checkpoints, whose weights to begin with (random)")
        ->type_name(folderType);
    command.add_option("--after", options->after, "Steps to train before it")
        ->check(wholeNumber(0, 1000000))
        ->type_name("N")
        ->capture_default_str();
    command.add_option("--change", options->changes, "Set one weight before the step; may be repeated")
        ->type_name("PARAMETER[INDEX]=NUMBER")
        ->allow_extra_args(false);
    command.add_option("--numbers", options->numbers, "Numbers to print of each output, gradient and parameter; --json has all")
        ->check(wholeNumber(0, 1000000))
        ->type_name("N")
        ->capture_default_str();
    command.footer("Computes op by op, without fusion. Gradients are of the mean loss of the batch. Nothing is written.");
    line.onRun(command, [&line, options] { return run(line.console, *options); });
}

} // namespace netsmith::cli

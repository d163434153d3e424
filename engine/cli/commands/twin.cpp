#include "engine/twin/twin.h"

#include "engine/backend/loader.h"
#include "engine/cli/command_line.h"
#include "engine/cli/project_options.h"
#include "engine/cli/terminal/signals.h"
#include "engine/cli/words/advice.h"
#include "engine/cli/words/memory_words.h"
#include "engine/cli/words/words.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <memory>

namespace netsmith::cli {
namespace {

struct TwinCommand {
    ProjectOptions project;
    std::int64_t steps = 100;
    std::int64_t every = 10;
};

Json numberOr(const std::optional<double>& number)
{
    return number && std::isfinite(*number) ? Json(*number) : Json(nullptr);
}

Json comparisonJson(const std::optional<twin::Comparison>& part)
{
    if (!part)
        return nullptr;
    return {{"difference", numberOr(part->difference)},
            {"numbers", part->numbers},
            {"nonzero", part->nonzero},
            {"lost", part->lost},
            {"overflowed", part->overflowed},
            {"subnormal", part->subnormal},
            {"cosine", part->cosine}};
}

Json exponentsJson(const twin::Exponents& exponents)
{
    return {
        {"first", exponents.first}, {"counts", exponents.counts}, {"zeros", exponents.zeros}, {"not_finite", exponents.notFinite}};
}

Json momentJson(const twin::TwinMoment& moment)
{
    Json layers = Json::array();
    for (const twin::TwinLayer& layer : moment.layers)
        layers.push_back({{"node", layer.node},
                          {"activation", comparisonJson(layer.activation)},
                          {"arriving", comparisonJson(layer.arriving)},
                          {"gradient", comparisonJson(layer.gradient)},
                          {"weights", comparisonJson(layer.weights)},
                          {"step_arriving", comparisonJson(layer.stepArriving)},
                          {"step_gradient", comparisonJson(layer.stepGradient)},
                          {"arriving_exponents", exponentsJson(layer.arrivingExponents)},
                          {"gradient_exponents", exponentsJson(layer.gradientExponents)}});
    return {{"step", moment.step},
            {"precision", moment.format.id()},
            {"range",
             {{"smallest", moment.range.smallest},
              {"smallest_normal", moment.range.smallestNormal},
              {"largest", moment.range.largest}}},
            {"loss_scale", numberOr(moment.lossScale)},
            {"skipped_steps", moment.skipped},
            {"layers", std::move(layers)}};
}

std::string differenceText(const std::optional<twin::Comparison>& part)
{
    if (!part)
        return "";
    if (!std::isfinite(part->difference))
        return "∞";
    return part->difference == 0.0 ? "0" : fmt::format("{:.3g} %", part->difference * 100.0);
}

std::string shareText(double share)
{
    return share == 0.0 ? "0" : fmt::format("{:.3g} %", share * 100.0);
}

std::string exponentsText(const twin::Exponents& exponents)
{
    if (exponents.counts.empty())
        return "";
    return fmt::format("{}..{}", exponents.first, exponents.first + static_cast<int>(exponents.counts.size()) - 1);
}

void printMoment(Console& console, const twin::TwinMoment& moment)
{
    console.print(
        fmt::format("\nstep {}: relative differences from FP32{}", moment.step,
                    moment.lossScale ? fmt::format("; loss scale {}, {} steps skipped", *moment.lossScale, moment.skipped) : ""));
    using enum Table::Align;
    Table table({left, right, right, right, right, right, right, right, right, right}, 2);
    table.add({"layer", "activations", "weights", "weight gradients", "gradients", "cosine", "lost", "subnormal", "overflowed",
               "exponents"});
    for (const twin::TwinLayer& layer : moment.layers) {
        const std::optional<double> cosine = layer.gradientCosine();
        table.add({layer.node, differenceText(layer.activation), differenceText(layer.weights), differenceText(layer.gradient),
                   differenceText(layer.arriving), cosine ? fmt::format("{:.4f}", *cosine) : "",
                   cosine ? shareText(layer.lostShare()) : "", cosine ? shareText(layer.subnormalShare()) : "",
                   cosine ? shareText(layer.overflowedShare()) : "", exponentsText(layer.arrivingExponents)});
    }
    console.print(table.text());
    console.print(
        "gradients: those that arrive at a layer; cosine: of the angle between both copies' gradients, 1 where they point the "
        "same way; lost: became 0; subnormal: kept with fewer digits; overflowed: became infinite");
    const int shift = std::ilogb(moment.lossScale.value_or(1.0));
    const std::string range =
        moment.format.isInt8 ? "" : fmt::format("; {} has {}..{}", moment.format.id(), moment.range.smallest, moment.range.largest);
    console.print(fmt::format("exponents: of the gradients in FP32, as powers of 2{}{}", range,
                              shift != 0 ? fmt::format(", and its loss scale adds {}", shift) : ""));
}

/// How the copies drift apart: one row per measurement, with the losses after it and the layer that differs most.
void printCourse(Console& console, const twin::TwinResult& result, const std::string& precision)
{
    console.print("the largest relative differences of any layer, step by step");
    using enum Table::Align;
    Table table({right, right, right, right, right, right, right, right}, 2);
    table.add({"step", "loss in fp32", "in " + precision, "activations", "weights", "gradients", "lost", "overflowed"});
    for (const std::size_t i : rowsOnAScreen(result.moments.size())) {
        const twin::TwinMoment& moment = result.moments[i];
        std::optional<twin::Comparison> activations, weights, gradients;
        double lost = 0.0, overflowed = 0.0;
        const auto keepLarger = [](std::optional<twin::Comparison>& most, const std::optional<twin::Comparison>& part) {
            if (part && (!most || part->difference > most->difference))
                most = part;
        };
        for (const twin::TwinLayer& layer : moment.layers) {
            keepLarger(activations, layer.activation);
            keepLarger(weights, layer.weights);
            keepLarger(gradients, layer.arriving);
            keepLarger(gradients, layer.gradient);
            lost = std::max(lost, layer.lostShare());
            overflowed = std::max(overflowed, layer.overflowedShare());
        }
        const auto taken = std::ranges::find(result.steps, moment.step, &twin::TwinStep::step);
        const auto lossText = [&](std::optional<double> twin::TwinStep::*loss) {
            return taken == result.steps.end() || !((*taken).*loss) ? "" : fmt::format("{:.6f}", *((*taken).*loss));
        };
        table.add({grouped(moment.step), lossText(&twin::TwinStep::loss), lossText(&twin::TwinStep::lowLoss),
                   differenceText(activations), differenceText(weights), differenceText(gradients), shareText(lost),
                   shareText(overflowed)});
    }
    console.print(table.text());
}

int runTwinCommand(Console& console, const TwinCommand& options)
{
    const SignalWatch signals;
    applyMachineOptions(options.project);
    ProjectOptions own = options.project;
    own.precision.reset(); // the other copy's
    Project project = openProject(own);
    const std::string precision =
        options.project.precision.value_or(project.training.precision == "fp32" ? "fp16-emulated" : project.training.precision);
    Backend& backend = *backendFor(project.training.device).take();
    train::LoadedData data = train::loadData(project, options.project.dataDir);
    console.note("data: " + withAdvice(data.words));
    const auto tell = [&](const PreparingEvent& event) { console.progress(event.words.text(), event.done, event.total); };
    twin::Twin twin(std::move(project), std::move(data), backend,
                    {.format = twin::TwinFormat::named(precision),
                     .fuse = !options.project.noFusion,
                     .watch = {.report = tell, .stop = signals.token()}});
    console.note(fmt::format("fp32 and {} on {}: {}", precision, twin.setup().device().id,
                             bytesText(static_cast<double>(twin.memory().total()))));
    console.event(
        "twin",
        {{"precision", precision},
         {"emulated", isEmulated(twin.format().precision)},
         {"device", twin.setup().device().id},
         {"memory",
          {{"fp32", memoryJson(twin.memory().exact)}, {"low", memoryJson(twin.memory().low)}, {"total", twin.memory().total()}}}});
    const std::int64_t steps = std::min(options.steps, twin.setup().totalSteps());
    twin::TwinRun run{.steps = options.steps, .every = options.every, .stop = signals.token()};
    run.step = [&](const twin::TwinStep& step) {
        console.event("step",
                      {{"step", step.step},
                       {"epoch", step.epoch},
                       {"loss", numberOr(step.loss)},
                       {"low_loss", numberOr(step.lowLoss)},
                       {"loss_scale", numberOr(step.lossScale)},
                       {"skipped_steps", step.skipped}});
        console.progress("twin", step.step, steps,
                         fmt::format("loss {:.4f} and {:.4f}", step.loss.value_or(NAN), step.lowLoss.value_or(NAN)));
    };
    run.moment = [&](const twin::TwinMoment& moment) { console.event("moment", momentJson(moment)); };
    const twin::TwinResult result = twin::runTwin(twin, run);

    if (!result.moments.empty()) {
        printCourse(console, result, precision);
        printMoment(console, result.moments.back());
    }
    if (twin.format().isInt8)
        console.print(
            "int8: dense layers and convolutions round their inputs and kernels to 8 bits, as quantization-aware training does");
    if (isEmulated(twin.format().precision))
        console.print(fmt::format("{} is emulated: computed in FP32 and rounded to 16 bits", precision));
    Json words = Json::array();
    for (const Message& sentence : result.advice.words) {
        words.push_back(sentence.text());
        console.line(sentence.text());
    }
    if (result.advice.lost > 0.0 || result.advice.overflowed > 0.0)
        console.line(
            "In the project, training.fp32_layers names the layers kept in FP32, and training.loss_scale sets the loss scale");
    if (result.ended)
        console.line(result.ended->text());
    console.event("advice",
                  {{"node", result.advice.node},
                   {"lost", result.advice.lost},
                   {"overflowed", result.advice.overflowed},
                   {"difference", numberOr(result.advice.difference)},
                   {"loss_scale", numberOr(result.advice.lossScale)},
                   {"kept_then", result.advice.keptThen},
                   {"kept_now", result.advice.keptNow},
                   {"ended", result.ended ? Json(result.ended->text()) : Json(nullptr)},
                   {"words", std::move(words)}});
    return signals.exitCode();
}

} // namespace

void addTwin(CommandLine& line)
{
    CLI::App& command =
        line.add(line.app, "twin",
                 "Train in FP32 and in a low precision side by side, and show layer by layer what the low precision loses");
    const auto options = std::make_shared<TwinCommand>();
    addProjectOptions(command, options->project, {"int8"});
    command.add_option("--steps", options->steps, "Number of steps to train both copies for")
        ->check(wholeNumber(1))
        ->type_name("N")
        ->capture_default_str();
    command.add_option("--every", options->every, "Number of steps between two comparisons of the layers")
        ->check(wholeNumber(1))
        ->type_name("N")
        ->capture_default_str();
    command.footer(
        "--precision is that of the other copy (the project's, or fp16-emulated). With int8 its dense layers and convolutions "
        "round their inputs and kernels to 8 bits, as quantization-aware training does. Nothing is written.");
    line.onRun(command, [&line, options] { return runTwinCommand(line.console, *options); });
}

} // namespace netsmith::cli

#include "engine/inspect/embeddings/embedding.h"

#include "engine/cli/command_line.h"
#include "engine/cli/completion.h"
#include "engine/cli/terminal/output_file.h"
#include "engine/cli/terminal/signals.h"
#include "engine/cli/words/advice.h"
#include "engine/cli/words/words.h"
#include "engine/core/parallel.h"
#include "engine/runs/table/table_text.h"

#include <fmt/format.h>

#include <cmath>
#include <map>
#include <memory>

namespace netsmith::cli {
namespace {

using inspect::Embedding;
using inspect::EmbeddingMethod;
using inspect::KnownTargets;
using inspect::LayerOutputs;
using inspect::LayerReading;

struct EmbedOptions {
    std::string run;
    std::string layer;
    std::string method{inspect::idOf(EmbeddingMethod::tsne)};
    double perplexity = inspect::EmbeddingOptions().perplexity;
    std::int64_t samples = inspect::LayerRequest().samples;
    std::string part = "validation";
    std::string output;
    std::string device;
    std::string dataDir;
    int threads = 0;
};

const char* readingWords(LayerReading reading)
{
    switch (reading) {
    case LayerReading::whole: break;
    case LayerReading::channelMeans: return ", averaged over each channel";
    case LayerReading::lastStep: return ", at the last step of each sample";
    case LayerReading::stepMeans: return ", averaged over the steps of each sample";
    }
    return "";
}

const char* idOf(LayerReading reading)
{
    constexpr const char* ids[] = {"whole", "channel_means", "last_step", "step_means"};
    return ids[static_cast<std::size_t>(reading)];
}

/// Where the samples of each class are.
void tellClasses(Console& console, const KnownTargets& known, const Embedding& embedding)
{
    constexpr std::size_t rowsAtMost = 50;
    using enum Table::Align;
    struct Class {
        std::int64_t count = 0;
        double x = 0.0;
        double y = 0.0;
    };
    std::map<std::int64_t, Class> classes;
    for (std::size_t i = 0; i < embedding.points.size(); ++i) {
        if (std::isnan(known.targets[i]))
            continue;
        Class& one = classes[static_cast<std::int64_t>(known.targets[i])];
        ++one.count;
        one.x += embedding.points[i].x;
        one.y += embedding.points[i].y;
    }
    std::size_t shown = 0;
    Table table({left, right, right, right}, 2);
    table.add({"class", "samples", "mean x", "mean y"});
    for (const auto& [number, one] : classes) {
        const auto count = static_cast<double>(one.count);
        const std::string name = known.textOf(static_cast<float>(number));
        console.event(
            "class",
            {{"class", number}, {"name", name}, {"samples", one.count}, {"mean_x", one.x / count}, {"mean_y", one.y / count}});
        if (shown++ < rowsAtMost)
            table.add({name, grouped(one.count), fmt::format("{:.2f}", one.x / count), fmt::format("{:.2f}", one.y / count)});
    }
    console.print(table.text());
    if (shown > rowsAtMost)
        console.print(
            fmt::format("  and {} more classes; --output writes all", grouped(static_cast<std::int64_t>(shown - rowsAtMost))));
}

void tell(Console& console, const EmbedOptions& options, const LayerOutputs& outputs, const Embedding& embedding)
{
    const bool isPca = embedding.method == EmbeddingMethod::pca;
    const bool ofTraining = outputs.part == train::Evaluation::Part::training;
    Json json{{"run", options.run},
              {"checkpoint", outputs.checkpoint.string()},
              {"step", outputs.step},
              {"epochs_done", outputs.epochsDone},
              {"data", withAdvice(outputs.data)},
              {"part", ofTraining ? "train" : "validation"},
              {"layer", outputs.layer},
              {"features", outputs.numbers.columns},
              {"reading", idOf(outputs.reading)},
              {"method", options.method},
              {"samples", embedding.points.size()},
              {"available", outputs.available},
              {"not_finite", outputs.notFinite}};
    std::string words;
    if (isPca) {
        json["explained_variance_ratios"] = embedding.shares;
        words = fmt::format("the axes explain {:.1f} % and {:.1f} % of the variance", 100.0 * embedding.shares[0],
                            100.0 * embedding.shares[1]);
    } else {
        json["perplexity"] = embedding.perplexity;
        json["kl_divergence"] = embedding.divergence;
        words = fmt::format("perplexity {:.4g}, KL divergence {:.4f}", embedding.perplexity, embedding.divergence);
    }
    console.event("embedding", json);
    console.note("data: " + withAdvice(outputs.data));
    console.line(fmt::format("{} of {} {} samples after step {}: the output of {}, {} numbers{}",
                             grouped(std::ssize(embedding.points)), grouped(outputs.available),
                             ofTraining ? "training" : "validation", outputs.step, outputs.layer, grouped(outputs.numbers.columns),
                             readingWords(outputs.reading)));
    console.line((isPca ? "PCA: " : "t-SNE: ") + words);
    if (!isPca && embedding.perplexity < options.perplexity)
        console.warn(fmt::format("a perplexity of {:g} needs {} samples at least, so {:.4g} is used; ask for more samples",
                                 options.perplexity, grouped(static_cast<std::int64_t>(3.0 * options.perplexity) + 1),
                                 embedding.perplexity));
    if (outputs.notFinite > 0)
        console.warn(fmt::format("the outputs for {} samples are not finite (NaN or infinite) and are left out",
                                 grouped(outputs.notFinite)));
    if (outputs.known.isClasses())
        tellClasses(console, outputs.known, embedding);
}

int run(Console& console, const EmbedOptions& options)
{
    const SignalWatch signals;
    if (options.threads > 0)
        setThreadCount(options.threads);
    OutputFile file(options.output);
    try {
        const train::EvaluateOptions asked{.device = options.device,
                                           .dataDir = options.dataDir,
                                           .inputs = {},
                                           .training = options.part == "training",
                                           .stop = signals.token()};
        const LayerOutputs outputs = inspect::layerOutputsOfRun(
            options.run, asked, {.layer = options.layer, .samples = options.samples},
            [&](std::int64_t done, std::int64_t all) { console.progress("asking the network", done, all); });
        for (const Message& warning : outputs.warnings)
            console.warn(warning.text());
        const Embedding embedding = inspect::embeddingOf(
            outputs,
            {.method = options.method == inspect::idOf(EmbeddingMethod::pca) ? EmbeddingMethod::pca : EmbeddingMethod::tsne,
             .perplexity = options.perplexity,
             .progress = [&](const inspect::TsneProgress& now) { console.progress("t-SNE", now.iteration, now.iterations); },
             .stop = signals.token()});
        tell(console, options, outputs, embedding);
        if (file) {
            file.write(runs::csvText(inspect::embeddingRows(outputs, embedding)));
            console.event("points", {{"output", options.output}});
            console.line(fmt::format("{} points written to {}", grouped(std::ssize(embedding.points)), options.output));
        }
    } catch (const Error& error) {
        if (!signals.exitCode())
            throw;
        console.note(error.what());
        return signals.exitCode();
    }
    return 0;
}

} // namespace

void addEmbed(CommandLine& line)
{
    CLI::App& command =
        line.add(line.app, "embed", "Show what a layer of a trained network has learned: its outputs as points in a plane");
    const auto options = std::make_shared<EmbedOptions>();
    command.add_option("RUN", options->run, "The run's folder, or one of its checkpoints")->required()->type_name(folderType);
    command
        .add_option("--layer", options->layer, "The layer by its id, within a block BLOCK/LAYER (the last one before the output)")
        ->type_name("LAYER");
    command.add_option("--method", options->method, "tsne: near samples stay near; pca: the directions of most variance")
        ->check(
            CLI::IsMember({std::string(inspect::idOf(EmbeddingMethod::tsne)), std::string(inspect::idOf(EmbeddingMethod::pca))}))
        ->type_name("METHOD")
        ->capture_default_str();
    command.add_option("--perplexity", options->perplexity, "How many neighbors of each sample t-SNE keeps near it")
        ->check(CLI::Range(inspect::leastPerplexity, inspect::mostPerplexity))
        ->type_name("NUMBER")
        ->capture_default_str();
    command.add_option("--samples", options->samples, "The most samples to show, evenly spread; 0: all")
        ->check(wholeNumber(0, 1000000000))
        ->type_name("N")
        ->capture_default_str();
    command.add_option("--part", options->part, "Which of the run's own samples")
        ->check(CLI::IsMember({"validation", "training"}))
        ->type_name("PART")
        ->capture_default_str();
    command.add_option("--output", options->output, "Also write the points with targets and predictions to this CSV file")
        ->type_name(fileType);
    command.add_option("--device", options->device, "The device, if not the run's")->type_name("DEVICE");
    command.add_option("--data-dir", options->dataDir, "The folder to search for data first")->type_name(folderType);
    command.add_option("--threads", options->threads, "Number of CPU threads")->check(wholeNumber(1, 4096))->type_name("N");
    command.footer("Feature maps of more than 8,192 numbers are averaged over each channel. A sequence is read at its last step if "
                   "each step has a target, else averaged over its steps; padding is left out. Wider outputs than 50 numbers are "
                   "reduced to 50 principal components before t-SNE. The outputs take at most 1 GiB.");
    line.onRun(command, [&line, options] { return run(line.console, *options); });
}

} // namespace netsmith::cli

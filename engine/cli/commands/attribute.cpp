#include "engine/inspect/attribution/attribution.h"

#include "engine/cli/given_samples.h"
#include "engine/cli/terminal/signals.h"
#include "engine/cli/terminal/output_file.h"
#include "engine/cli/words/words.h"
#include "engine/core/files/safe_file.h"
#include "engine/core/utf8.h"
#include "engine/fields/single_sample.h"
#include "engine/fields/text/vocabulary.h"
#include "engine/input/arrays/npy.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <memory>
#include <numeric>

namespace netsmith::cli {
namespace {

using inspect::Attribution;
using inspect::AttributionMethod;
using inspect::Explanation;

struct AttributeOptions : SampleOptions {
    std::string method{inspect::idOf(AttributionMethod::integratedGradients)};
    std::string outputNode;
    std::int64_t target = -1;
    inspect::AttributionRequest request;
    std::string folder;
};

std::vector<std::string> methods()
{
    std::vector<std::string> ids;
    for (int i = 0; i < inspect::attributionMethods; ++i)
        ids.emplace_back(inspect::idOf(static_cast<AttributionMethod>(i)));
    return ids;
}

/// "terrible 2.31": the tokens that matter most, in either direction.
std::string tokenWords(const Attribution& attribution, const data::Field& tokens, const data::FieldSpec& input)
{
    constexpr std::size_t shownAtMost = 8;
    std::vector<std::size_t> order(attribution.values.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::ranges::stable_sort(order, std::greater(), [&](std::size_t at) { return std::abs(attribution.values[at]); });
    std::string words;
    for (std::size_t i = 0; i < std::min(order.size(), shownAtMost) && attribution.values[order[i]] != 0.0; ++i) {
        std::int32_t token = 0;
        std::memcpy(&token, tokens.all().data() + order[i] * sizeOf(input.type), sizeOf(input.type));
        words += fmt::format("  {} {:+.3g}", input.vocabulary->shown(token), attribution.values[order[i]]);
    }
    return words;
}

/// The numbers that a layer's or an input's share is summed up by.
std::string rangeWords(const Attribution& attribution)
{
    const auto [least, most] = std::ranges::minmax(attribution.values);
    const double sum = std::accumulate(attribution.values.begin(), attribution.values.end(), 0.0);
    return fmt::format("  {} from {:.3g} to {:.3g}, sum {:.4g}", attribution.shape.text(), least, most, sum);
}

std::string fileName(const std::string& sample, std::int64_t number, const std::string& input)
{
    std::string name = fmt::format("{}.{}", number, sample + "." + input);
    std::ranges::replace(name, '/', '.');
    return name + ".npy";
}

void tell(Console& console, const AttributeOptions& options, const inspect::AttributionNetwork& network, const std::string& sample,
          std::int64_t number, std::span<const data::Field> fields, const Explanation& explanation)
{
    const PredictedOutput& output = network.outputs()[options.request.output];
    const bool hasClasses = output.numbersAClass() > 0;
    const std::string target = hasClasses ? output.nameOf(explanation.target) : std::to_string(explanation.target);
    Json inputs = Json::array();
    std::string lines;
    for (std::size_t i = 0; i < explanation.inputs.size(); ++i) {
        const Attribution& attribution = explanation.inputs[i];
        Json sizes = Json::array();
        for (const std::int64_t size : attribution.shape.sizes())
            sizes.push_back(size);
        inputs.push_back({{"input", attribution.input}, {"shape", sizes}, {"values", attribution.values}});
        const auto spec = std::ranges::find(network.inputs(), attribution.input, &data::FieldSpec::name);
        const bool isText = spec != network.inputs().end() && spec->vocabulary;
        lines += "\n  " + attribution.input + ":"
            + (isText ? tokenWords(attribution, fields[static_cast<std::size_t>(spec - network.inputs().begin())], *spec)
                      : rangeWords(attribution));
        if (!options.folder.empty()) {
            const std::vector<float> values(attribution.values.begin(), attribution.values.end());
            writeFileSafely(std::filesystem::path(options.folder) / fileName(sample, number, attribution.input),
                            data::npyOf(attribution.shape, values))
                .take();
        }
    }
    console.event("attribution",
                  {{"input", sample},
                   {"output", output.node},
                   {"method", options.method},
                   {"target", explanation.target},
                   {"name", target},
                   {"score", explanation.score},
                   {"baseline_score", explanation.baseline},
                   {"incompleteness", explanation.incompleteness},
                   {"attributions", inputs}});
    console.print(visibleText(fmt::format("{}: {} {}, score {:.4g}, of the baseline {:.4g}", sample,
                                          hasClasses ? "class" : "number", target, explanation.score, explanation.baseline))
                  + lines);
}

int run(Console& console, AttributeOptions options)
{
    const SignalWatch signals;
    if (!options.isNamed() && options.indices.empty())
        throw Error(ErrorKind::usage,
                    NS_MESSAGE("cli.attribute.nothing",
                               "nothing to explain: name files or folders of samples, texts with --text, or samples of the test "
                               "set with --index"));
    inspect::AttributionNetwork network(options.run, options.device);
    for (int i = 0; i < inspect::attributionMethods; ++i)
        if (inspect::idOf(static_cast<AttributionMethod>(i)) == options.method)
            options.request.method = static_cast<AttributionMethod>(i);
    if (options.target >= 0)
        options.request.target = options.target;
    if (!options.outputNode.empty()) {
        const auto found = std::ranges::find(network.outputs(), options.outputNode, &PredictedOutput::node);
        if (found == network.outputs().end())
            throw Error(ErrorKind::usage, NS_MESSAGE("cli.attribute.output", "no loss applies to \"{0}\"; name a layer with one"),
                        options.outputNode);
        options.request.output = static_cast<std::size_t>(found - network.outputs().begin());
    }
    options.request.stop = signals.token();
    if (!options.folder.empty()) {
        makeFolder(options.folder);
    }
    std::int64_t number = 0;
    try {
        for (const GivenSamples& given : givenSamples(options, data::readingFor(network))) {
            for (const Message& warning : given.samples.warnings)
                console.warn(warning.text());
            for (std::int64_t i = 0; i < given.samples.count(); ++i) {
                std::vector<data::Field> sample;
                for (const data::Field& input : given.samples.inputs)
                    sample.push_back(data::sampleOf(input, i));
                tell(console, options, network, given.nameOf(i), number++, sample, network.explain(sample, options.request));
            }
        }
    } catch (const Error&) {
        if (!signals.exitCode())
            throw;
        return signals.exitCode();
    }
    return 0;
}

} // namespace

void addAttribute(CommandLine& line)
{
    CLI::App& command = line.add(line.app, "attribute", "Show which parts of a sample an answer of a trained network depends on");
    const auto options = std::make_shared<AttributeOptions>();
    addSampleOptions(command, *options);
    command.add_option("--method", options->method, "How it is found out")
        ->check(CLI::IsMember(methods()))
        ->type_name("METHOD")
        ->capture_default_str();
    command.add_option("--target", options->target, "The class or number to explain; without it the predicted class")
        ->check(wholeNumber(0, 1000000000))
        ->type_name("N");
    command.add_option("--of", options->outputNode, "The layer whose answer is explained, if several have a loss")
        ->type_name("LAYER");
    command.add_option("--layer", options->request.layer, "The layer whose maps grad_cam weighs (the last one)")
        ->type_name("LAYER");
    command.add_option("--steps", options->request.steps, "Points at which integrated_gradients takes gradients")
        ->check(wholeNumber(1, 10000))
        ->type_name("N")
        ->capture_default_str();
    command
        .add_option("--baseline", options->request.baseline,
                    "The number, as the network reads it, that a sample without content consists of")
        ->type_name("X")
        ->capture_default_str();
    command.add_option("--patch", options->request.patch, "The side of what occlusion covers (a seventh of the sample's)")
        ->check(wholeNumber(1, 1000000))
        ->type_name("N");
    command.add_option("--stride", options->request.stride, "The distance of these covers (half of that)")
        ->check(wholeNumber(1, 1000000))
        ->type_name("N");
    command.add_option("--output", options->folder, "Also write the attributions as arrays N.SAMPLE.INPUT.npy to this folder")
        ->type_name(folderType);
    command.footer("The score of a class is its logit less the mean of all logits, also after a softmax. saliency: the size of its "
                   "gradient. input_gradient: input times gradient. integrated_gradients: the same, averaged on the way from the "
                   "baseline, zeros unless --baseline says otherwise; the sum is the difference of the scores. grad_cam: a layer's "
                   "maps, weighted by their mean gradients. occlusion: how much the score falls where the baseline covers a part.");
    line.onRun(command, [&line, options] { return run(line.console, *options); });
}

} // namespace netsmith::cli

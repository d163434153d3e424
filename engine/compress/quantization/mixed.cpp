#include "engine/compress/quantization/mixed.h"

#include "engine/compress/judge.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <tuple>

namespace netsmith::compress {
namespace {

/// What a run's network is worth with some layers rounded and others not.
class RoundedWorth {
public:
    RoundedWorth(const SavedRun& run, const train::JudgedSamples& judged, const MixedOptions& options)
        : m_run(run)
        , m_split(judged.split)
        , m_samples(someOf(judged.samples, options.quantization.calibration.samples, options.quantization.seed, run.project))
        , m_options(options.quantization)
    {
    }

    std::int64_t samples() const { return std::ssize(m_samples); }
    std::pair<std::string, double> inFloats() const
    {
        Judge judge(m_run, m_split, m_samples, m_options.calibration.stop);
        const double value = judge.value();
        return {judge.judged(), value};
    }
    /// Before anything is rounded.
    void calibrate() { m_histograms = inputHistogramsFor(m_run, m_options); }
    QuantizedNetwork network(const std::vector<std::string>& floatLayers) const
    {
        QuantizationOptions options = m_options;
        options.floatLayers = floatLayers;
        return quantized(m_run, options, m_histograms);
    }
    double worth(const QuantizedNetwork& network) const
    {
        SavedRun run = m_run;
        run.project = network.project;
        run.checkpoint.weights = parseSafetensors(network.weights, run.checkpoint.folder.string()).take();
        return Judge(run, m_split, m_samples, m_options.calibration.stop).value();
    }
    double worth(const std::vector<std::string>& floatLayers) const { return worth(network(floatLayers)); }

private:
    const SavedRun& m_run;
    const data::DataSplit& m_split;
    std::vector<std::int32_t> m_samples;
    QuantizationOptions m_options;
    std::map<std::string, InputHistogram> m_histograms;
};

} // namespace

MixedPlan mixedPlan(const SavedRun& run, const train::JudgedSamples& judged, const MixedOptions& options)
{
    const double points = options.quantization.points.value_or(0.0);
    requirePoints(points);
    RoundedWorth rounded(run, judged, options);
    MixedPlan plan{.samples = rounded.samples(), .floatLayers = options.quantization.floatLayers};
    std::tie(plan.judged, plan.value) = rounded.inFloats();
    requirePercent(plan.judged);
    rounded.calibrate();
    const auto holds = [&](double worth) { return isWithin(dropOf(plan.judged, plan.value, worth), points); };
    const QuantizedNetwork all = rounded.network(plan.floatLayers);
    plan.rounded = plan.mixed = rounded.worth(all);
    if (holds(plan.rounded))
        return plan;

    std::vector<std::string> names;
    for (const QuantizedLayer& layer : all.layers)
        if (!layer.kept && !layer.roundsAlready) // which leaving it out would not change
            names.push_back(layer.node);
    if (names.empty())
        return plan;
    const std::int64_t most = 3 * std::ssize(names); // evaluations, in most cases
    std::int64_t done = 0;
    const auto worthWith = [&](const std::vector<std::string>& floatLayers) {
        if (options.progress)
            options.progress(std::min(done++, most - 1), most);
        return rounded.worth(floatLayers);
    };
    for (const std::string& name : names) {
        std::vector<std::string> others = plan.floatLayers;
        std::ranges::copy_if(names, std::back_inserter(others), [&](const std::string& other) { return other != name; });
        const double value = worthWith(others);
        plan.layers.push_back({.layer = name, .value = value, .drop = dropOf(plan.judged, plan.value, value)});
    }
    std::vector<std::size_t> worst(names.size());
    std::iota(worst.begin(), worst.end(), std::size_t{0});
    std::ranges::stable_sort(worst, std::greater(), [&](std::size_t i) { return plan.layers[i].drop; });

    const std::vector<std::string> named = plan.floatLayers;
    std::vector<std::string> found;
    const auto together = [&](const std::vector<std::string>& some) {
        std::vector<std::string> layers = named;
        layers.insert(layers.end(), some.begin(), some.end());
        return layers;
    };
    for (const std::size_t layer : worst) {
        found.push_back(names[layer]);
        if (found.size() == names.size())
            refuse(
                NS_MESSAGE("compress.mixed_none",
                           "the {0} falls by more than {1:point|points} whichever layer is rounded; allow it to fall further, or "
                           "train with --retrain in place of --points"),
                plan.judged, points);
        plan.mixed = worthWith(together(found));
        if (holds(plan.mixed))
            break;
    }
    // Until each of them is needed: errors add up, but some make up for others.
    for (std::size_t i = found.size(); i-- > 0;) {
        std::vector<std::string> fewer = found;
        fewer.erase(fewer.begin() + static_cast<std::ptrdiff_t>(i));
        const double worth = worthWith(together(fewer));
        if (!holds(worth))
            continue;
        found = std::move(fewer);
        plan.mixed = worth;
        i = found.size();
    }
    for (MixedLayer& layer : plan.layers)
        layer.isFloat = std::ranges::find(found, layer.layer) != found.end();
    plan.floatLayers = together(found);
    return plan;
}

MixedPlan mixedPlan(const SavedRun& run, const MixedOptions& options)
{
    const train::JudgedSamples judged = train::samplesToJudge(run,
                                                              {.device = {},
                                                               .dataDir = options.quantization.dataDir,
                                                               .inputs = {},
                                                               .training = false,
                                                               .stop = options.quantization.calibration.stop});
    return mixedPlan(run, judged, options);
}

void requirePoints(double points)
{
    if (!(points >= 0.0 && points <= 100.0))
        throw Error(ErrorKind::usage,
                    NS_MESSAGE("compress.points", "expected percentage points from 0 to 100, such as 0.5, got {0}"), points);
}

Json mixedJson(const MixedPlan& plan, double points)
{
    Json layers = Json::array();
    for (const MixedLayer& layer : plan.layers)
        layers.push_back({{"layer", layer.layer}, {"value", layer.value}, {"drop", layer.drop}, {"float", layer.isFloat}});
    return {{"points", points},           {"judged", plan.judged},       {"samples", plan.samples},
            {"value", plan.value},        {"all_rounded", plan.rounded}, {"expected", plan.mixed},
            {"layers", std::move(layers)}};
}

} // namespace netsmith::compress

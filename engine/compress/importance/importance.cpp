#include "engine/compress/importance/importance.h"

#include "engine/core/error.h"
#include "engine/core/philox.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>
#include <numeric>

namespace netsmith::compress {
namespace {

constexpr std::uint64_t randomImportance = 0x7072756e65; // the stream of the control's draws

template <class T>
std::vector<double> numbersOf(const TensorView& array)
{
    std::vector<T> values(array.bytes.size() / sizeof(T));
    std::memcpy(values.data(), array.bytes.data(), values.size() * sizeof(T));
    return {values.begin(), values.end()};
}

} // namespace

std::string_view idOf(Criterion criterion)
{
    switch (criterion) {
    case Criterion::l1: return "l1";
    case Criterion::l2: return "l2";
    case Criterion::batchNorm: return "batch-norm";
    case Criterion::taylor: return "taylor";
    case Criterion::random: break;
    }
    return "random";
}

Criterion criterionNamed(std::string_view id)
{
    const auto found = std::ranges::find(criteria, id, [](Criterion one) { return idOf(one); });
    if (found == criteria.end())
        refuse(NS_MESSAGE("compress.criterion",
                          "there is no criterion \"{0}\"; channels are ranked by l1, l2, batch-norm, taylor or random"),
               id);
    return *found;
}

std::vector<double> numbersIn(const SafetensorsFile& weights, const std::string& id)
{
    const TensorView* array = weights.find(id + "/average");
    if (!array)
        array = weights.find(id);
    if (!array)
        refuse(NS_MESSAGE("compress.array", "the checkpoint has no weights {0}; choose another checkpoint of the run"), id);
    return array->type == DataType::f64 ? numbersOf<double>(*array) : numbersOf<float>(*array);
}

std::vector<LayerScores> filterNorms(const Structure& structure, const SafetensorsFile& weights, Criterion criterion)
{
    std::vector<LayerScores> all;
    for (const ProducingLayer& layer : structure.layers) {
        const std::vector<double> kernel = numbersIn(weights, layer.kernel);
        const std::size_t channels = layer.channels.groups.size(), stride = static_cast<std::size_t>(layer.channels.stride);
        LayerScores scores{.node = layer.node, .groups = layer.channels.groups, .values = std::vector<double>(channels, 0.0)};
        for (std::size_t i = 0; i < kernel.size(); ++i)
            scores.values[i / stride % channels] += criterion == Criterion::l2 ? kernel[i] * kernel[i] : std::abs(kernel[i]);
        if (criterion == Criterion::l2)
            for (double& value : scores.values)
                value = std::sqrt(value);
        all.push_back(std::move(scores));
    }
    return all;
}

std::vector<LayerScores> channelScales(const Structure& structure, const SafetensorsFile& weights)
{
    std::vector<LayerScores> all;
    for (const ChannelScale& scale : structure.scales) {
        LayerScores scores{.node = scale.node, .scales = true, .groups = scale.groups, .values = numbersIn(weights, scale.gamma)};
        for (double& value : scores.values)
            value = std::abs(value);
        all.push_back(std::move(scores));
    }
    return all;
}

std::vector<double> randomScores(const Structure& structure, std::uint64_t seed)
{
    RandomStream random(seed, randomImportance);
    std::vector<double> scores(structure.groups.size());
    std::ranges::generate(scores, [&] { return random.uniform(); });
    return scores;
}

std::vector<double> importanceOf(const Structure& structure, std::span<const LayerScores> layers)
{
    struct Sum {
        double sum = 0.0;
        double count = 0.0;
    };
    std::vector<Sum> ofLayers(structure.groups.size()), ofScales(structure.groups.size());
    for (const LayerScores& layer : layers) {
        const double mean =
            std::accumulate(layer.values.begin(), layer.values.end(), 0.0) / static_cast<double>(layer.values.size());
        if (!(mean > 0.0) || !std::isfinite(mean)) // nothing about which of its channels matter
            continue;
        std::vector<Sum>& sums = layer.scales ? ofScales : ofLayers;
        for (std::size_t i = 0; i < layer.values.size(); ++i)
            if (layer.groups[i] >= 0) {
                Sum& of = sums[static_cast<std::size_t>(layer.groups[i])];
                of.sum += layer.values[i] / mean;
                of.count += 1.0;
            }
    }
    std::vector<double> importance;
    for (std::size_t i = 0; i < structure.groups.size(); ++i) {
        const Sum& of = ofScales[i].count > 0.0 ? ofScales[i] : ofLayers[i];
        importance.push_back(of.count > 0.0 ? of.sum / of.count : std::numeric_limits<double>::quiet_NaN());
    }
    return importance;
}

} // namespace netsmith::compress

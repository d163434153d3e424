#include "engine/interop/weights/layer_groups.h"

#include <algorithm>
#include <map>
#include <set>

namespace netsmith::interop {
namespace {

bool isBackward(const LayerWeight& weight)
{
    return weight.name.ends_with("_backward");
}

} // namespace

LayerGroups::LayerGroups(const WeightFile& file, std::span<const LayerWeight> weights, Framework framework,
                         const std::vector<bool>& takenTensors, const std::vector<bool>& takenWeights)
    : m_file(file)
    , m_all(weights)
    , m_framework(framework)
{
    for (const WeightTensor& one : file.tensors)
        m_names.push_back(parseTensorName(one.name));
    groupTensors(takenTensors);
    groupWeights(takenWeights);
}

/// A layer that holds both a kernel and statistics, as in Darknet, is a layer and its normalization here.
void LayerGroups::groupTensors(const std::vector<bool>& taken)
{
    std::map<std::string, std::size_t> places;
    for (std::size_t i = 0; i < m_names.size(); ++i) {
        const TensorName& name = m_names[i];
        if (taken[i] || name.kind == TensorName::Kind::notAWeight)
            continue;
        if (name.kind == TensorName::Kind::loose) {
            m_tensors.push_back({name.layer, {static_cast<int>(i)}, true});
            continue;
        }
        const auto [place, isNew] = places.emplace(name.layer, m_tensors.size());
        if (isNew)
            m_tensors.push_back({name.layer, {}});
        m_tensors[place->second].tensors.push_back(static_cast<int>(i));
    }
    for (std::size_t i = 0; i < m_tensors.size(); ++i) {
        std::vector<int>& all = m_tensors[i].tensors;
        const auto isKernel = [this](int one) { return tensor(one).shape.rank() > 1; };
        const bool normalizes = std::ranges::any_of(all, [this](int one) { return nameOf(one).part == "moving_mean"; });
        if (!normalizes || std::ranges::none_of(all, isKernel))
            continue;
        TensorGroup rest{m_tensors[i].layer + "/norm", {}};
        std::ranges::copy_if(all, std::back_inserter(rest.tensors), [&](int one) { return !isKernel(one); });
        std::erase_if(all, [&](int one) { return !isKernel(one); });
        m_tensors.insert(m_tensors.begin() + static_cast<std::ptrdiff_t>(i) + 1, std::move(rest));
        ++i;
    }
}

/// A separable convolution is two layers in programs that have none.
void LayerGroups::groupWeights(const std::vector<bool>& taken)
{
    std::string previous;
    bool wasDepthwise = false;
    for (std::size_t i = 0; i < m_all.size(); ++i) {
        if (taken[i])
            continue;
        const LayerWeight& weight = m_all[i];
        const bool splits = !isOurLayout(m_framework) && wasDepthwise && weight.kind == WeightKind::pointwise;
        if (m_weights.empty() || weight.layer != previous || splits)
            m_weights.push_back({weight.layer, {}});
        m_weights.back().weights.push_back(static_cast<int>(i));
        previous = weight.layer;
        wasDepthwise = weight.kind == WeightKind::depthwise;
    }
}

/// Among those of its layer and direction.
int LayerGroups::placeOf(int weight) const
{
    const LayerWeight& it = m_all[static_cast<std::size_t>(weight)];
    int place = 0;
    for (int i = weight - 1; i >= 0; --i) {
        const LayerWeight& other = m_all[static_cast<std::size_t>(i)];
        if (other.layer != it.layer)
            break;
        place += isBackward(other) == isBackward(it) ? 1 : 0;
    }
    return place;
}

/// The tensors that may be a weight, by their names.
std::vector<int> LayerGroups::candidates(const TensorGroup& group, int weight) const
{
    const LayerWeight& it = m_all[static_cast<std::size_t>(weight)];
    std::vector<int> result;
    for (const int one : group.tensors) {
        if (group.loose) {
            result.push_back(one);
            continue;
        }
        TensorName name = nameOf(one);
        if (m_framework == Framework::onnx && it.gates > 0) // one tensor holds both directions
            name.backward = isBackward(it);
        if (mayBe(name, it, placeOf(weight)))
            result.push_back(one);
    }
    return result;
}

std::optional<std::vector<WeightSources>> LayerGroups::fit(const TensorGroup& group, const WeightGroup& weights) const
{
    std::vector<WeightSources> result;
    std::set<int> used;
    for (const int weight : weights.weights) {
        std::vector<int> mine = candidates(group, weight);
        if (mine.empty() || mine.size() > 2)
            return std::nullopt;
        if (mine.size() == 2 && nameOf(mine[0]).ofState)
            std::swap(mine[0], mine[1]); // the input's bias is first
        const WeightTensor& first = tensor(mine[0]);
        if (mine.size() == 2 && (first.shape != tensor(mine[1]).shape || nameOf(mine[0]).ofState == nameOf(mine[1]).ofState))
            return std::nullopt;
        const bool asIs = first.name.find("MatMul") != std::string::npos;
        auto conversion =
            conversionFor(m_framework, first.shape, m_all[static_cast<std::size_t>(weight)], static_cast<int>(mine.size()), asIs);
        if (!conversion)
            return std::nullopt;
        used.insert(mine.begin(), mine.end());
        result.push_back({weight, std::move(mine), std::move(*conversion)});
    }
    if (used.size() != group.tensors.size())
        return std::nullopt;
    return result;
}

bool LayerGroups::fitsButForShape(const TensorGroup& group, const WeightGroup& weights) const
{
    std::set<int> used;
    for (const int weight : weights.weights) {
        const std::vector<int> mine = candidates(group, weight);
        if (mine.empty())
            return false;
        used.insert(mine.begin(), mine.end());
    }
    return !group.loose && used.size() == group.tensors.size() && !fit(group, weights);
}

bool LayerGroups::hasKernel(const WeightGroup& weights) const
{
    return std::ranges::any_of(weights.weights, [this](int one) {
        const auto& kind = m_all[static_cast<std::size_t>(one)].kind;
        return kind == WeightKind::kernel || kind == WeightKind::depthwise || kind == WeightKind::pointwise
            || kind == WeightKind::embeddings;
    });
}

std::string LayerGroups::keyOf(const TensorGroup& group) const
{
    std::string key = group.loose ? "?" : "";
    for (const int one : group.tensors) {
        const TensorName& name = nameOf(one);
        const bool asIs = tensor(one).name.find("MatMul") != std::string::npos;
        key += name.part + (name.backward ? "<" : "") + (name.ofState ? "+" : "") + (asIs ? "=" : "") + " "
            + tensor(one).shape.text() + ";";
    }
    return key;
}

std::string LayerGroups::keyOf(const WeightGroup& weights) const
{
    std::string key;
    for (const int one : weights.weights) {
        const LayerWeight& weight = m_all[static_cast<std::size_t>(one)];
        key += weight.name + (weight.kind ? std::string(netsmith::nameOf(*weight.kind)) : "") + " " + weight.shape.text() + " "
            + std::to_string(weight.gates) + ";";
    }
    return key;
}

std::vector<WeightGroup> LayerGroups::singles(const std::vector<int>& groups) const
{
    std::vector<WeightGroup> result;
    for (const int index : groups) {
        const WeightGroup& group = m_weights[static_cast<std::size_t>(index)];
        for (const int one : group.weights) {
            const LayerWeight& weight = m_all[static_cast<std::size_t>(one)];
            const bool joins = m_framework == Framework::onnx && weight.gates > 0 && isBackward(weight);
            const auto forward = std::ranges::find_if(result, [&](const WeightGroup& other) {
                return other.layer == weight.layer
                    && m_all[static_cast<std::size_t>(other.weights[0])].name + "_backward" == weight.name;
            });
            if (joins && forward != result.end())
                forward->weights.push_back(one);
            else
                result.push_back({weight.layer, {one}});
        }
    }
    return result;
}

} // namespace netsmith::interop

#include "engine/interop/weights/matching.h"

#include "engine/core/error.h"
#include "engine/graph/nearest_name.h"
#include "engine/interop/weights/layer_matcher.h"
#include "engine/interop/weights/tensor_name.h"
#include "engine/layers/quantization.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>
#include <set>

namespace netsmith::interop {
namespace {

using Found = WeightRow::Found;

/// Whose layout it is, by the parts that the names end with.
Framework frameworkOf(const WeightFile& file)
{
    const auto endsWith = [&](std::initializer_list<std::string_view> ends) {
        return std::ranges::any_of(file.tensors, [&](const WeightTensor& one) {
            std::string_view name = one.name;
            if (name.ends_with(":0"))
                name.remove_suffix(2);
            name = name.substr(name.find_last_of("./") + 1); // npos + 1 is 0
            return std::ranges::find(ends, name) != ends.end() || name.starts_with("weight_ih_l");
        });
    };
    if (file.framework != Framework::unknown)
        return file.framework;
    if (endsWith({"running_mean", "running_var", "num_batches_tracked"}))
        return Framework::pytorch;
    if (endsWith({"kernel", "gamma", "embeddings", "moving_mean", "recurrent_kernel", "depthwise_kernel"}))
        return Framework::keras;
    return endsWith({"weight"}) ? Framework::pytorch : Framework::unknown;
}

std::optional<Conversion> chosenConversion(Framework framework, const WeightTensor& first, const LayerWeight& weight, int tensors)
{
    return conversionFor(framework, first.shape, weight, tensors, first.name.find("MatMul") != std::string::npos);
}

/// One matching in progress: what people chose, then what is found.
class Table {
public:
    Table(const WeightFile& file, std::span<const LayerWeight> weights, Framework framework)
        : m_file(file)
        , m_weights(weights.begin(), weights.end())
        , m_takenTensors(file.tensors.size(), false)
        , m_takenWeights(weights.size(), false)
    {
        m_result.framework = framework;
        for (const LayerWeight& weight : weights)
            m_result.rows.push_back({.weight = weight});
    }

    void apply(const std::vector<RowChange>& changes)
    {
        std::map<std::size_t, std::vector<int>> chosen;
        for (const RowChange& change : changes) {
            const std::vector<std::size_t> rows = rowsOf(change);
            for (const std::size_t row : rows)
                if (change.tensor.empty()) {
                    m_result.rows[row].found = Found::drawn;
                    m_takenWeights[row] = true;
                } else {
                    chosen[row].push_back(tensorOf(change));
                }
        }
        for (const auto& [row, tensors] : chosen)
            choose(row, tensors);
        completeChosen(chosen);
    }

    Matching match()
    {
        const LayerGroups groups(m_file, m_weights, m_result.framework, m_takenTensors, m_takenWeights);
        const LayerMatcher::Result result = LayerMatcher(groups, m_weights, m_result.framework).match();
        for (const auto& [sources, found] : result.filled)
            fill(sources, found);
        for (const auto& open : result.open) {
            WeightRow& row = m_result.rows[static_cast<std::size_t>(open.weight)];
            row.found = open.found;
            for (const int tensor : open.tensors)
                row.tensors.push_back(tensorAt(tensor).name);
            if (!open.tensors.empty())
                row.shape = tensorAt(open.tensors[0]).shape;
        }
        m_result.heads = result.heads;
        askForGemms();
        for (std::size_t i = 0; i < m_file.tensors.size(); ++i)
            if (!m_takenTensors[i])
                m_result.unused.push_back({m_file.tensors[i].name, m_file.tensors[i].shape,
                                           groups.nameOf(static_cast<int>(i)).kind != TensorName::Kind::notAWeight});
        return std::move(m_result);
    }

private:
    const WeightTensor& tensorAt(int index) const { return m_file.tensors[static_cast<std::size_t>(index)]; }

    std::vector<std::size_t> rowsOf(const RowChange& change) const
    {
        std::vector<std::size_t> rows;
        std::vector<std::string> ids;
        for (std::size_t i = 0; i < m_weights.size(); ++i) {
            ids.push_back(m_weights[i].id());
            if (ids.back() == change.weight || (change.tensor.empty() && m_weights[i].layer == change.weight))
                rows.push_back(i);
        }
        if (rows.empty()) {
            const std::string near = nearestName(change.weight, ids);
            throw near.empty()
                ? Error(ErrorKind::input, NS_MESSAGE("matching.no_weight", "this network has no weight \"{0}\""), change.weight)
                : Error(ErrorKind::input,
                        NS_MESSAGE("matching.near_weight", "this network has no weight \"{0}\"; did you mean \"{1}\"?"),
                        change.weight, near);
        }
        return rows;
    }

    int tensorOf(const RowChange& change) const
    {
        const auto found = std::ranges::find(m_file.tensors, change.tensor, &WeightTensor::name);
        if (found == m_file.tensors.end())
            throw Error(ErrorKind::input, NS_MESSAGE("matching.no_tensor", "the file has no tensor \"{0}\" for {1}; see its table"),
                        change.tensor, change.weight);
        return static_cast<int>(found - m_file.tensors.begin());
    }

    void choose(std::size_t row, const std::vector<int>& tensors)
    {
        const LayerWeight& weight = m_weights[row];
        const WeightTensor& first = tensorAt(tensors[0]);
        const bool same = tensors.size() == 1 || (tensors.size() == 2 && tensorAt(tensors[1]).shape == first.shape);
        const auto conversion =
            same ? chosenConversion(m_result.framework, first, weight, static_cast<int>(tensors.size())) : std::nullopt;
        if (!conversion)
            throw Error(ErrorKind::input,
                        NS_MESSAGE("matching.misfit",
                                   "the tensor \"{0}\" ({1}) can't become {2} ({3}) in the layout of {4}; choose another tensor"),
                        first.name, first.shape.text(), weight.id(), weight.shape.text(), idOf(m_result.framework));
        fill({static_cast<int>(row), tensors, *conversion}, Found::choice);
    }

    /// Whoever chose a layer's kernel chose its bias, unless they said otherwise.
    void completeChosen(const std::map<std::size_t, std::vector<int>>& chosen)
    {
        const LayerGroups groups(m_file, m_weights, m_result.framework, m_takenTensors, m_takenWeights);
        for (const auto& [row, tensors] : chosen)
            for (const WeightGroup& weights : groups.weights())
                for (const TensorGroup& group : groups.tensors()) {
                    if (weights.layer != m_weights[row].layer || group.layer != groups.nameOf(tensors[0]).layer)
                        continue;
                    if (m_takenWeights[static_cast<std::size_t>(weights.weights[0])])
                        continue;
                    if (const auto sources = groups.fit(group, weights))
                        for (const WeightSources& one : *sources)
                            fill(one, Found::choice);
                }
    }

    void fill(const WeightSources& sources, Found found)
    {
        WeightRow& row = m_result.rows[static_cast<std::size_t>(sources.weight)];
        m_takenWeights[static_cast<std::size_t>(sources.weight)] = true;
        row.found = found;
        row.conversion = sources.conversion;
        row.tensors.clear();
        for (const int tensor : sources.tensors) {
            row.tensors.push_back(tensorAt(tensor).name);
            m_takenTensors[static_cast<std::size_t>(tensor)] = true;
        }
        const WeightTensor& first = tensorAt(sources.tensors[0]);
        row.shape = first.shape;
        if (first.type != DataType::f32)
            row.stored = first.stored.empty() ? std::string(nameOf(first.type)) : first.stored;
    }

    /// A square matrix of an ONNX file, whose name does not say whether it was transposed.
    void askForGemms()
    {
        for (WeightRow& row : m_result.rows) {
            const bool isSquare = row.isFound() && row.weight.kind == WeightKind::kernel && row.weight.shape.rank() == 2
                && row.weight.gates == 0 && row.shape.rank() == 2 && row.shape[0] == row.shape[1];
            if (m_result.framework == Framework::onnx && isSquare && row.found != Found::choice
                && !row.tensors[0].ends_with("weight") && row.tensors[0].find("MatMul") == std::string::npos)
                row.found = Found::ambiguous;
        }
    }

    const WeightFile& m_file;
    std::vector<LayerWeight> m_weights;
    std::vector<bool> m_takenTensors, m_takenWeights;
    Matching m_result;
};

/// A file's tensors and the weights to fill, without the ranges of quantized layers that only one of them has: another program's
/// file has none, which training and calibration then find, and a layer that does not round needs none.
std::pair<WeightFile, std::vector<LayerWeight>> withRangesOfBoth(const WeightFile& file, std::span<const LayerWeight> weights)
{
    const auto rangedLayer = [](const std::string& name) {
        TensorName parsed = parseTensorName(name);
        return parsed.part == layer::inputRangeName ? std::optional(std::move(parsed.layer)) : std::nullopt;
    };
    std::set<std::optional<std::string>> held, wanted;
    for (const WeightTensor& tensor : file.tensors)
        held.insert(rangedLayer(tensor.name));
    for (const LayerWeight& weight : weights)
        wanted.insert(rangedLayer(weight.id()));
    std::pair<WeightFile, std::vector<LayerWeight>> both{file, {weights.begin(), weights.end()}};
    const auto isAlone = [&](const std::optional<std::string>& layer, const auto& others) {
        return layer && !others.contains(layer);
    };
    std::erase_if(both.first.tensors, [&](const WeightTensor& tensor) { return isAlone(rangedLayer(tensor.name), wanted); });
    std::erase_if(both.second, [&](const LayerWeight& weight) { return isAlone(rangedLayer(weight.id()), held); });
    return both;
}

Matching matchAs(const WeightFile& file, std::span<const LayerWeight> weights, const MatchOptions& options, Framework framework)
{
    Table table(file, weights, framework);
    table.apply(options.changes);
    return table.match();
}

/// "a, b, c and 4 more"
Message listed(const std::vector<std::string>& names)
{
    constexpr std::size_t most = 4;
    std::string text;
    for (std::size_t i = 0; i < std::min(most, names.size()); ++i)
        text += (i == 0 ? "" : ", ") + names[i];
    if (names.size() <= most)
        return Message(NS_MESSAGE("matching.list", "{0}"), text);
    return Message(NS_MESSAGE("matching.long_list", "{0} and {1} more"), text, names.size() - most);
}

} // namespace

RowChange RowChange::parsed(std::string_view text)
{
    const std::size_t at = text.rfind('=');
    if (at == std::string_view::npos || at + 1 == text.size())
        throw Error(ErrorKind::input,
                    NS_MESSAGE("matching.change",
                               "expected TENSOR=LAYER/WEIGHT, such as features.0.weight=conv2d_1/kernel, or =LAYER to keep what is "
                               "drawn, got \"{0}\""),
                    text);
    return {std::string(text.substr(0, at)), std::string(text.substr(at + 1))};
}

std::string_view idOf(WeightRow::Found found)
{
    switch (found) {
    case Found::no: return "no";
    case Found::name: return "name";
    case Found::order: return "order";
    case Found::shape: return "shape";
    case Found::choice: return "choice";
    case Found::drawn: return "drawn";
    case Found::ambiguous: return "ambiguous";
    case Found::otherShape: return "other_shape";
    }
    return "?";
}

Message wordsOf(WeightRow::Found found)
{
    switch (found) {
    case Found::no: break;
    case Found::name: return Message(NS_MESSAGE("matching.by_name", "by name"));
    case Found::order: return Message(NS_MESSAGE("matching.by_order", "by order"));
    case Found::shape: return Message(NS_MESSAGE("matching.by_shape", "by shape"));
    case Found::choice: return Message(NS_MESSAGE("matching.by_choice", "by choice"));
    case Found::drawn: return Message(NS_MESSAGE("matching.drawn", "stays as drawn"));
    case Found::ambiguous: return Message(NS_MESSAGE("matching.is_ambiguous", "ambiguous"));
    case Found::otherShape: return Message(NS_MESSAGE("matching.other_shape", "has another shape"));
    }
    return Message(NS_MESSAGE("matching.is_missing", "nothing fits"));
}

std::size_t Matching::foundCount() const
{
    return static_cast<std::size_t>(std::ranges::count_if(rows, &WeightRow::isFound));
}

std::vector<Message> Matching::notes() const
{
    std::vector<Message> result;
    if (!heads.empty())
        result.emplace_back(NS_MESSAGE("matching.heads",
                                       "{0}: the file's weights have another shape, so these keep their drawn numbers; the rest is "
                                       "taken"),
                            listed(heads));
    std::map<std::string, std::size_t> casts;
    for (const WeightRow& row : rows)
        if (row.isFound() && !row.stored.empty())
            ++casts[row.stored];
    for (const auto& [type, count] : casts)
        result.emplace_back(NS_MESSAGE("matching.casts", "{0:weight is|weights are} cast from {1} to float32"), count, type);
    std::vector<std::string> weights, others;
    for (const UnusedTensor& tensor : unused)
        (tensor.isWeight ? weights : others).push_back(tensor.name);
    if (!weights.empty())
        result.emplace_back(NS_MESSAGE("matching.unused", "{0:tensor|tensors} of the file not used: {1}"), weights.size(),
                            listed(weights));
    if (!others.empty())
        result.emplace_back(NS_MESSAGE("matching.counters", "{0:tensor|tensors} left out because they are no weights: {1}"),
                            others.size(), listed(others));
    return result;
}

std::optional<Message> Matching::problem(std::string_view file) const
{
    const auto first = [this](Found found) { return std::ranges::find(rows, found, &WeightRow::found); };
    if (const auto row = first(Found::ambiguous); row != rows.end()) {
        const auto count = std::ranges::count(rows, Found::ambiguous, &WeightRow::found);
        if (row->tensors.size() == 1)
            return Message(
                NS_MESSAGE("matching.layout",
                           "{0}: the shape of {1} fits {2} as it is and transposed, and the file does not say which; say "
                           "whose layout it is: keras, pytorch or onnx"),
                file, row->tensors[0], row->weight.id());
        return Message(NS_MESSAGE("matching.ambiguous",
                                  "{0}: {1:weight|weights} may come from several tensors: {2} from {3}; say from which, as in "
                                  "TENSOR={2}"),
                       file, count, row->weight.id(), listed(row->tensors));
    }
    const auto isMisfit = [](const WeightRow& row) {
        return row.found == Found::no && !row.tensors.empty() && row.shape != row.weight.shape;
    };
    if (const auto row = std::ranges::find_if(rows, isMisfit); row != rows.end())
        return Message(
            NS_MESSAGE("matching.size",
                       "{0}: its tensor {1} is {2}, and {3} needs {4}; choose a file of the same network, or keep what is "
                       "drawn: ={5}"),
            file, row->tensors[0], row->shape.text(), row->weight.id(), row->weight.shape.text(), row->weight.layer);
    if (foundCount() == 0)
        return Message(NS_MESSAGE("matching.nothing",
                                  "{0}: none of its tensors fits a weight of this network; choose a file of the "
                                  "same network"),
                       file);
    if (const auto row = first(Found::no); row != rows.end())
        return Message(
            NS_MESSAGE("matching.empty",
                       "{0}: it has nothing for {1} ({2}); choose a file of the same network, say which tensor it is, as "
                       "in TENSOR={1}, or keep what is drawn: ={3}"),
            file, row->weight.id(), row->weight.shape.text(), row->weight.layer);
    return std::nullopt;
}

Matching matchWeights(const WeightFile& given, std::span<const LayerWeight> all, const MatchOptions& options)
{
    const auto [file, weights] = withRangesOfBoth(given, all);
    const Framework framework = options.framework != Framework::unknown ? options.framework : frameworkOf(file);
    if (framework != Framework::unknown)
        return matchAs(file, weights, options, framework);
    const auto attempt = [&](Framework as) -> std::optional<Matching> {
        try {
            return matchAs(file, weights, options, as);
        } catch (const Error&) { // a change that fits only the other layout
            return std::nullopt;
        }
    };
    const auto other = attempt(Framework::pytorch);
    auto ours = other ? attempt(Framework::keras) : std::optional(matchAs(file, weights, options, Framework::keras));
    if (!ours || (other && other->foundCount() > ours->foundCount()))
        return *other;
    if (!other || ours->foundCount() > other->foundCount())
        return *ours;
    ours->framework = Framework::unknown;
    for (std::size_t i = 0; i < ours->rows.size(); ++i) {
        WeightRow& row = ours->rows[i];
        if (row.isFound() && (row.conversion != other->rows[i].conversion || row.tensors != other->rows[i].tensors))
            row.found = Found::ambiguous;
    }
    return *ours;
}

std::vector<std::vector<std::string>> tensorsFor(const WeightFile& file, const LayerWeight& weight, Framework framework)
{
    const auto fits = [&](const WeightTensor& first, int tensors) {
        const auto as = [&](Framework layout) { return chosenConversion(layout, first, weight, tensors).has_value(); };
        return framework == Framework::unknown ? as(Framework::keras) || as(Framework::pytorch) : as(framework);
    };
    std::vector<std::vector<std::string>> result;
    for (std::size_t i = 0; i < file.tensors.size(); ++i) {
        const WeightTensor& one = file.tensors[i];
        if (fits(one, 1))
            result.push_back({one.name});
        const WeightTensor* next = i + 1 < file.tensors.size() ? &file.tensors[i + 1] : nullptr;
        if (next && next->shape == one.shape && weight.kind == WeightKind::bias && weight.gates > 0 && fits(one, 2))
            result.push_back({one.name, next->name}); // programs list both biases one after the other
    }
    return result;
}

std::vector<float> numbersOf(const WeightFile& file, const WeightRow& row)
{
    std::vector<const WeightTensor*> tensors;
    for (const std::string& name : row.tensors)
        tensors.push_back(file.find(name));
    std::vector<float> values = convert(tensors, row.conversion);
    if (!std::ranges::all_of(values, [](float value) { return std::isfinite(value); }))
        throw Error(
            ErrorKind::input,
            NS_MESSAGE("matching.not_finite", "the tensor \"{0}\" for {1} has numbers that are not finite; choose another file"),
            row.tensors[0], row.weight.id());
    return values;
}

} // namespace netsmith::interop

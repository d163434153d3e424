#include "engine/interop/weights/layer_matcher.h"

#include <algorithm>
#include <map>
#include <numeric>
#include <set>

namespace netsmith::interop {
namespace {

using Found = WeightRow::Found;

constexpr int longestEnd = 16; ///< of a path, that is compared with a layer's, in parts

std::string lowerPath(std::string_view layer)
{
    return parseTensorName(std::string(layer) + "/kernel").layer;
}

std::size_t at(int index)
{
    return static_cast<std::size_t>(index);
}

/// The classes of things that are linked, directly or over others: numbers from 0, or −1 for what no link names.
class Links {
public:
    explicit Links(std::size_t count)
        : m_parent(count)
    {
        std::iota(m_parent.begin(), m_parent.end(), std::size_t{0});
    }
    std::size_t root(std::size_t one)
    {
        while (m_parent[one] != one)
            one = m_parent[one] = m_parent[m_parent[one]];
        return one;
    }
    void join(std::size_t a, std::size_t b) { m_parent[root(a)] = root(b); }

private:
    std::vector<std::size_t> m_parent;
};

/// Distinct keys of groups, and which each group has.
template <class Group>
struct Keys {
    std::vector<std::size_t> of{};
    std::vector<int> examples{}; ///< a group of each key

    Keys(const LayerGroups& groups, const std::vector<Group>& all)
    {
        std::map<std::string, std::size_t> places;
        for (std::size_t i = 0; i < all.size(); ++i) {
            const auto [place, isNew] = places.emplace(groups.keyOf(all[i]), places.size());
            if (isNew)
                examples.push_back(static_cast<int>(i));
            of.push_back(place->second);
        }
    }
};

/// Classes of both sides' groups: see `LayerMatcher::Side`.
template <class Fits>
void classesOf(const LayerGroups& groups, const std::vector<WeightGroup>& ours, const std::vector<TensorGroup>& theirs,
               std::vector<int>& mine, std::vector<int>& other, Fits fits)
{
    const Keys<WeightGroup> left(groups, ours);
    const Keys<TensorGroup> right(groups, theirs);
    const std::size_t offset = left.examples.size();
    Links links(offset + right.examples.size());
    std::vector<bool> linked(offset + right.examples.size(), false);
    for (std::size_t i = 0; i < left.examples.size(); ++i)
        for (std::size_t k = 0; k < right.examples.size(); ++k)
            if (fits(left.examples[i], right.examples[k])) {
                links.join(i, offset + k);
                linked[i] = linked[offset + k] = true;
            }
    const auto classOf = [&](std::size_t key) { return linked[key] ? static_cast<int>(links.root(key)) : -1; };
    mine.clear();
    other.clear();
    for (const std::size_t key : left.of)
        mine.push_back(classOf(key));
    for (const std::size_t key : right.of)
        other.push_back(classOf(offset + key));
}

} // namespace

LayerMatcher::Result LayerMatcher::match()
{
    m_partner.assign(ours().size(), -1);
    m_ours.taken.assign(ours().size(), false);
    m_theirs.taken.assign(theirs().size(), false);
    classesOf(m_groups, ours(), theirs(), m_ours.classes, m_theirs.classes,
              [this](int weights, int tensors) { return fits(weights, tensors); });
    orderTensors();
    matchNames();
    if (!matchWhole()) {
        matchUnique(true);
        matchSequences(true);
        matchNorms();
        matchUnique(false);
        matchSequences(false);
    }
    matchLoose();
    askForRest();
    return std::move(m_result);
}

bool LayerMatcher::fits(int weights, int tensors) const
{
    const TensorGroup& group = theirs()[at(tensors)];
    return !group.loose && m_groups.fit(group, ours()[at(weights)]);
}

bool LayerMatcher::take(int weights, int tensors, Found found)
{
    if (m_ours.taken[at(weights)] || m_theirs.taken[at(tensors)])
        return false;
    auto sources = m_groups.fit(theirs()[at(tensors)], ours()[at(weights)]);
    if (!sources)
        return false;
    for (WeightSources& one : *sources)
        m_result.filled.push_back({std::move(one), found});
    m_ours.taken[at(weights)] = m_theirs.taken[at(tensors)] = true;
    m_partner[at(weights)] = tensors;
    return true;
}

/// Programs number layers by themselves, one from "dense", another from "dense_1": so a numbered name counts only if all of its
/// family are found, and the file has no others that fit.
void LayerMatcher::matchNames()
{
    struct Pair {
        int weights, tensors;
    };
    std::map<std::string, Indices> named; // by every end of the path: "stem" finds "backbone/stem"
    for (std::size_t i = 0; i < theirs().size(); ++i) {
        const std::string& path = theirs()[i].layer;
        if (theirs()[i].loose)
            continue;
        named[path].push_back(static_cast<int>(i));
        int ends = 0;
        for (std::size_t slash = path.rfind('/'); slash != std::string::npos && slash > 0 && ends < longestEnd; ++ends) {
            named[path.substr(slash + 1)].push_back(static_cast<int>(i));
            slash = path.rfind('/', slash - 1);
        }
    }
    std::map<std::string, Indices> families;
    for (std::size_t i = 0; i < ours().size(); ++i)
        families[patternOf(lowerPath(ours()[i].layer))].push_back(static_cast<int>(i));
    for (const auto& [pattern, members] : families) {
        std::vector<Pair> pairs;
        for (const int one : members) {
            const std::string path = lowerPath(ours()[at(one)].layer);
            Indices found;
            for (const int group : named[path])
                if (fits(one, group))
                    found.push_back(group);
            const auto exact = std::ranges::find_if(found, [&](int group) { return theirs()[at(group)].layer == path; });
            if (exact != found.end())
                found = {*exact};
            if (found.size() == 1)
                pairs.push_back({one, found[0]});
        }
        const bool isNumbered = patternOf(lowerPath(ours()[at(members[0])].layer)) != lowerPath(ours()[at(members[0])].layer);
        bool counts = m_framework == Framework::netsmith || !isNumbered || pairs.size() == members.size();
        if (isNumbered && m_framework != Framework::netsmith)
            for (std::size_t i = 0; i < theirs().size() && counts; ++i) {
                const std::string other = patternOf(theirs()[i].layer);
                const bool isOfFamily = other == pattern || other.ends_with("/" + pattern);
                const bool isPaired = std::ranges::any_of(pairs, [&](const Pair& pair) { return at(pair.tensors) == i; });
                const bool mayReplace = std::ranges::any_of(members, [&](int one) {
                    return m_ours.classes[at(one)] >= 0 && m_ours.classes[at(one)] == m_theirs.classes[i];
                });
                counts = !isOfFamily || isPaired || !mayReplace;
            }
        if (counts)
            for (const Pair& pair : pairs)
                take(pair.weights, pair.tensors, Found::name);
    }
}

/// A file whose names are sorted says nothing about the order of its layers, except where only numbers tell them apart.
void LayerMatcher::orderTensors()
{
    m_order.resize(theirs().size());
    std::iota(m_order.begin(), m_order.end(), 0);
    const auto nameOf = [this](int group) -> const std::string& { return theirs()[at(group)].layer; };
    std::set<std::string> patterns;
    for (const int one : m_order)
        patterns.insert(patternOf(nameOf(one)));
    m_isOrdered = patterns.size() < 2 || !std::ranges::is_sorted(m_order, {}, nameOf);
    const bool isSorted = std::ranges::is_sorted(m_order, {}, nameOf);
    if (isSorted)
        std::ranges::stable_sort(m_order, naturallyLess, nameOf);
}

std::pair<LayerMatcher::Indices, LayerMatcher::Indices> LayerMatcher::evenly(const std::function<bool(int weights)>& chosen) const
{
    std::map<int, std::pair<int, int>> counts;
    std::set<int> passing;
    for (std::size_t i = 0; i < ours().size(); ++i)
        if (!m_ours.taken[i] && m_ours.classes[i] >= 0) {
            ++counts[m_ours.classes[i]].first;
            if (chosen(static_cast<int>(i)))
                passing.insert(m_ours.classes[i]);
        }
    for (std::size_t i = 0; i < theirs().size(); ++i)
        if (!m_theirs.taken[i])
            ++counts[m_theirs.classes[i]].second;
    const auto isEven = [&](int of) { return of >= 0 && passing.contains(of) && counts[of].first == counts[of].second; };
    std::pair<Indices, Indices> result;
    for (std::size_t i = 0; i < ours().size(); ++i)
        if (!m_ours.taken[i] && isEven(m_ours.classes[i]))
            result.first.push_back(static_cast<int>(i));
    for (const int one : m_order)
        if (!m_theirs.taken[at(one)] && isEven(m_theirs.classes[at(one)]))
            result.second.push_back(one);
    return result;
}

/// The usual case: both programs list the same layers in the same order, each by its own names.
bool LayerMatcher::matchWhole()
{
    const auto [mine, other] = evenly([](int) { return true; });
    std::size_t left = 0; // those that something fits
    for (std::size_t i = 0; i < ours().size(); ++i)
        left += !m_ours.taken[i] && m_ours.classes[i] >= 0 ? 1 : 0;
    if (!m_isOrdered || mine.size() < left || left == 1
        || !std::ranges::equal(
            mine, other, {}, [this](int one) { return m_ours.classes[at(one)]; },
            [this](int one) { return m_theirs.classes[at(one)]; }))
        return false;
    bool isWhole = true;
    for (std::size_t i = 0; i < mine.size(); ++i)
        isWhole = take(mine[i], other[i], Found::order) && isWhole;
    return isWhole;
}

/// What has a counterpart that nothing else could be.
void LayerMatcher::matchUnique(bool kernels)
{
    const auto [mine, other] = evenly([&](int one) { return m_groups.hasKernel(ours()[at(one)]) == kernels; });
    std::map<int, std::pair<Indices, Indices>> classes;
    for (const int one : mine)
        classes[m_ours.classes[at(one)]].first.push_back(one);
    for (const int one : other)
        classes[m_theirs.classes[at(one)]].second.push_back(one);
    for (const auto& [of, both] : classes)
        if (both.first.size() == 1 && both.second.size() == 1)
            take(both.first[0], both.second[0], Found::shape);
}

/// The layers that are left, with kernels or without: all in one sequence, or, where the file is sorted by name, those that only a
/// number tells apart.
void LayerMatcher::matchSequences(bool kernels)
{
    const auto [mine, other] = evenly([&](int one) { return m_groups.hasKernel(ours()[at(one)]) == kernels; });
    const bool same = std::ranges::equal(
        mine, other, {}, [this](int one) { return m_ours.classes[at(one)]; },
        [this](int one) { return m_theirs.classes[at(one)]; });
    std::map<int, std::pair<Indices, Indices>> classes;
    for (const int one : mine)
        classes[m_ours.classes[at(one)]].first.push_back(one);
    for (const int one : other)
        classes[m_theirs.classes[at(one)]].second.push_back(one);
    for (const auto& [of, both] : classes) {
        const auto patternAt = [this](int one) { return patternOf(theirs()[at(one)].layer); };
        const bool isCounted =
            std::ranges::all_of(both.second, [&](int one) { return patternAt(one) == patternAt(both.second[0]); });
        if (m_isOrdered ? same && isInOrder(both.first, both.second) : isCounted)
            for (std::size_t i = 0; i < both.first.size(); ++i)
                take(both.first[i], both.second[i], Found::order);
    }
}

/// Whether these pairs stand among what is already found as they do in the project; a few need not, such as a shortcut that one
/// program lists before its block and another after it.
bool LayerMatcher::isInOrder(const Indices& mine, const Indices& other) const
{
    std::vector<std::size_t> places(m_order.size());
    for (std::size_t i = 0; i < m_order.size(); ++i)
        places[at(m_order[i])] = i;
    std::size_t all = 0, wrong = 0;
    for (std::size_t anchor = 0; anchor < ours().size(); ++anchor)
        for (std::size_t i = 0; i < mine.size() && m_partner[anchor] >= 0; ++i) {
            ++all;
            wrong += (at(mine[i]) < anchor) != (places[at(other[i])] < places[at(m_partner[anchor])]) ? 1 : 0;
        }
    return wrong * 8 <= all;
}

/// The file's group beside another: "bn2" of "conv2", "downsample/1" of "downsample/0", or the next in the file's order.
int LayerMatcher::besideOf(int tensors) const
{
    const std::string& path = theirs()[at(tensors)].layer;
    const std::size_t cut = path.rfind('/') == std::string::npos ? 0 : path.rfind('/') + 1;
    std::size_t digits = path.size();
    while (digits > cut && path[digits - 1] >= '0' && path[digits - 1] <= '9')
        --digits;
    const std::string parent = path.substr(0, cut), number = path.substr(digits);
    Indices found;
    for (std::size_t i = 0; i < theirs().size(); ++i) {
        const std::string& other = theirs()[i].layer;
        if (m_theirs.taken[i] || !other.starts_with(parent) || other.find('/', cut) != std::string::npos)
            continue;
        const std::string_view leaf = std::string_view(other).substr(cut);
        const bool isNext =
            digits == cut && !number.empty() && number.size() < 10 && leaf == std::to_string(std::stoll(number) + 1);
        const bool isNorm =
            digits > cut && (leaf == "bn" + number || leaf == "norm" + number || leaf == "gn" + number || leaf == "ln" + number);
        if (isNext || isNorm)
            found.push_back(static_cast<int>(i));
    }
    if (found.size() == 1)
        return found[0];
    const auto place = std::ranges::find(m_order, tensors);
    return found.empty() && m_isOrdered && place + 1 != m_order.end() && !m_theirs.taken[at(place[1])] ? place[1] : -1;
}

/// A normalization belongs to the layer that it normalizes, on both sides.
void LayerMatcher::matchNorms()
{
    std::map<std::string, Indices> readers;
    for (std::size_t i = 0; i < ours().size(); ++i)
        if (const std::string& after = m_weights[at(ours()[i].weights[0])].after; !after.empty() && !m_groups.hasKernel(ours()[i]))
            readers[after].push_back(static_cast<int>(i));
    for (std::size_t i = 0; i < ours().size(); ++i) {
        if (m_partner[i] < 0)
            continue;
        const Indices& norms = readers[ours()[i].layer];
        const int beside = norms.size() == 1 && !m_ours.taken[at(norms[0])] ? besideOf(m_partner[i]) : -1;
        if (beside >= 0)
            take(norms[0], beside, Found::order);
    }
}

/// Tensors whose names say nothing, such as "arr_0" or "onnx::Conv_234", one by one.
void LayerMatcher::matchLoose()
{
    Indices left;
    std::vector<TensorGroup> loose;
    for (std::size_t i = 0; i < ours().size(); ++i)
        if (!m_ours.taken[i])
            left.push_back(static_cast<int>(i));
    for (const int one : m_order)
        if (theirs()[at(one)].loose)
            loose.push_back(theirs()[at(one)]);
    if (loose.empty() || left.empty())
        return;
    const std::vector<WeightGroup> singles = m_groups.singles(left);
    Indices mine, other;
    classesOf(m_groups, singles, loose, mine, other,
              [&](int weights, int tensors) { return m_groups.fit(loose[at(tensors)], singles[at(weights)]).has_value(); });
    std::map<int, std::pair<Indices, Indices>> classes;
    for (std::size_t i = 0; i < singles.size(); ++i)
        classes[mine[i]].first.push_back(static_cast<int>(i));
    for (std::size_t i = 0; i < loose.size(); ++i)
        classes[other[i]].second.push_back(static_cast<int>(i));
    Indices mineEven, otherEven;
    const auto isEven = [&](int of) { return of >= 0 && classes[of].first.size() == classes[of].second.size(); };
    std::ranges::copy_if(mine, std::back_inserter(mineEven), isEven);
    std::ranges::copy_if(other, std::back_inserter(otherEven), isEven);
    const bool ordered = m_isOrdered && mineEven == otherEven;
    for (const auto& [of, both] : classes) {
        if (of < 0)
            continue;
        const bool found = isEven(of) && (ordered || both.first.size() == 1);
        for (std::size_t i = 0; i < both.first.size(); ++i) {
            const WeightGroup& weights = singles[at(both.first[i])];
            auto sources = found ? m_groups.fit(loose[at(both.second[i])], weights) : std::nullopt;
            for (std::size_t k = 0; k < weights.weights.size(); ++k)
                if (sources) {
                    m_result.filled.push_back({(*sources)[k], ordered ? Found::order : Found::shape});
                } else {
                    LayerMatcher::Result::Open open{weights.weights[k], Found::ambiguous, {}};
                    for (const int tensor : both.second)
                        open.tensors.push_back(loose[at(tensor)].tensors[0]);
                    if (!open.tensors.empty())
                        m_result.open.push_back(std::move(open));
                }
        }
    }
}

/// What a person has to say, and the heads, which may differ.
void LayerMatcher::askForRest()
{
    std::set<int> done;
    for (const auto& one : m_result.filled)
        done.insert(one.sources.weight);
    for (const auto& one : m_result.open)
        done.insert(one.weight);
    bool isEnd = true;
    std::vector<LayerMatcher::Result::Open> open;
    for (std::size_t i = ours().size(); i-- > 0;) {
        const WeightGroup& group = ours()[i];
        const bool isOpen = std::ranges::none_of(group.weights, [&](int one) { return done.contains(one); });
        if (!isOpen) {
            isEnd = isEnd && !m_groups.hasKernel(group);
            continue;
        }
        Indices same, otherShape;
        for (const int one : m_order) {
            if (m_theirs.taken[at(one)])
                continue;
            if (fits(static_cast<int>(i), one))
                same.push_back(one);
            else if (m_groups.fitsButForShape(theirs()[at(one)], group))
                otherShape.push_back(one);
        }
        const auto named =
            std::ranges::find_if(otherShape, [&](int one) { return theirs()[at(one)].layer == lowerPath(group.layer); });
        if (named != otherShape.end())
            otherShape = {*named};
        const bool isRead = std::ranges::any_of(m_weights, [&](const LayerWeight& one) { return one.after == group.layer; });
        const bool isHead = isEnd && !isRead && same.empty() && !otherShape.empty() && m_groups.hasKernel(group);
        if (isHead)
            m_result.heads.insert(m_result.heads.begin(), group.layer);
        else
            isEnd = false;
        const Found found = !same.empty() ? Found::ambiguous : isHead ? Found::otherShape : Found::no;
        if (found == Found::no && otherShape.size() > 1)
            otherShape.clear(); // which one it would be is unknown
        for (const int weight : group.weights) {
            LayerMatcher::Result::Open one{weight, found, {}};
            for (const int candidate : same.empty() ? otherShape : same)
                for (const int tensor : theirs()[at(candidate)].tensors) {
                    const WeightGroup alone{group.layer, {weight}};
                    const TensorGroup only{theirs()[at(candidate)].layer, {tensor}};
                    if (m_groups.fit(only, alone) || (found != Found::ambiguous && m_groups.fitsButForShape(only, alone)))
                        one.tensors.push_back(tensor);
                }
            open.push_back(std::move(one));
        }
    }
    m_result.open.insert(m_result.open.end(), open.begin(), open.end());
}

} // namespace netsmith::interop

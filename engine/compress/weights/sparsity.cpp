#include "engine/compress/weights/sparsity.h"

#include "engine/compress/importance/importance.h"
#include "engine/compress/layer_setting.h"
#include "engine/compress/pruning.h"
#include "engine/core/philox.h"
#include "engine/plan/build_plan.h"
#include "engine/plan/trained_parameters.h"
#include "engine/store/compact_arrays.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <cstring>
#include <deque>
#include <numeric>

namespace netsmith::compress {
namespace {

constexpr std::uint64_t randomWeights = 0x737061727365; // the stream of the control's draws

/// The kernels and embeddings of a project, or of some of its layers.
std::vector<Segment> arraysOf(const CheckedProject& checked, std::span<const std::string> layers)
{
    Project project = checked.project();
    project.training.excludeFromWeightDecay.clear(); // what decays by its kind
    const CheckedProject all(std::move(project), checked.catalog(), checked.fields());
    const LogicalPlan plan = buildPlan(all, {.batch = 1, .fuse = false, .programs = {programs::predict}});
    std::vector<Segment> arrays;
    std::string names;
    for (const Segment& segment : plan.parameters.segments) {
        if (!segment.decay)
            continue;
        const std::string layer = layerOf(segment);
        if (arrays.empty() || layerOf(arrays.back()) != layer)
            names += (names.empty() ? "" : ", ") + layer;
        arrays.push_back(segment);
    }
    if (arrays.empty())
        refuse(NS_MESSAGE("compress.no_kernels", "this network has no kernels or embeddings, whose weights could be zero"));
    for (const std::string& name : layers)
        if (std::ranges::none_of(arrays, [&](const Segment& segment) { return layerOf(segment) == name; }))
            refuse(NS_MESSAGE("compress.sparse_layer", "there is no layer \"{0}\" with a kernel or embeddings; there are: {1}"),
                   name, names);
    if (!layers.empty())
        std::erase_if(arrays, [&](const Segment& segment) { return std::ranges::find(layers, layerOf(segment)) == layers.end(); });
    return arrays;
}

/// Layers share weights: those that use another's have no parameters of their own.
void keepZerosOf(Graph& graph, const std::string& node)
{
    setLayerParameter(graph, node, "keep_zeros", true);
}

/// Sets some numbers of an array to 0.
template <class T>
std::vector<std::byte> without(std::span<const std::byte> bytes, const std::vector<bool>& gone)
{
    std::vector<T> numbers(bytes.size() / sizeof(T));
    std::memcpy(numbers.data(), bytes.data(), bytes.size());
    for (std::size_t i = 0; i < numbers.size(); ++i)
        if (gone[i])
            numbers[i] = T{0};
    const auto changed = std::as_bytes(std::span(numbers));
    return {changed.begin(), changed.end()};
}

/// What of an array may be told from its numbers, and what becomes of it.
struct Candidates {
    std::vector<double> importance; ///< of each; negative if it is zero
    std::vector<bool> gone;
};

/// Marks the least important of several arrays until `count` are gone; equal ones in their order.
void removeLeast(std::span<Candidates> arrays, std::int64_t count)
{
    std::vector<double> all;
    for (const Candidates& array : arrays)
        all.insert(all.end(), array.importance.begin(), array.importance.end());
    if (count <= 0)
        return;
    const auto last = all.begin() + static_cast<std::ptrdiff_t>(std::min(count, std::ssize(all)) - 1);
    std::ranges::nth_element(all, last);
    const double limit = *last;
    std::int64_t equal = count - std::ranges::count_if(all, [&](double one) { return one < limit; });
    for (Candidates& array : arrays)
        for (std::size_t i = 0; i < array.importance.size(); ++i)
            if (const double one = array.importance[i]; one < limit || (one == limit && equal-- > 0))
                array.gone[i] = true;
}

std::vector<Candidates> candidatesIn(const SavedRun& run, std::span<const SparseArray> arrays, const SparsityOptions& options)
{
    RandomStream random(options.seed, randomWeights);
    std::vector<Candidates> all;
    for (const SparseArray& array : arrays) {
        std::vector<double> numbers = numbersIn(run.checkpoint.weights, array.id);
        for (double& number : numbers)
            if (number == 0.0)
                number = -1.0;
            else
                number = options.criterion == WeightCriterion::random ? random.uniform() : std::abs(number);
        const std::size_t size = numbers.size();
        all.push_back({std::move(numbers), std::vector<bool>(size)});
    }
    return all;
}

std::int64_t sumOf(const std::vector<SparseArray>& arrays, std::int64_t SparseArray::*member)
{
    return std::accumulate(arrays.begin(), arrays.end(), std::int64_t{0},
                           [&](std::int64_t sum, const SparseArray& array) { return sum + array.*member; });
}

std::int64_t countOf(double share, std::int64_t weights)
{
    return std::llround(share * static_cast<double>(weights));
}

/// The weights of a run as a file, in which what is gone is 0: in the averages too.
std::vector<std::byte> fileWithout(const SafetensorsFile& weights, std::span<const SparseArray> arrays,
                                   std::span<const Candidates> candidates)
{
    std::vector<TensorView> views = weights.tensors;
    std::deque<std::vector<std::byte>> changed;
    for (std::size_t i = 0; i < arrays.size(); ++i)
        for (TensorView& view : views)
            if (view.name == arrays[i].id || view.name == arrays[i].id + "/average") {
                changed.push_back(view.type == DataType::f64 ? without<double>(view.bytes, candidates[i].gone)
                                                             : without<float>(view.bytes, candidates[i].gone));
                view.bytes = changed.back();
            }
    return writeCompactSafetensors(views, {{"format", "netsmith"}});
}

} // namespace

std::string_view idOf(WeightCriterion criterion)
{
    return criterion == WeightCriterion::magnitude ? "magnitude" : "random";
}

WeightCriterion weightCriterionNamed(std::string_view id)
{
    if (id != idOf(WeightCriterion::magnitude) && id != idOf(WeightCriterion::random))
        throw Error(ErrorKind::usage,
                    NS_MESSAGE("compress.weight_criterion",
                               "there is no criterion \"{0}\" for single weights; they go by magnitude or at random (random)"),
                    id);
    return id == idOf(WeightCriterion::magnitude) ? WeightCriterion::magnitude : WeightCriterion::random;
}

double sparsityParsed(std::string_view text)
{
    double share = 0.0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), share);
    if (error != std::errc() || end != text.data() + text.size())
        throw Error(ErrorKind::usage,
                    NS_MESSAGE("compress.sparsity", "expected the share of the weights to set to zero, such as 0.9, got \"{0}\""),
                    text);
    requireShare(share);
    return share;
}

std::int64_t SparseNetwork::count() const
{
    return sumOf(arrays, &SparseArray::weights);
}

std::int64_t SparseNetwork::zeros() const
{
    return sumOf(arrays, &SparseArray::zeros);
}

std::int64_t SparseNetwork::zerosBefore() const
{
    return sumOf(arrays, &SparseArray::zerosBefore);
}

SparseNetwork withItsZeros(const SavedRun& run, std::span<const std::string> layers)
{
    SparseNetwork network{.project = run.project, .weights = {}, .arrays = {}};
    for (const Segment& segment : arraysOf(checkedRun(run), layers)) {
        const std::vector<double> numbers = numbersIn(run.checkpoint.weights, segment.id);
        const auto zeros = std::ranges::count(numbers, 0.0);
        network.arrays.push_back({segment.id, std::ssize(numbers), zeros, zeros});
        keepZerosOf(network.project.graph, layerOf(segment));
    }
    return network;
}

void requireMoreZeros(const SparseNetwork& network, double share)
{
    requireShare(share);
    if (const std::int64_t wanted = countOf(share, network.count()); wanted <= network.zeros())
        throw Error(ErrorKind::usage,
                    NS_MESSAGE("compress.sparse_already",
                               "{0} of {1:weight|weights} are zero already, and a share of {2} asks for {3}; name a larger share"),
                    network.zeros(), network.count(), share, wanted);
}

SparseNetwork sparsified(const SavedRun& run, const SparsityOptions& options)
{
    requireShare(options.share);
    SparseNetwork network = withItsZeros(run, options.layers);
    std::vector<Candidates> candidates = candidatesIn(run, network.arrays, options);
    if (options.scope == Scope::global)
        removeLeast(candidates, std::max(countOf(options.share, network.count()), network.zerosBefore()));
    else
        for (std::size_t i = 0; i < candidates.size(); ++i)
            removeLeast(std::span(candidates).subspan(i, 1),
                        std::max(countOf(options.share, network.arrays[i].weights), network.arrays[i].zerosBefore));
    for (std::size_t i = 0; i < candidates.size(); ++i) {
        SparseArray& array = network.arrays[i];
        array.zeros = std::ranges::count(candidates[i].gone, true);
        if (array.zeros == array.weights && array.zerosBefore < array.weights)
            throw Error(ErrorKind::usage,
                        NS_MESSAGE("compress.layer_gone",
                                   "at a share of {0} nothing is left of {1}; name a smaller share, or remove the same share of "
                                   "each layer with --scope layer"),
                        options.share, array.id);
    }
    network.weights = fileWithout(run.checkpoint.weights, network.arrays, candidates);
    return network;
}

double scheduledShare(double from, double to, std::int64_t step, std::int64_t steps)
{
    return step >= steps ? to : to + (from - to) * std::pow(1.0 - static_cast<double>(step) / static_cast<double>(steps), 3.0);
}

} // namespace netsmith::compress

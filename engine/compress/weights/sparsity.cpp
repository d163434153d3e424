#include "engine/compress/weights/sparsity.h"

#include "engine/compress/importance/importance.h"
#include "engine/graph/blocks/layer_setting.h"
#include "engine/compress/pruning.h"
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

using train::RemovalCandidates;

/// The kernels and embeddings of a project, or of some of its layers.
std::vector<Segment> arraysOf(const CheckedProject& checked, std::span<const std::string> layers)
{
    const LogicalPlan plan = buildPlan(checked, {.batch = 1, .fuse = false, .programs = {programs::predict}});
    std::vector<Segment> arrays;
    std::string names;
    for (const Segment& segment : plan.parameters.segments) {
        if (!segment.isKernel)
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

std::vector<RemovalCandidates> candidatesIn(const SavedRun& run, std::span<const SparseArray> arrays,
                                            const SparsityOptions& options)
{
    std::vector<RemovalCandidates> all;
    for (std::size_t i = 0; i < arrays.size(); ++i)
        all.emplace_back(
            train::importanceOf(numbersIn(run.checkpoint.weights, arrays[i].id), {}, options.criterion, options.seed, i));
    return all;
}

std::int64_t sumOf(const std::vector<SparseArray>& arrays, std::int64_t SparseArray::*member)
{
    return std::accumulate(arrays.begin(), arrays.end(), std::int64_t{0},
                           [&](std::int64_t sum, const SparseArray& array) { return sum + array.*member; });
}

/// The weights of a run as a file, in which what is gone is 0: in the averages too.
std::vector<std::byte> fileWithout(const SafetensorsFile& weights, std::span<const SparseArray> arrays,
                                   std::span<const RemovalCandidates> candidates)
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

/// Why the weights of an array can't have zeros by fours; nothing if they can.
std::optional<Message> obstacleToFours(const CheckedProject& checked, const SparseArray& array, const Shape& shape)
{
    const std::size_t dot = array.id.rfind('.');
    const Node* node = checked.flat().graph.find(array.id.substr(0, dot));
    const std::string_view name = std::string_view(array.id).substr(dot + 1);
    const bool sumsOverRows = (name == "kernel" && node->layer != "conv2d_transpose") || name == "recurrent" || name == "pointwise";
    if (!sumsOverRows)
        return Message(NS_MESSAGE("compress.fours_kind", "it is not a matrix whose rows are inputs"));
    if (shape[-2] % 4 != 0)
        return Message(NS_MESSAGE("compress.fours_inputs", "the number of its inputs, {0}, is no multiple of 4"), shape[-2]);
    return std::nullopt;
}

void removeTwoOfFour(const SavedRun& run, std::span<SparseArray> arrays, std::span<RemovalCandidates> candidates)
{
    const CheckedProject checked = checkedRun(run);
    for (std::size_t a = 0; a < arrays.size(); ++a) {
        const Shape& shape = run.checkpoint.weights.find(arrays[a].id)->shape;
        RemovalCandidates& array = candidates[a];
        arrays[a].kept = obstacleToFours(checked, arrays[a], shape);
        for (std::size_t i = 0; i < array.gone.size() && arrays[a].kept; ++i)
            array.gone[i] = array.importance[i] < 0.0; // zero before
        if (arrays[a].kept)
            continue;
        const auto channels = static_cast<std::size_t>(shape[-1]), rows = array.importance.size() / channels;
        for (std::size_t row = 0; row < rows; row += 4)
            for (std::size_t channel = 0; channel < channels; ++channel) {
                std::array<std::size_t, 4> four{};
                for (std::size_t i = 0; i < four.size(); ++i)
                    four[i] = (row + i) * channels + channel;
                std::ranges::stable_sort(four, {}, [&](std::size_t i) { return array.importance[i]; });
                array.gone[four[0]] = array.gone[four[1]] = true;
                for (const std::size_t i : {four[2], four[3]})
                    array.gone[i] = array.importance[i] < 0.0;
            }
    }
    if (std::ranges::all_of(arrays, [](const SparseArray& array) { return array.kept.has_value(); }))
        refuse(NS_MESSAGE("compress.no_fours",
                          "none of these layers can have two zeros in each four inputs: they need kernels whose number of inputs "
                          "is a multiple of 4"));
}

} // namespace

SparsityOptions sparsityParsed(std::string_view text)
{
    if (text == "2:4")
        return {.isTwoOfFour = true};
    double share = 0.0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), share);
    if (error != std::errc() || end != text.data() + text.size())
        throw Error(
            ErrorKind::usage,
            NS_MESSAGE("compress.sparsity", "expected the share of the weights to set to zero, such as 0.9, or 2:4, got \"{0}\""),
            text);
    requireShare(share);
    return {.share = share};
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
    if (const std::int64_t wanted = train::countOf(share, network.count()); wanted <= network.zeros())
        throw Error(ErrorKind::usage,
                    NS_MESSAGE("compress.sparse_already",
                               "{0} of {1:weight|weights} are zero already, and a share of {2} asks for {3}; name a larger share"),
                    network.zeros(), network.count(), share, wanted);
}

SparseNetwork sparsified(const SavedRun& run, const SparsityOptions& options)
{
    requireShare(options.share);
    SparseNetwork network = withItsZeros(run, options.layers);
    std::vector<RemovalCandidates> candidates = candidatesIn(run, network.arrays, options);
    if (options.isTwoOfFour)
        removeTwoOfFour(run, network.arrays, candidates);
    else if (options.scope == Scope::global)
        train::removeLeast(candidates, std::max(train::countOf(options.share, network.count()), network.zerosBefore()));
    else
        for (std::size_t i = 0; i < candidates.size(); ++i)
            train::removeLeast(std::span(candidates).subspan(i, 1),
                               std::max(train::countOf(options.share, network.arrays[i].weights), network.arrays[i].zerosBefore));
    for (std::size_t i = 0; i < candidates.size(); ++i) {
        SparseArray& array = network.arrays[i];
        if (array.kept)
            continue;
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

SparseNetwork scheduledSparsity(const SavedRun& run, const SparsityOptions& options)
{
    SparseNetwork network = withItsZeros(run, options.layers);
    network.project.training.pruning = {.sparsity = options.share,
                                        .criterion = std::string(idOf(options.criterion)),
                                        .scope = std::string(idOf(options.scope)),
                                        .layers = options.layers};
    network.weights = writeCompactSafetensors(run.checkpoint.weights.tensors, {{"format", "netsmith"}});
    return network;
}

} // namespace netsmith::compress

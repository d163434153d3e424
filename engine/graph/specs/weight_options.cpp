#include "engine/graph/specs/weight_options.h"

#include "engine/graph/specs/kept_zeros.h"
#include "engine/graph/specs/spec.h"

#include <algorithm>
#include <array>
#include <iterator>

namespace netsmith {
namespace {

struct KindFacts {
    std::string_view name;
    std::string_view initializer; ///< by default
    bool decays;
    struct {
        const char *initializer, *value, *stddev, *minval, *maxval, *gain, *l1, *l2;
    } titles;
};

constexpr std::array kindFacts{
    KindFacts{"alpha",
              "zeros",
              false,
              {NS_TEXT("weights", "Alpha initializer"), NS_TEXT("weights", "Alpha value"), NS_TEXT("weights", "Alpha deviation"),
               NS_TEXT("weights", "Alpha minimum"), NS_TEXT("weights", "Alpha maximum"), NS_TEXT("weights", "Alpha gain"),
               NS_TEXT("weights", "Alpha L1"), NS_TEXT("weights", "Alpha L2")}},
    KindFacts{"beta",
              "zeros",
              false,
              {NS_TEXT("weights", "Beta initializer"), NS_TEXT("weights", "Beta value"), NS_TEXT("weights", "Beta deviation"),
               NS_TEXT("weights", "Beta minimum"), NS_TEXT("weights", "Beta maximum"), NS_TEXT("weights", "Beta gain"),
               NS_TEXT("weights", "Beta L1"), NS_TEXT("weights", "Beta L2")}},
    KindFacts{"bias",
              "zeros",
              false,
              {NS_TEXT("weights", "Bias initializer"), NS_TEXT("weights", "Bias value"), NS_TEXT("weights", "Bias deviation"),
               NS_TEXT("weights", "Bias minimum"), NS_TEXT("weights", "Bias maximum"), NS_TEXT("weights", "Bias gain"),
               NS_TEXT("weights", "Bias L1"), NS_TEXT("weights", "Bias L2")}},
    KindFacts{"depthwise",
              "glorot_uniform",
              true,
              {NS_TEXT("weights", "Depthwise initializer"), NS_TEXT("weights", "Depthwise value"),
               NS_TEXT("weights", "Depthwise deviation"), NS_TEXT("weights", "Depthwise minimum"),
               NS_TEXT("weights", "Depthwise maximum"), NS_TEXT("weights", "Depthwise gain"), NS_TEXT("weights", "Depthwise L1"),
               NS_TEXT("weights", "Depthwise L2")}},
    KindFacts{"embeddings",
              "random_uniform",
              true,
              {NS_TEXT("weights", "Embeddings initializer"), NS_TEXT("weights", "Embeddings value"),
               NS_TEXT("weights", "Embeddings deviation"), NS_TEXT("weights", "Embeddings minimum"),
               NS_TEXT("weights", "Embeddings maximum"), NS_TEXT("weights", "Embeddings gain"), NS_TEXT("weights", "Embeddings L1"),
               NS_TEXT("weights", "Embeddings L2")}},
    KindFacts{"gamma",
              "ones",
              false,
              {NS_TEXT("weights", "Gamma initializer"), NS_TEXT("weights", "Gamma value"), NS_TEXT("weights", "Gamma deviation"),
               NS_TEXT("weights", "Gamma minimum"), NS_TEXT("weights", "Gamma maximum"), NS_TEXT("weights", "Gamma gain"),
               NS_TEXT("weights", "Gamma L1"), NS_TEXT("weights", "Gamma L2")}},
    KindFacts{"kernel",
              "glorot_uniform",
              true,
              {NS_TEXT("weights", "Kernel initializer"), NS_TEXT("weights", "Kernel value"), NS_TEXT("weights", "Kernel deviation"),
               NS_TEXT("weights", "Kernel minimum"), NS_TEXT("weights", "Kernel maximum"), NS_TEXT("weights", "Kernel gain"),
               NS_TEXT("weights", "Kernel L1"), NS_TEXT("weights", "Kernel L2")}},
    KindFacts{"pointwise",
              "glorot_uniform",
              true,
              {NS_TEXT("weights", "Pointwise initializer"), NS_TEXT("weights", "Pointwise value"),
               NS_TEXT("weights", "Pointwise deviation"), NS_TEXT("weights", "Pointwise minimum"),
               NS_TEXT("weights", "Pointwise maximum"), NS_TEXT("weights", "Pointwise gain"), NS_TEXT("weights", "Pointwise L1"),
               NS_TEXT("weights", "Pointwise L2")}},
    KindFacts{"recurrent",
              "orthogonal",
              true,
              {NS_TEXT("weights", "Recurrent initializer"), NS_TEXT("weights", "Recurrent value"),
               NS_TEXT("weights", "Recurrent deviation"), NS_TEXT("weights", "Recurrent minimum"),
               NS_TEXT("weights", "Recurrent maximum"), NS_TEXT("weights", "Recurrent gain"), NS_TEXT("weights", "Recurrent L1"),
               NS_TEXT("weights", "Recurrent L2")}},
    KindFacts{"scale",
              "ones",
              false,
              {NS_TEXT("weights", "Scale initializer"), NS_TEXT("weights", "Scale value"), NS_TEXT("weights", "Scale deviation"),
               NS_TEXT("weights", "Scale minimum"), NS_TEXT("weights", "Scale maximum"), NS_TEXT("weights", "Scale gain"),
               NS_TEXT("weights", "Scale L1"), NS_TEXT("weights", "Scale L2")}},
};
static_assert(kindFacts.size() == static_cast<std::size_t>(WeightKind::range));

const KindFacts& factsOf(WeightKind kind)
{
    return kindFacts[static_cast<std::size_t>(kind)];
}

ParameterBuilder<WeightOptions> ofAllKinds()
{
    using W = WeightOptions;
    ParameterBuilder<W> options;
    options
        .boolean("trainable", &W::trainable, NS_TEXT("weights", "Trainable"),
                 NS_TEXT("weights", "Whether training changes the weights; off, the layer is frozen as it is."))
        .real("max_norm", &W::maxNorm, NS_TEXT("weights", "Max norm"),
              NS_TEXT("weights", "How long the weights into one unit may be at most after each step; 0 for no limit."))
        .range(0.0, 1e6)
        .usual(0.0, 5.0);
    return options;
}

/// What can be set of kernels and embeddings together, beside `max_norm`.
struct KernelOptions {
    bool keepZeros = false;
};

ParameterBuilder<KernelOptions> ofKernels()
{
    ParameterBuilder<KernelOptions> options;
    options.boolean(
        "keep_zeros", &KernelOptions::keepZeros, NS_TEXT("weights", "Keep zeros"),
        NS_TEXT("weights", "Whether weights that are zero stay zero in training, as in a pruned network; biases change."));
    return options;
}

/// What can be set of one kind.
struct KindOptions {
    ParameterBuilder<Initializer> initializer;
    ParameterBuilder<WeightPenalty> penalty;
};

KindOptions ofKind(const KindFacts& kind)
{
    using I = Initializer;
    using P = WeightPenalty;
    const auto named = [&](const char* figure) { return std::string(kind.name) + '_' + figure; };
    KindOptions options{ParameterBuilder(I{.id = std::string(kind.initializer)}), ParameterBuilder<P>()};
    options.initializer
        .choice(named("initializer"), &I::id, kind.titles.initializer, NS_TEXT("weights", "How the first values are drawn."),
                initializerChoices())
        .real(named("value"), &I::value, kind.titles.value, NS_TEXT("weights", "What the initializer Constant fills with."))
        .range(-1e6, 1e6)
        .usual(-1.0, 1.0)
        .onlyWith(named("initializer"), {"constant"})
        .real(named("stddev"), &I::stddev, kind.titles.stddev,
              NS_TEXT("weights", "The standard deviation of Random normal and Truncated normal."))
        .range(0.0, 1e6)
        .usual(0.0, 1.0)
        .onlyWith(named("initializer"), {"random_normal", "truncated_normal"})
        .real(named("minval"), &I::minval, kind.titles.minval, NS_TEXT("weights", "Where Random uniform begins."))
        .range(-1e6, 1e6)
        .usual(-1.0, 0.0)
        .onlyWith(named("initializer"), {"random_uniform"})
        .real(named("maxval"), &I::maxval, kind.titles.maxval, NS_TEXT("weights", "Where Random uniform ends."))
        .range(-1e6, 1e6)
        .usual(0.0, 1.0)
        .onlyWith(named("initializer"), {"random_uniform"})
        .real(named("gain"), &I::gain, kind.titles.gain, NS_TEXT("weights", "What Orthogonal and Identity are multiplied by."))
        .range(-1e6, 1e6)
        .usual(0.5, 2.0)
        .onlyWith(named("initializer"), {"orthogonal", "identity"});
    options.penalty
        .real(named("l1"), &P::l1, kind.titles.l1,
              NS_TEXT("weights", "The loss grows by this times the sum of the absolute weights; most of them go to 0."))
        .range(0.0, 1e6)
        .usual(0.0, 0.01)
        .real(named("l2"), &P::l2, kind.titles.l2,
              NS_TEXT("weights", "The loss grows by this times the sum of the squared weights, which keeps them small."))
        .range(0.0, 1e6)
        .usual(0.0, 0.01);
    return options;
}

const ParameterBuilder<WeightOptions>& layerOptions()
{
    static const ParameterBuilder<WeightOptions> options = ofAllKinds();
    return options;
}

const ParameterBuilder<KernelOptions>& kernelOptions()
{
    static const ParameterBuilder<KernelOptions> options = ofKernels();
    return options;
}

const KindOptions& optionsOf(WeightKind kind)
{
    static const std::vector<KindOptions> options = [] {
        std::vector<KindOptions> all;
        std::ranges::transform(kindFacts, std::back_inserter(all), ofKind);
        return all;
    }();
    return options[static_cast<std::size_t>(kind)];
}

} // namespace

std::string_view nameOf(WeightKind kind)
{
    return kind == WeightKind::range ? "range" : factsOf(kind).name;
}

bool decays(WeightKind kind)
{
    return kind != WeightKind::range && factsOf(kind).decays;
}

std::vector<ParameterSpec> weightParameters(std::span<const WeightKind> kinds)
{
    std::vector<ParameterSpec> out;
    if (kinds.empty())
        return out;
    out = layerOptions().specs();
    if (std::ranges::none_of(kinds, decays))
        out.pop_back(); // max_norm
    else
        out.insert(out.end(), kernelOptions().specs().begin(), kernelOptions().specs().end());
    for (const WeightKind kind : kinds)
        for (const auto& specs : {optionsOf(kind).initializer.specs(), optionsOf(kind).penalty.specs()})
            out.insert(out.end(), specs.begin(), specs.end());
    return out;
}

WeightOptions weightOptionsOf(const ParameterMap& parameters)
{
    return layerOptions().bind(parameters);
}

bool keepsZeros(const ParameterMap& parameters)
{
    return kernelOptions().bind(parameters).keepZeros;
}

WeightPenalty penaltyOf(WeightKind kind, const ParameterMap& parameters)
{
    return kind == WeightKind::range ? WeightPenalty() : optionsOf(kind).penalty.bind(parameters);
}

Initializer initializerOf(WeightKind kind, const ParameterMap& parameters, const Shape& shape)
{
    if (kind == WeightKind::range)
        return {.id = "constant", .value = 6.0, .isRange = true};
    Initializer initializer = optionsOf(kind).initializer.bind(parameters);
    const bool isVector = shape.rank() < 2;
    const std::int64_t area = isVector ? 1 : shape.elements() / shape[-1] / shape[-2];
    initializer.fanIn = area * shape[isVector ? -1 : -2];
    initializer.fanOut = area * shape[-1];
    return initializer;
}

} // namespace netsmith

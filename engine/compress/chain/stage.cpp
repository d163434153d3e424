#include "engine/compress/chain/stage.h"

namespace netsmith::compress {
namespace {

void requireSensible(const Stage& stage)
{
    if (stage.steps > 1 && stage.epochs == 0)
        throw Error(
            ErrorKind::usage,
            NS_MESSAGE("compress.steps", "between {0:step|steps} the network is retrained; say for how many epochs with --retrain"),
            stage.steps);
    if (const auto* sparsity = std::get_if<SparsityOptions>(&stage.change)) {
        const bool isMovement = sparsity->criterion == WeightCriterion::movement;
        if (sparsity->isTwoOfFour && (sparsity->isGradual || stage.steps > 1 || sparsity->criterion != WeightCriterion::magnitude))
            throw Error(ErrorKind::usage,
                        NS_MESSAGE("compress.fours_options",
                                   "two of each four weights become zero at once, the smallest ones; leave out --steps, --gradual "
                                   "and --criterion"));
        if (isMovement && !sparsity->isGradual)
            throw Error(
                ErrorKind::usage,
                NS_MESSAGE("compress.movement", "how a training moves weights is only known while it goes on; add --gradual"));
        if (sparsity->isGradual && stage.steps > 1)
            throw Error(ErrorKind::usage,
                        NS_MESSAGE("compress.gradual_steps",
                                   "--gradual reaches the share within one training; leave out either it or --steps"));
        if (sparsity->isGradual && stage.epochs == 0)
            throw Error(ErrorKind::usage,
                        NS_MESSAGE("compress.gradual_untrained",
                                   "--gradual sets weights to zero while the network is trained; say for how many epochs with "
                                   "--retrain"));
    }
    if (std::holds_alternative<ClusteringOptions>(stage.change) && stage.epochs > 0)
        throw Error(
            ErrorKind::usage,
            NS_MESSAGE("compress.shared_training",
                       "weights that were trained after --clusters would share no values any more; leave out --retrain, or prune "
                       "before with --sparsity"));
    const auto* quantization = std::get_if<QuantizationOptions>(&stage.change);
    if (quantization && quantization->format != WeightFormat::int8 && quantization->mode != QuantizationMode::weights)
        throw Error(ErrorKind::usage,
                    NS_MESSAGE("compress.format",
                               "only weights can be {0}: with \"--quantize weights\"; predictions compute with integers of 8 bits"),
                    idOf(quantization->format));
    if (quantization && quantization->learnsRanges && quantization->mode != QuantizationMode::staticRanges)
        throw Error(
            ErrorKind::usage,
            NS_MESSAGE("compress.learned_ranges", "only ranges of \"--quantize static\" can be learned; leave out --ranges"));
    if (quantization && quantization->format != WeightFormat::int8 && stage.epochs > 0)
        throw Error(ErrorKind::usage,
                    NS_MESSAGE("compress.format_training",
                               "weights that were trained after they became {0} would not be {0} any more; train before, or use "
                               "int8, which layers keep"),
                    idOf(quantization->format));
    if (quantization && quantization->points)
        requirePoints(*quantization->points);
    const auto* distillation = std::get_if<DistillationOptions>(&stage.change);
    if (distillation)
        requireSensible(*distillation);
    if (distillation && stage.epochs == 0)
        throw Error(ErrorKind::usage,
                    NS_MESSAGE("compress.untaught", "a student learns by training; say for how many epochs with --retrain"));
}

} // namespace

std::string_view idOf(const Change& change)
{
    constexpr std::string_view ids[] = {"prune", "prune", "factorize", "sparsify", "cluster", "quantize", "distill", "distill"};
    static_assert(std::size(ids) == std::variant_size_v<Change>);
    return ids[change.index()];
}

void requireSensible(std::span<const Stage> stages)
{
    if (stages.empty())
        throw Error(ErrorKind::usage,
                    NS_MESSAGE("compress.what",
                               "name at least one way to make it smaller: \"--prune\" or \"--goal\" for channels, \"--factorize\" "
                               "for whole layers, \"--sparsity\" or \"--clusters\" for single weights, \"--quantize\" for numbers "
                               "of 8 bits, or \"--distill\" for another network that learns from it; several make a chain, in "
                               "their order"));
    for (const Stage& stage : stages)
        requireSensible(stage);
}

} // namespace netsmith::compress

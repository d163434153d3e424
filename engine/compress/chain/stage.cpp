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
    if (std::holds_alternative<ClusteringOptions>(stage.change) && stage.epochs > 0)
        throw Error(
            ErrorKind::usage,
            NS_MESSAGE("compress.shared_training",
                       "weights that were trained after --clusters would share no values any more; leave out --retrain, or prune "
                       "before with --sparsity"));
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

#include "engine/core/error.h"
#include "engine/cuda/shared_batch_norm.h"

namespace netsmith::cuda {
namespace {

[[noreturn]] void refuse()
{
    throw Error(ErrorKind::input,
                NS_MESSAGE("ranks.norm",
                           "batch normalization over the samples of all ranks is not available on a GPU; set \"synchronized\" of "
                           "these layers to false, so that each rank normalizes its own"));
}

} // namespace

Lowered lowerSharedNorm(const LoweringContext&, const Op&, const NormShape&)
{
    refuse();
}

Lowered lowerSharedNormBackward(const LoweringContext&, const Op&, const NormShape&)
{
    refuse();
}

} // namespace netsmith::cuda

#include "engine/data/split.h"

#include "engine/core/error.h"
#include "engine/core/philox.h"
#include "engine/data/order.h"

#include <algorithm>
#include <cmath>

namespace netsmith::data {

std::int64_t heldOutCount(std::int64_t trainCount, double share)
{
    return std::clamp<std::int64_t>(std::llround(share * static_cast<double>(trainCount)), 1, trainCount - 1);
}

Partition partition(std::int64_t trainCount, std::int64_t testCount, double share, std::uint64_t seed)
{
    if (!(share >= 0 && share < 1)) // a NaN too
        throw Error(
            ErrorKind::input,
            NS_MESSAGE("data.share", "the share of samples held out is {0}, expected at least 0 and below 1, for example 0.1"),
            share);
    if (share == 0)
        return {identityOrder(trainCount), identityOrder(testCount), false};
    if (trainCount < 2)
        throw Error(ErrorKind::input,
                    NS_MESSAGE("data.share_samples",
                               "samples can't be held out of {0:training sample|training samples}; use more samples or the "
                               "test set"),
                    trainCount);

    // Epochs have shuffles of their own: the streams differ in their upper half.
    std::vector<std::int32_t> samples = identityOrder(trainCount);
    RandomStream random(seed, std::uint64_t{nameHash("held out")} << 32);
    const std::int64_t count = heldOutCount(trainCount, share);
    for (std::int64_t i = 0; i < count; ++i)
        std::swap(samples[static_cast<std::size_t>(i)],
                  samples[static_cast<std::size_t>(i + random.below(static_cast<std::uint32_t>(trainCount - i)))]);
    Partition parts;
    parts.validation.assign(samples.begin(), samples.begin() + count);
    parts.train.assign(samples.begin() + count, samples.end());
    std::ranges::sort(parts.validation);
    std::ranges::sort(parts.train);
    parts.heldOut = true;
    return parts;
}

} // namespace netsmith::data

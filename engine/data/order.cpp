#include "engine/data/order.h"

#include "engine/core/error.h"
#include "engine/core/philox.h"

#include <limits>
#include <numeric>
#include <utility>

namespace netsmith::data {

std::vector<std::int32_t> identityOrder(std::int64_t count)
{
    if (count < 0 || count > std::numeric_limits<std::int32_t>::max())
        throw Error(ErrorKind::input,
                    NS_MESSAGE("data.samples", "the data has {0:sample|samples}, expected 0 to {1}; split it into parts"), count,
                    std::numeric_limits<std::int32_t>::max());
    std::vector<std::int32_t> samples(static_cast<std::size_t>(count));
    std::iota(samples.begin(), samples.end(), 0);
    return samples;
}

std::vector<std::int32_t> epochOrder(std::vector<std::int32_t> samples, std::uint64_t seed, std::uint32_t epoch)
{
    RandomStream random(seed, std::uint64_t{nameHash("epoch order")} << 32 | epoch);
    for (std::size_t left = samples.size(); left > 1; --left)
        std::swap(samples[left - 1], samples[random.below(static_cast<std::uint32_t>(left))]);
    return samples;
}

std::vector<std::int32_t> epochOrder(std::int64_t count, std::uint64_t seed, std::uint32_t epoch)
{
    return epochOrder(identityOrder(count), seed, epoch);
}

std::vector<std::int32_t> laneOrder(const std::vector<std::int32_t>& samples, std::int64_t batch)
{
    const std::int64_t batches = std::ssize(samples) / batch;
    std::vector<std::int32_t> out;
    out.reserve(static_cast<std::size_t>(batches * batch));
    for (std::int64_t k = 0; k < batches; ++k)
        for (std::int64_t lane = 0; lane < batch; ++lane)
            out.push_back(samples[static_cast<std::size_t>(lane * batches + k)]);
    return out;
}

} // namespace netsmith::data

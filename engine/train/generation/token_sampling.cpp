#include "engine/train/generation/token_sampling.h"

#include "engine/core/error.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace netsmith::train {

void checkSampling(const Sampling& sampling)
{
    if (!(sampling.temperature >= 0.0) || !std::isfinite(sampling.temperature))
        throw Error(
            ErrorKind::usage,
            NS_MESSAGE("generate.temperature", "the temperature is {0}; choose 0 for the most likely token, or a number above it"),
            sampling.temperature);
    if (sampling.topK < 0)
        throw Error(ErrorKind::usage, NS_MESSAGE("generate.top_k", "top K is {0}; choose 1 or more tokens, or 0 for all"),
                    sampling.topK);
    if (!(sampling.topP > 0.0 && sampling.topP <= 1.0))
        throw Error(ErrorKind::usage, NS_MESSAGE("generate.top_p", "top P is {0}; choose a fraction above 0 and up to 1"),
                    sampling.topP);
}

bool areProbabilities(std::span<const float> values)
{
    const double sum = std::accumulate(values.begin(), values.end(), 0.0);
    return std::abs(sum - 1.0) < 1e-2 && std::ranges::all_of(values, [](float value) { return value >= 0.0f; });
}

std::vector<double> drawChances(std::span<const float> values, const Sampling& sampling, std::int64_t first)
{
    std::vector<double> chances(values.size(), 0.0);
    const bool probabilities = areProbabilities(values);
    std::vector<double> scores(values.size());
    std::vector<std::size_t> ranked;
    for (std::size_t i = static_cast<std::size_t>(first); i < values.size(); ++i) {
        scores[i] = probabilities ? std::log(static_cast<double>(values[i])) : static_cast<double>(values[i]);
        if (scores[i] > -INFINITY) // nor a NaN
            ranked.push_back(i);
    }
    if (ranked.empty())
        return chances;
    std::ranges::stable_sort(ranked, [&](std::size_t a, std::size_t b) { return scores[a] > scores[b]; });
    const double best = scores[ranked.front()];
    if (sampling.temperature < 1e-30 || best == INFINITY) {
        chances[ranked.front()] = 1.0;
        return chances;
    }
    if (sampling.topK > 0)
        ranked.resize(std::min(ranked.size(), static_cast<std::size_t>(sampling.topK)));
    double sum = 0.0;
    for (const std::size_t i : ranked)
        sum += chances[i] = std::exp((scores[i] - best) / sampling.temperature); // at most 1: nothing overflows
    double kept = 0.0;
    std::size_t count = 0;
    while (count < ranked.size() && (count == 0 || kept < sampling.topP * sum))
        kept += chances[ranked[count++]];
    for (std::size_t i = 0; i < ranked.size(); ++i)
        chances[ranked[i]] = i < count ? chances[ranked[i]] / kept : 0.0;
    return chances;
}

std::int64_t drawToken(std::span<const double> chances, RandomStream& random)
{
    double left = random.uniform();
    std::int64_t last = 0;
    for (std::size_t i = 0; i < chances.size(); ++i) {
        if (chances[i] <= 0.0)
            continue;
        last = static_cast<std::int64_t>(i);
        left -= chances[i];
        if (left < 0.0)
            break;
    }
    return last; // rounding may leave a remainder
}

} // namespace netsmith::train

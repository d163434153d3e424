#include "engine/inspect/embeddings/affinities.h"

#include "engine/core/parallel.h"

#include <nanoflann.hpp>

#include <algorithm>
#include <cmath>
#include <numeric>

namespace netsmith::inspect {
namespace {

constexpr int bisections = 200; ///< at most, of a precision
constexpr double entropyTolerance = 1e-6;
constexpr std::int64_t searchedAtOnce = 1024; ///< samples between two looks at the stop token

/// The samples as the tree reads them.
struct TreePoints {
    const SampleMatrix& samples;

    std::size_t kdtree_get_point_count() const { return static_cast<std::size_t>(samples.rows); }
    float kdtree_get_pt(std::uint32_t row, std::size_t column) const
    {
        return samples.numbers[static_cast<std::size_t>(row) * static_cast<std::size_t>(samples.columns) + column];
    }
    template <class Box>
    bool kdtree_get_bbox(Box&) const
    {
        return false;
    }
};
using Tree = nanoflann::KDTreeSingleIndexAdaptor<nanoflann::L2_Adaptor<float, TreePoints>, TreePoints>;

/// A neighbor of a sample, and its squared distance or, later, its share.
struct Neighbor {
    std::int32_t sample = 0;
    double number = 0.0;
};

/// Squared distances become the shares of a normal distribution whose entropy is the logarithm of the perplexity.
void spreadShares(std::span<Neighbor> neighbors, double perplexity)
{
    const double wanted = std::log(perplexity);
    const double nearest = std::ranges::min_element(neighbors, {}, &Neighbor::number)->number; // its share can't underflow
    double precision = 1.0, least = 0.0, most = INFINITY, sum = 1.0;
    for (int i = 0; i < bisections; ++i) {
        double weighted = 0.0;
        sum = 0.0;
        for (const Neighbor& each : neighbors) {
            const double distance = each.number - nearest, share = std::exp(-precision * distance);
            sum += share;
            weighted += share * distance;
        }
        const double difference = std::log(sum) + precision * weighted / sum - wanted;
        if (std::abs(difference) < entropyTolerance || i + 1 == bisections)
            break;
        (difference > 0.0 ? least : most) = precision;
        precision = std::isinf(most) ? 2.0 * precision : 0.5 * (least + most);
    }
    for (Neighbor& each : neighbors)
        each.number = std::exp(-precision * (each.number - nearest)) / sum;
}

/// The shares of a sample's neighbors, in the order of these.
void findNeighbors(const Tree& tree, const SampleMatrix& samples, std::int32_t sample, std::span<Neighbor> neighbors,
                   double perplexity, std::vector<std::uint32_t>& found, std::vector<float>& distances)
{
    tree.knnSearch(samples.row(sample).data(), found.size(), found.data(), distances.data());
    std::size_t count = 0;
    for (std::size_t i = 0; i < found.size() && count < neighbors.size(); ++i) // itself, or one in the same place, is one too many
        if (found[i] != static_cast<std::uint32_t>(sample))
            neighbors[count++] = {static_cast<std::int32_t>(found[i]), static_cast<double>(distances[i])};
    spreadShares(neighbors, perplexity);
    std::ranges::sort(neighbors, {}, &Neighbor::sample);
}

/// The mean of both directions: the sum of a matrix of `width` entries a row and its transpose.
Affinities symmetric(const std::vector<Neighbor>& directed, std::size_t width)
{
    const std::size_t samples = directed.size() / width;
    std::vector<std::size_t> starts(samples + 1, 0); // of the transpose
    for (const Neighbor& each : directed)
        ++starts[static_cast<std::size_t>(each.sample) + 1];
    std::partial_sum(starts.begin(), starts.end(), starts.begin());
    std::vector<Neighbor> transposed(directed.size());
    std::vector<std::size_t> next(starts.begin(), starts.end() - 1);
    for (std::size_t at = 0; at < directed.size(); ++at)
        transposed[next[static_cast<std::size_t>(directed[at].sample)]++] = {static_cast<std::int32_t>(at / width),
                                                                             directed[at].number};
    Affinities all;
    const double scale = 0.5 / static_cast<double>(samples);
    const auto add = [&](std::int32_t neighbor, double share) {
        const auto scaled = static_cast<float>(share * scale);
        if (scaled > 0.0F) {
            all.neighbors.push_back(neighbor);
            all.shares.push_back(scaled);
        }
    };
    for (std::size_t sample = 0; sample < samples; ++sample) {
        std::size_t a = sample * width, b = starts[sample];
        const std::size_t endA = a + width, endB = starts[sample + 1];
        while (a < endA || b < endB) {
            if (b == endB || (a < endA && directed[a].sample < transposed[b].sample)) {
                add(directed[a].sample, directed[a].number);
                ++a;
            } else if (a == endA || transposed[b].sample < directed[a].sample) {
                add(transposed[b].sample, transposed[b].number);
                ++b;
            } else {
                add(directed[a].sample, directed[a].number + transposed[b].number);
                ++a;
                ++b;
            }
        }
        all.begin.push_back(std::ssize(all.neighbors));
    }
    return all;
}

} // namespace

double usedPerplexity(double wanted, std::int64_t samples)
{
    return std::max(1.0, std::min(wanted, static_cast<double>(samples - 1) / 3.0));
}

Affinities affinitiesOf(const SampleMatrix& samples, double perplexity, const std::stop_token& stop)
{
    const auto width =
        static_cast<std::size_t>(std::min<std::int64_t>(samples.rows - 1, static_cast<std::int64_t>(3.0 * perplexity)));
    const TreePoints points{samples};
    const Tree tree(static_cast<int>(samples.columns), points);
    std::vector<Neighbor> directed(static_cast<std::size_t>(samples.rows) * width);
    for (std::int64_t first = 0; first < samples.rows; first += searchedAtOnce) {
        checkStopped(stop);
        parallelFor(std::min(searchedAtOnce, samples.rows - first), 16, [&](std::int64_t begin, std::int64_t end) {
            std::vector<std::uint32_t> found(width + 1);
            std::vector<float> distances(width + 1);
            for (std::int64_t i = first + begin; i < first + end; ++i)
                findNeighbors(tree, samples, static_cast<std::int32_t>(i),
                              std::span(directed).subspan(static_cast<std::size_t>(i) * width, width), perplexity, found,
                              distances);
        });
    }
    return symmetric(directed, width);
}

} // namespace netsmith::inspect

#include "engine/inspect/embeddings/tsne.h"

#include "engine/core/parallel.h"
#include "engine/core/philox.h"
#include "engine/inspect/embeddings/pca.h"
#include "engine/inspect/embeddings/repulsion.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace netsmith::inspect {
namespace {

constexpr double startDeviation = 1e-4; ///< small, so that points pass each other easily
constexpr double jitter = 0.01; ///< of that
constexpr double longestStep = 5.0;
constexpr double leastGain = 0.01;
constexpr double gainMore = 0.2;
constexpr double gainLess = 0.8;
constexpr std::int64_t pointsAtLeast = 128; ///< for a thread

/// The divergence and its gradient, with memory that is kept from one iteration to the next.
class Divergence {
public:
    explicit Divergence(const Affinities& affinities)
        : m_affinities(affinities)
        , m_forces(static_cast<std::size_t>(affinities.samples()))
        , m_costs(m_forces.size())
    {
    }

    /// A quarter of the gradient.
    void gradient(std::span<const PlanePoint> points, double theta, double exaggeration, std::span<PlanePoint> gradient)
    {
        const double all = std::max(m_repulsion.compute(points, theta, m_forces), 1e-300);
        parallelFor(std::ssize(points), pointsAtLeast, [&](std::int64_t begin, std::int64_t end) {
            for (auto i = static_cast<std::size_t>(begin); i < static_cast<std::size_t>(end); ++i) {
                PlanePoint pull;
                eachNeighbor(points, i, [&](double share, double dx, double dy, double w) {
                    pull.x += share * w * dx;
                    pull.y += share * w * dy;
                });
                gradient[i] = {exaggeration * pull.x - m_forces[i].x / all, exaggeration * pull.y - m_forces[i].y / all};
            }
        });
    }

    double value(std::span<const PlanePoint> points, double theta)
    {
        const double all = std::max(m_repulsion.compute(points, theta, m_forces), 1e-300);
        parallelFor(std::ssize(points), pointsAtLeast, [&](std::int64_t begin, std::int64_t end) {
            for (auto i = static_cast<std::size_t>(begin); i < static_cast<std::size_t>(end); ++i) {
                m_costs[i] = 0.0;
                eachNeighbor(points, i,
                             [&](double share, double, double, double w) { m_costs[i] += share * std::log(share * all / w); });
            }
        });
        return std::accumulate(m_costs.begin(), m_costs.end(), 0.0);
    }

private:
    template <class Visit>
    void eachNeighbor(std::span<const PlanePoint> points, std::size_t i, const Visit& visit) const
    {
        for (auto at = static_cast<std::size_t>(m_affinities.begin[i]); at < static_cast<std::size_t>(m_affinities.begin[i + 1]);
             ++at) {
            const PlanePoint& other = points[static_cast<std::size_t>(m_affinities.neighbors[at])];
            const double dx = points[i].x - other.x, dy = points[i].y - other.y;
            visit(static_cast<double>(m_affinities.shares[at]), dx, dy, 1.0 / (1.0 + dx * dx + dy * dy));
        }
    }

    const Affinities& m_affinities;
    Repulsion m_repulsion;
    std::vector<PlanePoint> m_forces;
    std::vector<double> m_costs; ///< of each point
};

/// The first two components, small, and a little apart where samples are equal in them.
std::vector<PlanePoint> startOf(const SampleMatrix& samples, const std::stop_token& stop)
{
    constexpr std::uint64_t seed = 1;
    const Pca pca = principalComponents(samples, {.components = 2, .stop = stop});
    const double deviation = std::sqrt(pca.variances[0]);
    const double scale = deviation > 0.0 ? startDeviation / deviation : 0.0;
    RandomStream random(seed, nameHash("tsne"));
    std::vector<PlanePoint> points;
    for (std::int64_t i = 0; i < samples.rows; ++i) {
        const std::span<const float> score = pca.scores.row(i);
        const double x = startDeviation * jitter * random.normal(), y = startDeviation * jitter * random.normal();
        points.push_back({scale * static_cast<double>(score[0]) + x, scale * static_cast<double>(score[1]) + y});
    }
    return points;
}

/// Gradient descent with momentum, and a gain for each coordinate that grows as long as it keeps its direction (Jacobs 1988).
class Descent {
public:
    explicit Descent(std::size_t points)
        : m_steps(points)
        , m_gains(points, {1.0, 1.0})
    {
    }

    void move(std::span<PlanePoint> points, std::span<const PlanePoint> gradient, double rate, double momentum)
    {
        const auto follow = [&](double& step, double& gain, double slope) {
            const bool goesOn = (step > 0.0) - (step < 0.0) != (slope > 0.0) - (slope < 0.0); // downhill, as before
            gain = goesOn ? gain + gainMore : gain * gainLess + leastGain;
            step = momentum * step - rate * gain * slope;
        };
        PlanePoint sum;
        for (std::size_t i = 0; i < points.size(); ++i) {
            PlanePoint& step = m_steps[i];
            follow(step.x, m_gains[i].x, gradient[i].x);
            follow(step.y, m_gains[i].y, gradient[i].y);
            if (const double length = std::hypot(step.x, step.y); length > longestStep) {
                step.x *= longestStep / length;
                step.y *= longestStep / length;
            }
            points[i].x += step.x;
            points[i].y += step.y;
            sum.x += points[i].x;
            sum.y += points[i].y;
        }
        for (PlanePoint& point : points) {
            point.x -= sum.x / static_cast<double>(points.size());
            point.y -= sum.y / static_cast<double>(points.size());
        }
    }

private:
    std::vector<PlanePoint> m_steps;
    std::vector<PlanePoint> m_gains;
};

} // namespace

double divergenceOf(const Affinities& affinities, std::span<const PlanePoint> points, double theta, std::span<PlanePoint> gradient,
                    double exaggeration)
{
    Divergence divergence(affinities);
    if (!gradient.empty()) {
        divergence.gradient(points, theta, exaggeration, gradient);
        for (PlanePoint& each : gradient)
            each = {4.0 * each.x, 4.0 * each.y};
    }
    return divergence.value(points, theta);
}

Tsne tsne(const SampleMatrix& samples, const TsneOptions& options)
{
    const bool begins = std::ssize(options.start) == samples.rows;
    Tsne out{.points = begins ? options.start : startOf(samples, options.stop),
             .perplexity = usedPerplexity(options.perplexity, samples.rows)};
    const Affinities affinities = affinitiesOf(samples, out.perplexity, options.stop);
    Divergence divergence(affinities);
    std::vector<PlanePoint> gradient(out.points.size());
    Descent descent(out.points.size());
    const auto descend = [&](int from, int count, double exaggeration) {
        for (int i = from; i < from + count; ++i) {
            checkStopped(options.stop);
            divergence.gradient(out.points, options.theta, exaggeration, gradient);
            descent.move(out.points, gradient, static_cast<double>(samples.rows) / exaggeration, options.momentum);
            if (options.progress)
                options.progress({i + 1, options.exaggerated + options.iterations, out.points});
        }
    };
    descend(0, options.exaggerated, options.exaggeration);
    descend(options.exaggerated, options.iterations, 1.0);
    out.divergence = divergence.value(out.points, options.theta);
    return out;
}

} // namespace netsmith::inspect

#include "engine/core/parallel.h"
#include "engine/core/philox.h"
#include "engine/inspect/embeddings/pca.h"
#include "engine/inspect/embeddings/repulsion.h"
#include "engine/inspect/embeddings/tsne.h"
#include "tests/test_program.h"

#include <QtTest>

#include <algorithm>
#include <cmath>
#include <functional>
#include <map>
#include <numbers>
#include <numeric>

namespace test_projections {

using namespace netsmith;
using namespace netsmith::inspect;

namespace {

SampleMatrix matrix(std::int64_t rows, std::int64_t columns, std::vector<float> numbers)
{
    return {rows, columns, std::move(numbers)};
}

/// Random samples whose columns have very different sizes and depend on each other.
SampleMatrix random(std::int64_t rows, std::int64_t columns, std::uint64_t seed)
{
    RandomStream draws(seed, 1);
    SampleMatrix samples{rows, columns};
    for (std::int64_t row = 0; row < rows; ++row) {
        const double common = draws.normal(), other = draws.normal();
        for (std::int64_t column = 0; column < columns; ++column)
            samples.numbers.push_back(static_cast<float>(5.0 + 3.0 * common * std::sin(static_cast<double>(column))
                                                         + 2.0 * other * std::cos(3.0 * static_cast<double>(column))
                                                         + draws.normal() / (1.0 + static_cast<double>(column))));
    }
    return samples;
}

/// Samples around as many centres as there are groups, one after another.
SampleMatrix groups(std::int64_t rows, std::int64_t columns, int number, double apart)
{
    RandomStream draws(3, 1);
    SampleMatrix samples{rows, columns}, centres{number, columns};
    for (std::int64_t i = 0; i < number * columns; ++i)
        centres.numbers.push_back(static_cast<float>(apart * draws.normal()));
    for (std::int64_t row = 0; row < rows; ++row)
        for (const float centre : centres.row(row % number))
            samples.numbers.push_back(centre + static_cast<float>(draws.normal()));
    return samples;
}

/// All eigenvalues of the covariance, largest first, and their vectors as rows: Jacobi's rotations in double precision.
struct Eigenpairs {
    std::vector<double> values;
    std::vector<std::vector<double>> vectors;
};

Eigenpairs byJacobi(const SampleMatrix& samples)
{
    const auto n = static_cast<std::size_t>(samples.columns), rows = static_cast<std::size_t>(samples.rows);
    std::vector<double> means(n, 0.0);
    for (std::size_t i = 0; i < rows * n; ++i)
        means[i % n] += static_cast<double>(samples.numbers[i]) / static_cast<double>(rows);
    std::vector<std::vector<double>> a(n, std::vector<double>(n, 0.0)), v = a;
    for (std::size_t row = 0; row < rows; ++row)
        for (std::size_t i = 0; i < n; ++i)
            for (std::size_t j = 0; j < n; ++j)
                a[i][j] += (static_cast<double>(samples.numbers[row * n + i]) - means[i])
                    * (static_cast<double>(samples.numbers[row * n + j]) - means[j]) / static_cast<double>(rows - 1);
    for (std::size_t i = 0; i < n; ++i)
        v[i][i] = 1.0;
    for (int sweep = 0; sweep < 60; ++sweep)
        for (std::size_t p = 0; p < n; ++p)
            for (std::size_t q = p + 1; q < n; ++q) {
                if (std::abs(a[p][q]) < 1e-300)
                    continue;
                const double angle = 0.5 * std::atan2(2.0 * a[p][q], a[q][q] - a[p][p]), c = std::cos(angle), s = std::sin(angle);
                for (std::size_t k = 0; k < n; ++k) {
                    const double kp = a[k][p], kq = a[k][q];
                    a[k][p] = c * kp - s * kq;
                    a[k][q] = s * kp + c * kq;
                }
                for (std::size_t k = 0; k < n; ++k) {
                    const double pk = a[p][k], qk = a[q][k], vp = v[p][k], vq = v[q][k];
                    a[p][k] = c * pk - s * qk;
                    a[q][k] = s * pk + c * qk;
                    v[p][k] = c * vp - s * vq;
                    v[q][k] = s * vp + c * vq;
                }
            }
    std::vector<std::size_t> order(n);
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::ranges::sort(order, std::greater(), [&](std::size_t i) { return a[i][i]; });
    Eigenpairs all;
    for (const std::size_t i : order) {
        all.values.push_back(a[i][i]);
        all.vectors.push_back(v[i]);
    }
    return all;
}

/// The cosine of the angle between an axis and a vector, without regard to its sign.
double alignment(std::span<const float> axis, const std::vector<double>& vector)
{
    double product = 0.0;
    for (std::size_t i = 0; i < vector.size(); ++i)
        product += static_cast<double>(axis[i]) * vector[i];
    return std::abs(product);
}

double squaredDistance(const PlanePoint& a, const PlanePoint& b)
{
    return (a.x - b.x) * (a.x - b.x) + (a.y - b.y) * (a.y - b.y);
}

/// By its definition, over all pairs.
double exactDivergence(const Affinities& affinities, const std::vector<PlanePoint>& points)
{
    double all = 0.0, sum = 0.0;
    for (std::size_t i = 0; i < points.size(); ++i)
        for (std::size_t j = 0; j < points.size(); ++j)
            all += i == j ? 0.0 : 1.0 / (1.0 + squaredDistance(points[i], points[j]));
    for (std::size_t i = 0; i < points.size(); ++i)
        for (auto at = static_cast<std::size_t>(affinities.begin[i]); at < static_cast<std::size_t>(affinities.begin[i + 1]);
             ++at) {
            const double p = affinities.shares[at];
            const PlanePoint& other = points[static_cast<std::size_t>(affinities.neighbors[at])];
            sum += p * std::log(p * all * (1.0 + squaredDistance(points[i], other)));
        }
    return sum;
}

std::vector<PlanePoint> scattered(std::size_t count, double size)
{
    RandomStream draws(9, 1);
    std::vector<PlanePoint> points;
    for (std::size_t i = 0; i < count; ++i)
        points.push_back({size * draws.normal(), size * draws.normal()});
    return points;
}

std::string idOfError(const std::function<void()>& call)
{
    try {
        call();
    } catch (const Error& error) {
        return error.message().id();
    }
    return {};
}

/// How many samples' nearest point is of their own group.
double nearestOfOwnGroup(const std::vector<PlanePoint>& points, std::size_t number)
{
    int own = 0;
    for (std::size_t i = 0; i < points.size(); ++i) {
        std::size_t nearest = i == 0 ? 1 : 0;
        for (std::size_t j = 0; j < points.size(); ++j)
            if (j != i && squaredDistance(points[i], points[j]) < squaredDistance(points[i], points[nearest]))
                nearest = j;
        own += nearest % number == i % number ? 1 : 0;
    }
    return static_cast<double>(own) / static_cast<double>(points.size());
}

} // namespace

/// Principal components and t-SNE: by hand, by their definitions, with any number of threads, and of what can't be compared.
class TestProjections : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void cleanup() { setThreadCount(0); }
    void threeSamplesByHand();
    void componentsAreThoseOfJacobi_data();
    void componentsAreThoseOfJacobi();
    void signsDoNotDependOnTheAlgorithm();
    void manyFeaturesOfFewSamples();
    void whatDoesNotDifferHasNoComponents();
    void affinitiesHaveTheirPerplexity();
    void affinitiesAreSymmetric();
    void theGradientIsThatOfTheDivergence();
    void farPointsActTogether();
    void coincidingPointsDoNotMove();
    void groupsStayApart();
    void threadsChangeNoBit();
    void fewSamplesLowerThePerplexity();
    void equalSamplesEnd();
    void itStopsWhereItIs();
    void badInputIsASentence();
};

void TestProjections::threeSamplesByHand()
{
    // Along (3, 4)/5, at −5, 0 and 5, around (10, 20): the variance is 25, and nothing is left for a second axis.
    const Pca pca = principalComponents(matrix(3, 2, {7, 16, 10, 20, 13, 24}));
    QVERIFY(std::abs(pca.variances[0] - 25.0) < 1e-6 && std::abs(pca.variances[1]) < 1e-6);
    QVERIFY(std::abs(pca.shares[0] - 1.0) < 1e-9);
    const std::vector<float> axis{0.6F, 0.8F}, scores{-5, 0, 0, 0, 5, 0};
    for (std::size_t i = 0; i < axis.size(); ++i)
        QVERIFY(std::abs(pca.axes.numbers[i] - axis[i]) < 1e-6F); // its largest number is positive
    for (std::size_t i = 0; i < scores.size(); ++i)
        QVERIFY2(std::abs(pca.scores.numbers[i] - scores[i]) < 1e-5F, qPrintable(QString::number(pca.scores.numbers[i])));
    // Two axes: (±2, 0) and (0, ±1); variances 8/3 and 2/3.
    const Pca cross = principalComponents(matrix(4, 2, {2, 0, -2, 0, 0, 1, 0, -1}));
    QVERIFY(std::abs(cross.variances[0] - 8.0 / 3.0) < 1e-6 && std::abs(cross.variances[1] - 2.0 / 3.0) < 1e-6);
    QVERIFY(std::abs(cross.shares[0] - 0.8) < 1e-6 && std::abs(cross.shares[1] - 0.2) < 1e-6);
}

void TestProjections::componentsAreThoseOfJacobi_data()
{
    QTest::addColumn<int>("rows");
    QTest::addColumn<int>("columns");
    QTest::addColumn<int>("exactUpTo");
    for (const int exactUpTo : {1024, 0}) { // the last: by iteration
        const char* how = exactUpTo > 0 ? "exact" : "iterated";
        QTest::addRow("tall, %s", how) << 200 << 30 << exactUpTo;
        QTest::addRow("wide, %s", how) << 40 << 90 << exactUpTo;
        QTest::addRow("square, %s", how) << 60 << 60 << exactUpTo;
        QTest::addRow("narrow, %s", how) << 700 << 3 << exactUpTo;
    }
}

void TestProjections::componentsAreThoseOfJacobi()
{
    QFETCH(const int, rows);
    QFETCH(const int, columns);
    QFETCH(const int, exactUpTo);
    for (const std::uint64_t seed : {1U, 2U, 3U}) {
        const SampleMatrix samples = random(rows, columns, seed);
        const Eigenpairs expected = byJacobi(samples);
        const double total = std::accumulate(expected.values.begin(), expected.values.end(), 0.0);
        const Pca pca = principalComponents(samples, {.components = 3, .exactUpTo = exactUpTo});
        for (std::size_t c = 0; c < 3; ++c) {
            QVERIFY2(std::abs(pca.variances[c] - expected.values[c]) < 1e-4 * expected.values[0],
                     qPrintable(QStringLiteral("%1, not %2").arg(pca.variances[c]).arg(expected.values[c])));
            QVERIFY(std::abs(pca.shares[c] - expected.values[c] / total) < 1e-4);
            if (c < 2) { // the third is close to the fourth
                const double aligned = alignment(pca.axes.row(static_cast<std::int64_t>(c)), expected.vectors[c]);
                QVERIFY2(std::abs(aligned - 1.0) < 1e-4, qPrintable(QString::number(aligned)));
            }
            double squares = 0.0;
            for (std::int64_t i = 0; i < rows; ++i)
                squares += std::pow(static_cast<double>(pca.scores.row(i)[c]), 2);
            QVERIFY(std::abs(squares / (rows - 1) - pca.variances[c]) < 1e-3 * expected.values[0]);
        }
    }
}

void TestProjections::signsDoNotDependOnTheAlgorithm()
{
    const SampleMatrix samples = random(80, 40, 5);
    const Pca exact = principalComponents(samples), iterated = principalComponents(samples, {.components = 2, .exactUpTo = 0});
    for (std::size_t i = 0; i < exact.scores.numbers.size(); ++i)
        QVERIFY(std::abs(exact.scores.numbers[i] - iterated.scores.numbers[i]) < 0.02F);
    for (std::int64_t c = 0; c < 2; ++c) {
        const auto axis = exact.axes.row(c);
        const float largest = *std::ranges::max_element(axis, {}, [](float number) { return std::abs(number); });
        QVERIFY(largest > 0.0F);
    }
}

void TestProjections::manyFeaturesOfFewSamples()
{
    const SampleMatrix samples = random(12, 100'000, 1);
    const Pca pca = principalComponents(samples, {.components = 20});
    QVERIFY(pca.variances[0] > pca.variances[1] && pca.variances[1] > 0.0);
    QVERIFY(pca.shares[0] > 0.5);
    for (std::size_t c = 11; c < 20; ++c) // twelve samples have eleven differences
        QVERIFY(pca.variances[c] <= 1e-9 * pca.variances[0] && pca.scores.row(3)[c] == 0.0F);
    const double shares = std::accumulate(pca.shares.begin(), pca.shares.end(), 0.0);
    QVERIFY2(std::abs(shares - 1.0) < 1e-4, qPrintable(QString::number(shares)));
}

void TestProjections::whatDoesNotDifferHasNoComponents()
{
    const Pca equal = principalComponents(matrix(3, 2, {1, 2, 1, 2, 1, 2}));
    QVERIFY(equal.variances[0] == 0.0 && equal.shares[0] == 0.0 && equal.scores.numbers == std::vector<float>(6, 0.0F));
    const Pca one = principalComponents(matrix(3, 3, {0, 1, 7, 0, 2, 7, 0, 4, 7})); // two columns are constant
    QVERIFY(std::abs(one.shares[0] - 1.0) < 1e-6 && one.variances[1] < 1e-9);
    QVERIFY(std::abs(std::abs(one.axes.row(0)[1]) - 1.0F) < 1e-6F);
}

/// The effective number of neighbors of every sample, where the widths are found for each alone.
void TestProjections::affinitiesHaveTheirPerplexity()
{
    // Two samples: each other's only neighbor, half of all each.
    const Affinities two = affinitiesOf(matrix(2, 1, {0, 5}), usedPerplexity(30.0, 2));
    QCOMPARE(two.neighbors, (std::vector<std::int32_t>{1, 0}));
    QVERIFY(std::abs(two.shares[0] - 0.5F) < 1e-6F && std::abs(two.shares[1] - 0.5F) < 1e-6F);
    // On a ring all samples are alike, so that the mean of both directions is either of them.
    constexpr int count = 200;
    SampleMatrix ring{count, 2};
    for (int i = 0; i < count; ++i)
        for (const double angle : {std::numbers::pi * 2.0 * i / count, std::numbers::pi * 2.0 * i / count - std::numbers::pi / 2.0})
            ring.numbers.push_back(static_cast<float>(std::cos(angle)));
    const Affinities affinities = affinitiesOf(ring, 12.0);
    for (std::size_t i = 0; i < count; ++i) {
        double entropy = 0.0;
        for (auto at = static_cast<std::size_t>(affinities.begin[i]); at < static_cast<std::size_t>(affinities.begin[i + 1]);
             ++at) {
            const double share = count * static_cast<double>(affinities.shares[at]);
            entropy -= share * std::log(share);
        }
        QVERIFY2(std::abs(std::exp(entropy) - 12.0) < 0.05, qPrintable(QString::number(std::exp(entropy))));
    }
}

void TestProjections::affinitiesAreSymmetric()
{
    const Affinities all = affinitiesOf(groups(300, 6, 3, 2.0), 10.0);
    std::map<std::pair<std::int32_t, std::int32_t>, float> shares;
    double sum = 0.0;
    for (std::int32_t i = 0; i < 300; ++i)
        for (auto at = static_cast<std::size_t>(all.begin[static_cast<std::size_t>(i)]);
             at < static_cast<std::size_t>(all.begin[static_cast<std::size_t>(i) + 1]); ++at) {
            QVERIFY(all.neighbors[at] != i);
            QVERIFY(shares.emplace(std::pair(i, all.neighbors[at]), all.shares[at]).second); // each once
            sum += static_cast<double>(all.shares[at]);
        }
    QVERIFY(std::abs(sum - 1.0) < 1e-5);
    for (const auto& [pair, share] : shares)
        QCOMPARE(shares.at({pair.second, pair.first}), share);
}

void TestProjections::theGradientIsThatOfTheDivergence()
{
    for (const double size : {0.01, 1.0, 10.0}) {
        const Affinities affinities = affinitiesOf(groups(40, 5, 3, 2.0), 8.0);
        std::vector<PlanePoint> points = scattered(40, size);
        std::vector<PlanePoint> gradient(points.size());
        const double value = divergenceOf(affinities, points, 0.0, gradient);
        QVERIFY2(std::abs(value - exactDivergence(affinities, points)) < 1e-5, qPrintable(QString::number(value)));
        const double step = 1e-5 * size;
        for (std::size_t i = 0; i < points.size(); ++i)
            for (double PlanePoint::*coordinate : {&PlanePoint::x, &PlanePoint::y}) {
                const double before = points[i].*coordinate;
                points[i].*coordinate = before + step;
                const double more = exactDivergence(affinities, points);
                points[i].*coordinate = before - step;
                const double less = exactDivergence(affinities, points);
                points[i].*coordinate = before;
                const double slope = (more - less) / (2.0 * step);
                QVERIFY2(std::abs(gradient[i].*coordinate - slope) < 1e-6 + 1e-5 * std::abs(slope),
                         qPrintable(QStringLiteral("%1, not %2").arg(gradient[i].*coordinate).arg(slope)));
            }
    }
}

void TestProjections::farPointsActTogether()
{
    for (const double size : {1e-4, 1.0, 30.0}) {
        const std::vector<PlanePoint> points = scattered(2000, size);
        std::vector<PlanePoint> exact(points.size()), together(points.size()), own(points.size());
        double all = 0.0;
        for (std::size_t i = 0; i < points.size(); ++i)
            for (std::size_t j = 0; j < points.size(); ++j) {
                if (i == j)
                    continue;
                const double w = 1.0 / (1.0 + squaredDistance(points[i], points[j]));
                all += w;
                exact[i].x += w * w * (points[i].x - points[j].x);
                exact[i].y += w * w * (points[i].y - points[j].y);
            }
        Repulsion repulsion;
        const double withoutTheta = repulsion.compute(points, 0.0, own);
        QVERIFY(std::abs(withoutTheta / all - 1.0) < 1e-9);
        const double sum = repulsion.compute(points, 0.5, together);
        QVERIFY2(std::abs(sum / all - 1.0) < 0.02, qPrintable(QString::number(sum / all)));
        double errors = 0.0, sizes = 0.0;
        for (std::size_t i = 0; i < points.size(); ++i) {
            errors += squaredDistance(together[i], exact[i]);
            sizes += squaredDistance(exact[i], {});
            QVERIFY(squaredDistance(own[i], exact[i]) <= 1e-12 * squaredDistance(exact[i], {}) + 1e-20);
        }
        QVERIFY2(std::sqrt(errors / sizes) < 0.03, qPrintable(QString::number(std::sqrt(errors / sizes))));
    }
}

void TestProjections::coincidingPointsDoNotMove()
{
    const std::vector<PlanePoint> points(500, {3.0, -1.0});
    std::vector<PlanePoint> forces(points.size());
    Repulsion repulsion;
    QVERIFY(std::abs(repulsion.compute(points, 0.5, forces) - 500.0 * 499.0) < 1e-6);
    for (const PlanePoint& force : forces)
        QVERIFY(force == PlanePoint());
    std::vector<PlanePoint> two = points;
    two.push_back({5.0, -1.0}); // 500 of w = 1/5, twice
    forces.resize(two.size());
    QVERIFY(std::abs(repulsion.compute(two, 0.5, forces) - (500.0 * 499.0 + 200.0)) < 1e-3);
    QVERIFY(std::abs(forces.back().x - 500.0 * 2.0 / 25.0) < 1e-6 && std::abs(forces[0].x + 2.0 / 25.0) < 1e-6);
}

void TestProjections::groupsStayApart()
{
    constexpr int number = 5;
    const SampleMatrix samples = groups(300, 20, number, 3.0);
    const Tsne places = tsne(samples);
    QCOMPARE(std::ssize(places.points), 300);
    const double own = nearestOfOwnGroup(places.points, number);
    QVERIFY2(own > 0.99, qPrintable(QString::number(own)));
    QCOMPARE(places.perplexity, 30.0);
    std::vector<PlanePoint> start = scattered(300, 1e-4);
    const Affinities affinities = affinitiesOf(samples, 30.0);
    QVERIFY(places.divergence < 0.3 * exactDivergence(affinities, start));
    QVERIFY(std::abs(places.divergence - exactDivergence(affinities, places.points)) < 0.01);
    const Tsne again = tsne(samples, {.start = places.points});
    QVERIFY(again.divergence < 1.05 * places.divergence);
}

void TestProjections::threadsChangeNoBit()
{
    const SampleMatrix samples = groups(700, 30, 4, 1.0), wide = random(60, 3000, 2);
    const auto all = [&] {
        const Tsne places = tsne(samples, {.exaggerated = 40, .iterations = 60});
        return std::tuple(places.points, places.divergence, principalComponents(samples).scores.numbers,
                          principalComponents(wide, {.components = 5}).scores.numbers,
                          principalComponents(wide, {.components = 5, .exactUpTo = 0}).scores.numbers);
    };
    setThreadCount(1);
    const auto one = all();
    for (const int threads : {2, 3, 7}) {
        setThreadCount(threads);
        QVERIFY(all() == one);
    }
}

void TestProjections::fewSamplesLowerThePerplexity()
{
    QCOMPARE(usedPerplexity(30.0, 91), 30.0);
    QCOMPARE(usedPerplexity(30.0, 61), 20.0);
    QCOMPARE(usedPerplexity(30.0, 2), 1.0);
    for (const std::int64_t rows : {2, 3, 4, 10}) {
        const Tsne places = tsne(groups(rows, 3, 2, 5.0));
        QCOMPARE(std::ssize(places.points), rows);
        QVERIFY(places.perplexity < 30.0);
        for (const PlanePoint& point : places.points)
            QVERIFY(std::isfinite(point.x) && std::isfinite(point.y));
        QVERIFY(squaredDistance(places.points[0], places.points[1]) > 0.0);
    }
}

void TestProjections::equalSamplesEnd()
{
    for (const float number : {0.0F, 1e30F}) {
        const Tsne equal = tsne(matrix(60, 2, std::vector<float>(120, number)));
        for (const PlanePoint& point : equal.points)
            QVERIFY(std::isfinite(point.x) && std::isfinite(point.y));
    }
    SampleMatrix some = groups(200, 4, 2, 4.0); // half of them in one place
    for (std::int64_t row = 0; row < 100; ++row)
        std::ranges::copy(std::vector<float>(some.row(0).begin(), some.row(0).end()), some.numbers.begin() + row * 4);
    for (const PlanePoint& point : tsne(some).points)
        QVERIFY(std::isfinite(point.x) && std::isfinite(point.y));
}

void TestProjections::itStopsWhereItIs()
{
    std::stop_source stop;
    int last = 0;
    TsneOptions options{.stop = stop.get_token()};
    options.progress = [&](const TsneProgress& now) {
        QCOMPARE(now.iteration, last + 1);
        QCOMPARE(now.iterations, 750);
        last = now.iteration;
        if (last == 20)
            stop.request_stop();
    };
    QCOMPARE(idOfError([&] { tsne(groups(100, 3, 2, 1.0), options); }), std::string("embedding.stopped"));
    QCOMPARE(last, 20);
    QCOMPARE(idOfError([&] { principalComponents(groups(100, 3, 2, 1.0), {.stop = stop.get_token()}); }),
             std::string("embedding.stopped"));
}

void TestProjections::badInputIsASentence()
{
    QCOMPARE(idOfError([] { principalComponents(matrix(1, 2, {1, 2})); }), std::string("embedding.few"));
    QCOMPARE(idOfError([] { principalComponents(matrix(0, 2, {})); }), std::string("embedding.few"));
    QCOMPARE(idOfError([] { principalComponents(matrix(2, 2, {1, 2, NAN, 4})); }), std::string("embedding.not_finite"));
    QCOMPARE(idOfError([] { tsne(matrix(2, 2, {1, 2, 3, INFINITY})); }), std::string("embedding.not_finite"));
    QCOMPARE(idOfError([] { tsne(matrix(1, 1, {1})); }), std::string("embedding.few"));
}

NETSMITH_TEST(TestProjections)

} // namespace test_projections

#include "test_projections.moc"

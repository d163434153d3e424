#include "engine/core/error.h"
#include "engine/graph/specs/initializer.h"
#include "tests/test_program.h"

#include <QtTest>

#include <algorithm>
#include <cmath>
#include <map>

namespace test_initializer {

using namespace netsmith;

namespace {

struct Moments {
    double mean = 0.0;
    double variance = 0.0;
    double largest = 0.0;
};

Moments momentsOf(const std::vector<float>& values)
{
    Moments moments;
    for (const float value : values) {
        moments.mean += value;
        moments.variance += static_cast<double>(value) * value;
        moments.largest = std::max(moments.largest, std::abs(static_cast<double>(value)));
    }
    moments.mean /= static_cast<double>(values.size());
    moments.variance = moments.variance / static_cast<double>(values.size()) - moments.mean * moments.mean;
    return moments;
}

} // namespace

class TestInitializer : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void drawsTheStatedVariance_data();
    void drawsTheStatedVariance();
    void drawsTheStatedSpread_data();
    void drawsTheStatedSpread();
    void drawsTheStatedRange();
    void constants();
    void orthogonalOnesKeepLengths_data();
    void orthogonalOnesKeepLengths();
    void identityChangesNothing();
    void drawsDependOnSeedAndParameter();
    void drawsAreTheSameEverywhere();
    void firstValuesStay_data();
    void firstValuesStay();
    void everyChoiceCanBeDrawn();
    void unknownOnesAreRefused();
};

void TestInitializer::drawsTheStatedVariance_data()
{
    QTest::addColumn<QString>("id");
    QTest::addColumn<double>("variance");
    QTest::addColumn<double>("bound"); ///< no draw is beyond
    const double truncated = 2.0 / 0.87962566103423978;
    QTest::newRow("glorot_uniform") << "glorot_uniform" << 2.0 / 400.0 << std::sqrt(6.0 / 400.0);
    QTest::newRow("glorot_normal") << "glorot_normal" << 2.0 / 400.0 << truncated * std::sqrt(2.0 / 400.0);
    QTest::newRow("he_uniform") << "he_uniform" << 2.0 / 100.0 << std::sqrt(6.0 / 100.0);
    QTest::newRow("lecun_uniform") << "lecun_uniform" << 1.0 / 100.0 << std::sqrt(3.0 / 100.0);
    QTest::newRow("lecun_normal") << "lecun_normal" << 1.0 / 100.0 << truncated * std::sqrt(1.0 / 100.0);
    QTest::newRow("he_normal") << "he_normal" << 2.0 / 100.0 << truncated * std::sqrt(2.0 / 100.0);
}

void TestInitializer::drawsTheStatedVariance()
{
    QFETCH(QString, id);
    QFETCH(double, variance);
    QFETCH(double, bound);
    const Moments moments = momentsOf(drawInitial({id.toStdString(), 100, 300}, {400, 500}, 3, "dense_1.kernel"));
    // Five deviations of the estimates over 200,000 draws.
    QVERIFY(std::abs(moments.mean) < 5.0 * std::sqrt(variance / 200000.0));
    QVERIFY(std::abs(moments.variance / variance - 1.0) < 5.0 * std::sqrt(2.0 / 200000.0));
    QVERIFY(moments.largest <= bound * (1.0 + 1e-7));
    QVERIFY(moments.largest > bound * 0.99);
}

void TestInitializer::drawsTheStatedSpread_data()
{
    QTest::addColumn<QString>("id");
    QTest::addColumn<double>("variance"); ///< relative to the square of the spread
    QTest::addColumn<double>("bound"); ///< in spreads
    QTest::newRow("random_normal") << "random_normal" << 1.0 << 6.0;
    QTest::newRow("truncated_normal") << "truncated_normal" << 0.87962566103423978 * 0.87962566103423978 << 2.0;
}

void TestInitializer::drawsTheStatedSpread()
{
    QFETCH(QString, id);
    QFETCH(double, variance);
    QFETCH(double, bound);
    const double spread = 0.2;
    const Moments moments = momentsOf(drawInitial({id.toStdString(), 100, 300, 7.0, spread}, {400, 500}, 3, "dense_1.kernel"));
    QVERIFY(std::abs(moments.mean) < 5.0 * spread / std::sqrt(200000.0));
    QVERIFY(std::abs(moments.variance / (variance * spread * spread) - 1.0) < 5.0 * std::sqrt(2.0 / 200000.0));
    QVERIFY(moments.largest <= bound * spread * (1.0 + 1e-7));
    QVERIFY(moments.largest > std::min(bound, 4.0) * spread * 0.99);
}

void TestInitializer::drawsTheStatedRange()
{
    Initializer initializer{"random_uniform"};
    QVERIFY(momentsOf(drawInitial(initializer, {400, 500}, 3, "k")).largest <= 0.05);
    initializer.minval = 0.25;
    initializer.maxval = 0.75;
    const std::vector<float> values = drawInitial(initializer, {400, 500}, 3, "k");
    const auto [least, most] = std::ranges::minmax(values);
    QVERIFY(least >= 0.25f && least < 0.2501f);
    QVERIFY(most <= 0.75f && most > 0.7499f);
    QVERIFY(std::abs(momentsOf(values).mean - 0.5) < 5.0 * 0.5 / std::sqrt(12.0 * 200000.0));
    initializer.minval = 1.0;
    QVERIFY_EXCEPTION_THROWN((void)drawInitial(initializer, {1}, 3, "k"), Error);
}

void TestInitializer::orthogonalOnesKeepLengths_data()
{
    QTest::addColumn<int>("rows");
    QTest::addColumn<int>("columns");
    QTest::newRow("square") << 64 << 64;
    QTest::newRow("tall") << 90 << 17;
    QTest::newRow("wide") << 17 << 90;
    QTest::newRow("one row") << 1 << 5;
    QTest::newRow("one number") << 1 << 1;
}

void TestInitializer::orthogonalOnesKeepLengths()
{
    QFETCH(int, rows);
    QFETCH(int, columns);
    const std::vector<float> values = drawInitial({"orthogonal"}, {rows, columns}, 3, "dense_1.kernel");
    const auto at = [&](int row, int column) {
        return static_cast<double>(values[static_cast<std::size_t>(row * columns + column)]);
    };
    // The columns' products with each other are the unit matrix, or the rows' where there are fewer rows.
    const bool byRows = rows < columns;
    const int count = std::min(rows, columns);
    for (int a = 0; a < count; ++a)
        for (int b = 0; b <= a; ++b) {
            double product = 0.0;
            for (int i = 0; i < std::max(rows, columns); ++i)
                product += byRows ? at(a, i) * at(b, i) : at(i, a) * at(i, b);
            QVERIFY2(std::abs(product - (a == b ? 1.0 : 0.0)) < 1e-6, qPrintable(QString("%1·%2 = %3").arg(a).arg(b).arg(product)));
        }
    // All axes but the last are merged, as in Keras.
    QVERIFY(drawInitial({"orthogonal"}, {1, rows, columns}, 3, "dense_1.kernel") == values);
    QVERIFY(values.size() == 1 || drawInitial({"orthogonal"}, {rows, columns}, 4, "dense_1.kernel") != values);
    Initializer twice{"orthogonal"};
    twice.gain = -2.0;
    const std::vector<float> doubled = drawInitial(twice, {rows, columns}, 3, "dense_1.kernel");
    QVERIFY(std::ranges::equal(doubled, values, [](float a, float b) { return a == -2.0f * b; }));
}

void TestInitializer::identityChangesNothing()
{
    QVERIFY(drawInitial({"identity"}, {2, 3}, 1, "k") == (std::vector<float>{1, 0, 0, 0, 1, 0}));
    Initializer half{"identity"};
    half.gain = 0.5;
    QVERIFY(drawInitial(half, {2, 2}, 1, "k") == (std::vector<float>{0.5f, 0, 0, 0.5f}));
    const std::vector<float> kernel = drawInitial({"identity"}, {3, 3, 2, 2}, 1, "k");
    for (int i = 0; i < 36; ++i)
        QCOMPARE(kernel[static_cast<std::size_t>(i)], i == 16 || i == 19 ? 1.0f : 0.0f); // the middle pixel's matrix begins at 16
}

void TestInitializer::constants()
{
    const auto isHalf = [](float value) { return value == 0.5f; };
    QVERIFY(std::ranges::all_of(drawInitial({"constant", 1, 1, 0.5}, {7}, 1, "b"), isHalf));
    QVERIFY(std::ranges::all_of(drawInitial({"zeros"}, {7}, 1, "b"), [](float value) { return value == 0.0f; }));
    QVERIFY(std::ranges::all_of(drawInitial({"ones"}, {7}, 1, "b"), [](float value) { return value == 1.0f; }));
}

void TestInitializer::drawsDependOnSeedAndParameter()
{
    const Initializer he{"he_normal", 9, 9};
    const auto draw = [&](std::uint64_t seed, const char* parameter) { return drawInitial(he, {32}, seed, parameter); };
    QVERIFY(draw(1, "a.kernel") == draw(1, "a.kernel"));
    QVERIFY(draw(1, "a.kernel") != draw(2, "a.kernel"));
    QVERIFY(draw(1, "a.kernel") != draw(1, "b.kernel"));
}

/// Runs are compared across machines and versions. These three were computed from the definitions independently.
void TestInitializer::drawsAreTheSameEverywhere()
{
    const std::vector<float> uniform = drawInitial({"glorot_uniform", 784, 128}, {3}, 1, "dense_1.kernel");
    QVERIFY(uniform == (std::vector<float>{0x1.24f48e0000000p-10f, -0x1.9d16a60000000p-5f, 0x1.3d20960000000p-4f}));
}

void TestInitializer::firstValuesStay_data()
{
    QTest::addColumn<std::vector<float>>("first");
    const std::map<std::string, std::vector<float>> firstOf{
        {"constant", {0.25f, 0.25f, 0.25f, 0.25f, 0.25f}},
        {"glorot_normal", {0x1.140b36p-2f, -0x1.90ed60p-2f, 0x1.b8447ap-5f, -0x1.dbfaaep-2f, 0x1.d70540p-1f}},
        {"glorot_uniform", {0x1.a1fbf0p-7f, -0x1.26b1b2p-1f, 0x1.c478ecp-1f, -0x1.014dc4p-5f, -0x1.1855d0p-1f}},
        {"he_normal", {0x1.a5a9f2p-2f, -0x1.323698p-1f, 0x1.504284p-4f, -0x1.6b88fep-1f, 0x1.67bf74p+0f}},
        {"he_uniform", {0x1.3f3d9ap-6f, -0x1.c22718p-1f, 0x1.5994dcp+0f, -0x1.8909bap-5f, -0x1.ac3816p-1f}},
        {"identity", {1.0f, 0.0f, 0.0f, 0.0f, 0.0f}},
        {"lecun_normal", {0x1.2a294ep-2f, -0x1.b10d0ap-2f, 0x1.db8b10p-5f, -0x1.010ee4p-1f, 0x1.fcc2a2p-1f}},
        {"lecun_uniform", {0x1.c37976p-7f, -0x1.3e4e58p-1f, 0x1.e8b9dap-1f, -0x1.15eb7ap-5f, -0x1.2ecbf0p-1f}},
        {"ones", {1.0f, 1.0f, 1.0f, 1.0f, 1.0f}},
        {"orthogonal", {0x1.3f2dacp-3f, -0x1.ec075ep-1f, -0x1.cf9380p-3f, 0x1.fd104ep-6f, -0x1.849e36p-2f}},
        {"random_normal", {0x1.6b699ap-6f, -0x1.181be0p-3f, -0x1.07e936p-5f, 0x1.21ce88p-8f, -0x1.395068p-5f}},
        {"random_uniform", {0x1.692df8p-11f, -0x1.fd4a28p-6f, 0x1.86fb16p-5f, -0x1.bcabf6p-10f, -0x1.e47980p-6f}},
        {"truncated_normal", {0x1.6b699ap-6f, -0x1.07e936p-5f, 0x1.21ce88p-8f, -0x1.395068p-5f, 0x1.360cccp-4f}},
        {"zeros", {0.0f, 0.0f, 0.0f, 0.0f, 0.0f}},
    };
    for (const Choice& choice : initializerChoices())
        QTest::newRow(choice.id.c_str()) << (firstOf.contains(choice.id) ? firstOf.at(choice.id) : std::vector<float>());
}

/// The initial weights of a 3×4 dense_1.kernel with seed 1. Recorded from the program once: other versions draw the same.
void TestInitializer::firstValuesStay()
{
    QFETCH(std::vector<float>, first);
    std::vector<float> drawn = drawInitial({QTest::currentDataTag(), 3, 4, 0.25}, {3, 4}, 1, "dense_1.kernel");
    drawn.resize(5);
    QString got;
    for (const float value : drawn)
        got += QString::asprintf("%.6af, ", static_cast<double>(value));
    QVERIFY2(drawn == first, qPrintable(got));
}

void TestInitializer::everyChoiceCanBeDrawn()
{
    const std::vector<Choice> choices = initializerChoices();
    QVERIFY(choices.size() >= 14);
    QVERIFY(std::ranges::is_sorted(choices, std::less<>(), &Choice::id));
    for (const Choice& choice : choices) {
        QVERIFY(!choice.title.empty());
        for (const Shape& shape : {Shape{12}, Shape{3, 4}, Shape{2, 1, 2, 3}}) {
            const std::vector<float> values = drawInitial({choice.id, 3, 4}, shape, 1, "w");
            QCOMPARE(values.size(), 12u);
            QVERIFY(std::ranges::all_of(values, [](float value) { return std::isfinite(value); }));
        }
    }
}

void TestInitializer::unknownOnesAreRefused()
{
    QVERIFY_EXCEPTION_THROWN((void)drawInitial({"drawn by hand"}, {1}, 1, "w"), Error);
}

NETSMITH_TEST(TestInitializer)

} // namespace test_initializer

#include "test_initializer.moc"

#include "engine/runs/comparing/compared_lists.h"
#include "engine/runs/comparing/setting_results.h"
#include "tests/test_program.h"

#include <QtTest>

#include <cmath>

namespace test_compared_settings {

using namespace netsmith;
using namespace netsmith::runs;

namespace {

VariantResult trainedWith(const std::string& setting, double value, const std::string& metric = "val_accuracy")
{
    VariantResult result{.name = Message(NS_MESSAGE("test.name", "{0}"), setting), .run = "run"};
    result.setting = result.name;
    result.metric = {metric, value};
    return result;
}

double chance(std::vector<double> one, std::vector<double> other)
{
    return chanceOfDifference(spreadOf(one), spreadOf(other)).value();
}

bool isNear(double value, double expected)
{
    return std::abs(value - expected) < 1e-9;
}

} // namespace

/// Lists typed by the user, and when two settings differ by more than their seeds.
class TestComparedSettings : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void seedsAreListed_data();
    void seedsAreListed();
    void wrongListsSaySo_data();
    void wrongListsSaySo();
    void ratesAndBatchesAreListed();
    void chanceIsThatOfWelch();
    void chanceAtItsEnds();
    void aDifferenceIsHeldAgainstTheSeeds();
    void speedsAreOfAllSeedsTogether();
    void manyPairsNeedMore();
    void theBestIsFirst();
    void rowsArePlainNumbers();
};

void TestComparedSettings::seedsAreListed_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<QList<qint64>>("seeds");
    QTest::newRow("nothing") << " " << QList<qint64>{};
    QTest::newRow("commas") << "1,2,3" << QList<qint64>{1, 2, 3};
    QTest::newRow("a range") << "1-5" << QList<qint64>{1, 2, 3, 4, 5};
    QTest::newRow("both, and twice the same") << "7, 0-2; 2 9-9" << QList<qint64>{7, 0, 1, 2, 9};
    QTest::newRow("typed on a Chinese keyboard") << "1，2、3–4；5" << QList<qint64>{1, 2, 3, 4, 5};
    QTest::newRow("the largest") << "9223372036854775806-9223372036854775807"
                                 << QList<qint64>{9223372036854775806, 9223372036854775807};
}

void TestComparedSettings::seedsAreListed()
{
    QFETCH(QString, text);
    QFETCH(QList<qint64>, seeds);
    const auto read = seedsFrom(text.toStdString()).take();
    QCOMPARE(QList<qint64>(read.begin(), read.end()), seeds);
}

void TestComparedSettings::wrongListsSaySo_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("sentence");
    for (const char* wrong : {"many", "-1", "1.5", "5-1", "1-", "1--5", "-5-1", "9223372036854775808", "1-2-3", "1e3"})
        QTest::newRow(wrong) << QString::fromLatin1(wrong) << "\"%1\" is not a seed: type whole numbers from 0 up";
    QTest::newRow("too many") << "1-101"
                              << "\"%1\" has too many seeds: type at most 100";
    QTest::newRow("far too many") << "0-9223372036854775807"
                                  << "\"%1\" has too many seeds: type at most 100";
}

void TestComparedSettings::wrongListsSaySo()
{
    QFETCH(QString, text);
    QFETCH(QString, sentence);
    const auto read = seedsFrom("3, " + text.toStdString());
    QVERIFY(!read);
    const QString said = QString::fromStdString(read.error().message().text());
    QVERIFY2(said.startsWith(sentence.arg(text)), qPrintable(said));
}

void TestComparedSettings::ratesAndBatchesAreListed()
{
    QCOMPARE(learningRatesFrom("0.001, 3e-3；1e-05").take(), (std::vector<double>{0.001, 0.003, 0.00001}));
    for (const char* wrong : {"0", "-0.1", "nan", "inf", "1e999", "0,1x", "fast"}) {
        const auto read = learningRatesFrom(wrong);
        QVERIFY2(!read && read.error().message().id() == "compare.bad_rate", wrong);
    }
    QCOMPARE(batchSizesFrom("16;8，16").take(), (std::vector<std::int64_t>{16, 8}));
    for (const char* wrong : {"0", "-16", "1.5", "99999999999999999999"}) {
        const auto read = batchSizesFrom(wrong);
        QVERIFY2(!read && read.error().message().id() == "compare.bad_batch", wrong);
    }
}

/// Worked out by hand: t and the degrees of freedom by Welch's formulas, p by closed forms or by integrating Student's density.
void TestComparedSettings::chanceIsThatOfWelch()
{
    // Means 99 and 96, deviations 1: t = 3 / √(2/3), 4 degrees, for which F(t) has a closed form.
    const double t = 3.0 / std::sqrt(2.0 / 3.0), x = t / std::sqrt(t * t + 4.0);
    QVERIFY(isNear(chance({98, 99, 100}, {95, 96, 97}), 1.0 - 1.5 * (x - x * x * x / 3.0)));
    QVERIFY(isNear(chance({98, 99, 100}, {95, 96, 97}), 0.021311641128766934));
    QVERIFY(isNear(chance({95, 96, 97}, {98, 99, 100}), 0.021311641128766934)); // either way round
    QVERIFY(isNear(chance({98, 99, 100}, {96, 97, 98}), 0.07048399691022267));
    // 2 degrees: two numbers each, both of deviation 1/√2, t = 2 / √(1/2): p = 1 − t/√(2 + t²).
    QVERIFY(isNear(chance({1, 2}, {3, 4}), 1.0 - std::sqrt(8.0) / std::sqrt(10.0)));
    // 1 degree: one of them has no spread; p = 1 − 2 atan(t)/π, here with t = 1.
    QVERIFY(isNear(chance({0, 2}, {2, 2}), 0.5));
    // Unequal deviations and counts: t = 3.0123, 2.0501 degrees.
    QVERIFY(isNear(chance({1, 2, 3, 4}, {10, 20, 30}), 0.09198930883631251));
    QVERIFY(isNear(chance({0.981, 0.983, 0.982}, {0.979, 0.9805, 0.9775}), 0.052979916957122675));
}

void TestComparedSettings::chanceAtItsEnds()
{
    QCOMPARE(chance({5, 6, 7}, {5, 6, 7}), 1.0);
    QCOMPARE(chance({5, 5}, {5, 5}), 1.0);
    QCOMPARE(chance({5, 5}, {6, 6}), 0.0);
    QVERIFY(chance({0, 1e-9, 2e-9}, {1, 1 + 1e-9, 1 + 2e-9}) < 1e-12);
    const std::vector<double> one{5}, none;
    QVERIFY(!chanceOfDifference(spreadOf(one), spreadOf(std::vector<double>{5, 6})));
    QVERIFY(!chanceOfDifference(spreadOf(std::vector<double>{5, 6}), spreadOf(none)));
    QCOMPARE(spreadOf(none), (Spread{.count = 0, .mean = 0.0, .deviation = {}}));
    QCOMPARE(spreadOf(std::vector<double>{2, 4, 4, 4, 5, 5, 7, 9}).deviation.value(), std::sqrt(32.0 / 7.0));
}

void TestComparedSettings::aDifferenceIsHeldAgainstTheSeeds()
{
    const std::vector<VariantResult> results{
        trainedWith("a", 98), trainedWith("b", 95),  trainedWith("c", 96), trainedWith("a", 99), trainedWith("b", 96),
        trainedWith("c", 97), trainedWith("a", 100), trainedWith("b", 97), trainedWith("c", 98), trainedWith("d", 50)};
    const std::vector<SettingResult> settings = settingResults(results);
    QCOMPARE(settings.size(), 4u);
    QCOMPARE(settings[0].metric, (Spread{.count = 3, .mean = 99.0, .deviation = 1.0}));
    QCOMPARE(verdictOn(settings[0], settings[1], 1), Verdict::beyond); // p = 0.021
    QCOMPARE(verdictOn(settings[0], settings[2], 1), Verdict::within); // p = 0.070
    QCOMPARE(verdictOn(settings[0], settings[3], 1), Verdict::unknown); // one seed
    std::vector<VariantResult> other = results;
    for (VariantResult& result : other)
        if (result.setting.text() == "b")
            result.metric->first = "val_loss";
    const std::vector<SettingResult> mixed = settingResults(other);
    QCOMPARE(verdictOn(mixed[0], mixed[1], 1), Verdict::unknown);
}

/// By the mean time of a step: half the samples at 100 a second and half at 300 are 150 a second.
void TestComparedSettings::speedsAreOfAllSeedsTogether()
{
    std::vector<VariantResult> results{trainedWith("a", 98), trainedWith("a", 99)};
    results[0].samplesPerSecond = 100.0;
    results[0].stepSeconds = 0.3;
    QVERIFY(!settingResults(results)[0].samplesPerSecond); // one of them does not know it
    results[1].samplesPerSecond = 300.0;
    results[1].stepSeconds = 0.1;
    QCOMPARE(settingResults(results)[0].samplesPerSecond.value(), 150.0);
    QCOMPARE(settingResults(results)[0].stepSeconds.value(), 0.2);
}

void TestComparedSettings::manyPairsNeedMore()
{
    const std::vector<VariantResult> results{trainedWith("a", 98), trainedWith("a", 99), trainedWith("a", 100),
                                             trainedWith("b", 95), trainedWith("b", 96), trainedWith("b", 97)};
    const std::vector<SettingResult> settings = settingResults(results);
    QCOMPARE(verdictOn(settings[0], settings[1], 2), Verdict::beyond); // 0.0213 < 0.025
    QCOMPARE(verdictOn(settings[0], settings[1], 3), Verdict::within); // but not 0.0167
}

void TestComparedSettings::theBestIsFirst()
{
    std::vector<VariantResult> results{trainedWith("a", 0.5),  trainedWith("b", 0.7), trainedWith("a", 0.9),
                                       trainedWith("b", 0.71), trainedWith("c", 0.1), trainedWith("d", 0.99)};
    results[4].error = Message(NS_MESSAGE("test.failure", "no such device"));
    results[5].stopped = true;
    QCOMPARE(bestFirst(results), (std::vector<std::size_t>{3, 1, 2, 0, 4, 5})); // b 0.705, a 0.7
    for (VariantResult& result : results)
        result.metric->first = "val_loss"; // lower is better
    QCOMPARE(bestFirst(results), (std::vector<std::size_t>{0, 2, 1, 3, 4, 5}));
}

void TestComparedSettings::rowsArePlainNumbers()
{
    std::vector<VariantResult> results{trainedWith("lr 0.1, seed 1", 0.5), trainedWith("lr 0.2", 0.75)};
    results[1].samplesPerSecond = 1000.5;
    results[1].others = 0.25;
    results[0].error = Message(NS_MESSAGE("test.failure", "no such device"));
    const TextRows rows = comparisonRows(results);
    QCOMPARE(rows.size(), 3u);
    for (const auto& row : rows)
        QCOMPARE(row.size(), rows[0].size());
    QCOMPARE(rows[1][0], std::string("lr 0.2"));
    QCOMPARE(rows[1][2], std::string("done"));
    QCOMPARE(rows[1][4], std::string("0.75"));
    QCOMPARE(rows[1][6], std::string("1000.5"));
    QCOMPARE(rows[1][9], std::string("0.25"));
    QCOMPARE(rows[2][2], std::string("failed"));
    QVERIFY(csvText(rows).find("\n\"lr 0.1, seed 1\",") != std::string::npos);
}

NETSMITH_TEST(TestComparedSettings)

} // namespace test_compared_settings

#include "test_compared_settings.moc"

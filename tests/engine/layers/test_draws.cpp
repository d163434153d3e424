#include "engine/backend/loader.h"
#include "engine/graph/specs/initializer.h"
#include "engine/layers/registry.h"
#include "tests/engine/layers/layer_run.h"
#include "tests/engine/layers/parity_json.h"
#include "tests/test_program.h"

#include <QtTest>

#include <cmath>
#include <map>

namespace test_draws {

using namespace netsmith;
using namespace netsmith::test;

namespace {

/// How far two estimates from this many draws may differ, relative to the variance: five standard deviations of both.
double spreadOf(double draws, double otherDraws)
{
    return 5.0 * (std::sqrt(2.0 / draws) + std::sqrt(2.0 / otherDraws));
}

std::map<double, double> sharesOf(const std::vector<double>& values)
{
    std::map<double, double> shares;
    for (const double value : values)
        shares[value] += 1.0 / static_cast<double>(values.size());
    return shares;
}

} // namespace

/// Libraries draw different numbers from the same distribution. tests/parity/draws.py recorded that of Keras.
class TestDraws : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initializersVaryAsInKeras_data();
    void initializersVaryAsInKeras();
    void trainingChangesValuesAsInKeras_data();
    void trainingChangesValuesAsInKeras();
};

void TestDraws::initializersVaryAsInKeras_data()
{
    QTest::addColumn<QJsonObject>("each");
    for (const QJsonValue each : parityFixture("draws/draws.json")["initializers"].toArray())
        QTest::newRow(qPrintable(each["initializer"].toString())) << each.toObject();
}

void TestDraws::initializersVaryAsInKeras()
{
    QFETCH(QJsonObject, each);
    const QJsonArray fans = each["fans"].toArray();
    const Initializer initializer{each["initializer"].toString().toStdString(), fans[0].toInteger(), fans[1].toInteger()};
    const Shape shape{400, 500};
    const auto draws = static_cast<double>(shape.elements());
    double mean = 0.0, square = 0.0;
    for (const float value : drawInitial(initializer, shape, 3, "dense_1.kernel")) {
        mean += static_cast<double>(value) / draws;
        square += static_cast<double>(value) * value / draws;
    }
    const double variance = each["variance"].toDouble();
    QVERIFY2(std::abs((square - mean * mean) / variance - 1.0) <= spreadOf(draws, each["draws"].toDouble()),
             qPrintable(QString("%1, Keras %2").arg(square - mean * mean).arg(variance)));
    QVERIFY(std::abs(mean) <= 5.0 * std::sqrt(variance / draws));
}

void TestDraws::trainingChangesValuesAsInKeras_data()
{
    QTest::addColumn<QString>("backend");
    QTest::addColumn<QJsonObject>("each");
    const QJsonArray cases = parityFixture("draws/draws.json")["layers"].toArray();
    for (qsizetype i = 0; i < cases.size(); ++i)
        for (const char* backend : {"reference", "cpu"})
            QTest::addRow("%s %s %d", backend, qPrintable(cases[i]["layer"].toString()), static_cast<int>(i))
                << QString(backend) << cases[i].toObject();
}

void TestDraws::trainingChangesValuesAsInKeras()
{
    QFETCH(QString, backend);
    QFETCH(QJsonObject, each);
    const auto loaded = loadBackend(backend.toStdString());
    if (!loaded && backend != "reference")
        QSKIP(loaded.error().what());
    QVERIFY2(loaded, loaded ? "" : loaded.error().what());
    LayerInput input;
    input.layer = each["layer"].toString().toStdString();
    input.parameters = parityParameters(each["parameters"]);
    const Shape shape = parityShape(each["shape"]);
    const double value = each["value"].toDouble();
    input.inputs = {{shape, std::vector<double>(static_cast<std::size_t>(shape.elements()), value)}};
    const std::vector<double> got = runLayer(**loaded, input).outputs.at(0).values;
    const auto draws = static_cast<double>(got.size());

    if (each.contains("deviation")) {
        double mean = 0.0, square = 0.0;
        for (const double out : got) {
            mean += out / draws;
            square += (out - value) * (out - value) / draws;
        }
        const double deviation = each["deviation"].toDouble();
        QVERIFY(std::abs(mean - value) <= 5.0 * deviation / std::sqrt(draws));
        QVERIFY2(std::abs(square / (deviation * deviation) - 1.0) <= spreadOf(draws, draws),
                 qPrintable(QString("%1, Keras %2").arg(std::sqrt(square)).arg(deviation)));
        return;
    }
    const std::map<double, double> shares = sharesOf(got);
    const QJsonArray values = each["values"].toArray(), expected = each["shares"].toArray();
    QCOMPARE(shares.size(), static_cast<std::size_t>(values.size()));
    qsizetype i = 0;
    for (const auto& [out, share] : shares) {
        QVERIFY2(std::abs(out - values[i].toDouble()) <= 1e-5,
                 qPrintable(QString("%1, Keras %2").arg(out).arg(values[i].toDouble())));
        // With one draw a channel there are half as many.
        QVERIFY(std::abs(share - expected[i++].toDouble()) <= 5.0 * std::sqrt(0.25 * 2.0 / (draws / 2.0)));
    }
    if (!input.layer.starts_with("spatial"))
        return;
    const auto channels = static_cast<std::size_t>(shape[-1]);
    for (std::size_t sample = 0; sample < got.size(); sample += 2 * channels) // two positions each
        for (std::size_t c = 0; c < channels; ++c)
            QCOMPARE(got[sample + c], got[sample + channels + c]);
}

NETSMITH_TEST(TestDraws)

} // namespace test_draws

#include "test_draws.moc"

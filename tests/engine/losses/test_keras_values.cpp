#include "engine/backend/loader.h"
#include "engine/graph/json/json_object.h"
#include "engine/losses/registry.h"
#include "tests/engine/losses/judged_run.h"
#include "tests/test_program.h"

#include <QFile>
#include <QtTest>

#include <cmath>

namespace test_keras_values {

using namespace netsmith;
using namespace netsmith::test;

/// Every loss with its gradient, and every metric over two batches, against Keras's results for the same numbers: see
/// tests/parity/losses.py.
class TestKerasValues : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void everyOneHasACase();
    void losses_data();
    void losses();
    void metrics_data();
    void metrics();
};

namespace {

Json casesOf(const std::string& name)
{
    QFile file(QString(NETSMITH_SOURCE_DIR "/tests/fixtures/parity/losses/%1.json").arg(QString::fromStdString(name)));
    if (!file.open(QIODevice::ReadOnly))
        throw Error(ErrorKind::failed, NS_MESSAGE("test.fixture", "there is no {0}"), file.fileName().toStdString());
    return readJson(file.readAll().toStdString()).take();
}

/// Numbers with a shape, as the script writes them.
struct Array {
    Shape shape;
    DataType type;
    std::vector<double> values;

    explicit Array(const Json& json)
        : shape(json["shape"].get<std::vector<std::int64_t>>())
        , type(json["type"] == "i32" ? DataType::i32 : DataType::f32)
        , values(json["values"].get<std::vector<double>>())
    {
    }
};

ParameterMap parametersOf(const Json& json)
{
    ParameterMap parameters;
    for (const auto& item : json.items())
        parameters[item.key()] = parameterFrom(item.value(), item.key());
    return parameters;
}

Backend* backendOrNull(const QString& name)
{
    auto backend = loadBackend(name.toStdString());
    return backend && !(*backend)->problem() ? *backend : nullptr;
}

void addRows(const char* file, const char* key)
{
    const Json cases = casesOf(file);
    for (const char* backend : {"reference", "cpu", "cuda"}) {
        if (QString(backend) == "cuda" && !backendOrNull(backend))
            continue;
        for (const bool fuse : {true, false})
            for (std::size_t i = 0; i < cases.size(); ++i)
                QTest::addRow("%s: %s %zu, %s, %s", file, cases[i][key].get<std::string>().c_str(), i, backend,
                              fuse ? "fused" : "apart")
                    << QString(backend) << QString(file) << static_cast<int>(i) << fuse;
    }
}

void addColumns()
{
    QTest::addColumn<QString>("backend");
    QTest::addColumn<QString>("file");
    QTest::addColumn<int>("index");
    QTest::addColumn<bool>("fuse");
}

/// Keras computes in double on request, but takes means in float32.
double toleranceOn(const QString& backend)
{
    return backend == "reference" ? 1e-7 : 2e-6;
}

} // namespace

void TestKerasValues::everyOneHasACase()
{
    const auto has = [](const Json& cases, const char* key, const std::string& id) {
        return std::ranges::any_of(cases, [&](const Json& each) { return each[key] == id; });
    };
    const Json losses = casesOf("losses"), metrics = casesOf("metrics"), sklearn = casesOf("sklearn_metrics");
    for (const LossSpec& loss : netsmith::losses())
        QVERIFY2(has(losses, "loss", loss.id), loss.id.c_str());
    for (const MetricSpec& metric : netsmith::metrics())
        QVERIFY2(metric.isTable || has(metrics, "metric", metric.id) || has(sklearn, "metric", metric.id), metric.id.c_str());
}

void TestKerasValues::losses_data()
{
    addColumns();
    addRows("losses", "loss");
}

void TestKerasValues::losses()
{
    QFETCH(QString, backend);
    QFETCH(int, index);
    QFETCH(bool, fuse);
    Backend* device = backendOrNull(backend);
    if (!device)
        QSKIP("this backend is not built");
    const Json json = casesOf("losses")[static_cast<std::size_t>(index)];
    const LossSpec* loss = netsmith::losses().find(json["loss"].get<std::string>());
    QVERIFY(loss);
    const ParameterMap parameters = parametersOf(json["parameters"]);
    for (const auto& [name, value] : parameters)
        QVERIFY2(loss->parameter(name) && !problemOf(*loss->parameter(name), value), name.c_str());
    const Array x(json["x"]), target(json["target"]);
    const bool weighted = json.contains("sample_weight");

    JudgedRun run(*device, {x.shape, json["activation"], target.shape, target.type, weighted, fuse},
                  [&](LossCall& call) { loss->lower(parameters, call); });
    run.run(x.values, target.values, weighted ? Array(json["sample_weight"]).values : std::vector<double>());
    const auto samples = static_cast<double>(x.shape[0]);
    const double expected = json["value"];
    const double got = run.sums()[0] / samples;
    const double tolerance = toleranceOn(backend);
    QVERIFY2(std::abs(got - expected) <= tolerance * std::max(1.0, std::abs(expected)),
             qPrintable(QString("%1, Keras %2").arg(got, 0, 'g', 12).arg(expected, 0, 'g', 12)));
    const auto gradient = json["gradient"].get<std::vector<double>>();
    const std::vector<double> slopes = run.gradient();
    QCOMPARE(slopes.size(), gradient.size());
    for (std::size_t i = 0; i < gradient.size(); ++i)
        QVERIFY2(
            std::abs(slopes[i] / samples - gradient[i]) <= tolerance,
            qPrintable(
                QString("gradient %1: %2, Keras %3").arg(i).arg(slopes[i] / samples, 0, 'g', 12).arg(gradient[i], 0, 'g', 12)));
}

void TestKerasValues::metrics_data()
{
    addColumns();
    addRows("metrics", "metric");
    addRows("sklearn_metrics", "metric");
}

void TestKerasValues::metrics()
{
    QFETCH(QString, backend);
    QFETCH(int, index);
    QFETCH(bool, fuse);
    Backend* device = backendOrNull(backend);
    if (!device)
        QSKIP("this backend is not built");
    QFETCH(QString, file);
    const Json json = casesOf(file.toStdString())[static_cast<std::size_t>(index)];
    const MetricSpec* metric = netsmith::metrics().find(json["metric"].get<std::string>());
    QVERIFY(metric);
    const ParameterMap parameters = parametersOf(json["parameters"]);
    std::vector<double> sums;
    double samples = 0.0;
    for (const Json& batch : json["batches"]) {
        const Array x(batch["x"]), target(batch["target"]);
        JudgedRun run(*device, {x.shape, json["activation"], target.shape, target.type, false, fuse},
                      [&](LossCall& call) { metric->lower(parameters, call); });
        run.run(x.values, target.values);
        const std::vector<double> added = run.sums();
        sums.resize(added.size(), 0.0);
        for (std::size_t i = 0; i < added.size(); ++i)
            sums[i] += added[i];
        samples += static_cast<double>(x.shape[0]);
    }
    const double got = metric->finish ? metric->finish(sums, samples) : sums[0] / samples;
    const double expected = json["value"];
    // Keras sums its metrics in float32, and adds 1e-7 to the divisor of an F1 score.
    QVERIFY2(std::abs(got - expected) <= std::max(toleranceOn(backend), 1e-6) * std::max(1.0, std::abs(expected)),
             qPrintable(QString("%1, expected %2").arg(got, 0, 'g', 12).arg(expected, 0, 'g', 12)));
}

NETSMITH_TEST(TestKerasValues)

} // namespace test_keras_values

#include "test_keras_values.moc"

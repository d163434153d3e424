#include "engine/backend/loader.h"
#include "engine/layers/registry.h"
#include "tests/engine/layers/layer_run.h"
#include "tests/engine/layers/parity_json.h"
#include "tests/test_program.h"

#include <QtTest>

#include <QDir>
#include <QTextStream>

#include <cmath>
#include <set>

namespace test_parity {

using namespace netsmith;
using namespace netsmith::test;

namespace {

/// The layers that are compared with no library, and why.
const std::map<std::string, std::string> withoutPeer{
    {"block", "what is inside it is lowered layer by layer, each with a peer of its own"},
    {"input", "it passes on the batch as it was gathered"},
    {"random_normal", "its draws are tested by train_noise"},
};

QStringList families()
{
    return QDir(NETSMITH_PARITY_FIXTURES).entryList({"*.json"}, QDir::Files, QDir::Name);
}

QJsonArray casesOf(const QString& family)
{
    return parityFixture(family)["cases"].toArray();
}

Array numbers(const QJsonValue& tensor)
{
    return {parityShape(tensor["shape"]), parityValues(tensor["values"])};
}

LayerInput inputOf(const QJsonObject& each)
{
    LayerInput input;
    input.layer = each["layer"].toString().toStdString();
    input.training = each["training"].toBool();
    input.parameters = parityParameters(each["parameters"]);
    for (const QJsonValue tensor : each["inputs"].toArray())
        input.inputs.push_back(numbers(tensor));
    for (const char* kind : {"weights", "statistics"}) {
        const QJsonObject tensors = each[kind].toObject();
        auto& into = kind == std::string("weights") ? input.weights : input.statistics;
        for (auto entry = tensors.begin(); entry != tensors.end(); ++entry)
            into[entry.key().toStdString()] = numbers(*entry);
    }
    for (const QJsonValue tensor : each["upstream"].toArray())
        input.upstream.push_back(parityValues(tensor));
    return input;
}

void compare(const QString& what, const std::vector<double>& got, const std::vector<double>& expected, double tolerance)
{
    QVERIFY2(got.size() == expected.size(), qPrintable(what));
    for (std::size_t i = 0; i < got.size(); ++i) {
        const double allowed = tolerance * std::max(1.0, std::abs(expected[i]));
        QVERIFY2(
            std::abs(got[i] - expected[i]) <= allowed,
            qPrintable(
                QString("%1, element %2: %3, expected %4").arg(what).arg(i).arg(got[i], 0, 'g', 10).arg(expected[i], 0, 'g', 10)));
    }
}

void compareAll(const LayerResult& got, const QJsonObject& each, double tolerance)
{
    const QJsonArray outputs = each["outputs"].toArray();
    QCOMPARE(got.outputs.size(), static_cast<std::size_t>(outputs.size()));
    for (qsizetype i = 0; i < outputs.size(); ++i) {
        const Array expected = numbers(outputs[i]);
        const Array& output = got.outputs[static_cast<std::size_t>(i)];
        QCOMPARE(output.shape.text(), expected.shape.text());
        compare(QString("output %1").arg(i), output.values, expected.values, tolerance);
    }
    const QJsonArray gradients = each["input_gradients"].toArray();
    for (qsizetype i = 0; i < gradients.size(); ++i)
        compare(QString("gradient of input %1").arg(i), got.inputGradients[static_cast<std::size_t>(i)], parityValues(gradients[i]),
                tolerance);
    const QJsonObject weights = each["weight_gradients"].toObject();
    if (each["training"].toBool()) { // otherwise the layer is frozen, and its weights with it
        QCOMPARE(got.weightGradients.size(), static_cast<std::size_t>(weights.size()));
        for (const auto& [name, gradient] : got.weightGradients)
            compare(QString("gradient of %1").arg(name.c_str()), gradient, parityValues(weights[name.c_str()]), tolerance);
    }
    for (const auto& [name, initializer] : got.initializers) {
        const QJsonArray fans = each["weights"][name.c_str()]["fans"].toArray();
        if (fans.empty() || initializer.id == "ones" || initializer.id == "zeros")
            continue;
        QCOMPARE(initializer.fanIn, fans[0].toInteger());
        QCOMPARE(initializer.fanOut, fans[1].toInteger());
    }
    const QJsonObject statistics = each["statistics"].toObject();
    QCOMPARE(got.statistics.size(), static_cast<std::size_t>(statistics.size()));
    for (const auto& [name, after] : got.statistics)
        compare(name.c_str(), after, parityValues(statistics[name.c_str()]["after"]), tolerance);
}

} // namespace

/// Every fixture written by tests/parity/layers.py: the numbers of other libraries, forward and backward, on each backend. The
/// names of the rows of `everyLayerHasAPeer` (-datatags) are the table of what each layer is checked against.
class TestParity : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void everyLayerHasAPeer_data();
    void everyLayerHasAPeer();
    void theRegistry();
    void agrees_data();
    void agrees();
};

void TestParity::everyLayerHasAPeer_data()
{
    QTest::addColumn<QString>("id");
    QTest::addColumn<QStringList>("peers");
    std::map<QString, QStringList> peersOf;
    for (const LayerSpec& layer : layers())
        peersOf[layer.id.c_str()];
    for (const QString& family : families())
        for (const QJsonValue each : casesOf(family))
            peersOf[each["layer"].toString()] << each["peer"].toString();
    for (auto& [id, peers] : peersOf) {
        peers.removeDuplicates();
        peers.sort();
        QTest::addRow("%s: %s", qPrintable(id), peers.empty() ? "none" : qPrintable(peers.join(", "))) << id << peers;
    }
}

void TestParity::everyLayerHasAPeer()
{
    QFETCH(QString, id);
    QFETCH(QStringList, peers);
    QVERIFY2(layers().find(id.toStdString()), "this layer no longer exists");
    const bool excused = withoutPeer.contains(id.toStdString());
    QVERIFY2(excused || !peers.empty(), "add a case to tests/parity/layers.py, or say here why there is none");
    QVERIFY2(!excused || peers.empty(), "it has a peer now and needs no excuse");
    QVERIFY(!peers.contains(QString()));
}

/// Prints the table of the registry as Markdown: the ops of each layer, where and in which precisions they run, and what it was
/// checked against besides finite differences and the reference, as every op is (ops_gradients, ops_backends).
void TestParity::theRegistry()
{
    std::map<std::string, std::vector<const OpSpec*>> opsOf;
    std::map<std::string, std::set<std::string>> peersOf;
    std::map<std::string, QStringList> backendsOf;
    QStringList there;
    for (const char* name : {"reference", "cpu", "cuda"})
        if (const auto loaded = loadBackend(name); loaded && !(*loaded)->problem())
            there += name;
    QVERIFY(there.contains("reference"));
    for (const QString& family : families())
        for (const QJsonValue each : casesOf(family)) {
            const LayerInput input = inputOf(each.toObject());
            peersOf[input.layer].insert(each["peer"].toString().toStdString());
            for (const QString& name : there) {
                QStringList& backends = backendsOf[input.layer];
                const LayerResult result = runLayer(**loadBackend(name.toStdString()), input); // throws what is missing
                if (!backends.contains(name))
                    backends += name;
                for (const Op& op : result.ops)
                    if (std::vector<const OpSpec*>& ops = opsOf[input.layer]; std::ranges::find(ops, op.spec) == ops.end())
                        ops.push_back(op.spec);
            }
        }
    QTextStream out(stdout);
    out << "| layer | ops | backends | precisions | against |\n| --- | --- | --- | --- | --- |\n";
    for (const auto& [layer, ops] : opsOf) {
        QStringList names, peers;
        for (const OpSpec* op : ops) {
            QVERIFY(std::ranges::find(allOps(), op) != allOps().end());
            names += QString::fromUtf8(op->name.data(), std::ssize(op->name));
        }
        for (const std::string& peer : peersOf[layer])
            peers += QString::fromStdString(peer);
        const QStringList& backends = backendsOf[layer];
        QVERIFY2(backends == there, layer.c_str());
        const bool low = std::ranges::any_of(ops, [](const OpSpec* op) { return op->precision != PrecisionRule::f32; });
        out << "| " << layer.c_str() << " | " << names.join(", ") << " | " << backends.join(", ") << " | "
            << (low ? "fp32, 16 bits" : "fp32") << " | " << peers.join(", ") << " |\n";
    }
}

void TestParity::agrees_data()
{
    QTest::addColumn<QString>("backend");
    QTest::addColumn<QJsonObject>("each");
    QVERIFY(!families().empty());
    for (const QString& family : families())
        for (const QJsonValue each : casesOf(family))
            for (const char* backend : {"reference", "cpu"})
                QTest::addRow("%s %s: %s by %s", backend, qPrintable(family.chopped(5)), qPrintable(each["name"].toString()),
                              qPrintable(each["peer"].toString()))
                    << QString(backend) << each.toObject();
}

void TestParity::agrees()
{
    QFETCH(QString, backend);
    QFETCH(QJsonObject, each);
    const auto loaded = loadBackend(backend.toStdString());
    if (!loaded && backend != "reference")
        QSKIP(loaded.error().what());
    QVERIFY2(loaded, loaded ? "" : loaded.error().what());
    // The fixtures have eight digits; all backends but the reference compute in f32.
    try {
        compareAll(runLayer(**loaded, inputOf(each)), each, backend == "reference" ? 1e-7 : 1e-5);
    } catch (const std::exception& error) {
        QFAIL(error.what());
    }
}

NETSMITH_TEST(TestParity)

} // namespace test_parity

#include "test_parity.moc"

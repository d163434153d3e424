#include "tests/engine/cli/cli_process.h"
#include "tests/engine/cli/fixture.h"
#include "tests/test_program.h"

#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QSet>
#include <QTemporaryDir>
#include <QtTest>

#include <cmath>

namespace test_profile {

using namespace Qt::StringLiterals;
using namespace netsmith::test;

/// `profile`: what a training step costs each layer, and what it does to it.
class TestProfile : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void everyLayerIsMeasured();
    void aRunIsMeasuredWithItsWeights();
    void theTableIsForPeople();
    void everyKernelIsTimed();
    void samplesAreLoadedInPartsWhereAsked();
    void whatIsFasterIsMeasuredAndWritten();
    void aConvolutionIsComparedWithOthers();
    void theTraceNests();
    void mistakesAreSentences_data();
    void mistakesAreSentences();

private:
    CliResult profile(const QStringList& arguments)
    {
        return m_cli->run(QStringList{u"profile"_s} + arguments + QStringList{u"--steps"_s, u"2"_s});
    }
    QString path(const QString& name) const { return m_folder.filePath(name); }

    QTemporaryDir m_folder;
    std::unique_ptr<CliProcess> m_cli;
};

void TestProfile::initTestCase()
{
    QVERIFY(m_folder.isValid());
    m_cli = std::make_unique<CliProcess>(m_folder.path());
    writeSmallMnist(path(u"data"_s), 200, 50);
    m_cli->setVariable(u"NETSMITH_DATA_DIR"_s, path(u"data"_s));
    writeProject(path(u"small.netsmith"_s), smallProject());
    const CliResult trained = m_cli->run({u"train"_s, u"small.netsmith"_s, u"--epochs"_s, u"1"_s, u"--run-dir"_s, u"run"_s,
                                          u"--device"_s, QStringLiteral(NETSMITH_TEST_DEVICE)});
    QVERIFY2(trained.code == 0, trained.words());
    const CliResult first = profile({u"run"_s, u"--no-advice"_s}); // which measures the device, and keeps that
    QVERIFY2(first.code == 0, first.words());
}

void TestProfile::everyLayerIsMeasured()
{
    const QStringList before = QDir(m_folder.path()).entryList(QDir::AllEntries | QDir::NoDotAndDotDot);
    const CliResult result = profile({u"small.netsmith"_s, u"--device"_s, QStringLiteral(NETSMITH_TEST_DEVICE), u"--json"_s});
    QVERIFY2(result.code == 0, result.words());
    QMap<QString, QJsonObject> layers;
    QJsonObject whole;
    double shares = 0.0, seconds = 0.0;
    for (const QJsonObject& line : result.lines()) {
        if (line[u"event"_s] == u"profile"_s)
            whole = line;
        if (line[u"event"_s] != u"layer"_s)
            continue;
        layers[line[u"layer"_s].toString()] = line;
        shares += line[u"share"_s].toDouble();
        seconds += line[u"forward_ms"_s].toDouble() + line[u"backward_ms"_s].toDouble();
    }
    QCOMPARE(layers.size(), 4);
    QVERIFY(shares > 0.5 && shares < 1.0 + 1e-9);
    QVERIFY(seconds <= whole[u"forward_backward_ms"_s].toDouble() * (1.0 + 1e-9));
    QVERIFY(whole[u"step_ms"_s].toDouble() > 0.0);
    QCOMPARE(whole[u"step"_s].toInt(), 5); // twice two, and the one that is measured
    QVERIFY(whole[u"unit_samples"_s].toInt() > 0);
    const QJsonObject classes = layers[u"classes"_s];
    QVERIFY(classes[u"backward_ms"_s].toDouble() > 0.0 && classes[u"flops"_s].toDouble() > 0.0);
    QVERIFY(classes[u"gradient_rms"_s].toDouble() > 0.0 && classes[u"update_ratio"_s].toDouble() > 0.0);
    QVERIFY(classes[u"saturated"_s].isDouble() && classes[u"dead"_s].isNull()); // a softmax
    QCOMPARE(classes[u"share_of_peak"_s].isNull(), QStringLiteral(NETSMITH_TEST_DEVICE) == u"reference"_s); // which nobody measures
    QCOMPARE(QDir(m_folder.path()).entryList(QDir::AllEntries | QDir::NoDotAndDotDot), before);
}

void TestProfile::aRunIsMeasuredWithItsWeights()
{
    const auto gradientOf = [&](const QStringList& arguments) {
        const CliResult result = profile(arguments + QStringList{u"--json"_s});
        for (const QJsonObject& line : result.lines())
            if (line[u"layer"_s] == u"classes"_s)
                return line[u"gradient_rms"_s].toDouble();
        return -1.0;
    };
    const double random = gradientOf({u"small.netsmith"_s, u"--device"_s, QStringLiteral(NETSMITH_TEST_DEVICE)});
    const double trained = gradientOf({u"run"_s});
    QVERIFY(random > 0.0 && trained > 0.0 && random != trained);
    QCOMPARE(gradientOf({u"run/project.netsmith"_s, u"--weights"_s, u"run"_s}), trained);
}

void TestProfile::theTableIsForPeople()
{
    const CliResult result = profile({u"run"_s});
    QVERIFY2(result.code == 0, result.words());
    const QString text = QString::fromUtf8(result.out);
    for (const char* word : {"forward", "backward", "gradient", "classes", "no layer", "a training step"})
        QVERIFY2(text.contains(QString::fromLatin1(word)), qPrintable(text));
}

void TestProfile::everyKernelIsTimed()
{
    const CliResult result = profile({u"run"_s, u"--no-advice"_s, u"--json"_s});
    QVERIFY2(result.code == 0, result.words());
    double kernels = 0.0;
    QSet<QString> parts;
    QJsonObject whole;
    qsizetype findings = 0;
    for (const QJsonObject& line : result.lines()) {
        if (line[u"event"_s] == u"profile"_s)
            whole = line;
        findings += line[u"event"_s] == u"finding"_s ? 1 : 0;
        QVERIFY(line[u"event"_s] != u"advice"_s);
        if (line[u"event"_s] != u"kernel"_s)
            continue;
        parts << line[u"part"_s].toString();
        kernels += line[u"ms"_s].toDouble() * line[u"runs"_s].toInt();
    }
    QCOMPARE(parts, (QSet<QString>{u"data"_s, u"forward"_s, u"backward"_s, u"update"_s}));
    QVERIFY(findings > 0);
    QVERIFY(std::abs(kernels + whole[u"loading_ms"_s].toDouble() - whole[u"kernels_ms"_s].toDouble()) < 1e-6);
    const CliResult listed = profile({u"run"_s, u"--no-advice"_s, u"--kernels"_s});
    QVERIFY2(listed.out.contains("dense_backward_weights") && listed.out.contains("runs as"), listed.words());
}

void TestProfile::samplesAreLoadedInPartsWhereAsked()
{
    for (const auto& [placement, parts] : {std::pair{u"parts"_s, true}, {u"whole"_s, false}, {u"auto"_s, false}}) {
        const CliResult result = profile({u"run"_s, u"--no-advice"_s, u"--json"_s, u"--data-placement"_s, placement});
        QVERIFY2(result.code == 0, result.words());
        for (const QJsonObject& line : result.lines())
            if (line[u"event"_s] == u"profile"_s)
                QCOMPARE(line[u"samples_at_once"_s].toInt() > 0, parts);
    }
    const CliResult refused = profile({u"run"_s, u"--data-placement"_s, u"nowhere"_s});
    QVERIFY2(refused.code != 0 && refused.err.contains("--data-placement"), refused.words());
}

void TestProfile::whatIsFasterIsMeasuredAndWritten()
{
    // One sample a step: whatever the machine, a larger batch is many times faster.
    const CliResult result = profile({u"small.netsmith"_s, u"--device"_s, QStringLiteral(NETSMITH_TEST_DEVICE), u"--batch"_s,
                                      u"1"_s, u"--no-fusion"_s, u"--output"_s, path(u"faster.netsmith"_s), u"--json"_s});
    QVERIFY2(result.code == 0, result.words());
    QJsonObject batch;
    double last = 1e300;
    for (const QJsonObject& line : result.lines())
        if (line[u"event"_s] == u"advice"_s) {
            QVERIFY(line[u"saves_s_per_epoch"_s].toDouble() <= last); // the most saved first
            last = line[u"saves_s_per_epoch"_s].toDouble();
            if (line[u"slowness"_s] == u"small_batch"_s)
                batch = line;
        }
    if (QStringLiteral(NETSMITH_TEST_DEVICE) == u"reference"_s)
        return; // which takes as long for each sample
    QVERIFY(!batch.isEmpty());
    QCOMPARE(batch[u"settings"_s].toArray().first().toString(), u"training.batch=32"_s);
    QFile file(path(u"faster.netsmith"_s));
    QVERIFY(file.open(QIODevice::ReadOnly));
    QVERIFY(QJsonDocument::fromJson(file.readAll())[u"training"_s][u"batch"_s].toInt() == 32);
}

void TestProfile::aConvolutionIsComparedWithOthers()
{
    netsmith::Project project = smallProject();
    netsmith::Node maps{.id = "maps", .layer = "conv2d", .version = 1, .title = {}, .parameters = {{"filters", std::int64_t{2}}}};
    project.graph.nodes.insert(project.graph.nodes.begin() + 1, maps);
    project.graph.edges.front() = {{"input", "output"}, {"maps", "input"}};
    project.graph.edges.push_back({{"maps", "output"}, {"flatten", "input"}});
    writeProject(path(u"maps.netsmith"_s), project);
    const QStringList arguments{u"maps.netsmith"_s, u"--device"_s, QStringLiteral(NETSMITH_TEST_DEVICE)};
    QMap<QString, double> parameters;
    for (const QJsonObject& line : profile(arguments + QStringList{u"--json"_s}).lines())
        if (line[u"event"_s] == u"connection"_s) {
            QCOMPARE(line[u"layer"_s].toString(), u"maps"_s);
            QVERIFY(line[u"ms"_s].toDouble() > 0.0 && line[u"flops"_s].toDouble() > 0.0);
            parameters[line[u"connection"_s].toString()] = line[u"parameters"_s].toDouble();
        }
    QCOMPARE(parameters, (QMap<QString, double>{{u"dense"_s, 785 * 1352}, {u"convolution"_s, 9 * 2 + 2}}));
    const CliResult told = profile(arguments);
    QVERIFY2(told.out.contains("would have 53100 times as many parameters") && told.out.contains("ms a batch"), told.words());
    QVERIFY(!profile(arguments + QStringList{u"--no-advice"_s}).out.contains("ms a batch"));
}

void TestProfile::theTraceNests()
{
    const CliResult result = profile({u"run"_s, u"--no-advice"_s, u"--trace"_s, path(u"trace.json"_s)});
    QVERIFY2(result.code == 0, result.words());
    QFile file(path(u"trace.json"_s));
    QVERIFY(file.open(QIODevice::ReadOnly));
    const QJsonArray events = QJsonDocument::fromJson(file.readAll())[u"traceEvents"_s].toArray();
    double step = 0.0, kernels = 0.0;
    QMap<int, double> ends;
    for (const QJsonValue& event : events) {
        const double start = event[u"ts"_s].toDouble(), length = event[u"dur"_s].toDouble();
        if (event[u"cat"_s] == u"step"_s)
            step = length;
        if (!event[u"args"_s][u"kernel"_s].isString())
            continue;
        QVERIFY(start >= ends.value(event[u"tid"_s].toInt()) - 1e-3 && start + length <= step + 1e-3);
        ends[event[u"tid"_s].toInt()] = start + length;
        kernels += length;
    }
    QCOMPARE(ends.size(), 4); // a track for each part
    QVERIFY(step > 0.0 && kernels <= step + 1e-3 && kernels > 0.2 * step);
    const CliResult nowhere = profile({u"run"_s, u"--trace"_s, path(u"none/trace.json"_s)});
    QVERIFY2(nowhere.code == 6 || nowhere.code == 1 || nowhere.code == 3, nowhere.words());
    QVERIFY2(nowhere.err.contains("none"), nowhere.words());
}

void TestProfile::mistakesAreSentences_data()
{
    QTest::addColumn<QStringList>("arguments");
    QTest::addColumn<int>("code");
    QTest::addColumn<QString>("words");
    QTest::newRow("no project") << QStringList{u"none.netsmith"_s} << 3 << u"none.netsmith"_s;
    QTest::newRow("a folder without a run") << QStringList{u"data"_s} << 3 << u"data"_s;
    QTest::newRow("weights of nothing") << QStringList{u"small.netsmith"_s, u"--weights"_s, u"data"_s} << 3 << u"data"_s;
}

void TestProfile::mistakesAreSentences()
{
    QFETCH(const QStringList, arguments);
    QFETCH(const QString, words);
    const CliResult result = profile(arguments);
    QFETCH(const int, code);
    QVERIFY2(result.ended && result.code == code, result.words());
    QVERIFY2(result.err.contains(words.toUtf8()), result.words());
}

NETSMITH_TEST(TestProfile)

} // namespace test_profile

#include "test_profile.moc"

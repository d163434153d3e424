#include "engine/graph/project/project.h"
#include "engine/input/arrays/npy.h"
#include "tests/engine/cli/cli_process.h"
#include "tests/engine/cli/fixture.h"
#include "tests/test_program.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QTemporaryDir>
#include <QtTest>

#include <csignal>
#include <set>

namespace test_recipes {

using namespace Qt::StringLiterals;
using namespace netsmith;
using namespace netsmith::test;

namespace {

/// Two adversaries as a person would write them: one discriminator gets pictures and the output of a generator in turn.
constexpr const char* adversaries = R"({
"netsmith": 2, "title": "adversaries",
"graph": {"nodes": [
  {"id": "real", "layer": "input", "parameters": {"shape": [28, 28, 1]}},
  {"id": "flat", "layer": "flatten"},
  {"id": "judge", "layer": "dense", "parameters": {"units": 8, "activation": "tanh"}},
  {"id": "verdict", "layer": "dense", "parameters": {"units": 1}},
  {"id": "noise", "layer": "random_normal", "parameters": {"shape": [6]}},
  {"id": "made", "layer": "dense", "parameters": {"units": 784, "activation": "sigmoid"}},
  {"id": "judge_made", "layer": "dense", "shares": "judge", "parameters": {"units": 8, "activation": "tanh"}},
  {"id": "verdict_made", "layer": "dense", "shares": "verdict", "parameters": {"units": 1}}],
"edges": [{"from": ["real", "output"], "to": ["flat", "input"]}, {"from": ["flat", "output"], "to": ["judge", "input"]},
  {"from": ["judge", "output"], "to": ["verdict", "input"]}, {"from": ["noise", "output"], "to": ["made", "input"]},
  {"from": ["made", "output"], "to": ["judge_made", "input"]}, {"from": ["judge_made", "output"], "to": ["verdict_made", "input"]}]},
"data": {"source": "mnist", "validation": "none"},
"training": {"epochs": 2, "batch": 16, "device": "reference",
  "objectives": [
    {"output": "verdict", "target_value": 0.9, "loss": {"id": "binary_crossentropy"}, "metrics": [], "groups": ["judges"]},
    {"output": "verdict_made", "target_value": 0, "loss": {"id": "binary_crossentropy"}, "metrics": [], "groups": ["judges"]},
    {"output": "verdict_made", "target_value": 1, "loss": {"id": "binary_crossentropy"}, "metrics": [], "groups": ["makers"]}],
  "groups": [
    {"name": "judges", "layers": ["judge", "verdict"]},
    {"name": "makers", "layers": ["made"], "optimizer": {"id": "sgd", "parameters": {"learning_rate": 0.5, "momentum": 0.9}},
     "schedule": {"id": "exponential", "parameters": {"decay_rate": 0.5}}}],
  "phases": [{"name": "judging", "groups": ["judges"], "steps": 2}, {"name": "making", "groups": ["makers"], "steps": 1}]}})";

/// A generator that is told the class it is to make.
constexpr const char* conditional = R"({
"netsmith": 2, "title": "conditional",
"graph": {"nodes": [
  {"id": "label", "layer": "input", "parameters": {"shape": [1], "field": "label"}},
  {"id": "table", "layer": "embedding", "parameters": {"input_dim": 10, "output_dim": 3}},
  {"id": "code", "layer": "flatten"},
  {"id": "noise", "layer": "random_normal", "parameters": {"shape": [6]}},
  {"id": "both", "layer": "concatenate"},
  {"id": "made", "layer": "dense", "parameters": {"units": 12, "activation": "sigmoid"}}],
"edges": [{"from": ["label", "output"], "to": ["table", "input"]}, {"from": ["table", "output"], "to": ["code", "input"]},
  {"from": ["noise", "output"], "to": ["both", "inputs"]}, {"from": ["code", "output"], "to": ["both", "inputs"]},
  {"from": ["both", "output"], "to": ["made", "input"]}]},
"data": {"source": "mnist", "validation": "none"},
"training": {"epochs": 1, "batch": 16, "device": "reference",
  "objectives": [{"output": "made", "target_value": 0.5, "loss": {"id": "mean_squared_error"}, "metrics": []}]}})";

} // namespace

/// Recipes through the program itself: checked, trained, interrupted and resumed, compared and queried.
class TestRecipes : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void isCheckedAndKept();
    void tellsPhasesAndRates();
    void goesOnWhereItWasInterrupted();
    void isVerified();
    void layersWriteWhatTheyMake();
    void eachClassIsMadeInTurn();
    void refusesWhatDoesNotBelongTogether_data();
    void refusesWhatDoesNotBelongTogether();

private:
    QString path(const QString& name) const { return m_folder.filePath(name); }
    std::vector<float> arrayIn(const QString& name, const Shape& shape) const
    {
        const data::NpyArray array = data::readNpyFile(path(name).toStdString());
        if (array.shape != shape)
            qFatal("%s", qPrintable(QString::fromStdString(array.shape.text())));
        std::vector<float> numbers;
        data::eachNumber(array, [&](std::int64_t, double number) { numbers.push_back(static_cast<float>(number)); });
        return numbers;
    }

    QTemporaryDir m_folder;
    std::unique_ptr<CliProcess> m_cli;
};

void TestRecipes::initTestCase()
{
    m_cli = std::make_unique<CliProcess>(m_folder.path());
    writeSmallMnist(m_folder.path(), 160, 20); // ten steps an epoch
    m_cli->setVariable(u"NETSMITH_DATA_DIR"_s, m_folder.path());
    writeBytes(path(u"gan.netsmith"_s), adversaries);
}

void TestRecipes::isCheckedAndKept()
{
    const CliResult checked = m_cli->run({u"check"_s, u"gan.netsmith"_s});
    QVERIFY2(checked.code == 0, checked.err + checked.out);
    // Each phase's own work: the generator's step goes back through both networks.
    QVERIFY2(checked.out.contains(" in judging, ") && checked.out.contains(" in making\n"), checked.out);
    const CliResult told = m_cli->run({u"check"_s, u"gan.netsmith"_s, u"--json"_s});
    const QJsonObject last = QJsonDocument::fromJson(told.out.trimmed().split('\n').last()).object();
    const QJsonObject flops = last[u"flops_by_phase"_s].toObject();
    const double judging = flops[u"judging"_s].toDouble(), making = flops[u"making"_s].toDouble();
    QVERIFY2(judging > 0.0 && making > 0.0 && judging != making, told.out);
    QCOMPARE(last[u"flops_training"_s].toDouble(), std::max(judging, making));
    const Project project = loadProject(path(u"gan.netsmith"_s).toStdString()).take();
    QVERIFY(projectFromJson(toJson(project)).take() == project);
    const CliResult trained = m_cli->run({u"train"_s, u"gan.netsmith"_s, u"--run-dir"_s, u"whole"_s});
    QVERIFY2(trained.code == 0, trained.err + trained.out);
}

void TestRecipes::tellsPhasesAndRates()
{
    const CliResult trained = m_cli->run({u"train"_s, u"gan.netsmith"_s, u"--run-dir"_s, u"told"_s, u"--json"_s});
    QVERIFY2(trained.code == 0, trained.err);
    QStringList phases;
    for (const QByteArray& line : trained.out.split('\n')) {
        const QJsonObject event = QJsonDocument::fromJson(line).object();
        if (event[u"event"_s] != u"step"_s)
            continue;
        phases << event[u"phase"_s].toString();
        QVERIFY(event[u"makers/lr"_s].toDouble() <= 0.5 && event[u"makers/lr"_s].toDouble() > 0.1);
    }
    QVERIFY(phases.contains(u"judging"_s) && phases.contains(u"making"_s));
    const QList<QByteArray> header = readBytes(path(u"told/metrics.csv"_s)).split('\n').front().split(',');
    QCOMPARE(header.mid(0, 7), (QList<QByteArray>{"kind", "epoch", "step", "lr", "judges/lr", "makers/lr", "loss"}));
    QCOMPARE(readBytes(path(u"told/metrics.csv"_s)), readBytes(path(u"whole/metrics.csv"_s)));
}

/// After each step of the first turns, by a signal: between the steps of a phase and between two phases.
void TestRecipes::goesOnWhereItWasInterrupted()
{
    for (const int steps : {1, 2, 3, 4, 13}) {
        const QString run = u"parts%1"_s.arg(steps);
        const CliResult begun =
            m_cli->run({u"train"_s, u"gan.netsmith"_s, u"--run-dir"_s, run, u"--steps"_s, QString::number(steps)});
        QVERIFY2(begun.code == 0, begun.err);
        const CliResult ended = m_cli->run({u"train"_s, u"gan.netsmith"_s, u"--resume"_s, run});
        QVERIFY2(ended.code == 0, ended.err);
        QCOMPARE(readBytes(path(run + u"/metrics.csv"_s)), readBytes(path(u"whole/metrics.csv"_s)));
        for (const char* file : {"weights.safetensors", "optimizer.safetensors", "state.json"}) {
            const QString last = u"/checkpoints/000020/"_s + QLatin1String(file);
            QVERIFY2(readBytes(path(run + last)) == readBytes(path(u"whole"_s + last)), file);
        }
    }
}

void TestRecipes::isVerified()
{
    const CliResult verified = m_cli->run({u"verify"_s, u"whole"_s});
    QVERIFY2(verified.code == 0, verified.err + verified.out);
}

void TestRecipes::layersWriteWhatTheyMake()
{
    const auto write = [&](const QStringList& more) {
        const CliResult written = m_cli->run(QStringList{u"predict"_s, u"whole"_s} + more);
        QVERIFY2(written.code == 0, written.err);
    };
    write({u"--layer"_s, u"made"_s, u"--count"_s, u"70"_s, u"--output"_s, u"made.npy"_s});
    write({u"--layer"_s, u"made"_s, u"--count"_s, u"3"_s, u"--output"_s, u"few.npy"_s});
    const std::vector<float> made = arrayIn(u"made.npy"_s, {70, 784}), few = arrayIn(u"few.npy"_s, {3, 784});
    QVERIFY(std::ranges::all_of(made, [](float number) { return number > 0.0f && number < 1.0f; }));
    QVERIFY(std::set(made.begin(), made.end()).size() > 10000); // each is another
    QVERIFY(std::equal(few.begin(), few.end(), made.begin()));
    write({u"--layer"_s, u"judge"_s, u"--index"_s, u"4"_s, u"--index"_s, u"0"_s, u"--output"_s, u"judged.npy"_s});
    write({u"--layer"_s, u"judge"_s, u"--index"_s, u"0"_s, u"--output"_s, u"first.npy"_s});
    const std::vector<float> judged = arrayIn(u"judged.npy"_s, {2, 8}), first = arrayIn(u"first.npy"_s, {1, 8});
    QVERIFY(std::equal(first.begin(), first.end(), judged.begin() + 8));
    QVERIFY(!std::equal(first.begin(), first.end(), judged.begin()));

    // The generated samples have no targets in the data.
    const CliResult asked = m_cli->run({u"predict"_s, u"whole"_s, u"--index"_s, u"0"_s});
    QVERIFY2(asked.code == 0 && asked.out.contains("verdict"), asked.err + asked.out);
}

void TestRecipes::eachClassIsMadeInTurn()
{
    writeBytes(path(u"conditional.netsmith"_s), conditional);
    const CliResult trained = m_cli->run({u"train"_s, u"conditional.netsmith"_s, u"--run-dir"_s, u"told-classes"_s});
    QVERIFY2(trained.code == 0, trained.err);
    const auto write = [&](const QString& layer) {
        const CliResult written = m_cli->run(
            {u"predict"_s, u"told-classes"_s, u"--layer"_s, layer, u"--count"_s, u"23"_s, u"--output"_s, layer + u".npy"_s});
        QVERIFY2(written.code == 0, written.err);
    };
    write(u"code"_s);
    write(u"made"_s);
    const std::vector<float> code = arrayIn(u"code.npy"_s, {23, 3}), made = arrayIn(u"made.npy"_s, {23, 12});
    QCOMPARE(std::set(code.begin(), code.end()).size(), std::size_t{30}); // of ten classes
    QVERIFY(std::equal(code.begin() + 30, code.begin() + 60, code.begin()));
    QVERIFY(std::equal(code.begin() + 60, code.end(), code.begin()));
    QVERIFY(std::set(made.begin(), made.end()).size() > 200); // the noise is another for each
}

void TestRecipes::refusesWhatDoesNotBelongTogether_data()
{
    QTest::addColumn<QStringList>("arguments");
    QTest::addColumn<QString>("words");
    QTest::newRow("only a layer") << QStringList{u"--layer"_s, u"made"_s, u"--count"_s, u"1"_s} << "belong together";
    QTest::newRow("a table") << QStringList{u"--layer"_s, u"made"_s, u"--count"_s, u"1"_s, u"--output"_s, u"x.csv"_s}
                             << "belong together";
    QTest::newRow("no layer") << QStringList{u"--index"_s, u"0"_s, u"--output"_s, u"x.npy"_s} << "belong together";
    QTest::newRow("samples as well") << QStringList{u"--layer"_s, u"made"_s, u"--count"_s,  u"1"_s,
                                                    u"--index"_s, u"0"_s,    u"--output"_s, u"x.npy"_s}
                                     << "no files or samples";
    QTest::newRow("unknown layer") << QStringList{u"--layer"_s, u"mode"_s, u"--count"_s, u"1"_s, u"--output"_s, u"x.npy"_s}
                                   << "no layer \"mode\" is computed";
}

void TestRecipes::refusesWhatDoesNotBelongTogether()
{
    QFETCH(QStringList, arguments);
    QFETCH(QString, words);
    const CliResult refused = m_cli->run(QStringList{u"predict"_s, u"whole"_s} + arguments);
    QVERIFY2(refused.code == 2 || refused.code == 3, qPrintable(QString::number(refused.code)));
    QVERIFY2(refused.err.contains(words.toUtf8()), refused.err);
    QVERIFY(!QFile::exists(path(u"x.npy"_s)));
}

NETSMITH_TEST(TestRecipes)

} // namespace test_recipes

#include "test_recipes.moc"

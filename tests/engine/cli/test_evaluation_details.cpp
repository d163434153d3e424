#include "tests/engine/cli/cli_process.h"
#include "tests/engine/cli/fixture.h"
#include "tests/test_program.h"

#include <QDir>
#include <QJsonArray>
#include <QTemporaryDir>
#include <QtTest>

namespace test_evaluation_details {

using namespace Qt::StringLiterals;
using namespace netsmith;
using namespace netsmith::test;

/// `evaluate --details` and `--output`: classes, confusions, mistakes and errors of a run, as text, events and tables.
class TestEvaluationDetails : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void countsAreThoseOfTheMetrics();
    void tablesAddUp();
    void trainingSamplesAreOthers();
    void numbersHaveErrors();
    void mistakesAreSentences_data();
    void mistakesAreSentences();

private:
    CliResult evaluate(const QStringList& arguments) { return m_cli->run(QStringList{u"evaluate"_s} + arguments); }
    QString path(const QString& name) const { return m_folder.filePath(name); }
    /// The cells of a CSV table without quotes, its header first.
    QList<QStringList> table(const QString& file) const
    {
        QList<QStringList> rows;
        for (const QByteArray& line : readBytes(path(file)).trimmed().split('\n'))
            rows << QString::fromUtf8(line).split(u',');
        return rows;
    }

    QTemporaryDir m_folder;
    std::unique_ptr<CliProcess> m_cli;
};

void TestEvaluationDetails::initTestCase()
{
    QVERIFY(m_folder.isValid());
    m_cli = std::make_unique<CliProcess>(m_folder.path());
    writeSmallMnist(path(u"data"_s), 200, 90);
    m_cli->setVariable(u"NETSMITH_DATA_DIR"_s, path(u"data"_s));
    Project project = smallProject();
    for (const char* metric : {"confusion_matrix", "precision", "recall"})
        project.training.objectives.front().metrics.push_back({metric, {}});
    project.training.batch = 64; // little training: some are still wrong
    writeProject(path(u"small.netsmith"_s), project);
    const CliResult trained = m_cli->run({u"train"_s, u"small.netsmith"_s, u"--epochs"_s, u"2"_s, u"--run-dir"_s, u"run"_s,
                                          u"--device"_s, QStringLiteral(NETSMITH_TEST_DEVICE)});
    QVERIFY2(trained.code == 0, trained.words());
}

/// The metrics are computed by the plan while it evaluates, the details from predictions one by one.
void TestEvaluationDetails::countsAreThoseOfTheMetrics()
{
    const CliResult result = evaluate({u"run"_s, u"--details"_s, u"--json"_s, u"--worst"_s, u"5"_s});
    QVERIFY2(result.code == 0, result.words());
    QJsonObject evaluation, all;
    QList<QJsonObject> classes, mistakes, confusions;
    for (const QJsonObject& line : result.lines()) {
        const QString event = line[u"event"_s].toString();
        if (event == u"evaluation"_s)
            evaluation = line;
        else if (event == u"classes"_s)
            all = line;
        else if (event == u"class"_s)
            classes << line;
        else if (event == u"mistake"_s)
            mistakes << line;
        else if (event == u"confusion"_s)
            confusions << line;
    }
    QVERIFY(evaluation[u"accuracy"_s].toDouble() < 1.0); // or nothing below would be tested
    QVERIFY(std::abs(all[u"accuracy"_s].toDouble() - evaluation[u"accuracy"_s].toDouble()) < 1e-9);
    QVERIFY(std::abs(all[u"precision"_s].toDouble() - evaluation[u"precision"_s].toDouble()) < 1e-6);
    QVERIFY(std::abs(all[u"recall"_s].toDouble() - evaluation[u"recall"_s].toDouble()) < 1e-6);
    QCOMPARE(all[u"samples"_s].toInt(), 90);
    const QJsonArray matrix = evaluation[u"confusion_matrix"_s].toArray();
    QCOMPARE(classes.size(), 10);
    for (int c = 0; c < 10; ++c) {
        int row = 0, column = 0;
        for (int other = 0; other < 10; ++other) {
            row += matrix[c][other].toInt();
            column += matrix[other][c].toInt();
        }
        QCOMPARE(classes[c][u"samples"_s].toInt(), row);
        QCOMPARE(classes[c][u"predicted"_s].toInt(), column);
        QCOMPARE(classes[c][u"right"_s].toInt(), matrix[c][c].toInt());
    }
    QVERIFY(!confusions.isEmpty() && confusions.size() <= 10);
    for (const QJsonObject& cell : confusions)
        QCOMPARE(cell[u"samples"_s].toInt(), matrix[cell[u"right"_s].toInt()][cell[u"predicted"_s].toInt()].toInt());
    QCOMPARE(mistakes.size(), 5);
    for (int i = 1; i < mistakes.size(); ++i)
        QVERIFY(mistakes[i][u"probability_of_right"_s].toDouble() >= mistakes[i - 1][u"probability_of_right"_s].toDouble());

    const CliResult text = evaluate({u"run"_s, u"--details"_s});
    for (const char* words : {"precision", "average precision", "most common confusions", "worst mistakes", "calibration error"})
        QVERIFY2(text.out.contains(words), text.out.constData());
    QVERIFY(!evaluate({u"run"_s}).out.contains("worst mistakes"));
}

void TestEvaluationDetails::tablesAddUp()
{
    const CliResult result = evaluate({u"run"_s, u"--output"_s, u"new/tables"_s});
    QVERIFY2(result.code == 0, result.words());
    QStringList files = QDir(path(u"new/tables"_s)).entryList(QDir::Files);
    files.sort();
    QCOMPARE(files.join(u' '), u"calibration.csv classes.csv confusion_matrix.csv precision_recall.csv predictions.csv roc.csv"_s);
    const QList<QStringList> predictions = table(u"new/tables/predictions.csv"_s);
    QCOMPARE(predictions.size(), 91);
    QMap<std::pair<QString, QString>, int> counts;
    for (const QStringList& row : predictions.mid(1))
        ++counts[{row[1], row[2]}];
    const QList<QStringList> matrix = table(u"new/tables/confusion_matrix.csv"_s);
    for (qsizetype truth = 1; truth < matrix.size(); ++truth)
        for (qsizetype predicted = 1; predicted < matrix[0].size(); ++predicted)
            QCOMPARE(matrix[truth][predicted].toInt(), counts.value({matrix[truth][0], matrix[0][predicted]}));
    int calibrated = 0;
    for (const QStringList& row : table(u"new/tables/calibration.csv"_s).mid(1))
        calibrated += row[2].toInt();
    QCOMPARE(calibrated, 90);
}

void TestEvaluationDetails::trainingSamplesAreOthers()
{
    const auto samplesOf = [&](const QStringList& arguments) {
        const CliResult result = evaluate(arguments + QStringList{u"--json"_s});
        for (const QJsonObject& line : result.lines())
            if (line[u"event"_s] == u"evaluation"_s)
                return line[u"part"_s].toString() + QString::number(line[u"samples"_s].toInt());
        return QString::fromUtf8(result.err);
    };
    QCOMPARE(samplesOf({u"run"_s}), u"validation90"_s);
    QCOMPARE(samplesOf({u"run"_s, u"--training"_s}), u"train200"_s);
}

void TestEvaluationDetails::numbersHaveErrors()
{
    QByteArray rows = "x,y\n";
    for (int i = 0; i < 60; ++i)
        rows += QByteArray::number(i) + "," + QByteArray::number(2 * i + i % 3) + "\n";
    writeBytes(path(u"numbers.csv"_s), rows);
    Project project = smallProject();
    project.graph.nodes.front().parameters["shape"] = std::vector<std::int64_t>{1};
    project.graph.nodes.front().parameters["field"] = std::string("features");
    std::erase_if(project.graph.nodes, [](const Node& node) { return node.layer == "flatten"; });
    project.graph.nodes.back().parameters["units"] = std::int64_t{1};
    project.graph.nodes.back().parameters["activation"] = std::string("none");
    project.graph.edges.clear();
    for (std::size_t i = 1; i < project.graph.nodes.size(); ++i)
        project.graph.edges.push_back(
            {{project.graph.nodes[i - 1].id, "output"}, {project.graph.nodes[i].id, "input"}, Json::object()});
    project.data.source = "csv";
    project.data.path = "numbers.csv";
    project.data.validation = "split";
    Objective& objective = project.training.objectives.front();
    objective.target = "target";
    objective.loss = {"mean_squared_error", {}};
    objective.metrics = {{"root_mean_squared_error", {}}};
    writeProject(path(u"line.netsmith"_s), project);
    const CliResult trained = m_cli->run({u"train"_s, u"line.netsmith"_s, u"--epochs"_s, u"3"_s, u"--run-dir"_s, u"line"_s,
                                          u"--device"_s, QStringLiteral(NETSMITH_TEST_DEVICE)});
    QVERIFY2(trained.code == 0, trained.words());
    const CliResult result = evaluate({u"line"_s, u"--details"_s, u"--json"_s, u"--output"_s, u"errors"_s});
    QVERIFY2(result.code == 0, result.words());
    double metric = -1.0, error = -2.0, largest = 0.0;
    for (const QJsonObject& line : result.lines()) {
        if (line[u"event"_s] == u"evaluation"_s)
            metric = line[u"root_mean_squared_error"_s].toDouble();
        if (line[u"event"_s] == u"errors"_s)
            error = line[u"root_mean_squared_error"_s].toDouble();
        if (line[u"event"_s] == u"mistake"_s)
            largest = std::max(largest, line[u"error"_s].toDouble());
    }
    QVERIFY2(std::abs(metric - error) < 1e-4 * metric, result.out.constData());
    QVERIFY(largest > metric);
    double squares = 0.0;
    const QList<QStringList> residuals = table(u"errors/residuals.csv"_s).mid(1);
    for (const QStringList& row : residuals) {
        QVERIFY(std::abs(row[4].toDouble() - (row[3].toDouble() - row[2].toDouble())) < 1e-4);
        squares += row[4].toDouble() * row[4].toDouble();
    }
    QVERIFY(std::abs(std::sqrt(squares / static_cast<double>(residuals.size())) - metric) < 1e-3 * metric);
}

void TestEvaluationDetails::mistakesAreSentences_data()
{
    QTest::addColumn<QStringList>("arguments");
    QTest::addColumn<int>("code");
    QTest::addColumn<QString>("words");
    QTest::newRow("files and the run's own") << QStringList{u"run"_s, u"data"_s, u"--training"_s} << 2 << u"--training"_s;
    QTest::newRow("a file is in the way") << QStringList{u"run"_s, u"--output"_s, u"small.netsmith"_s} << 4 << u"small.netsmith"_s;
    QTest::newRow("a negative number") << QStringList{u"run"_s, u"--worst"_s, u"-1"_s} << 2 << u"--worst"_s;
}

void TestEvaluationDetails::mistakesAreSentences()
{
    QFETCH(const QStringList, arguments);
    QFETCH(const QString, words);
    const CliResult result = evaluate(arguments);
    QFETCH(const int, code);
    QVERIFY2(result.ended && result.code == code, result.words());
    QVERIFY2(result.err.contains(words.toUtf8()), result.words());
}

NETSMITH_TEST(TestEvaluationDetails)

} // namespace test_evaluation_details

#include "test_evaluation_details.moc"

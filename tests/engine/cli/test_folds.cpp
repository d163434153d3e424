#include "engine/store/checkpoint.h"
#include "tests/engine/cli/cli_process.h"
#include "tests/engine/cli/fixture.h"
#include "tests/test_program.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QTemporaryDir>
#include <QtTest>

#include <cmath>
#include <csignal>
#include <map>
#include <set>

namespace test_folds {

using namespace Qt::StringLiterals;
using namespace netsmith;
using namespace netsmith::test;

namespace {

constexpr int samples = 203; // not a multiple of the folds

/// The last epoch's row of a run's table by name.
std::map<QByteArray, double> lastEpochOf(const QString& run)
{
    const QList<QByteArray> rows = readBytes(run + u"/metrics.csv"_s).trimmed().split('\n');
    const QList<QByteArray> names = rows.front().split(','), fields = rows.back().split(',');
    std::map<QByteArray, double> values;
    for (qsizetype i = 4; i < names.size(); ++i)
        values[names[i]] = fields[i].toDouble();
    return values;
}

} // namespace

/// Runs made from other runs: folds of a cross-validation, trainings with several rates and seeds, weights to start from.
class TestFolds : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void everySampleValidatesOnce();
    void theParentHasMeanAndDeviation();
    void theParentIsListed();
    void theCardTellsOfTheFolds();
    void goesOnWhereItWasInterrupted();
    void goesOnWithTheWeightsItBeganWith();
    void goesOnWithItsOwnProjectAlone_data();
    void goesOnWithItsOwnProjectAlone();
    void endsWhereNobodyReads();
    void saysWhichFoldDiverged();
    void drawsTheFoldsApart();
    void isNotVerifiedAsAWhole();
    void refusesWhatIsNone();
    void comparesRatesAndSeeds();
    void startsFromWeights();

private:
    QString path(const QString& name) const { return m_folder.filePath(name); }
    CliResult train(const QStringList& more) const { return m_cli->run(QStringList{u"train"_s, u"small.netsmith"_s} + more); }
    QList<QByteArray> foldOf(const QString& run, int fold) const
    {
        return readBytes(path(u"runs/%1/folds/%2.txt"_s.arg(run).arg(fold))).trimmed().split('\n');
    }
    QJsonObject recordOf(const QString& run) const
    {
        return QJsonDocument::fromJson(readBytes(path(u"runs/%1/run.json"_s.arg(run)))).object();
    }

    QTemporaryDir m_folder;
    std::unique_ptr<CliProcess> m_cli;
    QList<QJsonObject> m_lines;
};

void TestFolds::initTestCase()
{
    writeSmallMnist(path(u"data"_s), samples, 50);
    writeProject(path(u"small.netsmith"_s), smallProject());
    m_cli = std::make_unique<CliProcess>(m_folder.path());
    m_cli->setVariable(u"NETSMITH_DATA_DIR"_s, path(u"data"_s));
    const CliResult result = train({u"--folds"_s, u"4"_s, u"--run-dir"_s, u"runs/folds"_s, u"--json"_s});
    QVERIFY2(result.code == 0, result.words());
    m_lines = result.lines();
}

void TestFolds::everySampleValidatesOnce()
{
    const QByteArray labels = readBytes(path(u"data/mnist/train-labels-idx1-ubyte"_s)).sliced(8);
    QCOMPARE(labels.size(), samples);
    std::set<int> all;
    std::map<int, std::pair<int, int>> ofClass; // the least and the most that a fold has
    for (int fold = 1; fold <= 4; ++fold) {
        const QList<QByteArray> names = foldOf(u"folds"_s, fold);
        QVERIFY2(names.size() == 50 || names.size() == 51, qPrintable(QString::number(names.size())));
        std::map<int, int> counts;
        for (const QByteArray& name : names) {
            QVERIFY2(all.insert(name.toInt()).second, name);
            ++counts[labels[name.toInt()]];
        }
        for (int each = 0; each < 10; ++each) {
            auto& [least, most] = ofClass.try_emplace(each, counts[each], counts[each]).first->second;
            least = std::min(least, counts[each]);
            most = std::max(most, counts[each]);
        }
    }
    QCOMPARE(static_cast<int>(all.size()), samples);
    QCOMPARE(*all.begin(), 0);
    QCOMPARE(*all.rbegin(), samples - 1);
    for (const auto& [each, counts] : ofClass)
        QVERIFY(counts.second - counts.first <= 1);
    // What the training of a fold reports.
    const QJsonObject child = recordOf(u"folds/folds/1"_s)[u"data"_s].toObject();
    QCOMPARE(child[u"train_samples"_s].toInt() + child[u"validation_samples"_s].toInt(), samples);
}

void TestFolds::theParentHasMeanAndDeviation()
{
    std::map<QByteArray, std::vector<double>> values;
    for (int fold = 1; fold <= 4; ++fold)
        for (const auto& [name, value] : lastEpochOf(path(u"runs/folds/folds/%1"_s.arg(fold))))
            values[name].push_back(value);
    QVERIFY(values.contains("val_accuracy"));
    const QJsonObject summary = recordOf(u"folds"_s)[u"summary"_s].toObject();
    for (const auto& [name, each] : values) {
        QCOMPARE(each.size(), std::size_t{4});
        const double mean = (each[0] + each[1] + each[2] + each[3]) / 4.0;
        double squares = 0.0;
        for (const double value : each)
            squares += (value - mean) * (value - mean);
        const QLatin1StringView key(name);
        QVERIFY2(std::abs(summary[u"values"_s].toObject()[key].toDouble() - mean) < 1e-6, name);
        QVERIFY2(std::abs(summary[u"deviations"_s].toObject()[key].toDouble() - std::sqrt(squares / 3.0)) < 1e-6, name);
    }
    QCOMPARE(std::ranges::count(m_lines, u"fold"_s, [](const QJsonObject& line) { return line[u"event"_s].toString(); }), 4);
    QCOMPARE(m_lines.back()[u"event"_s].toString(), u"folds"_s);
    QCOMPARE(m_lines.back()[u"mean"_s].toObject(), summary[u"values"_s].toObject());
}

void TestFolds::theParentIsListed()
{
    const CliResult result = m_cli->run({u"runs"_s, u"small.netsmith"_s, u"--json"_s});
    QVERIFY2(result.code == 0, result.words());
    const QList<QJsonObject> lines = result.lines();
    const auto parent = std::ranges::find(lines, u"folds"_s, [](const QJsonObject& line) { return line[u"name"_s].toString(); });
    QVERIFY2(parent != lines.end(), result.words());
    QCOMPARE((*parent)[u"best_metric"_s].toString(), u"val_accuracy"_s);
    QCOMPARE((*parent)[u"best"_s].toDouble(),
             recordOf(u"folds"_s)[u"summary"_s].toObject()[u"values"_s].toObject()[u"val_accuracy"_s].toDouble());
    QCOMPARE((*parent)[u"folds"_s].toInt(), 4);
    QCOMPARE((*parent)[u"deviations"_s].toObject(), recordOf(u"folds"_s)[u"summary"_s].toObject()[u"deviations"_s].toObject());
    const CliResult evaluated = m_cli->run({u"evaluate"_s, u"runs/folds"_s});
    QVERIFY2(evaluated.code == 2 && evaluated.err.contains("cross-validation of 4 folds"), evaluated.words());
    QCOMPARE(m_cli->run({u"evaluate"_s, u"runs/folds/folds/2"_s}).code, 0);
}

void TestFolds::theCardTellsOfTheFolds()
{
    const CliResult result = m_cli->run({u"runs"_s, u"card"_s, u"runs/folds"_s, u"--format"_s, u"markdown"_s});
    QVERIFY2(result.code == 0, result.words());
    QVERIFY2(result.out.contains("| fold 3 of 4 | "), result.words());
    QVERIFY2(result.out.contains(" ± "), result.words());
}

/// Within each fold, and between folds: the folds and their summary are those of one that was never interrupted.
void TestFolds::goesOnWhereItWasInterrupted()
{
    const QStringList arguments{u"train"_s,     u"small.netsmith"_s, u"--folds"_s, u"4"_s,
                                u"--run-dir"_s, u"runs/again"_s,     u"--json"_s};
    CliResult result = m_cli->interrupt(arguments, SIGTERM, 8);
    int resumed = 0;
    for (; result.code == 143 && resumed < 20; ++resumed)
        result = m_cli->interrupt({u"train"_s, u"small.netsmith"_s, u"--resume"_s, u"runs/again"_s, u"--json"_s}, SIGTERM, 12);
    QVERIFY2(result.code == 0 && resumed > 0, result.words());
    for (int fold = 1; fold <= 4; ++fold) {
        QCOMPARE(foldOf(u"again"_s, fold), foldOf(u"folds"_s, fold));
        for (const char* file : {"metrics.csv", "checkpoints/000020/weights.safetensors"}) {
            const QString name = u"/folds/%1/%2"_s.arg(fold).arg(QLatin1StringView(file));
            QVERIFY2(!readBytes(path(u"runs/folds"_s + name)).isEmpty(), qPrintable(name));
            QVERIFY2(readBytes(path(u"runs/again"_s + name)) == readBytes(path(u"runs/folds"_s + name)), qPrintable(name));
        }
    }
    QCOMPARE(recordOf(u"again"_s)[u"summary"_s].toObject()[u"values"_s],
             recordOf(u"folds"_s)[u"summary"_s].toObject()[u"values"_s]);
}

/// Each fold starts from the same weights, whether it began before the interruption or after.
void TestFolds::goesOnWithTheWeightsItBeganWith()
{
    QVERIFY(train({u"--run-dir"_s, u"runs/origin"_s, u"--set"_s, u"training.seed=5"_s}).code == 0);
    const QByteArray origin = readBytes(path(u"runs/origin/checkpoints/000026/weights.safetensors"_s));
    QVERIFY(!origin.isEmpty());
    const CliResult stopped =
        m_cli->interrupt({u"train"_s, u"small.netsmith"_s, u"--folds"_s, u"3"_s, u"--weights"_s, u"runs/origin"_s, u"--run-dir"_s,
                          u"runs/tuned_folds"_s, u"--set"_s, u"training.keep_checkpoints=9"_s, u"--json"_s},
                         SIGTERM, 3);
    QVERIFY2(stopped.code == 143, stopped.words());
    QVERIFY(!QDir(path(u"runs/tuned_folds/folds/3"_s)).exists());
    const QString own = u"runs/tuned_folds/project.netsmith"_s;
    const CliResult result = m_cli->run({u"train"_s, own, u"--resume"_s, u"runs/tuned_folds"_s});
    QVERIFY2(result.code == 0, result.words());
    for (int fold = 1; fold <= 3; ++fold)
        QVERIFY2(readBytes(path(u"runs/tuned_folds/folds/%1/checkpoints/000000/weights.safetensors"_s.arg(fold))) == origin,
                 qPrintable(QString::number(fold)));
    const QJsonObject from = recordOf(u"tuned_folds"_s)[u"weights_from"_s].toObject();
    QVERIFY(from[u"run"_s].toString().endsWith(u"runs/origin"_s));
    QCOMPARE(from[u"step"_s].toInt(), 26);

    const CliResult nowhere = train({u"--folds"_s, u"3"_s, u"--weights"_s, u"runs/nowhere"_s, u"--run-dir"_s, u"runs/none"_s});
    QVERIFY2(nowhere.code == 3 && nowhere.err.contains("runs/nowhere"), nowhere.words());
    QVERIFY(!QDir(path(u"runs/none"_s)).exists(u"run.json"_s));
}

void TestFolds::goesOnWithItsOwnProjectAlone_data()
{
    QTest::addColumn<QStringList>("changed");
    QTest::addColumn<QString>("said");
    QTest::newRow("epochs") << QStringList{u"--epochs"_s, u"5"_s} << u"it differs in its number of epochs;"_s;
    QTest::newRow("batch") << QStringList{u"--set"_s, u"training.batch=8"_s} << u"it differs in its training settings ("_s;
    QTest::newRow("early stopping") << QStringList{u"--set"_s, u"early_stopping.patience=1"_s}
                                    << u"it differs in its early stopping;"_s;
    QTest::newRow("network") << QStringList{u"--set"_s, u"hidden.units=5"_s} << u"it differs in its network;"_s;
    QTest::newRow("data") << QStringList{u"--set"_s, u"data.divide=2"_s} << u"it differs in its data settings;"_s;
}

void TestFolds::goesOnWithItsOwnProjectAlone()
{
    QFETCH(QStringList, changed);
    QFETCH(QString, said);
    const QByteArray record = readBytes(path(u"runs/folds/run.json"_s));
    const CliResult result = train(QStringList{u"--resume"_s, u"runs/folds"_s} + changed);
    QVERIFY2(result.code == 3 && result.err.contains(said.toUtf8()) && result.err.contains("runs/folds/project.netsmith"),
             result.words());
    QVERIFY(readBytes(path(u"runs/folds/run.json"_s)) == record);
}

/// As in "netsmith-cli train … | head -1": it finishes what has begun, and ends.
void TestFolds::endsWhereNobodyReads()
{
    m_cli->setPrelude(u"exec > >(head -n 1)"_s);
    const CliResult result = train({u"--folds"_s, u"4"_s, u"--run-dir"_s, u"runs/unread"_s, u"--json"_s});
    m_cli->setPrelude({});
    QVERIFY2(result.code == 1 && result.err.contains("the program reading standard output has ended"), result.words());
    QCOMPARE(recordOf(u"unread"_s)[u"state"_s].toString(), u"stopped"_s);
    QVERIFY(!QDir(path(u"runs/unread/folds/4"_s)).exists());
}

/// The other folds are trained, and the mean is theirs. One weight is trained by gradient descent on the whole fold: each step
/// multiplies its error by −0.9 where one of the first two samples is trained on, and by −2.8 where both are.
void TestFolds::saysWhichFoldDiverged()
{
    writeBytes(path(u"steep.csv"_s), "x,y\n1,1\n1,1\n0,0\n0,0\n0,0\n0,0\n0,0\n0,0\n0,0\n");
    Project project;
    project.title = "steep";
    const auto node = [](const char* id, const char* layer, ParameterMap parameters) {
        return Node{.id = id, .layer = layer, .version = 1, .title = {}, .parameters = std::move(parameters)};
    };
    project.graph.nodes = {node("in", "input", {{"shape", std::vector<std::int64_t>{1}}, {"field", "features"}}),
                           node("out", "dense", {{"units", std::int64_t{1}}, {"use_bias", false}})};
    project.graph.edges = {{{"in", "output"}, {"out", "input"}}};
    project.data.source = "csv";
    project.data.path = "steep.csv";
    project.data.validation = "none";
    project.data.parameters = {{"target", "y"}, {"standardise", false}};
    Objective& objective = project.training.objectives[0];
    objective.target = "target";
    objective.loss = {"mean_squared_error", {}};
    objective.metrics = {{"mean_absolute_error", {}}};
    project.training.device = "cpu";
    project.training.optimizer = {"sgd", {{"learning_rate", 5.7}}};
    project.training.batch = 6;
    project.training.epochs = 120;
    writeProject(path(u"steep.netsmith"_s), project);
    const CliResult result =
        m_cli->run({u"train"_s, u"steep.netsmith"_s, u"--folds"_s, u"3"_s, u"--run-dir"_s, u"runs/steep"_s, u"--json"_s});
    if (result.err.contains("the backend \"cpu\" is not installed"))
        QSKIP("the processor's module is not built");
    int both = 0; // the fold that validates on neither
    for (int fold = 1; fold <= 3; ++fold) {
        const QList<QByteArray> validated = foldOf(u"steep"_s, fold);
        if (!validated.contains("0") && !validated.contains("1"))
            both = fold;
    }
    QVERIFY2(both > 0, "another seed is to be chosen");
    QVERIFY2(result.code == 5, result.words());
    const QByteArray said = "1 of 3 folds diverged and the mean is that of the others (fold " + QByteArray::number(both) + ": ";
    QVERIFY2(result.err.contains(said), result.words());
    const QJsonObject record = recordOf(u"steep"_s);
    QCOMPARE(record[u"state"_s].toString(), u"diverged"_s);
    QVERIFY(record[u"error"_s].toString().startsWith(QString::fromUtf8(said)));
    QList<double> errors;
    for (const QJsonObject& line : result.lines())
        if (line[u"event"_s] == u"fold"_s) {
            QCOMPARE(line.contains(u"diverged"_s), line[u"fold"_s].toInt() == both);
            if (!line.contains(u"diverged"_s))
                errors += line[u"values"_s][u"val_mean_absolute_error"_s].toDouble();
        }
    QCOMPARE(errors.size(), 2);
    const QJsonObject summary = record[u"summary"_s].toObject();
    QCOMPARE(summary[u"values"_s][u"val_mean_absolute_error"_s].toDouble(), (errors[0] + errors[1]) / 2.0);
    QVERIFY(summary[u"deviations"_s].toObject().contains(u"val_mean_absolute_error"_s));

    // It is finished: resuming says the same and trains nothing.
    const CliResult again = m_cli->run({u"train"_s, u"runs/steep/project.netsmith"_s, u"--resume"_s, u"runs/steep"_s, u"--json"_s});
    QVERIFY2(again.code == 5 && again.err.contains(said) && again.event(u"start"_s).isEmpty(), again.words());
    QCOMPARE(recordOf(u"steep"_s)[u"summary"_s].toObject(), summary);
}

void TestFolds::drawsTheFoldsApart()
{
    const CliResult result = train({u"--folds"_s, u"2"_s, u"--run-dir"_s, u"runs/drawn"_s, u"--tensorboard"_s, u"board"_s});
    QVERIFY2(result.code == 0, result.words());
    const auto files = [this](const QString& folder) { return QDir(path(folder)).entryList(QDir::Files); };
    for (const char* fold : {"fold_1", "fold_2"})
        for (const char* part : {"train", "validation"}) {
            const QString folder = u"board/%1/%2"_s.arg(QLatin1StringView(fold), QLatin1StringView(part));
            QVERIFY2(files(folder).size() == 1, qPrintable(folder));
        }
    QCOMPARE(QDir(path(u"board"_s)).entryList(QDir::Dirs | QDir::Files | QDir::NoDotAndDotDot),
             (QStringList{u"fold_1"_s, u"fold_2"_s}));
    const CliResult exported =
        m_cli->run({u"runs"_s, u"export"_s, u"runs/drawn"_s, u"--tensorboard"_s, u"exported"_s, u"--json"_s});
    QVERIFY2(exported.code == 0, exported.words());
    QCOMPARE(exported.lines().front()[u"files"_s].toArray().size(), 4);
    for (const char* fold : {"fold_1", "fold_2"})
        QCOMPARE(files(u"exported/%1/validation"_s.arg(QLatin1StringView(fold))).size(), 1);
}

void TestFolds::isNotVerifiedAsAWhole()
{
    const CliResult result = m_cli->run({u"verify"_s, u"runs/folds"_s});
    QVERIFY2(result.code == 2 && result.err.contains("cross-validation of 4 folds") && result.err.contains("runs/folds/folds/1"),
             result.words());
}

void TestFolds::refusesWhatIsNone()
{
    CliResult result = train({u"--folds"_s, u"1"_s});
    QVERIFY2(result.code == 2 && result.err.contains("whole number from 2"), result.words());
    result = train({u"--folds"_s, u"300"_s, u"--run-dir"_s, u"runs/many"_s});
    QVERIFY2(result.code == 2 && result.err.contains("300 folds") && result.err.contains("203 training samples"), result.words());
    QVERIFY(!QDir(path(u"runs/many"_s)).exists(u"run.json"_s));
}

void TestFolds::comparesRatesAndSeeds()
{
    const CliResult result = m_cli->run({u"compare"_s, u"small.netsmith"_s, u"--learning-rate"_s, u"0.001,0.02"_s, u"--seeds"_s,
                                         u"1,5"_s, u"--epochs"_s, u"1"_s, u"--json"_s});
    QVERIFY2(result.code == 0, result.words());
    QStringList names;
    for (const QJsonObject& line : result.lines())
        if (line[u"event"_s] == u"variant"_s) {
            names += line[u"name"_s].toString();
            const QJsonObject project =
                QJsonDocument::fromJson(readBytes(line[u"run"_s].toString() + u"/project.netsmith"_s)).object();
            const QJsonObject training = project[u"training"_s].toObject();
            const double rate = training[u"optimizer"_s].toObject()[u"parameters"_s].toObject()[u"learning_rate"_s].toDouble();
            QCOMPARE(names.back(), u"lr %1, seed %2"_s.arg(rate).arg(training[u"seed"_s].toInt()));
        }
    QCOMPARE(names, (QStringList{u"lr 0.001, seed 1"_s, u"lr 0.001, seed 5"_s, u"lr 0.02, seed 1"_s, u"lr 0.02, seed 5"_s}));
    const CliResult refused = m_cli->run({u"compare"_s, u"small.netsmith"_s, u"--learning-rate"_s, u"0.1,0"_s});
    QVERIFY2(refused.code == 2 && refused.err.contains("\"0\" is not a learning rate: type numbers above 0"), refused.words());
}

void TestFolds::startsFromWeights()
{
    QVERIFY(train({u"--run-dir"_s, u"runs/first"_s}).code == 0);
    const QStringList other{u"--weights"_s, u"runs/first"_s, u"--run-dir"_s, u"runs/tuned"_s, u"--set"_s, u"optimizer=sgd"_s};
    CliResult result = train(other + QStringList{u"--epochs"_s, u"1"_s, u"--set"_s, u"training.keep_checkpoints=9"_s});
    QVERIFY2(result.code == 0, result.words());
    const QString last = path(u"runs/first/checkpoints/000026/weights.safetensors"_s);
    QVERIFY(!readBytes(last).isEmpty());
    QVERIFY(readBytes(path(u"runs/tuned/checkpoints/000000/weights.safetensors"_s)) == readBytes(last));
    QVERIFY(readBytes(path(u"runs/tuned/checkpoints/000013/weights.safetensors"_s)) != readBytes(last));
    const auto origin = [this] { return recordOf(u"tuned"_s)[u"weights_from"_s].toObject(); };
    QVERIFY(origin()[u"run"_s].toString().endsWith(u"runs/first"_s));
    QCOMPARE(origin()[u"step"_s].toInt(), 26);
    result = m_cli->run({u"train"_s, u"runs/tuned/project.netsmith"_s, u"--resume"_s, u"runs/tuned"_s, u"--epochs"_s, u"2"_s});
    QVERIFY2(result.code == 0, result.words());
    QCOMPARE(origin()[u"step"_s].toInt(), 26);
    result = m_cli->run({u"verify"_s, u"runs/tuned"_s});
    QVERIFY2(result.code == 0, result.words());

    // A moving average begins as the weights are, and what a run was judged by goes on where none is kept.
    const QString averaging = u"training.ema_momentum=0.9"_s;
    result = train({u"--weights"_s, u"runs/first"_s, u"--run-dir"_s, u"runs/averaged"_s, u"--set"_s, averaging, u"--epochs"_s,
                    u"1"_s, u"--set"_s, u"training.keep_checkpoints=9"_s});
    QVERIFY2(result.code == 0, result.words());
    result = train({u"--weights"_s, u"runs/averaged"_s, u"--run-dir"_s, u"runs/plain"_s, u"--epochs"_s, u"1"_s, u"--set"_s,
                    u"training.keep_checkpoints=9"_s});
    QVERIFY2(result.code == 0, result.words());
    const auto arrayOf = [this](const QString& checkpoint, std::string_view name) {
        const Checkpoint read = readCheckpoint(path(checkpoint).toStdString()).take();
        const TensorView* array = read.weights.find(name);
        return array ? QByteArray(reinterpret_cast<const char*>(array->bytes.data()), std::ssize(array->bytes)) : QByteArray();
    };
    const QByteArray trained = arrayOf(u"runs/first/checkpoints/000026"_s, "hidden.kernel");
    QVERIFY(!trained.isEmpty());
    for (const char* name : {"hidden.kernel", "hidden.kernel/average"})
        QVERIFY(arrayOf(u"runs/averaged/checkpoints/000000"_s, name) == trained);
    const QByteArray averaged = arrayOf(u"runs/averaged/checkpoints/000013"_s, "hidden.kernel/average");
    QVERIFY(averaged != trained && averaged != arrayOf(u"runs/averaged/checkpoints/000013"_s, "hidden.kernel"));
    QVERIFY(arrayOf(u"runs/plain/checkpoints/000000"_s, "hidden.kernel") == averaged);

    // A file of weights that was made elsewhere, or taken out of a run.
    QVERIFY(QFile::copy(last, path(u"mine.safetensors"_s)));
    result = train({u"--weights"_s, u"mine.safetensors"_s, u"--run-dir"_s, u"runs/mine"_s, u"--epochs"_s, u"1"_s, u"--set"_s,
                    u"training.keep_checkpoints=9"_s});
    QVERIFY2(result.code == 0, result.words());
    QVERIFY(readBytes(path(u"runs/mine/checkpoints/000000/weights.safetensors"_s)) == readBytes(last));
    QVERIFY(recordOf(u"mine"_s)[u"weights_from"_s].toObject()[u"run"_s].toString().endsWith(u"/mine.safetensors"_s));
    result = m_cli->run({u"verify"_s, u"runs/mine"_s});
    QVERIFY2(result.code == 0, result.words());
    writeBytes(path(u"none.safetensors"_s), "x,y\n1,2\n");
    result = train({u"--weights"_s, u"none.safetensors"_s, u"--run-dir"_s, u"runs/of_no_weights"_s});
    QVERIFY2(result.code == 3 && result.err.contains("none.safetensors"), result.words());
    QVERIFY(!QDir(path(u"runs/of_no_weights"_s)).exists());

    result = train({u"--weights"_s, u"runs/first"_s, u"--set"_s, u"hidden.units=24"_s, u"--run-dir"_s, u"runs/wider"_s});
    QVERIFY2(result.code == 3 && result.err.contains("do not fit this network") && result.err.contains("hidden"), result.words());
    QVERIFY(!QDir(path(u"runs/wider"_s)).exists());
}

NETSMITH_TEST(TestFolds)

} // namespace test_folds

#include "test_folds.moc"

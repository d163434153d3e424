#include "tests/engine/cli/own_data.h"
#include "tests/test_program.h"

#include <QJsonArray>

#include <cmath>
#include <functional>

namespace test_own_numbers {

using namespace Qt::StringLiterals;
using namespace netsmith;
using namespace netsmith::test;

namespace {

/// One row of two features and their target, in any units.
double number(int row, int feature)
{
    return 2.0 * noise(row * 2 + feature) - 1.0;
}

double price(int row)
{
    return 25000.0 + 3000.0 * number(row, 0) - 1000.0 * number(row, 1);
}

Project regression(std::int64_t outputs)
{
    Project out = project("features", {2});
    out.graph.nodes.back().parameters = {{"units", outputs}};
    out.data.source = "csv";
    out.data.path = "train.csv";
    out.data.validation = "test";
    out.data.parameters = {{"test_file", std::string("test.csv")}, {"standardise", false}, {"standardise_target", true}};
    Objective& objective = out.training.objectives[0];
    objective.target = "target";
    objective.loss = {"mean_squared_error", {}};
    objective.metrics = {{"mean_absolute_error", {}}, {"r2_score", {}}};
    out.training.optimizer = {"adam", {{"learning_rate", 0.05}}};
    out.training.epochs = 40;
    return out;
}

QByteArray tableOf(int first, int last, const std::string& names, const std::function<QByteArray(int)>& targets)
{
    QByteArray table = QByteArray::fromStdString("a,b," + names + '\n');
    for (int row = first; row < last; ++row)
        table += QByteArray::number(number(row, 0), 'g', 9) + ',' + QByteArray::number(number(row, 1), 'g', 9) + ',' + targets(row)
            + '\n';
    return table;
}

} // namespace

/// A person's own numbers as targets: predicted in the units that they have in the table.
class TestOwnNumbers : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init() { m_folder = std::make_unique<OwnFolder>(); }
    void learnsNumbersInTheirOwnUnits();
    void scalesEachColumnByItself();
    void saysWhatPersistenceReaches();

private:
    void write(const Project& written) const { m_folder->write(written); }
    QString path(const QString& name) const { return m_folder->path(name); }
    CliResult cli(const QStringList& arguments) const { return m_folder->cli(arguments); }
    QJsonObject train(const QString& run, const QStringList& more = {}) const { return m_folder->train(run, more); }

    std::unique_ptr<OwnFolder> m_folder;
};

void TestOwnNumbers::learnsNumbersInTheirOwnUnits()
{
    const auto own = [](int row) { return QByteArray::number(price(row), 'g', 9); };
    writeBytes(path(u"train.csv"_s), tableOf(0, 80, "price", own));
    writeBytes(path(u"test.csv"_s), tableOf(80, 100, "price", own));
    write(regression(1));
    const QJsonObject done = train(u"run"_s);
    const double error = done[u"val_mean_absolute_error"].toDouble();
    QVERIFY2(error > 0.0 && error < 100.0 && done[u"val_r2_score"].toDouble() > 0.99, QJsonDocument(done).toJson().constData());
    const QJsonObject evaluated = cli({u"evaluate"_s, u"run"_s}).event(u"evaluation"_s);
    QCOMPARE(evaluated[u"mean_absolute_error"], done[u"val_mean_absolute_error"]);
    // Predictions are prices, with the error that the metric reports.
    double far = 0.0;
    for (int i = 0; i < 20; ++i) {
        const QJsonObject told = cli({u"predict"_s, u"run"_s, u"--index"_s, QString::number(i)}).event(u"prediction"_s);
        const QJsonArray values = told[u"values"].toArray();
        QCOMPARE(values.size(), 1);
        QVERIFY(std::abs(told[u"truth"][0].toDouble() - price(80 + i)) <= 0.01);
        far += std::abs(values[0].toDouble() - price(80 + i)) / 20.0;
    }
    QVERIFY2(std::abs(far - error) <= 1e-5 * 25000.0, qPrintable(u"%1 and %2"_s.arg(far).arg(error)));

    // The same as with the column standardised by hand.
    double mean = 0.0, square = 0.0;
    for (int row = 0; row < 80; ++row)
        mean += price(row) / 80.0;
    for (int row = 0; row < 80; ++row)
        square += (price(row) - mean) * (price(row) - mean) / 80.0;
    const double deviation = std::sqrt(square);
    const auto byHand = [&](int row) { return QByteArray::number((price(row) - mean) / deviation, 'g', 12); };
    writeBytes(path(u"train.csv"_s), tableOf(0, 80, "price", byHand));
    writeBytes(path(u"test.csv"_s), tableOf(80, 100, "price", byHand));
    const QStringList early{u"--epochs"_s, u"3"_s};
    const QJsonObject hand = train(u"hand"_s, early + QStringList{u"--set"_s, u"data.source.standardise_target=false"_s});
    writeBytes(path(u"train.csv"_s), tableOf(0, 80, "price", own));
    writeBytes(path(u"test.csv"_s), tableOf(80, 100, "price", own));
    const QJsonObject itself = train(u"itself"_s, early);
    const auto near = [&](const char* name, double factor) {
        const double a = hand[QLatin1String(name)].toDouble() * factor, b = itself[QLatin1String(name)].toDouble();
        return b > 0.0 && std::abs(a - b) <= 2e-6 * b;
    };
    const QByteArray figures = QJsonDocument(hand).toJson() + QJsonDocument(itself).toJson();
    QVERIFY2(near("loss", 1.0) && near("val_loss", 1.0), figures.constData());
    QVERIFY2(near("mean_absolute_error", deviation) && near("val_mean_absolute_error", deviation), figures.constData());

    // A resumed run keeps the mean and deviation of the numbers, bit for bit.
    train(u"half"_s, {u"--epochs"_s, u"20"_s});
    QCOMPARE(cli({u"train"_s, u"own.netsmith"_s, u"--resume"_s, u"half"_s, u"--epochs"_s, u"40"_s}).event(u"done"_s)[u"val_loss"],
             done[u"val_loss"]);
}

void TestOwnNumbers::scalesEachColumnByItself()
{
    const auto both = [](int row) {
        return QByteArray::number(price(row), 'g', 9) + ',' + QByteArray::number(1e-3 * number(row, 1), 'g', 9);
    };
    writeBytes(path(u"train.csv"_s), tableOf(0, 80, "price,weight", both));
    writeBytes(path(u"test.csv"_s), tableOf(80, 100, "price,weight", both));
    Project two = regression(2);
    two.data.parameters["target"] = std::string("price,weight");
    write(two);
    train(u"run"_s);
    for (int i = 0; i < 5; ++i) {
        const QJsonArray values =
            cli({u"predict"_s, u"run"_s, u"--index"_s, QString::number(i)}).event(u"prediction"_s)[u"values"].toArray();
        QCOMPARE(values.size(), 2);
        QVERIFY(std::abs(values[0].toDouble() - price(80 + i)) < 300.0);
        QVERIFY(std::abs(values[1].toDouble() - 1e-3 * number(80 + i, 1)) < 1e-4);
    }
}

void TestOwnNumbers::saysWhatPersistenceReaches()
{
    constexpr int rows = 100, window = 5, horizon = 3, step = 2, split = 80;
    const auto load = [](int row) { return std::round(1000.0 * noise(row)) / 8.0; };
    QByteArray table = "load\n";
    for (int row = 0; row < rows; ++row)
        table += QByteArray::number(load(row)) + '\n';
    writeBytes(path(u"series.csv"_s), table);
    Project series = project("series", {window, 1});
    series.graph.nodes.back().parameters = {{"units", std::int64_t{horizon}}};
    series.data.source = "series";
    series.data.path = "series.csv";
    series.data.validation = "test";
    series.data.parameters = {{"window", std::int64_t{window}},
                              {"horizon", std::int64_t{horizon}},
                              {"step", std::int64_t{step}},
                              {"standardise_target", true}};
    series.training.objectives[0].target = "target";
    series.training.objectives[0].loss = {"mean_squared_error", {}};
    series.training.objectives[0].metrics = {{"mean_absolute_error", {}}};
    write(series);
    const QJsonObject done = train(u"run"_s);
    const CliResult evaluated = cli({u"evaluate"_s, u"run"_s});
    double absolute = 0.0, squared = 0.0;
    int count = 0;
    for (int begin = split; begin + window + horizon <= rows; begin += step)
        for (int i = 0; i < horizon; ++i, ++count) {
            const double far = load(begin + window + i) - load(begin + window - 1);
            absolute += std::abs(far);
            squared += far * far;
        }
    const QJsonObject persistence = evaluated.event(u"evaluation"_s)[u"persistence"].toObject();
    QVERIFY(count > 20);
    QCOMPARE(done[u"persistence"].toObject(), persistence); // said at the end of the training too
    QCOMPARE(persistence[u"mean_absolute_error"].toDouble(), absolute / count);
    QCOMPARE(persistence[u"root_mean_squared_error"].toDouble(), std::sqrt(squared / count));
    QCOMPARE(evaluated.event(u"evaluation"_s)[u"mean_absolute_error"], done[u"val_mean_absolute_error"]);
    for (const QStringList& told :
         {QStringList{u"evaluate"_s, u"run"_s}, QStringList{u"train"_s, u"own.netsmith"_s, u"--run-dir"_s, u"told"_s}}) {
        const QByteArray said = m_folder->program().run(told).out;
        QVERIFY2(said.contains("a forecast that repeats the last known value would reach a mean absolute error of "),
                 said.constData());
    }
    const CliResult compared = cli({u"compare"_s, u"own.netsmith"_s, u"--seeds"_s, u"1,2"_s, u"--epochs"_s, u"1"_s});
    QCOMPARE(compared.event(u"comparison"_s)[u"persistence"].toObject(), persistence);
    // A file of the validation rows is evaluated the same way, window by window.
    QByteArray later = "load\n";
    for (int row = split; row < rows; ++row)
        later += QByteArray::number(load(row)) + '\n';
    writeBytes(path(u"later.csv"_s), later);
    double windows = 0.0;
    int told = 0;
    for (int begin = split; begin + window + horizon <= rows; ++begin)
        for (int i = 0; i < horizon; ++i, ++told)
            windows += std::abs(load(begin + window + i) - load(begin + window - 1));
    const QJsonObject given = cli({u"evaluate"_s, u"run"_s, u"later.csv"_s}).event(u"evaluation"_s);
    QCOMPARE(given[u"samples"].toInt(), told / horizon);
    QCOMPARE(given[u"persistence"][u"mean_absolute_error"].toDouble(), windows / told);
}

NETSMITH_TEST(TestOwnNumbers)

} // namespace test_own_numbers

#include "test_own_numbers.moc"

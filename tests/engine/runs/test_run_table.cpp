#include "engine/runs/table/run_filter.h"
#include "engine/runs/table/run_groups.h"
#include "engine/runs/table/run_names.h"
#include "engine/runs/table/table_text.h"
#include "tests/engine/train/tiny_training.h"
#include "tests/test_program.h"

#include <QtTest>

#include <cmath>
#include <functional>
#include <set>

namespace test_run_table {

using namespace netsmith;
using namespace netsmith::runs;
using namespace netsmith::test;

namespace {

RunSummary made(const std::string& name, std::int64_t seed, double accuracy, const std::string& precision = "fp32")
{
    RunSummary run;
    run.folder = "/runs/" + name;
    run.readable = true;
    run.state = RunState::done;
    run.project = "net";
    run.graphHash = "a";
    run.settingsHash = "b";
    run.dataSource = "mnist";
    run.device = "cpu";
    run.precision = precision;
    run.seed = seed;
    run.batch = 32;
    run.epochs = 2;
    run.started = "2026-01-0" + std::to_string(seed) + "T00:00:00Z";
    run.seconds = 10.0 * static_cast<double>(seed);
    run.judgedBy = "val_accuracy";
    run.bestEpoch = 1;
    run.bestValues = {{"loss", 1.0 - accuracy}, {"val_accuracy", accuracy}};
    run.values = {{"loss", 2.0}, {"val_accuracy", accuracy - 0.1}};
    return run;
}

std::vector<RunSummary> some()
{
    std::vector<RunSummary> runs{made("a", 1, 0.9), made("b", 2, 0.7), made("c", 3, 0.8, "bf16")};
    runs[0].label.tags = {"wide", "night shift"};
    runs[1].label.tags = {"wider"};
    runs[2].label.name = "named";
    RunSummary broken;
    broken.folder = "/runs/broken";
    broken.problem = Message(NS_MESSAGE("test.broken", "it is broken"));
    runs.push_back(broken);
    return runs;
}

QStringList names(const std::vector<RunSummary>& runs)
{
    QStringList out;
    for (const RunSummary& run : runs)
        out += QString::fromStdString(run.name());
    return out;
}

RunSettings settings(const char* optimizer, const char* rate, const char* shuffle = "true")
{
    return RunSettings(RunSettings::Values{
        {"training.optimizer", optimizer}, {"training.optimizer.learning_rate", rate}, {"data.shuffle", shuffle}});
}

/// Two rates with two seeds each, numbered, and one that can't be read.
std::vector<RunSummary> swept()
{
    std::vector<RunSummary> runs{made("a", 1, 0.963), made("b", 2, 0.95), made("c", 1, 0.97), made("d", 2, 0.9)};
    for (std::size_t i = 0; i < runs.size(); ++i) {
        runs[i].number = static_cast<std::int64_t>(i) + 7;
        runs[i].folder = "/runs/20260101-00000" + std::to_string(i) + "-net";
        runs[i].settings = settings("adam", i < 2 ? "0.001" : "0.003");
    }
    RunSummary broken;
    broken.folder = "/runs/broken";
    runs.push_back(broken);
    return runs;
}

QStringList names(const RunGroup& group)
{
    QStringList out;
    for (const RunSummary* run : group.runs)
        out += QString::fromStdString(run->name());
    return out;
}

} // namespace

/// The operations of a table of runs, on plain values.
class TestRunTable : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void columnsHaveTheirOwnNames();
    void sorts_data();
    void sorts();
    void filters_data();
    void filters();
    void filtersRefuse_data();
    void filtersRefuse();
    void settingsThatDifferHaveColumns();
    void settingsAreCalledAsThePanelsDo_data();
    void settingsAreCalledAsThePanelsDo();
    void namesTellWhatDiffers();
    void namesTellWhatMattersMost();
    void groupsByEverythingButTheSeed();
    void groupsKeepApart();
    void spreadsAreRight();
    void writesCsv();
    void writesMarkdown();
};

void TestRunTable::columnsHaveTheirOwnNames()
{
    std::set<std::string> ids;
    for (const RunColumn& column : runColumns()) {
        QVERIFY2(ids.insert(column.id).second, column.id.c_str());
        QVERIFY(!column.title.empty() && column.value);
        for (const RunSummary& run : some()) { // a numeric column holds numbers, and an unreadable run has only its folder
            const Cell cell = column.value(run);
            QVERIFY2(!(column.number ? std::holds_alternative<std::string>(cell) : std::holds_alternative<double>(cell)),
                     column.id.c_str());
        }
    }
    const auto runs = some();
    for (const RunColumn& column : metricColumns(runs))
        QVERIFY2(ids.insert(column.id).second, column.id.c_str());
    QVERIFY(ids.contains("val_accuracy") && ids.contains("best.val_accuracy"));
    QCOMPARE(std::get<double>(columnNamed("best.val_accuracy", runs).value(runs[0])), 0.9);
    QCOMPARE(std::get<double>(columnNamed("val_accuracy", runs).value(runs[0])), 0.8);
    QCOMPARE(std::get<double>(columnNamed("best", runs).value(runs[0])), 0.9);
    QCOMPARE(std::get<std::string>(columnNamed("error", runs).value(runs[3])), std::string("it is broken"));
    const Error error = errorOf([&] { (void)columnNamed("secnds", runs); });
    QVERIFY(error.kind() == ErrorKind::usage && mentions(error, "\"seconds\""));
}

void TestRunTable::sorts_data()
{
    QTest::addColumn<QString>("column");
    QTest::addColumn<bool>("descending");
    QTest::addColumn<QStringList>("order");
    QTest::newRow("numbers") << "best" << false << QStringList{"b", "named", "a", "broken"};
    QTest::newRow("numbers, the largest first") << "best" << true << QStringList{"a", "named", "b", "broken"};
    QTest::newRow("words") << "precision" << false << QStringList{"named", "a", "b", "broken"};
    QTest::newRow("equal ones keep their order") << "batch" << true << QStringList{"a", "b", "named", "broken"};
    QTest::newRow("a metric") << "val_accuracy" << false << QStringList{"b", "named", "a", "broken"};
    QTest::newRow("time") << "started" << true << QStringList{"named", "b", "a", "broken"};
}

void TestRunTable::sorts()
{
    QFETCH(QString, column);
    QFETCH(bool, descending);
    QFETCH(QStringList, order);
    std::vector<RunSummary> runs = some();
    sortBy(runs, columnNamed(column.toStdString(), runs), descending);
    QCOMPARE(names(runs), order);
}

void TestRunTable::filters_data()
{
    QTest::addColumn<QString>("filter");
    QTest::addColumn<QStringList>("left");
    const auto row = [](const char* filter, const QStringList& left) { QTest::newRow(filter) << QString(filter) << left; };
    row("precision=bf16", {"named"});
    row("precision!=bf16", {"a", "b", "broken"});
    row("best>0.75", {"a", "named"});
    row("best >= 0.8", {"a", "named"});
    row("best<0.8", {"b"});
    row("best<=0.8", {"b", "named"});
    row("seed=2", {"b"});
    row("tag=wide", {"a"});
    row("tag=night shift", {"a"});
    row("tag!=wide", {"b", "named", "broken"});
    row("tag~wide", {"a", "b"});
    row("name~am", {"named"});
    row("started>=2026-01-02", {"b", "named"});
    row("state=unreadable", {"broken"});
    row("val_accuracy=0.8", {"a"});
    row("best>75", {"a", "named"}); // in percent, as a table shows it
    row("best>75%", {"a", "named"});
    row("best > 75 %", {"a", "named"});
    row("best=90", {"a"});
    row("best!=90", {"b", "named", "broken"});
    row("best>1", {}); // a fraction
    row("val_accuracy<65", {"b"});
    row("loss>1", {"a", "b", "named"}); // not a fraction
    row("loss>1%", {});
    row("loss!=1%", {"a", "b", "named", "broken"});
    row("Best>75", {"a", "named"}); // by its title
    row("STATE:Done", {"a", "b", "named"});
    row("state:unread", {"broken"});
    row("precision:BF", {"named"});
    row("precision=BF16", {"named"});
    row("seed:2", {"b"});
    row("seconds>0.4min", {"named"});
    row("time<=10,000 ms", {"a"});
}

void TestRunTable::filters()
{
    QFETCH(QString, filter);
    QFETCH(QStringList, left);
    std::vector<RunSummary> runs = some();
    const RunFilter made = filterFrom(filter.toStdString(), runs);
    std::erase_if(runs, [&](const RunSummary& run) { return !made.matches(run); });
    QCOMPARE(names(runs), left);
}

void TestRunTable::filtersRefuse_data()
{
    QTest::addColumn<QString>("filter");
    QTest::addColumn<QString>("mention");
    const auto row = [](const char* filter, const char* mention) { QTest::newRow(filter) << QString(filter) << QString(mention); };
    row("", "\"\"");
    row("precision", "precision");
    row("=3", "=3");
    row("precison=bf16", "precision");
    row("best>good", "a number");
    row("best>", "a number");
    row("best~0.9", "a number");
    row("best>5min", "a number");
    row("seconds>5kg", "a number");
    row("stat:done", "\"state\"");
    row("learning_rat<1", "learning_rat");
    row("best!0.9", "best!0.9");
    row("nowhere=1", "nowhere");
}

void TestRunTable::filtersRefuse()
{
    QFETCH(QString, filter);
    QFETCH(QString, mention);
    const auto runs = some();
    const Error error = errorOf([&] { (void)filterFrom(filter.toStdString(), runs); });
    QCOMPARE(error.kind(), ErrorKind::usage);
    QVERIFY2(mentions(error, mention.toStdString()), error.what());
}

void TestRunTable::settingsThatDifferHaveColumns()
{
    std::vector<RunSummary> runs = swept();
    std::vector<RunColumn> columns = settingColumns(runs);
    QCOMPARE(columns.size(), std::size_t{1}); // the optimizer and the order of samples are the same
    QCOMPARE(columns[0].id, std::string("training.optimizer.learning_rate"));
    QCOMPARE(columns[0].title, std::string("Learning rate"));
    QVERIFY(columns[0].number && columns[0].setting);
    QCOMPARE(std::get<double>(columns[0].value(runs[3])), 0.003);
    QVERIFY(std::holds_alternative<std::monostate>(columns[0].value(runs[4])));
    for (const char* id : {"lr", "learning_rate", "optimizer.learning_rate", "training.optimizer.learning_rate", "Learning rate"})
        QCOMPARE(columnNamed(id, runs).id, columns[0].id);
    QCOMPARE(columnNamed("shuffle", runs).id, std::string("data.shuffle")); // though all have the same
    runs[1].settings = settings("sgd", "0.001", "false");
    columns = settingColumns(runs);
    QCOMPARE(columns.size(), std::size_t{3});
    QVERIFY(!columnNamed("optimizer", runs).number);
    QCOMPARE(std::get<std::string>(columnNamed("optimizer", runs).value(runs[1])), std::string("sgd"));
    const auto left = [&](const char* filter) {
        std::vector<RunSummary> out = swept();
        const RunFilter choice = filterFrom(filter, out);
        std::erase_if(out, [&](const RunSummary& run) { return !choice.matches(run); });
        QStringList numbers;
        for (const RunSummary& run : out)
            numbers << QString::number(run.number);
        return numbers;
    };
    QCOMPARE(left("lr<0.002"), (QStringList{"7", "8"}));
    QCOMPARE(left("lr=0.003"), (QStringList{"9", "10"}));
    QCOMPARE(left("optimizer=ADAM"), (QStringList{"7", "8", "9", "10"}));
}

void TestRunTable::settingsAreCalledAsThePanelsDo_data()
{
    QTest::addColumn<QString>("path");
    QTest::addColumn<QString>("value");
    QTest::addColumn<QString>("title");
    QTest::addColumn<QString>("shown");
    const auto row = [](const char* path, const char* value, const char* title, const char* shown) {
        QTest::newRow(path) << QString(path) << QString(value) << QString(title) << QString(shown);
    };
    row("training.optimizer", "adam", "Optimizer", "Adam");
    row("training.optimizer.learning_rate", "0.1", "Learning rate", "0.1");
    row("training.schedule", "cosine", "Schedule", "Cosine");
    row("training.batch", "32", "Batch size", "32");
    row("training.precision", "bf16", "Precision", "BF16");
    row("training.early_stopping.patience", "3", "Patience", "3");
    row("training.objectives[1].loss", "mean_squared_error", "Loss", "Mean squared error");
    row("training.objectives[2].weight", "2", "Weight of the loss", "2");
    row("training.objectives[2].groups", "head", "Trains", "head");
    row("training.groups[1].layers", "dense_1", "Layers", "dense_1");
    row("training.groups[1].optimizer", "sgd", "Optimizer", "SGD");
    row("training.groups[2].optimizer.momentum", "0.9", "Momentum", "0.9");
    row("training.groups[2].schedule", "step", "Schedule", "Step");
    row("training.phases[2].epochs", "3", "Epochs", "3");
    row("data.shuffle", "false", "Shuffle", "Off");
    row("data.validation", "split", "Validation", "Split off");
    row("data.source", "mnist", "Data set", "MNIST");
    row("training.of_another_version", "x", "Of another version", "x");
}

void TestRunTable::settingsAreCalledAsThePanelsDo()
{
    QFETCH(const QString, path);
    QFETCH(const QString, value);
    QFETCH(const QString, title);
    QFETCH(const QString, shown);
    QCOMPARE(QString::fromStdString(settingTitle(path.toStdString())), title);
    QCOMPARE(QString::fromStdString(settingValueTitle(path.toStdString(), value.toStdString())), shown);
}

void TestRunTable::namesTellWhatDiffers()
{
    std::vector<RunSummary> runs = swept();
    nameRuns(runs);
    QCOMPARE(names(runs),
             (QStringList{"#7 · lr 0.001, seed 1", "#8 · lr 0.001, seed 2", "#9 · lr 0.003, seed 1", "#10 · lr 0.003, seed 2",
                          "broken"}));
    const std::vector<const RunSummary*> shown{&runs[1], &runs[3]};
    QCOMPARE(namesOf(shown), (std::vector<std::string>{"#8 · lr 0.001", "#10 · lr 0.003"})); // what distinguishes those shown
    QCOMPARE(namesOf(std::vector<const RunSummary*>{&runs[1]}), std::vector<std::string>{"#8"});
    runs[0].label.name = "Night shift";
    nameRuns(runs);
    QCOMPARE(runs[0].name(), std::string("Night shift"));
    runs[0].label.name.clear();
    nameRuns(runs);
    QCOMPARE(runs[0].name(), std::string("#7 · lr 0.001, seed 1"));
    runs[1].folder = "/runs/baseline"; // a person's own name
    runs[2].number = 0;
    nameRuns(runs);
    QCOMPARE(names(runs),
             (QStringList{"#7 · lr 0.001, seed 1", "baseline", "20260101-000002-net", "#10 · lr 0.003, seed 2", "broken"}));
}

void TestRunTable::namesTellWhatMattersMost()
{
    std::vector<RunSummary> runs = swept();
    runs.resize(2);
    runs[1].settings = settings("adamw", "0.01", "false");
    runs[1].precision = "bf16";
    runs[1].batch = 64;
    nameRuns(runs);
    QCOMPARE(names(runs), (QStringList{"#7 · adam, lr 0.001, fp32", "#8 · adamw, lr 0.01, bf16"}));
    runs[1].settings = settings("adamw", "1000000.0", "false");
    nameRuns(runs);
    QCOMPARE(names(runs)[1], QString("#8 · adamw, lr 1000000, bf16"));
    runs[1] = runs[0];
    runs[1].number = 8;
    runs[1].fuse = false;
    runs[1].parameters = 5;
    nameRuns(runs);
    QCOMPARE(names(runs), (QStringList{"#7 · 0 parameters, fused", "#8 · 5 parameters, not fused"}));
}

void TestRunTable::groupsByEverythingButTheSeed()
{
    const auto runs = some();
    const auto groups = groupRuns(runs);
    QCOMPARE(groups.size(), std::size_t{2}); // by precision; what can't be read is in none
    QCOMPARE(names(groups[0]), (QStringList{"a", "b"}));
    QCOMPARE(names(groups[1]), QStringList{"named"});
}

void TestRunTable::groupsKeepApart()
{
    const RunSummary like = made("a", 1, 0.9);
    const std::vector<std::function<void(RunSummary&)>> changes{
        [](RunSummary& run) { run.graphHash = "other"; },
        [](RunSummary& run) { run.settingsHash = "other"; },
        [](RunSummary& run) { run.dataHash = "other"; },
        [](RunSummary& run) { run.dataSource = "other"; },
        [](RunSummary& run) { run.device = "cuda:0"; },
        [](RunSummary& run) { run.precision = "bf16"; },
        [](RunSummary& run) { run.fuse = false; },
        [](RunSummary& run) { run.epochs = 3; },
        [](RunSummary& run) { run.state = RunState::stopped; },
    };
    for (const auto& change : changes) {
        RunSummary other = made("b", 2, 0.9);
        QCOMPARE(groupRuns(std::vector{like, other}).size(), std::size_t{1}); // of settings and data only
        change(other);
        QCOMPARE(groupRuns(std::vector{like, other}).size(), std::size_t{2});
    }
}

void TestRunTable::spreadsAreRight()
{
    const std::vector<RunSummary> runs{made("a", 1, 0.9), made("b", 2, 0.7), made("c", 3, 0.8)};
    const RunGroup group{{&runs[0], &runs[1], &runs[2]}};
    const Spread best = spreadOf(group, columnNamed("best", runs));
    QCOMPARE(best.count, std::int64_t{3});
    QVERIFY(std::abs(best.mean - 0.8) < 1e-12 && std::abs(*best.deviation - 0.1) < 1e-12);
    QCOMPARE(spreadOf(group, columnNamed("energy", runs)).count, std::int64_t{0});
    QVERIFY(!spreadOf({{&runs[0]}}, columnNamed("best", runs)).deviation);
}

void TestRunTable::writesCsv()
{
    QCOMPARE(csvText({{"a", "b"}, {"1,5", "say \"x\""}, {"two\nlines", ""}}),
             std::string("a,b\n\"1,5\",\"say \"\"x\"\"\"\n\"two\nlines\",\n"));
}

void TestRunTable::writesMarkdown()
{
    QCOMPARE(markdownText({{"a", "b"}, {"x|y", "two\nlines"}}), std::string("| a | b |\n| --- | --- |\n| x\\|y | two lines |\n"));
}

NETSMITH_TEST(TestRunTable)

} // namespace test_run_table

#include "test_run_table.moc"

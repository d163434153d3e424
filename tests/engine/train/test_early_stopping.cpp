#include "engine/predict/prediction.h"
#include "engine/train/evaluation.h"
#include "engine/train/trainer/early_stopping.h"
#include "tests/engine/train/tiny_training.h"
#include "tests/test_program.h"

#include <QTemporaryDir>
#include <QtTest>

#include <cmath>
#include <limits>
#include <memory>
#include <set>

namespace test_early_stopping {

namespace fs = std::filesystem;
using namespace netsmith;
using namespace netsmith::test;
using namespace netsmith::train;
using namespace Qt::StringLiterals;

namespace {

struct Outcome {
    std::int64_t epochs = 0; ///< trained
    std::int64_t restored = -1; ///< from 0; −1: none improved
};

/// What Keras 3's EarlyStopping does with these values (keras/src/callbacks/early_stopping.py), in mode "min" or "max".
Outcome byKeras(const EarlyStopping& settings, const std::vector<double>& values, bool max)
{
    const double minDelta = max ? settings.minDelta : -settings.minDelta;
    double best = max ? -std::numeric_limits<double>::infinity() : std::numeric_limits<double>::infinity();
    std::int64_t wait = 0;
    Outcome outcome;
    for (std::size_t epoch = 0; epoch < values.size(); ++epoch) {
        ++outcome.epochs;
        ++wait;
        const double moved = values[epoch] - minDelta;
        if (max ? moved > best : moved < best) {
            best = values[epoch];
            outcome.restored = static_cast<std::int64_t>(epoch);
            wait = 0;
        } else if (wait >= settings.patience && epoch > 0) {
            break;
        }
    }
    return outcome;
}

/// A network with a learning rate too high for its loss to fall in every epoch.
Project restlessProject()
{
    Project project = tinyProject();
    project.training.optimizer.parameters = {{"learning_rate", 0.6}};
    project.training.schedule = {"constant", {}};
    project.training.epochs = 12;
    project.training.keepCheckpoints = 1;
    return project;
}

/// A network whose validation loss never changes: its learning rate is too small to change a weight.
Project stillProject()
{
    Project project = tinyProject();
    std::erase_if(project.graph.nodes, [](const Node& node) { return node.layer == "batch_normalization"; });
    project.graph.edges.clear();
    for (std::size_t i = 1; i < project.graph.nodes.size(); ++i)
        project.graph.edges.push_back({{project.graph.nodes[i - 1].id, "output"}, {project.graph.nodes[i].id, "input"}});
    project.training.optimizer.parameters = {{"learning_rate", 1e-30}};
    project.training.schedule = {"constant", {}};
    project.training.epochs = 8;
    project.training.keepCheckpoints = 1;
    project.training.earlyStopping = {.patience = 2, .restoreBest = true};
    return project;
}

} // namespace

/// When a run ends before its last epoch, and what it keeps.
class TestEarlyStopping : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init();
    void doesAsKeras_data();
    void doesAsKeras();
    void endsWhereNothingImproves();
    void goesBackToTheBest();
    void goesBackNowhereOtherwise();
    void monitorsTheTrainingWithoutValidation();
    void goesByTheMonitor_data();
    void goesByTheMonitor();
    void watchesTheLossWithoutAMetric();
    void namesWhatCanBeMonitored();
    void keepsWhatImprovedBesideTheBest();
    void isOffUnlessAskedFor();
    void stopsAnywhereAndEndsTheSame();
    void goesOnWithMorePatience();

private:
    fs::path at(const char* name) const { return m_root / name; }

    std::unique_ptr<QTemporaryDir> m_folder;
    fs::path m_root;
};

void TestEarlyStopping::init()
{
    m_folder = std::make_unique<QTemporaryDir>();
    m_root = m_folder->path().toStdString();
}

void TestEarlyStopping::doesAsKeras_data()
{
    QTest::addColumn<QString>("monitor");
    QTest::addColumn<bool>("max");
    QTest::newRow("loss") << "val_loss" << false;
    QTest::newRow("accuracy") << "val_accuracy" << true;
}

/// Stopping does not change the results of an epoch, so one run shows what Keras would have done in the others.
void TestEarlyStopping::doesAsKeras()
{
    QFETCH(QString, monitor);
    QFETCH(bool, max);
    std::vector<double> values;
    TrainOptions options = optionsFor(at("straight"));
    options.events.epoch = [&](const EpochEvent& event) {
        for (const auto& [name, value] : event.values)
            if (name == monitor.toStdString())
                values.push_back(value);
    };
    Project project = restlessProject();
    project.training.monitor = monitor.toStdString();
    trainTiny("reference", options, project);
    QCOMPARE(values.size(), std::size_t{12});

    // Improvements of exactly min_delta, and slightly less, must decide correctly too.
    std::vector<double> deltas{0.0};
    for (std::size_t i = 1; i < values.size() && deltas.size() < 5; ++i)
        if (const double step = max ? values[i] - values[i - 1] : values[i - 1] - values[i];
            step > 0.0 && std::ranges::find(deltas, step) == deltas.end()) // accuracies often rise by the same amount
            deltas.insert(deltas.end(), {step, step * 0.999});
    std::set<std::pair<std::int64_t, std::int64_t>> outcomes;
    for (const double minDelta : deltas)
        for (std::int64_t patience = 1; patience <= 3; ++patience) {
            project.training.earlyStopping = {.patience = patience, .minDelta = minDelta, .restoreBest = true};
            const Outcome keras = byKeras(project.training.earlyStopping, values, max);
            const QString name = QString("%1 %2").arg(patience).arg(minDelta, 0, 'g', 17);
            const DoneEvent done = trainTiny("reference", optionsFor(at(qPrintable(name))), project);
            // Keras restores the best weights whether the run stopped early or reached its end; epochs count from 1 here.
            const std::int64_t restored = done.restoredEpoch ? *done.restoredEpoch - 1 : done.epochsDone - 1;
            QVERIFY2(done.epochsDone == keras.epochs && restored == keras.restored,
                     qPrintable(QString("%1: %2 epochs, best %3; Keras %4, %5")
                                    .arg(name)
                                    .arg(done.epochsDone)
                                    .arg(restored)
                                    .arg(keras.epochs)
                                    .arg(keras.restored)));
            QCOMPARE(done.ending, keras.epochs < 12 ? Ending::earlyStopping : Ending::lastEpoch);
            outcomes.insert({keras.epochs, keras.restored});
        }
    QVERIFY(outcomes.size() >= 3); // the losses vary enough to distinguish the rules
}

void TestEarlyStopping::endsWhereNothingImproves()
{
    Project project = stillProject();
    project.training.earlyStopping.restoreBest = false;
    TrainOptions options = optionsFor(at("run"));
    std::vector<std::int64_t> waited;
    options.events.epoch = [&](const EpochEvent& event) { waited.push_back(event.epochsWaited); };
    const DoneEvent done = trainTiny("reference", options, project);
    QCOMPARE(done.state, RunState::done);
    QCOMPARE(done.ending, Ending::earlyStopping);
    QCOMPARE(done.epochsDone, 3);
    QCOMPARE(waited, (std::vector<std::int64_t>{0, 1, 2}));
    QCOMPARE(done.checkpoint, at("run") / "checkpoints/000015");
    QVERIFY(!done.restoredEpoch);
    QVERIFY2(done.words.text().find("for 2 epochs") != std::string::npos, done.words.text().c_str());
    const RunRecord record = readRunRecord(at("run")).take();
    QVERIFY(record.endedEarly && !record.restoredStep);
    QCOMPARE(record.state, RunState::done);
}

void TestEarlyStopping::goesBackToTheBest()
{
    const DoneEvent done = trainTiny("reference", optionsFor(at("run")), stillProject());
    QCOMPARE(done.restoredEpoch, std::optional<std::int64_t>(1));
    QCOMPARE(done.checkpoint, at("run") / "checkpoints/000005");
    QCOMPARE(readRunRecord(at("run")).take().restoredStep, std::optional<std::int64_t>(5));
    // Queries use that epoch; resuming starts from the last one.
    QCOMPARE(openSavedRun(at("run"), "").checkpoint.folder, at("run") / "checkpoints/000005");
    QCOMPARE(openSavedRun(at("run") / "checkpoints/000015", "").checkpoint.folder, at("run") / "checkpoints/000015");
    QCOMPARE(checkpointPlace(at("run")).checkpoint, at("run") / "checkpoints/000015");
}

/// A run that a person stopped goes on from where it is, and the best may be the last.
void TestEarlyStopping::goesBackNowhereOtherwise()
{
    Project project = stillProject();
    project.training.earlyStopping.patience = 6;
    QVERIFY(!trainUntil("reference", 12, optionsFor(at("stopped")), project).restoredEpoch);
    QVERIFY(!readRunRecord(at("stopped")).take().restoredStep);
    project.training.epochs = 1;
    QVERIFY(!trainTiny("reference", optionsFor(at("short")), project).restoredEpoch);
    QVERIFY(!readRunRecord(at("short")).take().restoredStep);
}

void TestEarlyStopping::monitorsTheTrainingWithoutValidation()
{
    Project project = stillProject();
    std::erase_if(project.graph.nodes, [](const Node& node) { return node.layer == "dropout"; });
    project.graph.edges.clear();
    for (std::size_t i = 1; i < project.graph.nodes.size(); ++i)
        project.graph.edges.push_back({{project.graph.nodes[i - 1].id, "output"}, {project.graph.nodes[i].id, "input"}});
    project.data.validation = "none";
    project.data.shuffle = false; // so that the sum over an epoch is the same each time
    const DoneEvent done = trainTiny("reference", optionsFor(at("run")), project);
    QCOMPARE(done.ending, Ending::earlyStopping);
    QCOMPARE(done.epochsDone, 3);
}

void TestEarlyStopping::goesByTheMonitor_data()
{
    QTest::addColumn<QString>("monitor");
    QTest::addColumn<QString>("judged");
    QTest::newRow("nothing set") << u""_s << u"val_accuracy"_s;
    QTest::newRow("the loss") << u"loss"_s << u"val_loss"_s;
    QTest::newRow("accuracy") << u"accuracy"_s << u"val_accuracy"_s;
    QTest::newRow("the second F1 score") << u"val_f1_score_1"_s << u"val_f1_score_1"_s;
}

/// The best epoch, the restored one and the kept checkpoints all follow the monitored column, as read from the table.
void TestEarlyStopping::goesByTheMonitor()
{
    QFETCH(QString, monitor);
    QFETCH(QString, judged);
    for (std::int64_t seed = 1; seed <= 6; ++seed) {
        Project project = tinyProject();
        project.training.seed = seed;
        project.training.epochs = 8;
        project.training.keepCheckpoints = 1;
        project.training.optimizer.parameters = {{"learning_rate", 0.3}}; // the metric goes up and down
        project.training.objectives[0].metrics = {{"accuracy", {}}, {"f1_score", {}}, {"f1_score", {{"threshold", 0.25}}}};
        project.training.monitor = monitor.toStdString();
        project.training.earlyStopping = {.patience = 8, .restoreBest = true};
        const fs::path run = at(std::to_string(seed).c_str());
        const DoneEvent done = trainTiny("reference", optionsFor(run), project);
        const auto rows = tableOf(run / "metrics.csv");
        const auto bestBy = [&](const QString& name) {
            const auto column = static_cast<std::size_t>(std::ranges::find(rows[0], name.toStdString()) - rows[0].begin());
            std::int64_t best = 0;
            double value = 0.0;
            for (const auto& row : rows)
                if (const double now = row[0] == "epoch" ? std::stod(row[column]) : 0.0;
                    row[0] == "epoch" && (best == 0 || (name == u"val_loss"_s ? now < value : now > value))) {
                    best = std::stoll(row[1]);
                    value = now;
                }
            return best;
        };
        const std::int64_t best = bestBy(judged);
        const RunRecord record = readRunRecord(run).take();
        QCOMPARE(record.judgedBy, judged.toStdString());
        QCOMPARE(record.bestEpoch, std::optional(best));
        QCOMPARE(done.bestEpoch, std::optional(best));
        QCOMPARE(done.judgedBy, judged.toStdString());
        QCOMPARE(done.restoredEpoch.value_or(done.epochsDone), best); // early stopping counts the same improvement
        const std::set<std::int64_t> kept{5 * best, 5 * done.epochsDone};
        QCOMPARE(CheckpointStore(run / "checkpoints").steps(), std::vector(kept.begin(), kept.end()));
    }
}

void TestEarlyStopping::watchesTheLossWithoutAMetric()
{
    Project project = stillProject();
    project.training.objectives[0].metrics.clear();
    const DoneEvent done = trainTiny("reference", optionsFor(at("run")), project);
    QCOMPARE(done.judgedBy, std::string("val_loss"));
    QCOMPARE(done.ending, Ending::earlyStopping);
    QVERIFY2(done.words.text().find("val_loss has not improved") != std::string::npos, done.words.text().c_str());
}

void TestEarlyStopping::namesWhatCanBeMonitored()
{
    Project project = tinyProject();
    project.training.monitor = "acuracy";
    const auto train = [&] { trainTiny("reference", optionsFor(at("run")), project); };
    const Error misspelt = errorOf(train);
    QVERIFY2(mentions(misspelt, "\"acuracy\"") && mentions(misspelt, "did you mean \"accuracy\"?"), misspelt.what());
    project.training.monitor = "val_loss";
    project.data.validation = "none";
    QVERIFY(mentions(errorOf(train), "\"val_loss\""));
    QVERIFY(!fs::exists(at("run")));
}

void TestEarlyStopping::keepsWhatImprovedBesideTheBest()
{
    Project project = tinyProject();
    project.training.epochs = 6;
    project.training.keepCheckpoints = 1;
    project.training.earlyStopping = {.patience = 6, .minDelta = 1e9, .restoreBest = true}; // only the first epoch ever counts
    std::int64_t best = 0;
    TrainOptions options = optionsFor(at("run"));
    options.events.epoch = [&](const EpochEvent& event) { best = event.best ? event.step : best; };
    const DoneEvent done = trainTiny("reference", options, project);
    QVERIFY(best > 5);
    QCOMPARE(done.ending, Ending::lastEpoch);
    QCOMPARE(done.restoredEpoch, std::optional<std::int64_t>(1)); // even if patience did not run out, as in Keras
    const std::set<std::int64_t> kept{5, best, 30};
    QCOMPARE(CheckpointStore(at("run") / "checkpoints").steps(), std::vector(kept.begin(), kept.end()));
    const TrainingPosition position = readCheckpoint(at("run") / "checkpoints/000030").take().state.position;
    QCOMPARE(position.improved->step, 5);
    QCOMPARE(position.best->step, best);
}

void TestEarlyStopping::isOffUnlessAskedFor()
{
    Project project = stillProject();
    project.training.earlyStopping.patience = 0;
    const DoneEvent done = trainTiny("reference", optionsFor(at("run")), project);
    QCOMPARE(done.ending, Ending::lastEpoch);
    QCOMPARE(done.epochsDone, 8);
    QVERIFY(!done.restoredEpoch);
    QCOMPARE(contentOf(at("run") / "run.json").find("early"), std::string::npos);
}

void TestEarlyStopping::stopsAnywhereAndEndsTheSame()
{
    trainTiny("reference", optionsFor(at("straight")), stillProject());
    for (std::int64_t step = 0; step <= 15; step += 3) {
        const fs::path run = at(std::to_string(step).c_str());
        trainUntil("reference", step, optionsFor(run), stillProject());
        TrainOptions options;
        options.resume = run;
        const DoneEvent done = trainTiny("reference", options, stillProject());
        QCOMPARE(done.ending, Ending::earlyStopping);
        QCOMPARE(done.step, 15);
        QCOMPARE(done.restoredEpoch, std::optional<std::int64_t>(1));
        QCOMPARE(contentOf(run / "metrics.csv"), contentOf(at("straight") / "metrics.csv"));
    }
    // A run that has ended stays so, however often it is resumed.
    TrainOptions options;
    options.resume = at("straight");
    QCOMPARE(trainTiny("reference", options, stillProject()).step, 15);
}

void TestEarlyStopping::goesOnWithMorePatience()
{
    Project patient = stillProject();
    patient.training.earlyStopping.patience = 4;
    trainTiny("reference", optionsFor(at("straight")), patient);
    trainTiny("reference", optionsFor(at("longer")), stillProject());
    TrainOptions options;
    options.resume = at("longer");
    const DoneEvent done = trainTiny("reference", options, patient);
    QCOMPARE(done.epochsDone, 5);
    QCOMPARE(contentOf(at("longer") / "metrics.csv"), contentOf(at("straight") / "metrics.csv"));
    const RunRecord record = readRunRecord(at("longer")).take();
    QCOMPARE(record.restoredStep, std::optional<std::int64_t>(5));
}

NETSMITH_TEST(TestEarlyStopping)

} // namespace test_early_stopping

#include "test_early_stopping.moc"

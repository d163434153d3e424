#include "gui/training/preflight_outcome.h"
#include "gui/training/run_plots.h"
#include "gui/training/training_session.h"
#include "gui/training/training_words.h"

#include "engine/train/store/checkpoint_store.h"
#include "engine/train/store/run_record.h"
#include "tests/gui/training/small_training.h"

#include <QFile>
#include <QSignalSpy>
#include <QtTest>

#include <cmath>
#include <utility>

using namespace netsmith;
using namespace netsmith::gui;
using namespace netsmith::test;

namespace {

constexpr std::int64_t endless = 100000; // epochs

/// A document and its session with launches of one step each.
struct Studio {
    SmallTraining files;
    Document document;
    TrainingSession session{document};

    explicit Studio(Project project)
    {
        document.reset(std::move(project), QString::fromStdString(files.place().projectFile.string()));
        document.setDataDir(files.folder());
        session.setPlace(files.place());
        session.setStepsPerLaunch(1);
    }
};

std::vector<std::int64_t> checkpointsOf(const std::filesystem::path& run)
{
    return train::CheckpointStore(run / "checkpoints").steps();
}

} // namespace

/// A network for a table of two columns of numbers whose last column is to be learned, from a file of the data folder.
Project tableProject(std::int64_t epochs)
{
    Project project = smallProject(epochs);
    project.data.source = "csv";
    project.data.path = "table.csv";
    project.data.validation = "none";
    project.data.divide = 1.0;
    Graph& graph = project.graph;
    std::erase_if(graph.nodes, [](const Node& node) { return node.layer == "flatten"; });
    graph.edges.clear();
    for (Node& node : graph.nodes) {
        if (node.layer == "input")
            node.parameters = {{"shape", std::vector<std::int64_t>{2}}, {"field", std::string("features")}};
        if (node.layer == "dense")
            node.parameters = {{"units", std::int64_t{1}}};
    }
    graph.edges.push_back({{graph.nodes.front().id, "output"}, {graph.nodes.back().id, "input"}, Json::object()});
    project.training.objectives.front().loss = {"mean_squared_error", {}};
    project.training.objectives.front().target = "target";
    project.training.objectives.front().metrics.clear();
    return project;
}

void writeTable(const std::filesystem::path& folder, int rows)
{
    std::filesystem::create_directories(folder);
    QFile file(folder / "table.csv");
    QVERIFY(file.open(QIODevice::WriteOnly | QIODevice::Truncate));
    file.write("a,b,y\n");
    for (int row = 0; row < rows; ++row)
        file.write(QByteArray::number(row) + ".5," + QByteArray::number(row * 3 % 7) + ".5," + QByteArray::number(row) + ".25\n");
}

class TestTrainingSession : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void plotsAndWordsGoByWhatAMetricDeclares()
    {
        const std::vector<std::string> measured{"loss",      "auc",    "r2_score",         "f1_score",
                                                "precision", "recall", "top_k_accuracy_1", "mean_absolute_error"};
        for (const PlotQuantity& quantity : plotsOf(measured)) {
            const bool isLoss = quantity.id == "loss" || quantity.id == "mean_absolute_error";
            const bool isPercent = quantity.id == "precision" || quantity.id == "recall" || quantity.id == "top_k_accuracy_1";
            const Better better = quantity.id == "learning_rate" ? Better::neither : isLoss ? Better::lower : Better::higher;
            QVERIFY2(quantity.better == better, quantity.id.c_str());
            QVERIFY2(quantity.percent == isPercent, quantity.id.c_str());
            QCOMPARE(quantityText("val_" + quantity.id, 0.5).endsWith(QLatin1Char('%')), isPercent);
        }
        QCOMPARE(quantityTitle("val_top_k_accuracy_1"), QStringLiteral("Top-k accuracy 2, validation"));
        QCOMPARE(quantityTitle("dense_2/loss_1"), QStringLiteral("Loss 2 of dense_2"));
    }

    void trainsWhatTheFileHoldsNow()
    {
        SmallTraining files;
        writeTable(files.folder(), 40);
        Document document;
        document.setDataDir(files.folder());
        document.reset(tableProject(1), {});
        QCOMPARE(document.analysis().errorCount(), 0);
        TrainingSession session(document);
        session.setPlace(files.place());
        session.start();
        QTRY_COMPARE(session.state(), TrainingState::preFlight);
        QTRY_VERIFY(session.preflight() && session.preflight()->complete);
        QCOMPARE(session.preflight()->look.samples.train, std::int64_t{40});
        writeTable(files.folder(), 64);
        session.train();
        QTRY_COMPARE(session.state(), TrainingState::finished);
        QCOMPARE(session.run()->trainSamples, std::int64_t{64});
    }

    void trainsWhatTheTestFileHoldsNow()
    {
        SmallTraining files;
        writeTable(files.folder(), 40);
        const auto write = [&](int rows) {
            std::filesystem::create_directories(files.folder() / "other");
            writeTable(files.folder() / "other", rows);
            std::filesystem::rename(files.folder() / "other" / "table.csv", files.folder() / "test.csv");
        };
        write(8);
        Document document;
        document.setDataDir(files.folder());
        Project project = tableProject(1);
        project.data.validation = "test";
        project.data.parameters["test_file"] = std::string("test.csv");
        document.reset(project, {});
        TrainingSession session(document);
        session.setPlace(files.place());
        session.start();
        QTRY_VERIFY(session.preflight() && session.preflight()->complete);
        QCOMPARE(session.preflight()->look.samples.validation, std::int64_t{8});
        write(16);
        session.train();
        QTRY_COMPARE(session.state(), TrainingState::finished);
        QCOMPARE(session.run()->validationSamples, std::int64_t{16});
    }

    void startsFromTheWeightsOfARun()
    {
        Studio studio(smallProject(2));
        studio.session.startAtOnce();
        QTRY_COMPARE(studio.session.state(), TrainingState::finished);
        const std::filesystem::path first = studio.session.run()->folder;
        studio.session.setWeights(first);
        studio.session.runAnew();
        QTRY_VERIFY(studio.session.preflight() && studio.session.preflight()->complete);
        studio.session.train();
        QTRY_COMPARE(studio.session.state(), TrainingState::finished);
        QVERIFY(studio.session.run()->folder != first);
        const auto record = train::readRunRecord(studio.session.run()->folder);
        QVERIFY(record && record->weightsFrom);
        QCOMPARE(std::filesystem::path(record->weightsFrom->run).filename(), first.filename());
        // Another project starts from random ones.
        studio.document.reset(smallProject(2), {});
        QVERIFY(studio.session.weights().empty());
    }

    void theCardFollowsTheFile()
    {
        SmallTraining files;
        writeTable(files.folder(), 40);
        Document document;
        document.setDataDir(files.folder());
        document.reset(tableProject(1), {});
        TrainingSession session(document);
        session.setPlace(files.place());
        session.start();
        QTRY_COMPARE(session.state(), TrainingState::preFlight);
        writeTable(files.folder(), 64);
        QTRY_VERIFY(session.preflight() && session.preflight()->look.samples.train == 64);
    }

    void trainsInTheFolderThatTheDocumentNames()
    {
        SmallTraining files;
        writeTable(files.folder() / "before", 40);
        writeTable(files.folder() / "now", 64);
        Document document;
        document.setDataDir(files.folder() / "before");
        document.reset(tableProject(1), {});
        TrainingSession session(document);
        session.setPlace(files.place());
        document.setDataDir(files.folder() / "now");
        session.startAtOnce();
        QTRY_COMPARE(session.state(), TrainingState::finished);
        QCOMPARE(session.run()->trainSamples, std::int64_t{64});
        document.setDataDir(files.folder()); // where no table is
        QVERIFY(document.analysis().errorCount() > 0);
    }

    void runsPausesStepsAndStops()
    {
        Studio studio(smallProject(endless));
        TrainingSession& session = studio.session;
        QCOMPARE(session.state(), TrainingState::idle);
        session.startAtOnce();
        QCOMPARE(session.state(), TrainingState::preparing);
        QTRY_COMPARE(session.state(), TrainingState::running);
        QTRY_VERIFY(session.snapshot().step > 20);
        QVERIFY(session.snapshot().epoch >= 2);

        session.pause();
        QCOMPARE(session.state(), TrainingState::pausing);
        QTRY_COMPARE(session.state(), TrainingState::paused);
        const std::int64_t step = session.snapshot().step;
        QCOMPARE(session.curves().steps.step.back(), step);

        // A paused run answers, and its steps do not advance.
        for (int i = 0; i < 3; ++i) {
            QSignalSpy answered(&session, &TrainingSession::answered);
            const std::uint64_t id = session.predict(oneDigit());
            QTRY_COMPARE(answered.count(), 1);
            const auto answer = answered.front().front().value<PredictionAnswer>();
            QCOMPARE(answer.id, id);
            QVERIFY(answer.live);
            QCOMPARE(answer.step, step);
            QCOMPARE(answer.outputs.size(), 1u);
            QCOMPARE(answer.outputs.front().classNames.size(), 10u);
            double sum = 0.0;
            for (const float value : answer.outputs.front().values)
                sum += static_cast<double>(value);
            QVERIFY(std::abs(sum - 1.0) < 1e-5);
        }
        QCOMPARE(session.snapshot().step, step);

        for (std::int64_t i = 1; i <= 10; ++i) { // past the end of an epoch
            session.step();
            QCOMPARE(session.state(), TrainingState::pausing);
            QTRY_COMPARE(session.state(), TrainingState::paused);
            QCOMPARE(session.snapshot().step, step + i);
        }

        session.goOn();
        QCOMPARE(session.state(), TrainingState::running);
        QTRY_VERIFY(session.snapshot().step > step + 20);

        session.stop();
        QCOMPARE(session.state(), TrainingState::stopping);
        QTRY_COMPARE(session.state(), TrainingState::stopped);
        const std::int64_t last = session.snapshot().step;
        QCOMPARE(checkpointsOf(session.run()->folder).back(), last);
        QCOMPARE(train::readRunRecord(session.run()->folder).take().state, train::RunState::stopped);

        // Every step is in the curves, once.
        const runs::RunCurves& curves = session.curves();
        QCOMPARE(static_cast<std::int64_t>(curves.stepCount()), last);
        for (std::size_t i = 0; i < curves.stepCount(); ++i) {
            QCOMPARE(curves.steps.step[i], static_cast<std::int64_t>(i) + 1);
            QVERIFY(i == 0 || curves.steps.seconds[i] >= curves.steps.seconds[i - 1]);
        }
        QCOMPARE(curves.steps.series.front().name, std::string("loss"));
        QVERIFY(curves.epochCount() >= 2);
        QVERIFY(curves.bestEpoch > 0);
    }

    void stepsFromTheBeginning()
    {
        Studio studio(smallProject(endless));
        studio.session.step();
        QCOMPARE(studio.session.state(), TrainingState::preparing);
        QTRY_COMPARE(studio.session.state(), TrainingState::paused);
        QCOMPARE(studio.session.snapshot().step, 1);
    }

    void goesOnFromTheCheckpoint()
    {
        Studio studio(smallProject(endless));
        TrainingSession& session = studio.session;
        session.step();
        QTRY_COMPARE(session.state(), TrainingState::paused);
        for (int i = 2; i <= 11; ++i) {
            session.step();
            QTRY_COMPARE(session.state(), TrainingState::paused);
        }
        session.stop();
        QTRY_COMPARE(session.state(), TrainingState::stopped);
        const std::filesystem::path run = session.run()->folder;
        const runs::RunCurves before = session.curves();

        session.resume();
        QTRY_COMPARE(session.state(), TrainingState::running);
        session.pause();
        QTRY_COMPARE(session.state(), TrainingState::paused);
        QCOMPARE(session.run()->folder, run);
        const runs::RunCurves& curves = session.curves();
        QVERIFY(curves.stepCount() >= 11);
        for (std::size_t i = 0; i < curves.stepCount(); ++i)
            QCOMPARE(curves.steps.step[i], static_cast<std::int64_t>(i) + 1);
        QCOMPARE(curves.epochs.epoch.front(), 1);
        QCOMPARE(static_cast<float>(curves.steps.series.front().values[10]),
                 static_cast<float>(before.steps.series.front().values[10]));
        QCOMPARE(studio.files.runs().size(), 1u);
    }

    void tellsTheLossScale()
    {
        Project project = smallProject(2);
        project.training.precision = "fp16-emulated";
        project.training.objectives[0].weight = 1e3; // overflows at first
        Studio studio(project);
        TrainingSession& session = studio.session;
        session.startAtOnce();
        QTRY_COMPARE(session.state(), TrainingState::finished);
        const runs::RunCurves::Steps& steps = session.curves().steps;
        QCOMPARE(steps.lossScale.size(), 16u);
        QCOMPARE(steps.lossScale.front(), 65536.0);
        QVERIFY(!steps.skipped.empty());
        QCOMPARE(std::ssize(steps.skipped), session.snapshot().skippedSteps);
        const runs::RunCurves kept = runs::readRunCurves(session.run()->folder);
        QCOMPARE(kept.steps.lossScale, steps.lossScale);
        QCOMPARE(kept.steps.skipped, steps.skipped);
    }

    void finishesAnswersAndTrainsLonger()
    {
        Studio studio(smallProject(2));
        TrainingSession& session = studio.session;
        session.startAtOnce();
        QTRY_COMPARE(session.state(), TrainingState::finished);
        QCOMPARE(session.snapshot().step, 16);
        QVERIFY(headlineOf(session).state.contains(QLatin1String("%")));

        QSignalSpy answered(&session, &TrainingSession::answered);
        session.predict(oneDigit());
        QTRY_COMPARE(answered.count(), 1);
        const auto answer = answered.front().front().value<PredictionAnswer>();
        QVERIFY(!answer.problem);
        QVERIFY(!answer.live);
        QCOMPARE(answer.step, 16);
        QCOMPARE(answer.run, session.run()->folder);
        QCOMPARE(answer.outputs.front().values.size(), 10u);

        session.trainLonger(1);
        QTRY_COMPARE(session.state(), TrainingState::finished);
        QCOMPARE(session.snapshot().step, 24);
        QCOMPARE(session.curves().epochCount(), 3u);
        QVERIFY(!session.editedSinceRun());
        QCOMPARE(studio.files.runs().size(), 1u);
    }

    void cancelsWhatIsBeingPrepared()
    {
        Studio studio(smallProject(endless));
        TrainingSession& session = studio.session;
        session.startAtOnce();
        session.cancel();
        QCOMPARE(session.state(), TrainingState::idle);
        session.startAtOnce(); // whatever the one before is still at
        QTRY_COMPARE(session.state(), TrainingState::running);
        session.stop();
        QTRY_COMPARE(session.state(), TrainingState::stopped);
        QVERIFY(studio.files.runs().size() <= 2u);
    }

    void tellsEverybodyTheStatesInTheirOrder()
    {
        bool edited = false;
        std::vector<TrainingState> told;
        Studio studio(smallProject(endless));
        TrainingSession& session = studio.session;
        connect(&session, &TrainingSession::stateChanged, this, [&](TrainingState state) {
            // As a field that commits what was typed once the card takes its focus.
            if (state == TrainingState::preFlight && !std::exchange(edited, true))
                studio.document.edit(QStringLiteral("Seed"), [](Project& project) { project.training.seed = 7; });
        });
        connect(&session, &TrainingSession::stateChanged, this, [&](TrainingState state) { told.push_back(state); });
        session.start();
        const std::vector<TrainingState> wanted{TrainingState::preparing, TrainingState::preFlight, TrainingState::preparing,
                                                TrainingState::preFlight};
        QTRY_COMPARE(told.size(), wanted.size());
        QVERIFY(told == wanted);
    }

    void tellsThatTheNetworkWasEdited()
    {
        Studio studio(smallProject(endless));
        TrainingSession& session = studio.session;
        QSignalSpy edited(&session, &TrainingSession::editedSinceRunChanged);
        session.startAtOnce();
        QTRY_COMPARE(session.state(), TrainingState::running);
        QVERIFY(!session.editedSinceRun());
        studio.document.edit(QStringLiteral("Move"), [](Project& project) { project.graph.nodes[1].x += 50.0; });
        QVERIFY(!session.editedSinceRun());
        studio.document.edit(QStringLiteral("Seed"), [](Project& project) { project.training.seed = 7; });
        QVERIFY(session.editedSinceRun());
        QCOMPARE(session.state(), TrainingState::running);
        studio.document.undoStack().undo();
        QVERIFY(!session.editedSinceRun());
        QCOMPARE(edited.count(), 2);
    }

    void keepsACheckpointWhenClosed_data()
    {
        QTest::addColumn<bool>("keep");
        QTest::newRow("kept") << true;
        QTest::newRow("not kept") << false;
    }
    void keepsACheckpointWhenClosed()
    {
        QFETCH(bool, keep);
        Studio studio(smallProject(endless));
        TrainingSession& session = studio.session;
        session.startAtOnce();
        QTRY_VERIFY(session.snapshot().step > 9);
        const std::filesystem::path run = session.run()->folder;
        QSignalSpy finished(&session, &TrainingSession::finishedShutdown);
        session.shutdown(keep ? TrainingSession::Keep::checkpoint : TrainingSession::Keep::nothing);
        QVERIFY(finished.isEmpty()); // nobody waited
        QTRY_COMPARE(finished.count(), 1);
        QVERIFY(session.isShutDown());
        const train::RunRecord record = train::readRunRecord(run).take();
        QCOMPARE(record.state, train::RunState::stopped);
        QVERIFY(!checkpointsOf(run).empty());
        const bool within = record.steps % 8 != 0; // at an epoch's end its own checkpoint may be there already, or not yet
        if (keep || within)
            QCOMPARE(checkpointsOf(run).back() == record.steps, keep);
        session.startAtOnce(); // nothing can be begun any more
        QVERIFY(session.state() != TrainingState::preparing);
    }

    void closesInEveryState()
    {
        for (const TrainingState state :
             {TrainingState::idle, TrainingState::preparing, TrainingState::paused, TrainingState::finished}) {
            Studio studio(smallProject(state == TrainingState::finished ? 1 : endless));
            TrainingSession& session = studio.session;
            if (state == TrainingState::paused)
                session.step();
            else if (state != TrainingState::idle)
                session.startAtOnce();
            QTRY_COMPARE(session.state(), state);
            QSignalSpy finished(&session, &TrainingSession::finishedShutdown);
            session.shutdown();
            QTRY_COMPARE(finished.count(), 1);
        }
    }

    void namesTheLayerThatDiverged()
    {
        Project project = smallProject(endless);
        project.graph.nodes.resize(1); // the image through one convolution, to be like itself, with a rate that blows it up
        project.graph.edges.clear();
        project.graph.nodes.push_back({.id = "conv2d_1",
                                       .layer = "conv2d",
                                       .version = 1,
                                       .title = "the wild one",
                                       .parameters = {{"filters", std::int64_t{1}}, {"padding", std::string("same")}}});
        project.graph.edges.push_back({{"input_1", "output"}, {"conv2d_1", "input"}, Json::object()});
        Objective& objective = project.training.objectives.front();
        objective.target = "image";
        objective.loss = {"mean_squared_error", {}};
        objective.metrics.clear();
        project.training.optimizer = {"sgd", {{"learning_rate", 1e6}}};
        Studio studio(project);
        TrainingSession& session = studio.session;
        session.startAtOnce();
        QTRY_COMPARE(session.state(), TrainingState::failed);
        QCOMPARE(session.failure(), TrainingFailure::diverged);
        QVERIFY2(sentenceOf(session).contains(QLatin1String("the wild one")), qPrintable(sentenceOf(session)));
        QVERIFY(session.allows(TrainingAction::resume)); // the first weights are a checkpoint
    }

    void failsWithoutItsData()
    {
        Studio studio(smallProject(1));
        const std::filesystem::path labels = studio.files.folder() / "train-labels-idx1-ubyte";
        const std::filesystem::path whole = labels.string() + ".whole";
        std::filesystem::copy_file(labels, whole);
        std::filesystem::resize_file(labels, 12);
        studio.session.startAtOnce();
        QTRY_COMPARE(studio.session.state(), TrainingState::failed);
        QCOMPARE(studio.session.failure(), TrainingFailure::other);
        QVERIFY(studio.session.snapshot().problem->message.id().starts_with("data."));
        QVERIFY(!studio.session.allows(TrainingAction::resume));
        QVERIFY(studio.files.runs().empty());

        // What the message asks for is done, and the same session trains.
        std::filesystem::rename(whole, labels);
        QVERIFY(studio.session.allows(TrainingAction::runAnew));
        studio.session.startAtOnce();
        QTRY_COMPARE(studio.session.state(), TrainingState::finished);
    }

    void refusesABrokenNetwork()
    {
        Project project = smallProject(1);
        project.graph.edges.pop_back();
        Studio studio(project);
        QSignalSpy refused(&studio.session, &TrainingSession::refused);
        studio.session.startAtOnce();
        QCOMPARE(refused.count(), 1);
        studio.session.start();
        studio.session.step();
        QCOMPARE(refused.count(), 3);
        QCOMPARE(studio.session.state(), TrainingState::idle);
    }

    void forgetsTheRunOfAnotherProject()
    {
        Studio studio(smallProject(1));
        studio.session.startAtOnce();
        QTRY_COMPARE(studio.session.state(), TrainingState::finished);
        studio.document.reset(smallProject(3), {});
        QCOMPARE(studio.session.state(), TrainingState::idle);
        QVERIFY(studio.session.curves().empty());
        QVERIFY(!studio.session.run());
    }
};

QTEST_MAIN(TestTrainingSession)
#include "test_training_session.moc"

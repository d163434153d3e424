#include "engine/store/run_record.h"
#include "engine/store/telemetry_table.h"
#include "gui/training/training_words.h"
#include "tests/gui/training/session_studio.h"
#include "tests/test_program.h"

#include <QSignalSpy>

#include <cmath>

namespace test_training_session {

using namespace netsmith;
using namespace netsmith::gui;
using namespace netsmith::test;

/// The states of a run and the transitions between them.
class TestTrainingSession : public QObject {
    Q_OBJECT

private Q_SLOTS:
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

        // A paused run answers, and its step does not advance.
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
        QCOMPARE(readRunRecord(session.run()->folder).take().state, RunState::stopped);

        // Every step is in the curves once.
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

    void reportsEveryRowOfTheMachine()
    {
        Studio studio(smallProject(2));
        TrainingSession& session = studio.session;
        std::vector<TelemetryRow> reported;
        connect(&session, &TrainingSession::curvesAdded, this, [&](const runs::RunCurves& points, bool begin) {
            if (begin)
                reported.clear();
            reported.insert(reported.end(), points.machine.begin(), points.machine.end());
        });
        session.startAtOnce();
        QTRY_COMPARE(session.state(), TrainingState::finished);
        const std::vector<TelemetryRow> kept = readTelemetry(session.run()->folder);
        QCOMPARE(kept.front().event, TelemetryEvent::start); // before the run is known to the window
        QCOMPARE(reported.size(), kept.size() - 1);
        for (std::size_t i = 0; i < reported.size(); ++i)
            QCOMPARE(reported[i].event, kept[i + 1].event);
    }

    void aCancelledLookLeavesWhatWasSaid()
    {
        Studio studio(smallProject(2));
        TrainingSession& session = studio.session;
        session.startAtOnce();
        QTRY_COMPARE(session.state(), TrainingState::finished);
        const std::int64_t step = session.snapshot().step;
        QVERIFY(step > 0);
        session.runAnew();
        QTRY_COMPARE(session.state(), TrainingState::preFlight);
        session.cancel();
        QCOMPARE(session.state(), TrainingState::finished);
        QCOMPARE(session.snapshot().phase, WorkerPhase::finished);
        QCOMPARE(session.snapshot().step, step);
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

    void tellsPhasesThatFollowEachOther()
    {
        Project project = smallProject(endless);
        project.training.groups = {{"head", {"dense_1"}}};
        project.training.groups[0].optimizer = {"sgd", {}};
        project.training.phases = {{.name = "first", .groups = {"head"}, .epochs = 1}, {.name = "later"}};
        Studio studio(project);
        TrainingSession& session = studio.session;
        const auto isTold = [&](const char* phase) {
            return headlineOf(session).detail.contains(QStringLiteral(", phase ") + QLatin1String(phase));
        };
        session.step();
        QTRY_COMPARE(session.state(), TrainingState::paused);
        QVERIFY2(isTold("first"), qPrintable(headlineOf(session).detail));
        while (session.snapshot().epoch < 2) {
            const std::int64_t step = session.snapshot().step;
            session.step();
            QTRY_VERIFY(session.state() == TrainingState::paused && session.snapshot().step > step);
        }
        QVERIFY2(isTold("later"), qPrintable(headlineOf(session).detail));
        session.stop();
        QTRY_COMPARE(session.state(), TrainingState::stopped);
        QCOMPARE(session.curves().steps.groupRates, runs::readRunCurves(session.run()->folder).steps.groupRates);
        QCOMPARE(session.curves().steps.groupRates.front().name, std::string("head/lr"));
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
        session.startAtOnce(); // whatever the previous one is still doing
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
            // Like a field that commits its text when the card takes the focus.
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
        QVERIFY(finished.isEmpty()); // nothing was waiting
        QTRY_COMPARE(finished.count(), 1);
        QVERIFY(session.isShutDown());
        const RunRecord record = readRunRecord(run).take();
        QCOMPARE(record.state, RunState::stopped);
        QVERIFY(!checkpointsOf(run).empty());
        const bool within = record.steps % 8 != 0; // at the end of an epoch its own checkpoint may exist already, or not yet
        if (keep || within)
            QCOMPARE(checkpointsOf(run).back() == record.steps, keep);
        session.startAtOnce(); // nothing can be started any longer
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
        project.graph.nodes.resize(1); // the image through one convolution, with itself as target, at a rate that makes it diverge
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

NETSMITH_WINDOW_TEST(TestTrainingSession)

} // namespace test_training_session

#include "test_training_session.moc"

#include "engine/runs/run_curves.h"

#include "engine/graph/project/project.h"
#include "engine/runs/live_curves.h"
#include "engine/store/run_record.h"
#include "tests/test_program.h"

#include <QTemporaryDir>
#include <QtTest>

#include <cmath>
#include <fstream>

namespace test_run_curves {

using namespace netsmith;
using namespace netsmith::runs;

namespace {

void write(const std::filesystem::path& path, const std::string& text)
{
    std::ofstream(path, std::ios::binary) << text;
}

} // namespace

class TestRunCurves : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void readsTheTablesOfARun()
    {
        const QTemporaryDir folder;
        const std::filesystem::path run = folder.path().toStdString();
        RunRecord record;
        record.batch = 10;
        record.trainSamples = 35; // four steps an epoch
        record.seconds = 4.0;
        record.bestEpoch = 1;
        write(run / "run.json", toJson(record));
        write(run / "metrics.csv",
              "kind,epoch,step,lr,loss,accuracy,val_loss,val_accuracy\n"
              "step,1,1,0.1,2.5,0.25,,\n"
              "step,1,2,0.1,2,0.5,,\n"
              "broken,row\n"
              "step,1,3,0.1,1.5,nan,,\n"
              "step,1,4,0.05,1,0.75,,\n"
              "epoch,1,4,0.05,1.75,0.5,1.25,0.625\n"
              "step,2,5,0.05,0.9"); // being written
        write(run / "timing.csv", "step,epoch,steps,ms\n2,1,2,1000\n4,1,2,1000\n");

        const RunCurves curves = readRunCurves(run);
        QCOMPARE(curves.steps.step, (std::vector<std::int64_t>{1, 2, 3, 4}));
        QCOMPARE(curves.steps.epoch, (std::vector<double>{0.25, 0.5, 0.75, 1.0}));
        QCOMPARE(curves.steps.seconds,
                 (std::vector<double>{1.0, 2.0, 3.0, 4.0})); // those of two launches, spread over the four of the record
        QCOMPARE(curves.steps.learningRate, (std::vector<double>{0.1, 0.1, 0.1, 0.05}));
        QCOMPARE(curves.steps.series.size(), 2u);
        QCOMPARE(curves.steps.series[0].name, std::string("loss"));
        QCOMPARE(curves.steps.series[0].values, (std::vector<double>{2.5, 2.0, 1.5, 1.0}));
        QVERIFY(std::isnan(curves.steps.series[1].values[2]));
        QCOMPARE(curves.epochs.epoch, (std::vector<std::int64_t>{1}));
        QCOMPARE(curves.epochs.series.size(), 4u);
        QCOMPARE(curves.epochs.series[3].name, std::string("val_accuracy"));
        QCOMPARE(curves.epochs.series[3].values, (std::vector<double>{0.625}));
        QCOMPARE(curves.bestEpoch, 1);

        Project project;
        project.training.gradientAccumulationSteps = 2; // batches make a step
        write(run / "project.netsmith", toJson(project));
        QCOMPARE(readRunCurves(run).steps.epoch, (std::vector<double>{0.5, 1.0, 1.5, 2.0}));
    }

    void readsTheLossScale()
    {
        const QTemporaryDir folder;
        const std::filesystem::path run = folder.path().toStdString();
        write(run / "run.json", toJson(RunRecord()));
        write(run / "metrics.csv",
              "kind,epoch,step,lr,loss,val_loss,loss_scale,skipped\n"
              "step,1,1,0.1,2.5,,65536,1\n"
              "step,1,2,0.1,2,,32768,0\n"
              "epoch,1,2,0.1,1.75,1.25,,\n"
              "step,2,3,0.1,1.5,,32768,1\n");
        const RunCurves curves = readRunCurves(run);
        QCOMPARE(curves.steps.series.size(), 1u); // the scale is not a metric
        QCOMPARE(curves.steps.series[0].values, (std::vector<double>{2.5, 2.0, 1.5}));
        QCOMPARE(curves.steps.lossScale, (std::vector<double>{65536.0, 32768.0, 32768.0}));
        QCOMPARE(curves.steps.skipped, (std::vector<std::int64_t>{1, 3}));
        QCOMPARE(curves.epochs.series.size(), 2u);
        QCOMPARE(curves.epochs.series[1].values, (std::vector<double>{1.25}));
    }

    void readsTheRatesOfGroups()
    {
        const QTemporaryDir folder;
        const std::filesystem::path run = folder.path().toStdString();
        write(run / "run.json", toJson(RunRecord()));
        write(run / "metrics.csv",
              "kind,epoch,step,lr,head/lr,body/lr,loss,val_loss,loss_scale,skipped\n"
              "step,1,1,0.1,0.5,0.25,2.5,,65536,1\n"
              "step,1,2,0.1,0.4,0.25,2,,32768,0\n"
              "epoch,1,2,0.1,0.4,0.25,1.75,1.25,,\n");
        const RunCurves curves = readRunCurves(run);
        QCOMPARE(curves.steps.learningRate, (std::vector<double>{0.1, 0.1}));
        QCOMPARE(curves.steps.groupRates, (std::vector<RunCurves::Series>{{"head/lr", {0.5, 0.4}}, {"body/lr", {0.25, 0.25}}}));
        QCOMPARE(curves.steps.series, (std::vector<RunCurves::Series>{{"loss", {2.5, 2.0}}})); // they are not metrics
        QCOMPARE(curves.steps.skipped, (std::vector<std::int64_t>{1}));
        QCOMPARE(curves.epochs.series[1].values, (std::vector<double>{1.25}));

        train::StepEvent launch;
        launch.values = {{"loss", 1.0}};
        launch.groupRates = {{"head/lr", 0.3}, {"body/lr", 0.25}};
        launch.steps = {{.step = 3, .learningRate = 0.1, .values = {1.5}, .groupRates = {0.3, 0.25}},
                        {.step = 4, .learningRate = 0.1, .values = {1.0}, .groupRates = {0.2, 0.25}}};
        RunCurves all = curves;
        all.append(LiveCurves(train::StartEvent(), 0.0).pointsOf(launch));
        QCOMPARE(all.steps.groupRates[0].values, (std::vector<double>{0.5, 0.4, 0.3, 0.2}));
        QCOMPARE(all.steps.groupRates[1].values, std::vector<double>(4, 0.25));
    }

    void appendsTheLossScale()
    {
        RunCurves curves;
        curves.steps = {{1, 2}, {0.1, 0.2}, {1, 2}, {0.5, 0.5}, {{"loss", {3, 2}}}}; // from before it was recorded
        RunCurves later;
        later.steps = {{3}, {0.3}, {3}, {0.25}, {{"loss", {1}}}, {16.0}, {3}};
        curves.append(later);
        QCOMPARE(curves.steps.lossScale.size(), 3u);
        QVERIFY(std::isnan(curves.steps.lossScale[1]));
        QCOMPARE(curves.steps.lossScale[2], 16.0);
        QCOMPARE(curves.steps.skipped, (std::vector<std::int64_t>{3}));
        RunCurves none;
        none.steps = {{4}, {0.4}, {4}, {0.25}, {{"loss", {1}}}};
        curves.append(none);
        QVERIFY(std::isnan(curves.steps.lossScale[3]));
        none.append(none);
        QVERIFY(none.steps.lossScale.empty());
    }

    void readsNothingWhereThereIsNoRun()
    {
        const QTemporaryDir folder;
        QVERIFY(readRunCurves(folder.path().toStdString()).empty());
    }

    void followsATraining()
    {
        train::StartEvent start;
        start.batch = 10;
        start.stepsPerEpoch = 4;
        LiveCurves live(start, 1.0); // goes on after a second
        train::StepEvent launch;
        launch.samplesPerSecond = 10.0;
        launch.values = {{"loss", 1.0}, {"accuracy", 0.5}};
        launch.seconds = 5.0;
        launch.steps = {{5, 0.1, {2.0, 0.25}}, {6, 0.05, {1.0, 0.5}}};
        RunCurves curves = live.pointsOf(launch);
        train::EpochEvent epoch;
        epoch.epoch = 2;
        epoch.step = 8;
        epoch.values = {{"loss", 1.5}, {"val_loss", 1.25}};
        epoch.best = true;
        epoch.totalSeconds = 6.0;
        curves.append(live.pointsOf(epoch));
        launch.samplesPerSecond = 1.0; // slower than possible: no launch begins before the last one ended
        launch.values = {{"loss", 0.5}};
        launch.seconds = 7.0;
        launch.steps = {{9, 0.05, {0.5}}};
        curves.append(live.pointsOf(launch));
        QCOMPARE(curves.steps.step, (std::vector<std::int64_t>{5, 6, 9}));
        QCOMPARE(curves.steps.epoch, (std::vector<double>{1.25, 1.5, 2.25}));
        QCOMPARE(curves.steps.seconds, (std::vector<double>{4.0, 5.0, 7.0}));
        QCOMPARE(curves.steps.learningRate, (std::vector<double>{0.1, 0.05, 0.05}));
        QCOMPARE(curves.steps.series[0].values, (std::vector<double>{2.0, 1.0, 0.5}));
        QCOMPARE(curves.steps.series[1].values[1], 0.5);
        QVERIFY(std::isnan(curves.steps.series[1].values[2]));
        QCOMPARE(curves.epochs.epoch, (std::vector<std::int64_t>{2}));
        QCOMPARE(curves.epochs.step, (std::vector<std::int64_t>{8}));
        QCOMPARE(curves.epochs.seconds, (std::vector<double>{6.0}));
        QCOMPARE(curves.epochs.series[1].name, std::string("val_loss"));
        QCOMPARE(curves.bestEpoch, 2);
    }

    void holdsTheMachineAlone()
    {
        RunCurves curves;
        QVERIFY(curves.empty());
        const RunCurves rows = LiveCurves(train::StartEvent(), 0.0).pointsOf({TelemetryRow{.seconds = 1.0}});
        QVERIFY(!rows.empty());
        QVERIFY(!rows.isMeasured());
        curves.append(rows);
        QCOMPARE(curves.machine.size(), 1u);
    }

    void appendsWhatComesLater()
    {
        RunCurves curves;
        curves.steps = {{1, 2}, {0.1, 0.2}, {1, 2}, {0.5, 0.5}, {{"loss", {3, 2}}}};
        RunCurves later;
        later.steps = {{3}, {0.3}, {3}, {0.25}, {{"loss", {1}}, {"accuracy", {0.5}}}};
        later.epochs = {{1}, {3}, {3}, {{"val_loss", {1.5}}}};
        later.bestEpoch = 1;
        curves.append(later);
        QCOMPARE(curves.steps.step, (std::vector<std::int64_t>{1, 2, 3}));
        QCOMPARE(curves.steps.series[0].values, (std::vector<double>{3, 2, 1}));
        QCOMPARE(curves.steps.series[1].name, std::string("accuracy"));
        QVERIFY(std::isnan(curves.steps.series[1].values[0]));
        QCOMPARE(curves.steps.series[1].values[2], 0.5);
        QCOMPARE(curves.epochs.series[0].values, (std::vector<double>{1.5}));
        QCOMPARE(curves.bestEpoch, 1);

        RunCurves other;
        other.steps = {{4}, {0.4}, {4}, {0.25}, {{"accuracy", {0.75}}}};
        curves.append(other);
        QVERIFY(std::isnan(curves.steps.series[0].values[3]));
        QCOMPARE(curves.bestEpoch, 1);
    }
};

NETSMITH_TEST(TestRunCurves)

} // namespace test_run_curves

#include "test_run_curves.moc"

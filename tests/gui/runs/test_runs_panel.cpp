#include "gui/progress/device_panel.h"
#include "gui/runs/runs_panel.h"
#include "gui/runs/table/run_table.h"

#include "gui/widgets/theme.h"
#include "tests/gui/training/picture.h"
#include "tests/gui/training/small_training.h"
#include "tests/test_program.h"

#include <QHeaderView>
#include <QLabel>
#include <QSignalSpy>
#include <QToolButton>
#include <QtTest>

namespace test_runs_panel {

using namespace netsmith;
using namespace netsmith::gui;
using namespace netsmith::test;
using namespace Qt::StringLiterals;

namespace {

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
    void trainOnce()
    {
        session.startAtOnce();
        QTRY_COMPARE(session.state(), TrainingState::finished);
    }
};

QString textAt(const RunTable& table, int row, std::string_view id)
{
    return table.model()->index(row, RunTableModel::columnOf(id)).data().toString();
}

} // namespace

class TestRunsPanel : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { Theme::instance().apply(); }

    void listsRunsAndOpensThem()
    {
        Studio studio(smallProject(2));
        RunsPanel panel(studio.session);
        panel.resize(760, 240);
        panel.setProjectFile(studio.files.place().projectFile);
        panel.show();
        auto* table = panel.findChild<RunTable*>(u"runsTree"_s);
        QVERIFY(!table->isVisible());
        savePictures(panel, u"runs-none"_s);

        studio.trainOnce();
        QTRY_COMPARE(table->model()->rowCount(), 1);
        studio.document.edit(u"Seed"_s, [](Project& project) { project.training.seed = 5; });
        studio.trainOnce();
        QTRY_COMPARE(table->model()->rowCount(), 2);
        QTRY_COMPARE(textAt(*table, 0, "state"), u"Done"_s);
        QTRY_COMPARE(textAt(*table, 1, "state"), u"Done"_s);
        table->header()->setSortIndicator(RunTableModel::columnOf("started"),
                                          Qt::DescendingOrder); // which is better depends on rounding
        QVERIFY(textAt(*table, 0, "best").endsWith(u"%"_s));
        QCOMPARE(textAt(*table, 0, "epochs_done"), u"2 of 2"_s);
        QCOMPARE(textAt(*table, 0, "seed"), u"5"_s); // the newest first
        savePictures(panel, u"runs"_s);

        QSignalSpy opened(&panel, &RunsPanel::runOpened);
        table->setCurrentIndex(table->model()->index(1, 0));
        QTest::keyClick(table, Qt::Key_Return);
        QTRY_COMPARE(opened.count(), 1);
        QCOMPARE(opened.front().at(0).value<std::filesystem::path>(), studio.files.runs().front());
        QCOMPARE(opened.front().at(1).value<runs::RunCurves>().stepCount(), 16u);
        QVERIFY(opened.front().at(2).toBool());
        QVERIFY(!panel.findChild<QToolButton*>(u"resumeRunButton"_s)->isEnabled()); // it is done
    }

    void resumesAnyRunThatStopped()
    {
        Studio studio(smallProject(100000));
        RunsPanel panel(studio.session);
        panel.setProjectFile(studio.files.place().projectFile);
        panel.show();
        auto* table = panel.findChild<RunTable*>(u"runsTree"_s);
        studio.session.step();
        QTRY_COMPARE(studio.session.state(), TrainingState::paused);
        QTRY_COMPARE(table->model()->rowCount(), 1);
        table->setCurrentIndex(table->model()->index(0, 0));
        QTRY_COMPARE(textAt(*table, 0, "state"), u"Training"_s);
        QVERIFY(!panel.findChild<QToolButton*>(u"deleteRunButton"_s)->isEnabled());
        studio.session.stop();
        QTRY_COMPARE(studio.session.state(), TrainingState::stopped);
        QTRY_COMPARE(textAt(*table, 0, "state"), u"Stopped"_s);
        const std::filesystem::path first = studio.session.run()->folder;

        studio.session.startAtOnce(); // another one
        QTRY_VERIFY(studio.session.snapshot().step > 3);
        studio.session.stop();
        QTRY_COMPARE(studio.session.state(), TrainingState::stopped);
        QTRY_COMPARE(table->model()->rowCount(), 2);
        table->setCurrent(first);
        auto* resume = panel.findChild<QToolButton*>(u"resumeRunButton"_s);
        QTRY_VERIFY(resume->isEnabled());
        QTest::mouseClick(resume, Qt::LeftButton);
        QTRY_COMPARE(studio.session.state(), TrainingState::running);
        QCOMPARE(studio.session.run()->folder, first);
    }

    void showsTheDevice()
    {
        Studio studio(smallProject(100000));
        DevicePanel panel(studio.session);
        panel.resize(284, 460);
        panel.show();
        const auto fact = [&](const char16_t* id) {
            auto* label = panel.findChild<QLabel*>(QString::fromUtf16(id) + u"Fact"_s);
            return label ? label->text() : QString();
        };
        QCOMPARE(fact(u"throughput"), u"not available"_s); // never 0
        QCOMPARE(fact(u"computeRate"), QString());
        QVERIFY(panel.findChild<QLabel*>(u"noRunHint"_s)->isVisible());
        QCOMPARE(fact(u"step"), QString());
        QTRY_VERIFY(fact(u"utilization").endsWith(u"%"_s));
        savePictures(panel, u"device-idle"_s);
        studio.session.startAtOnce();
        QTRY_VERIFY(fact(u"throughput").endsWith(u"samples/s"_s));
        QTRY_VERIFY(fact(u"computeRate").contains(u"FLOP/s"_s));
        QTRY_VERIFY(fact(u"runMemory").endsWith(u"by this run"_s));
        QVERIFY(!panel.findChild<QLabel*>(u"noRunHint"_s)->isVisible());
        QVERIFY(fact(u"layerPrecision").contains(u"FP32"_s));
        savePictures(panel, u"device"_s);
        panel.hide();
        const QString step = fact(u"step");
        const std::int64_t now = studio.session.snapshot().step;
        QTRY_VERIFY(studio.session.snapshot().step > now + 50);
        QCOMPARE(fact(u"step"), step); // a hidden panel is not updated
    }

    void saysWhatCantBeRead()
    {
        Studio studio(smallProject(1));
        DevicePanel panel(studio.session, nullptr, {"/there/is/no/such/folder", "libthereisnone.so"});
        panel.show();
        QTRY_COMPARE(panel.findChild<QLabel*>(u"utilizationFact"_s)->text(), u"not available"_s);
        QCOMPARE(panel.findChild<QLabel*>(u"deviceMemoryFact"_s)->text(), u"not available"_s);
    }
};

NETSMITH_WINDOW_TEST(TestRunsPanel)

} // namespace test_runs_panel

#include "test_runs_panel.moc"

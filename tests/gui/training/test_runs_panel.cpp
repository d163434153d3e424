#include "gui/training/device_panel.h"
#include "gui/training/runs_panel.h"

#include "gui/widgets/theme.h"
#include "tests/gui/training/picture.h"
#include "tests/gui/training/small_training.h"

#include <QLabel>
#include <QPushButton>
#include <QSignalSpy>
#include <QToolButton>
#include <QTreeWidget>
#include <QtTest>

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
        session.setPlace(files.place());
        session.setStepsPerLaunch(1);
    }
    void trainOnce()
    {
        session.startAtOnce();
        QTRY_COMPARE(session.state(), TrainingState::finished);
    }
};

} // namespace

class TestRunsPanel : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { Theme::instance().apply(); }

    void listsRunsOpensAndDeletesThem()
    {
        Studio studio(smallProject(2));
        RunsPanel panel(studio.session);
        panel.resize(760, 240);
        panel.setProjectFile(studio.files.place().projectFile);
        panel.show();
        auto* tree = panel.findChild<QTreeWidget*>(u"runsTree"_s);
        QVERIFY(!tree->isVisible());
        savePictures(panel, u"runs-none"_s);

        studio.trainOnce();
        QTRY_COMPARE(tree->topLevelItemCount(), 1);
        studio.document.edit(u"Seed"_s, [](Project& project) { project.training.seed = 5; });
        studio.trainOnce();
        QTRY_COMPARE(tree->topLevelItemCount(), 2);
        QTRY_COMPARE(tree->topLevelItem(0)->text(1), u"Done"_s);
        QVERIFY(tree->topLevelItem(0)->text(2).endsWith(u"%"_s));
        savePictures(panel, u"runs"_s);

        QSignalSpy opened(&panel, &RunsPanel::runOpened);
        tree->setCurrentItem(tree->topLevelItem(1));
        QTest::keyClick(tree, Qt::Key_Return);
        QTRY_COMPARE(opened.count(), 1);
        QCOMPARE(opened.front().at(0).value<std::filesystem::path>(), studio.files.runs().front());
        QCOMPARE(opened.front().at(1).value<RunCurves>().stepCount(), 16u);
        QVERIFY(!panel.findChild<QToolButton*>(u"resumeRunButton"_s)->isEnabled()); // it is done

        panel.activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(&panel));
        tree->setFocus();
        QTest::keyClick(tree, Qt::Key_Delete);
        auto* question = panel.findChild<QWidget*>(u"deleteRunBar"_s);
        QVERIFY(question->isVisible());
        savePictures(panel, u"runs-delete"_s);
        QTest::mouseClick(panel.findChild<QPushButton*>(u"keepRunButton"_s), Qt::LeftButton);
        QVERIFY(!question->isVisible());
        QCOMPARE(studio.files.runs().size(), 2u);
        QTest::mouseClick(panel.findChild<QToolButton*>(u"deleteRunButton"_s), Qt::LeftButton);
        QTest::mouseClick(panel.findChild<QPushButton*>(u"deleteRunConfirmButton"_s), Qt::LeftButton);
        QTRY_COMPARE(tree->topLevelItemCount(), 1);
        QCOMPARE(studio.files.runs().size(), 1u);
    }

    void resumesAnyRunThatStopped()
    {
        Studio studio(smallProject(100000));
        RunsPanel panel(studio.session);
        panel.setProjectFile(studio.files.place().projectFile);
        panel.show();
        auto* tree = panel.findChild<QTreeWidget*>(u"runsTree"_s);
        studio.session.step();
        QTRY_COMPARE(studio.session.state(), TrainingState::paused);
        QTRY_COMPARE(tree->topLevelItemCount(), 1);
        tree->setCurrentItem(tree->topLevelItem(0));
        QCOMPARE(tree->topLevelItem(0)->text(1), u"Training"_s);
        QVERIFY(!panel.findChild<QToolButton*>(u"deleteRunButton"_s)->isEnabled());
        studio.session.stop();
        QTRY_COMPARE(studio.session.state(), TrainingState::stopped);
        const std::filesystem::path first = studio.session.run()->folder;

        studio.session.startAtOnce(); // another one
        QTRY_VERIFY(studio.session.snapshot().step > 3);
        studio.session.stop();
        QTRY_COMPARE(studio.session.state(), TrainingState::stopped);
        QTRY_COMPARE(tree->topLevelItemCount(), 2);
        tree->setCurrentItem(tree->topLevelItem(1));
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
        QVERIFY(panel.findChild<QLabel*>(u"noRunHint"_s)->isVisible());
        QCOMPARE(fact(u"step"), QString());
        QTRY_VERIFY(fact(u"utilization").endsWith(u"%"_s));
        savePictures(panel, u"device-idle"_s);
        studio.session.startAtOnce();
        QTRY_VERIFY(fact(u"throughput").endsWith(u"samples/s"_s));
        QTRY_VERIFY(fact(u"runMemory").endsWith(u"by this run"_s));
        QTRY_VERIFY(fact(u"runLeft") != u"not available"_s);
        QVERIFY(!panel.findChild<QLabel*>(u"noRunHint"_s)->isVisible());
        QVERIFY(fact(u"layerPrecision").contains(u"FP32"_s));
        savePictures(panel, u"device"_s);
        panel.hide();
        const QString step = fact(u"step");
        const std::int64_t now = studio.session.snapshot().step;
        QTRY_VERIFY(studio.session.snapshot().step > now + 50);
        QCOMPARE(fact(u"step"), step); // nothing is done for nobody
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

QTEST_MAIN(TestRunsPanel)
#include "test_runs_panel.moc"

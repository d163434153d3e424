#include "gui/progress/run_actions.h"
#include "gui/progress/run_bars.h"
#include "gui/progress/run_controls.h"
#include "gui/progress/run_progress.h"
#include "gui/training/training_words.h"
#include "gui/widgets/labels/notice_bar.h"
#include "gui/widgets/labels/share_bar.h"

#include "engine/train/evaluation.h"
#include "gui/widgets/theme.h"
#include "tests/engine/train/tiny_series.h"
#include "tests/gui/training/picture.h"
#include "tests/gui/training/small_training.h"
#include "tests/test_program.h"

#include <QClipboard>
#include <QDir>
#include <QGuiApplication>
#include <QLabel>
#include <QPushButton>
#include <QSignalSpy>
#include <QTextEdit>
#include <QToolButton>
#include <QVBoxLayout>
#include <QtTest>

namespace test_run_widgets {

using namespace netsmith;
using namespace netsmith::gui;
using namespace netsmith::test;
using namespace Qt::StringLiterals;

namespace {

constexpr std::int64_t endless = 100000;

/// The tool bar and the notice bars, as in the window.
struct Studio {
    SmallTraining files;
    Document document;
    TrainingSession session{document};
    QWidget window;
    RunActions actions{session, &window};
    RunControls* controls = new RunControls(actions);
    RunProgress* progress = new RunProgress(session);
    RunBars* bars = new RunBars(session);

    explicit Studio(Project project)
    {
        document.reset(std::move(project), QString::fromStdString(files.place().projectFile.string()));
        document.setDataDir(files.folder());
        session.setPlace(files.place());
        session.setStepsPerLaunch(1);
        auto* column = new QVBoxLayout(&window);
        auto* line = new QHBoxLayout;
        line->addWidget(controls);
        line->addWidget(progress);
        line->addStretch();
        column->addLayout(line);
        column->addWidget(bars);
        column->addStretch();
        window.addActions(actions.all());
        window.resize(900, 240);
        window.show();
        window.activateWindow();
        (void)QTest::qWaitForWindowActive(&window);
    }

    template <class Widget>
    Widget* find(const QString& name)
    {
        return window.findChild<Widget*>(name);
    }
    void click(const QString& name) { QTest::mouseClick(find<QWidget>(name), Qt::LeftButton); }
    QString headline()
    {
        const QString detail = find<QLabel>(u"runDetailLabel"_s)->text();
        return find<QLabel>(u"runStateLabel"_s)->text() + (detail.isEmpty() ? QString() : u' ' + detail);
    }
};

/// The actions that may be enabled in a state, by the state machine only.
void compareWithState(const Studio& studio)
{
    const TrainingSession& session = studio.session;
    const auto allows = [&](TrainingAction action) { return session.allows(action); };
    QCOMPARE(studio.actions.pauseAction()->isEnabled(), allows(TrainingAction::pause));
    QCOMPARE(studio.actions.stepAction()->isEnabled(), allows(TrainingAction::step));
    QCOMPARE(studio.actions.stopAction()->isEnabled(), allows(TrainingAction::stop) || allows(TrainingAction::cancel));
    QCOMPARE(studio.actions.runAnewAction()->isEnabled(), allows(TrainingAction::runAnew));
    QCOMPARE(studio.actions.trainLongerAction()->isEnabled(), allows(TrainingAction::trainLonger));
    QCOMPARE(studio.actions.runAction()->isEnabled(),
             allows(TrainingAction::run) || allows(TrainingAction::train) || allows(TrainingAction::resume)
                 || allows(TrainingAction::runAnew));
}

} // namespace

class TestRunWidgets : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { Theme::instance().apply(); }

    void detailsAreFoldedAway()
    {
        NoticeBar bar(NoteBox::Kind::bad, u"someBar"_s);
        bar.setText(u"It failed."_s, u"The disk is full."_s);
        bar.setDetails(u"/dev/sda1 has 0 bytes left"_s);
        bar.retranslate();
        bar.show();
        const auto* details = bar.findChild<QLabel*>(u"someBarDetails"_s);
        auto* unfold = bar.findChild<QToolButton*>(u"someBarUnfold"_s);
        QVERIFY(unfold->isVisible() && !details->isVisible());
        QTest::mouseClick(unfold, Qt::LeftButton);
        QVERIFY(details->isVisible());
        QTest::mouseClick(unfold, Qt::LeftButton);
        QVERIFY(!details->isVisible());
    }

    void goesThroughARunByClicks()
    {
        Studio studio(smallProject(endless));
        TrainingSession& session = studio.session;
        compareWithState(studio);
        QCOMPARE(studio.headline(), u"Ready"_s);
        savePictures(studio.window, u"run-idle"_s);
        const int width = studio.find<QWidget>(u"runButton"_s)->width();

        studio.click(u"runButton"_s);
        QCOMPARE(session.state(), TrainingState::preparing);
        compareWithState(studio);
        savePictures(studio.window, u"run-preparing"_s);
        QTRY_COMPARE(session.state(), TrainingState::preFlight);
        compareWithState(studio);
        studio.click(u"runButton"_s); // trains what the card shows
        QTRY_COMPARE(session.state(), TrainingState::running);
        compareWithState(studio);
        QTRY_VERIFY(session.snapshot().step > 30);
        QTRY_VERIFY(studio.headline().contains(u" · epoch"_s));
        QTRY_VERIFY(studio.find<QLabel>(u"runTimeLabel"_s)->text().endsWith(u"left"_s));
        savePictures(studio.window, u"run-running"_s);
        QCOMPARE(studio.find<QWidget>(u"runButton"_s)->width(), width); // nothing jumps

        studio.click(u"runButton"_s); // Pause replaces Run
        QTRY_COMPARE(session.state(), TrainingState::paused);
        compareWithState(studio);
        QTRY_VERIFY(studio.headline().startsWith(u"Paused at step"_s));
        savePictures(studio.window, u"run-paused"_s);
        const std::int64_t step = session.snapshot().step;
        studio.click(u"stepButton"_s);
        QTRY_COMPARE(session.state(), TrainingState::paused);
        QCOMPARE(session.snapshot().step, step + 1);

        studio.click(u"runButton"_s);
        QCOMPARE(session.state(), TrainingState::running);
        studio.click(u"stopButton"_s);
        QCOMPARE(session.state(), TrainingState::stopping);
        compareWithState(studio);
        QTRY_COMPARE(session.state(), TrainingState::stopped);
        compareWithState(studio);
        QTRY_VERIFY(studio.headline().startsWith(u"Stopped at step"_s));
        QVERIFY(studio.find<QWidget>(u"stoppedBar"_s)->isVisible());
        savePictures(studio.window, u"run-stopped"_s);

        studio.click(u"resumeButton"_s);
        QVERIFY(!studio.find<QWidget>(u"stoppedBar"_s)->isVisible());
        QTRY_COMPARE(session.state(), TrainingState::running);
    }

    void goesThroughARunByKeys()
    {
        Studio studio(smallProject(endless));
        TrainingSession& session = studio.session;
        QTest::keyClick(&studio.window, Qt::Key_F10);
        QTRY_COMPARE(session.state(), TrainingState::paused);
        QCOMPARE(session.snapshot().step, 1);
        QTest::keyClick(&studio.window, Qt::Key_F10);
        QTRY_COMPARE(session.state(), TrainingState::paused);
        QCOMPARE(session.snapshot().step, 2);
        QTest::keyClick(&studio.window, Qt::Key_F5);
        QCOMPARE(session.state(), TrainingState::running);
        QTest::keyClick(&studio.window, Qt::Key_F6);
        QTRY_COMPARE(session.state(), TrainingState::paused);
        QTest::keyClick(&studio.window, Qt::Key_F5, Qt::ShiftModifier);
        QTRY_COMPARE(session.state(), TrainingState::stopped);
        QTest::keyClick(&studio.window, Qt::Key_F5);
        QCOMPARE(session.state(), TrainingState::preparing); // resumes
        QTest::keyClick(&studio.window, Qt::Key_F5, Qt::ShiftModifier);
        QCOMPARE(session.state(), TrainingState::stopped); // cancelled, without a change
        QVERIFY(studio.headline().startsWith(u"Stopped at step"_s));
    }

    void saysHowItEndedAndTrainsLonger()
    {
        Studio studio(smallProject(2));
        studio.session.startAtOnce();
        QTRY_COMPARE(studio.session.state(), TrainingState::finished);
        compareWithState(studio);
        QVERIFY(studio.headline().startsWith(u"Done: "_s));
        QVERIFY(studio.headline().endsWith(u"%"_s));
        QCOMPARE(studio.find<ShareBar>(u"runProgressBar"_s)->share(), 1.0);
        QVERIFY(studio.find<QWidget>(u"finishedBar"_s)->isVisible());
        savePictures(studio.window, u"run-finished"_s);
        studio.click(u"finishedBarClose"_s);
        QVERIFY(!studio.find<QWidget>(u"finishedBar"_s)->isVisible());
        studio.actions.trainLongerAction()->trigger();
        QTRY_COMPARE(studio.session.state(), TrainingState::finished);
        QCOMPARE(studio.session.snapshot().step, 32);
        QVERIFY(studio.find<QWidget>(u"finishedBar"_s)->isVisible());
    }

    /// The baseline for its error.
    void saysWhatAForecastIsToBeBetterThan()
    {
        QTemporaryDir folder;
        Project project = tinySeriesProject(folder.path().toStdString());
        project.training.device = "reference";
        Studio studio(project);
        studio.session.startAtOnce();
        QTRY_COMPARE(studio.session.state(), TrainingState::finished);
        const QString words = studio.find<QWidget>(u"finishedBar"_s)->accessibleName();
        const QString told = sentenceText(train::persistenceWords(studio.session.snapshot().persistence));
        QVERIFY2(told.contains(u"a mean absolute error of 1.5"_s), qPrintable(told)); // it rises by one each time
        QVERIFY2(words.contains(told), qPrintable(words));
    }

    void saysWhyItFailedAndCopiesDiagnostics()
    {
        Studio studio(smallProject(2));
        std::filesystem::resize_file(studio.files.folder() / "train-labels-idx1-ubyte", 12);
        const QByteArray home = qgetenv("HOME");
        qputenv("HOME", QByteArray::fromStdString(studio.files.folder().string()));
        studio.session.startAtOnce();
        QTRY_COMPARE(studio.session.state(), TrainingState::failed);
        compareWithState(studio);
        QVERIFY(studio.find<QWidget>(u"failedBar"_s)->isVisible());
        QVERIFY(!studio.find<QWidget>(u"failedResumeButton"_s)->isVisible()); // nothing was started
        QVERIFY(!studio.find<QWidget>(u"failedBarDetails"_s)->isVisible());
        studio.click(u"failedBarUnfold"_s);
        QVERIFY(studio.find<QWidget>(u"failedBarDetails"_s)->isVisible());
        savePictures(studio.window, u"run-failed"_s);
        studio.click(u"copyDiagnosticsButton"_s);
        const QString copied = QGuiApplication::clipboard()->text();
        QVERIFY(copied.contains(u"error data."_s));
        QVERIFY(copied.contains(u"~/train-labels"_s));
        QVERIFY(!copied.contains(QDir::homePath()));
        QVERIFY(!studio.find<QWidget>(u"failedBar"_s)->accessibleName().contains(QDir::homePath()));
        qputenv("HOME", home);
        QSignalSpy settings(studio.bars, &RunBars::settingsAsked);
        studio.click(u"failedSettingsButton"_s);
        QCOMPARE(settings.count(), 1);
    }

    void tellsOfEdits()
    {
        Studio studio(smallProject(endless));
        studio.session.startAtOnce();
        QTRY_COMPARE(studio.session.state(), TrainingState::running);
        auto* bar = studio.find<QWidget>(u"editedBar"_s);
        QVERIFY(!bar->isVisible());
        studio.document.edit(u"Seed"_s, [](Project& project) { project.training.seed = 9; });
        QVERIFY(bar->isVisible());
        savePictures(studio.window, u"run-edited"_s);
        studio.click(u"editedBarClose"_s);
        QVERIFY(!bar->isVisible());
        studio.document.undoStack().undo();
        studio.document.undoStack().redo();
        QVERIFY(bar->isVisible()); // edited again
    }

    void asksBeforeClosing()
    {
        Studio studio(smallProject(endless));
        QSignalSpy confirmed(studio.bars, &RunBars::closingConfirmed);
        QSignalSpy declined(studio.bars, &RunBars::closingDeclined);
        studio.session.startAtOnce();
        QTRY_COMPARE(studio.session.state(), TrainingState::running);
        QTRY_VERIFY(studio.session.snapshot().step > 1);
        studio.bars->askBeforeClosing();
        auto* bar = studio.find<QWidget>(u"closingBar"_s);
        QVERIFY(bar->isVisible());
        savePictures(studio.window, u"run-closing"_s);
        QVERIFY(studio.find<QPushButton>(u"closeKeepingButton"_s)->hasFocus());
        QTest::keyClick(studio.window.focusWidget(), Qt::Key_Escape);
        QCOMPARE(declined.count(), 1);
        QVERIFY(!bar->isVisible());
        QCOMPARE(studio.session.state(), TrainingState::running);

        studio.bars->askBeforeClosing();
        studio.click(u"closeDroppingButton"_s);
        QCOMPARE(confirmed.count(), 1);
        QCOMPARE(confirmed.back().front().toBool(), false);
        studio.bars->askBeforeClosing();
        QTest::keyClick(studio.window.focusWidget(), Qt::Key_Space);
        QCOMPARE(confirmed.count(), 2);
        QCOMPARE(confirmed.back().front().toBool(), true);

        studio.bars->askBeforeClosing(); // and the run ends in the meantime
        studio.session.stop();
        QTRY_COMPARE(confirmed.count(), 3);
    }

    void doesNothingWhileHidden()
    {
        Studio studio(smallProject(endless));
        studio.window.hide();
        const QString before = studio.headline();
        studio.session.startAtOnce();
        QTRY_VERIFY(studio.session.snapshot().step > 5);
        QCOMPARE(studio.headline(), before);
        studio.window.show();
        QVERIFY(studio.headline() != before);
    }
    void narrowBarPutsItsVerbsInRows();
};

void TestRunWidgets::narrowBarPutsItsVerbsInRows()
{
    QWidget window;
    auto* column = new QVBoxLayout(&window);
    auto* bar = new NoticeBar(NoteBox::Kind::bad, u"bar"_s);
    column->addWidget(bar);
    column->addStretch();
    bar->setText(u"Broken."_s, u"A sentence that is longer than the bar is wide, and says what to do next"_s);
    QList<QPushButton*> verbs;
    for (const QString& verb : {u"Resume from the last checkpoint"_s, u"Change the settings"_s, u"Copy diagnostics"_s}) {
        verbs << bar->addVerb(u"verb"_s);
        verbs.back()->setText(verb);
    }
    window.resize(360, 400);
    window.show();
    QCoreApplication::processEvents();
    QCOMPARE(window.width(), 360);
    QVERIFY(verbs[1]->y() > verbs[0]->y());
    for (const QPushButton* verb : verbs)
        QVERIFY2(bar->rect().contains(verb->geometry()) && verb->width() >= verb->sizeHint().width(), qPrintable(verb->text()));

    window.resize(1600, 400);
    QCoreApplication::processEvents();
    QCOMPARE(verbs[2]->y(), verbs[0]->y());
    QVERIFY(verbs[0]->x() < verbs[1]->x() && verbs[1]->x() < verbs[2]->x());

    // The same where only the texts change, as with the language, beside what takes all the height that it gets.
    column->addWidget(new QTextEdit(&window), 100);
    for (const QString& sentence :
         {u"Short."_s, u"A sentence that is long enough to stand alone on its line, for the buttons."_s, u"Short again."_s,
          u"A sentence that is long enough to stand alone on its line, once more."_s}) {
        bar->setText(u"Broken."_s, sentence);
        verbs[0]->setText(sentence.left(20));
        window.resize(900, 400);
        QCoreApplication::processEvents();
        for (const QPushButton* verb : verbs)
            QVERIFY2(bar->rect().contains(verb->geometry()), qPrintable(sentence + u' ' + verb->text()));
    }
}

NETSMITH_WINDOW_TEST(TestRunWidgets)

} // namespace test_run_widgets

#include "test_run_widgets.moc"

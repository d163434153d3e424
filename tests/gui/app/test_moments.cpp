#include "engine/backend/loader.h"
#include "engine/core/files/safe_file.h"
#include "engine/inspect/measures/moment_measures.h"
#include "engine/store/checkpoint_store.h"
#include "engine/store/run_record.h"
#include "engine/train/trainer/fork.h"
#include "gui/app/language.h"
#include "gui/canvas/canvas.h"
#include "gui/canvas/network_scene.h"
#include "gui/inspect/heat.h"
#include "gui/inspect/layer_view.h"
#include "gui/inspect/layer_window.h"
#include "gui/progress/preflight_card.h"
#include "gui/runs/runs_panel.h"
#include "gui/training/preflight_outcome.h"
#include "gui/widgets/controls/plane_view.h"
#include "tests/gui/app/studio_fixture.h"
#include "tests/test_program.h"

#include <QAction>
#include <QComboBox>
#include <QLabel>
#include <QPushButton>
#include <QSignalSpy>
#include <QSlider>
#include <QToolButton>

namespace test_moments {

using namespace netsmith;
using namespace netsmith::gui;
using namespace Qt::StringLiterals;

namespace {

constexpr int patience = 60000; // ms

} // namespace

/// The kept moments of a run: what they show, and a new run from one of them.
class TestMoments : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init();
    void cleanup() { m_studio.reset(); }
    void eachMomentIsShown();
    void twoMomentsAreShownBesideEachOther();
    void theLayersAreMeasuredAtAMoment();
    void aMomentIsMeasuredWhenNothingTrains();
    void aForkGoesOnFromAMoment();
    void aForkWithAnotherOptimizerSaysSo();
    void aForkByKeysIsOfferedOnce();
    void aForkOfADeletedRunSaysWhy();
    void aForkOfARunThatIsDeletedMeanwhileSaysWhy();
    void aForkOfAnEditedNetworkSaysWhy();
    void aDeletedMomentIsLeft();
    void anotherProjectHasNone();

private:
    MainWindow& window() { return m_studio->window(); }
    QSlider& slider() { return *m_studio->child<QSlider>("momentSlider"); }
    QWidget& bar() { return *m_studio->child<QWidget>("momentBar"); }
    QString words() { return m_studio->child<QLabel>("momentWords")->text(); }
    bool cardTells(const QString& words)
    {
        const auto* card = window().findChild<PreflightCard*>();
        return card && std::ranges::any_of(card->findChildren<QLabel*>(), [&](const QLabel* label) {
                   return label->isVisible() && label->text().contains(words);
               });
    }
    /// What the window's bars and the card say.
    QString told()
    {
        QString words;
        for (const auto* label : window().findChildren<QLabel*>())
            if (label->isVisible()
                && (m_studio->child<QWidget>("runBars")->isAncestorOf(label)
                    || window().findChild<PreflightCard*>()->isAncestorOf(label)))
                words += label->text() + u'\n';
        return words;
    }
    std::filesystem::path checkpoints() { return window().session().placeOfRun() / "checkpoints"; }
    const NodeTint* tintOf(const char* node)
    {
        const NodeItem* item = m_studio->child<Canvas>("canvas")->network().node(node);
        return item && item->tint() ? &*item->tint() : nullptr;
    }
    QImage pictureOf(const char* node)
    {
        const NodeItem* item = m_studio->child<Canvas>("canvas")->network().node(node);
        return item && item->picture() ? item->picture()->image : QImage();
    }

    std::unique_ptr<StudioFixture> m_studio;
};

/// A trained run of points in the plane, with three checkpoints.
void TestMoments::init()
{
    m_studio = std::make_unique<StudioFixture>();
    window().resize(1600, 1000);
    window().files().openSample(QStringLiteral(NETSMITH_PROJECTS "/points/points.netsmith"));
    awaitFiles(window());
    window().document().edit(u"shorter"_s, [](Project& project) {
        if (!backendFor("cpu"))
            project.training.device = "reference";
        project.training.epochs = 4;
    });
    window().raisePanel("tryItDock");
    QVERIFY(!bar().isVisible());
    window().session().startAtOnce();
    QTRY_COMPARE_WITH_TIMEOUT(window().session().state(), TrainingState::finished, patience);
    QTRY_VERIFY_WITH_TIMEOUT(bar().isVisible(), patience);
}

void TestMoments::eachMomentIsShown()
{
    const std::vector<std::int64_t> steps = CheckpointStore(checkpoints()).steps();
    QVERIFY(steps.size() >= 3);
    QCOMPARE(slider().maximum(), static_cast<int>(steps.size()));
    QCOMPARE(slider().value(), slider().maximum());
    QCOMPARE(words(), u"Latest weights"_s);
    QTest::mouseClick(m_studio->child<QToolButton>("activationsActionButton"), Qt::LeftButton);
    QTRY_VERIFY_WITH_TIMEOUT(!pictureOf("dense_2").isNull(), patience);
    QSignalSpy answered(&window().session(), &TrainingSession::answered);
    auto* plane = m_studio->child<PlaneView>("tablePlane");
    QImage surface = plane->grab().toImage();
    for (std::size_t place = 0; place < steps.size(); ++place) {
        const QImage before = pictureOf("dense_2");
        answered.clear();
        slider().setValue(static_cast<int>(place));
        QTRY_VERIFY_WITH_TIMEOUT(std::ranges::any_of(answered,
                                                     [&](const QList<QVariant>& each) {
                                                         const auto answer = each.front().value<PredictionAnswer>();
                                                         return answer.step == steps[place] && answer.surface && !answer.live;
                                                     }),
                                 patience);
        QVERIFY2(words().startsWith(u"Step %1, epoch "_s.arg(steps[place])), qPrintable(words()));
        QTRY_VERIFY_WITH_TIMEOUT(pictureOf("dense_2") != before || place + 1 == steps.size(), patience);
        QTRY_VERIFY_WITH_TIMEOUT(plane->grab().toImage() != surface || place + 1 == steps.size(), patience);
        surface = plane->grab().toImage();
    }
    QTest::mouseClick(m_studio->child<QPushButton>("momentLatest"), Qt::LeftButton);
    QVERIFY(!window().session().moment());
    QCOMPARE(words(), u"Latest weights"_s);
    // By the keyboard, too.
    QTest::keyClick(&slider(), Qt::Key_Left);
    QCOMPARE(window().session().moment(), std::optional(steps.back()));
}

void TestMoments::twoMomentsAreShownBesideEachOther()
{
    const std::vector<std::int64_t> steps = CheckpointStore(checkpoints()).steps();
    QTest::mouseClick(m_studio->child<QToolButton>("activationsActionButton"), Qt::LeftButton);
    slider().setValue(0);
    QTRY_VERIFY_WITH_TIMEOUT(!pictureOf("dense_2").isNull(), patience);
    auto* canvas = m_studio->child<Canvas>("canvas");
    QTest::mouseClick(canvas->viewport(), Qt::LeftButton, {},
                      canvas->mapFromScene(canvas->network().node("dense_2")->pictureRectangle().center()));
    auto* detail = window().findChild<LayerWindow*>();
    QVERIFY(detail);
    const auto label = [&](const char* name) { return detail->findChild<QLabel*>(QLatin1String(name))->text(); };
    const auto stepText = [](std::int64_t step) { return u"After step %1"_s.arg(QLocale().toString(step)); };
    auto* hold = detail->findChild<QPushButton*>(u"layerHold"_s);
    QTRY_VERIFY_WITH_TIMEOUT(hold->isVisible(), patience);
    QTRY_COMPARE_WITH_TIMEOUT(label("layerStep"), stepText(steps[0]), patience);
    QTest::mouseClick(hold, Qt::LeftButton);
    slider().setValue(1);
    QTRY_COMPARE_WITH_TIMEOUT(label("layerStep"), stepText(steps[1]), patience);
    QCOMPARE(label("heldStep"), stepText(steps[0]));
    QVERIFY(detail->findChild<LayerView*>(u"layerView"_s)->picture().cells
            != detail->findChild<LayerView*>(u"heldView"_s)->picture().cells);
    detail->close(); // what is opened next holds nothing
    QVERIFY(!hold->isChecked());
}

void TestMoments::theLayersAreMeasuredAtAMoment()
{
    m_studio->child<QAction>("heat_updateAction")->trigger();
    QTRY_VERIFY_WITH_TIMEOUT(tintOf("dense_1"), patience); // of the result
    const Project project = window().document().project();
    train::TrainingSetup setup(project, train::loadData(project, {}), *backendFor(project.training.device).take(), {});
    const std::vector<std::int64_t> steps = CheckpointStore(checkpoints()).steps();
    for (std::size_t place = steps.size(); place-- > 0;) {
        slider().setValue(static_cast<int>(place));
        const Checkpoint checkpoint = readCheckpoint(CheckpointStore(checkpoints()).at(steps[place])).take();
        const NetworkTint expected = HeatWords::tint(inspect::measureMoment(setup, checkpoint, 0.0), Heat::update);
        for (const char* node : {"dense_1", "dense_2"})
            QTRY_VERIFY2_WITH_TIMEOUT(tintOf(node) && tintOf(node)->details == expected.nodes.at(node).details,
                                      qPrintable(u"step %1"_s.arg(steps[place])), patience);
    }
    m_studio->child<QAction>("heat_timeAction")->trigger();
    QVERIFY(tintOf("dense_1")); // measured together
    m_studio->child<QAction>("heat_noneAction")->trigger();
    QVERIFY(!tintOf("dense_1"));
}

void TestMoments::aMomentIsMeasuredWhenNothingTrains()
{
    m_studio->child<QAction>("heat_updateAction")->trigger();
    QTRY_VERIFY_WITH_TIMEOUT(tintOf("dense_1"), patience);
    slider().setValue(0);
    window().session().setStepsPerLaunch(1);
    window().session().trainLonger(10000);
    QTRY_COMPARE_WITH_TIMEOUT(window().session().state(), TrainingState::running, patience);
    window().session().pause();
    QTRY_COMPARE_WITH_TIMEOUT(window().session().state(), TrainingState::paused, patience);
    slider().setValue(0);
    QTRY_VERIFY_WITH_TIMEOUT(!tintOf("dense_1"), patience);
    const auto* reason = m_studio->child<QLabel>("canvasReason");
    QTRY_VERIFY2_WITH_TIMEOUT(reason->text().contains(u"when nothing trains"_s), qPrintable(reason->text()), patience);
    window().session().stop();
    QTRY_COMPARE_WITH_TIMEOUT(window().session().state(), TrainingState::stopped, patience);
    QTRY_VERIFY_WITH_TIMEOUT(tintOf("dense_1"), patience);
    window().session().setStepsPerLaunch(0);
}

void TestMoments::aForkGoesOnFromAMoment()
{
    const std::vector<std::int64_t> steps = CheckpointStore(checkpoints()).steps();
    auto* fork = m_studio->child<QPushButton>("momentFork");
    QVERIFY(!fork->isEnabled()); // the latest weights are what "Start from" offers
    slider().setValue(0);
    QVERIFY(fork->isEnabled());
    const std::filesystem::path from = std::filesystem::weakly_canonical(checkpoints().parent_path());
    QTest::mouseClick(fork, Qt::LeftButton);
    auto* card = window().findChild<PreflightCard*>();
    QTRY_VERIFY_WITH_TIMEOUT(card && card->isVisible(), patience);
    const QString step = u"step %1"_s.arg(steps[0]);
    QTRY_VERIFY_WITH_TIMEOUT(cardTells(u"goes on from"_s) && cardTells(step), patience);
    QVERIFY2(m_studio->child<QComboBox>("startFromField")->currentText().contains(step),
             qPrintable(m_studio->child<QComboBox>("startFromField")->currentText()));
    window().session().train();
    QTRY_COMPARE_WITH_TIMEOUT(window().session().state(), TrainingState::finished, patience);
    const std::filesystem::path made = window().session().placeOfRun();
    QVERIFY(made != from);
    const auto origin = train::forkOriginOf(made);
    QVERIFY(origin);
    QCOMPARE(origin->step, steps[0]);
    QCOMPARE(std::filesystem::weakly_canonical(origin->run), from);
    // Nothing was changed, so it is the same training: the optimizer state, the rates and the order of the samples.
    QCOMPARE(readTextFile(made / "metrics.csv").take(), readTextFile(from / "metrics.csv").take());
    for (const char* file : {"weights.safetensors", "optimizer.safetensors"})
        QVERIFY(readTextFile(CheckpointStore(made / "checkpoints").at(steps.back()) / file).take()
                == readTextFile(CheckpointStore(from / "checkpoints").at(steps.back()) / file).take());
    QVERIFY(!window().session().moment()); // of the run before
    QTRY_COMPARE(words(), u"Latest weights"_s);
}

void TestMoments::aForkWithAnotherOptimizerSaysSo()
{
    const std::vector<std::int64_t> steps = CheckpointStore(checkpoints()).steps();
    window().document().edit(u"optimizer"_s, [](Project& project) {
        project.training.optimizer = {"rmsprop", {{"learning_rate", 0.001}}};
    });
    slider().setValue(0);
    QTest::mouseClick(m_studio->child<QPushButton>("momentFork"), Qt::LeftButton);
    QTRY_VERIFY_WITH_TIMEOUT(window().findChild<PreflightCard*>() && window().findChild<PreflightCard*>()->isVisible(), patience);
    QTRY_VERIFY_WITH_TIMEOUT(cardTells(u"its optimizer was changed"_s), patience);
    QVERIFY(!cardTells(u"goes on from"_s));
    window().session().train();
    QTRY_COMPARE_WITH_TIMEOUT(window().session().state(), TrainingState::finished, patience);
    const std::filesystem::path made = window().session().placeOfRun();
    QVERIFY(!train::forkOriginOf(made));
    const RunRecord record = readRunRecord(made).take();
    QVERIFY(record.weightsFrom);
    QCOMPARE(record.weightsFrom->step, steps[0]);
    // Back to what it was, the next run goes on again.
    window().document().undoStack().undo();
    window().session().runAnew();
    QTRY_VERIFY_WITH_TIMEOUT(cardTells(u"goes on from"_s), patience);
    QVERIFY(!cardTells(u"its optimizer was changed"_s));
}

void TestMoments::aForkByKeysIsOfferedOnce()
{
    auto* fork = m_studio->child<QPushButton>("momentFork");
    auto* from = m_studio->child<QComboBox>("startFromField");
    QTRY_COMPARE_WITH_TIMEOUT(from->count(), 2, patience); // random weights and the run
    slider().setFocus();
    QTest::keyClick(&slider(), Qt::Key_Home);
    for (int i = 0; i < 4 && !fork->hasFocus(); ++i)
        QTest::keyClick(QApplication::focusWidget(), Qt::Key_Tab);
    QVERIFY(fork->hasFocus());
    for (int i = 0; i < 3; ++i) {
        fork->setFocus();
        QTest::keyClick(fork, Qt::Key_Space);
        QTRY_COMPARE_WITH_TIMEOUT(window().session().state(), TrainingState::preFlight, patience);
        QTRY_VERIFY_WITH_TIMEOUT(cardTells(u"goes on from"_s), patience);
        QCOMPARE(from->count(), 3); // random weights, the run, its moment
        window().session().cancel();
    }
    // Its name is in the window's language, also if that is changed later.
    QVERIFY2(from->currentText().contains(u", step "_s), qPrintable(from->currentText()));
    speak(u"zh_CN"_s);
    QTRY_VERIFY2(from->currentText().contains(u"步"_s) && !from->currentText().contains(u"step"_s),
                 qPrintable(from->currentText()));
    speak(u"en"_s);
    QTRY_VERIFY(from->currentText().contains(u", step "_s));
    // Another choice takes it back.
    from->setCurrentIndex(0);
    Q_EMIT from->activated(0);
    window().findChild<RunsPanel*>()->reload();
    QTRY_COMPARE(from->count(), 2);
}

/// Another program deletes the run whose moment is shown.
void TestMoments::aForkOfADeletedRunSaysWhy()
{
    slider().setValue(0);
    const std::filesystem::path run = std::filesystem::weakly_canonical(checkpoints().parent_path());
    std::filesystem::remove_all(run);
    QTest::mouseClick(m_studio->child<QPushButton>("momentFork"), Qt::LeftButton);
    QTRY_VERIFY_WITH_TIMEOUT(window().session().isResting(), patience);
    QTRY_VERIFY2_WITH_TIMEOUT(told().contains(QString::fromStdString(run.filename().string())), qPrintable(told()), patience);
    // What is gone is no longer offered, and the next run starts as if nothing had been chosen.
    window().findChild<RunsPanel*>()->reload();
    QTRY_VERIFY_WITH_TIMEOUT(m_studio->child<QComboBox>("startFromField")->currentData().toString().isEmpty(), patience);
    window().session().startAtOnce();
    QTRY_COMPARE_WITH_TIMEOUT(window().session().state(), TrainingState::finished, patience);
}

/// The list of runs, which is read beside, finds out before the start does: no other weights take the place of those chosen.
void TestMoments::aForkOfARunThatIsDeletedMeanwhileSaysWhy()
{
    slider().setValue(0);
    const std::filesystem::path run = std::filesystem::weakly_canonical(checkpoints().parent_path());
    QTest::mouseClick(m_studio->child<QPushButton>("momentFork"), Qt::LeftButton);
    QTRY_VERIFY_WITH_TIMEOUT(window().session().preflight() && window().session().preflight()->complete, patience);
    std::filesystem::remove_all(run);
    QSignalSpy listed(window().findChild<RunsPanel*>(), &RunsPanel::listed);
    window().findChild<RunsPanel*>()->reload();
    QTRY_VERIFY_WITH_TIMEOUT(!listed.isEmpty(), patience);
    window().session().train();
    QTRY_VERIFY_WITH_TIMEOUT(window().session().isResting(), patience);
    QVERIFY(window().session().state() != TrainingState::finished);
    QTRY_VERIFY2_WITH_TIMEOUT(told().contains(QString::fromStdString(run.filename().string())), qPrintable(told()), patience);
}

void TestMoments::aForkOfAnEditedNetworkSaysWhy()
{
    slider().setValue(0);
    window().document().editGraph(u"units"_s, [](Graph& graph) { graph.find("dense_1")->parameters["units"] = std::int64_t{5}; });
    QTest::mouseClick(m_studio->child<QPushButton>("momentFork"), Qt::LeftButton);
    QTRY_VERIFY2_WITH_TIMEOUT(told().contains(u"its network was changed"_s), qPrintable(told()), patience);
    QTRY_VERIFY_WITH_TIMEOUT(window().session().preflight() && window().session().preflight()->complete, patience);
    window().session().train(); // the weights of another width can't be taken
    QTRY_COMPARE_WITH_TIMEOUT(window().session().state(), TrainingState::failed, patience);
    QTRY_VERIFY2_WITH_TIMEOUT(told().contains(u"dense_1"_s), qPrintable(told()), patience);
    // As it was, it goes on.
    window().document().undoStack().undo();
    slider().setValue(0);
    QTest::mouseClick(m_studio->child<QPushButton>("momentFork"), Qt::LeftButton);
    QTRY_VERIFY_WITH_TIMEOUT(cardTells(u"goes on from"_s), patience);
}

/// Someone removes the checkpoint that is shown.
void TestMoments::aDeletedMomentIsLeft()
{
    const std::vector<std::int64_t> steps = CheckpointStore(checkpoints()).steps();
    slider().setValue(0);
    QVERIFY(window().session().moment());
    std::filesystem::remove_all(CheckpointStore(checkpoints()).at(steps[0]));
    Q_EMIT window().session().stateChanged(window().session().state()); // the next look
    QVERIFY(!window().session().moment());
    QCOMPARE(slider().maximum(), static_cast<int>(steps.size()) - 1);
    QCOMPARE(slider().value(), slider().maximum());
}

void TestMoments::anotherProjectHasNone()
{
    slider().setValue(0);
    m_studio->closeUnchanged();
    window().files().openSample(QStringLiteral(NETSMITH_PROJECTS "/mnist_mlp/mnist_mlp.netsmith"));
    awaitFiles(window());
    QTRY_VERIFY(!bar().isVisible());
    QVERIFY(!window().session().moment());
}

NETSMITH_WINDOW_TEST(TestMoments)

} // namespace test_moments

#include "test_moments.moc"

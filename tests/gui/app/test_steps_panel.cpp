#include "tests/gui/app/steps_fixture.h"

#include "gui/canvas/items/trail_layer.h"
#include "gui/widgets/labels/note_box.h"
#include "tests/test_program.h"

#include <QAction>

namespace test_steps_panel {

using namespace netsmith;
using namespace netsmith::gui;
using namespace Qt::StringLiterals;

/// A training step followed layer by layer in the window.
class TestStepsPanel : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init() { m = std::make_unique<StepsFixture>(); }
    void cleanup() { m.reset(); }
    void beforeItSaysWhatItDoes();
    void theCanvasShowsWhereItIs();
    void aWeightIsChanged();
    void typingIsCheckedAndGivenUp();
    void theStepIsTaken();
    void anotherBatchIsFollowed();
    void keysAlone();
    void aRunHasTheDeviceFirst();
    void theWeightsOfARun();
    void anEditedProjectSaysSo();
    void aPreparationIsCancelled();
    void aWeightThatBreaksTheStep();
    void brokenProjectsSayWhy();

private:
    std::unique_ptr<StepsFixture> m;
};

void TestStepsPanel::beforeItSaysWhatItDoes()
{
    m->open();
    QVERIFY(m->studio.child<QLabel>("stepsAbout")->isVisible());
    QVERIFY(!m->view().isVisible());
    QVERIFY(!m->button("stepsNext").isVisible());
    QCOMPARE(m->button("stepsBegin").text(), u"Begin"_s);
    QCOMPARE(m->studio.child<QComboBox>("stepsWeights")->count(), 1);
    QVERIFY(!m->network().trail().trail());
    m->studio.closeUnchanged();
}

void TestStepsPanel::theCanvasShowsWhereItIs()
{
    m->open();
    m->begin();
    const auto ids = [](const std::vector<const NodeItem*>& nodes) {
        std::set<std::string> all;
        for (const NodeItem* node : nodes)
            all.insert(node->id());
        return all;
    };
    using Ids = std::set<std::string>;
    m->goTo(StepWay::forward, "dense_2");
    QCOMPARE(ids(m->network().trail().currentNodes()), Ids{"dense_2"});
    QCOMPARE(ids(m->network().trail().passedNodes()), (Ids{"dense_1", "input_1"}));
    QCOMPARE(m->network().trail().routes().size(), std::size_t{1});
    const NodeItem* source = m->network().node("dense_1");
    const QPolygonF forward = m->network().trail().routes().front();
    QVERIFY(QLineF(forward.front(), source->portPosition("output", false)).length() < 1.0);
    QCOMPARE(m->network().pictures().nodes.size(), std::size_t{3});
    QVERIFY(source->picture());
    m->click("stepsNext");
    m->click("stepsNext");
    QCOMPARE(m->text("stepsWhere"), u"The loss"_s);
    QCOMPARE(ids(m->network().trail().currentNodes()), Ids{""});
    QCOMPARE(m->network().trail().routes().size(), std::size_t{1});
    m->goTo(StepWay::back, "dense_1");
    QCOMPARE(ids(m->network().trail().currentNodes()), Ids{"dense_1"});
    QCOMPARE(ids(m->network().trail().passedNodes()), (Ids{"dense_2", "dense_3"}));
    const QPolygonF back = m->network().trail().routes().front(); // from the layer after it
    QVERIFY(QLineF(back.back(), source->portPosition("output", false)).length() < 1.0);
    QCOMPARE(m->network().trail().isMoving(), Theme::instance().motion() > 0);
    // A layer that is selected on the canvas is shown, on the same way.
    m->document().selection().select("dense_3");
    QCOMPARE(m->text("stepsWhere"), u"Back, layer 1 of 3: dense_3"_s);
    // Behind another tab it marks nothing.
    m->window().raisePanel("problemsDock");
    QTRY_VERIFY(!m->network().trail().trail());
    QVERIFY(m->network().pictures().nodes.empty());
    m->window().raisePanel("stepsDock");
    QTRY_VERIFY(m->network().trail().trail());
    // Panels that are put back in their places keep it; a panel that is closed lets the network go.
    m->studio.child<QAction>("resetPanelsAction")->trigger();
    m->window().raisePanel("stepsDock");
    QTRY_VERIFY(m->network().trail().trail());
    QCOMPARE(m->text("stepsWhere"), u"Back, layer 1 of 3: dense_3"_s);
    m->studio.child<QWidget>("stepsDock")->close();
    QTRY_COMPARE(m->session().state(), StepsSession::State::nothing);
    QVERIFY(!m->network().trail().trail());
    m->window().raisePanel("stepsDock");
    m->begin();
    // It plays by itself.
    m->click("stepsPlay");
    QTRY_COMPARE_WITH_TIMEOUT(m->text("stepsWhere"), u"Forward, layer 3 of 4: dense_2"_s, stepsPatience);
    m->click("stepsPlay");
    m->studio.closeUnchanged();
    QTRY_VERIFY(!m->network().trail().trail());
}

void TestStepsPanel::aWeightIsChanged()
{
    m->open();
    m->begin();
    const double before = m->session().step()->loss;
    m->goTo(StepWay::forward, "dense_2");
    QVERIFY(!m->button("stepsRestore").isVisible());
    m->type(1, 2, u"0.75"_s);
    QCOMPARE(layerOf(*m->session().step(), "dense_2").parameters[0].before[1 * 3 + 2], 0.75);
    QCOMPARE(m->cell(1, 2), 0.75);
    QVERIFY(m->table().index(1, 2).data(LayerTable::editedRole).toBool());
    QCOMPARE(m->text("stepsWhere"), u"Forward, layer 3 of 4: dense_2"_s);
    const double loss = m->session().step()->loss;
    QVERIFY(loss != before);
    // As a tracer of its own says, and as computed by hand.
    const auto own = m->ownTracer();
    QCOMPARE(own->look().loss, before);
    own->setWeight("dense_2.kernel", 1 * 3 + 2, 0.75);
    QCOMPARE(own->look().loss, loss);
    QVERIFY(std::abs(loss - lossByHand(*m->session().step(), {"dense_1", "dense_2", "dense_3"})) < 1e-5);
    QVERIFY(std::abs(m->shownLoss() - loss) < 1e-4);
    QVERIFY(m->studio.child<QLabel>("stepsLossBefore")->isVisible());
    QVERIFY2(m->text("stepsLossBefore").startsWith(u"was "_s), qPrintable(m->text("stepsLossBefore")));
    QVERIFY(std::abs(numberIn(m->text("stepsLossBefore").section(u' ', -1)) - (loss - before)) < 1e-4 + tolerance(loss - before));
    // A bias, too; then all back.
    m->type(3, 0, u"-1e-1"_s);
    QCOMPARE(m->session().edits().size(), std::size_t{2});
    m->click("stepsRestore");
    m->await();
    QCOMPARE(m->session().step()->loss, before);
    QVERIFY(m->session().edits().empty());
    QVERIFY(!m->studio.child<QLabel>("stepsLossBefore")->isVisible());
    // A weight that is set back is no longer marked.
    const QString was = m->table().index(0, 0).data(Qt::EditRole).toString();
    m->type(0, 0, u"2"_s);
    QCOMPARE(m->session().edits().size(), std::size_t{1});
    QCOMPARE(m->session().lossBefore(), before);
    m->type(0, 0, was);
    QVERIFY(std::abs(m->session().step()->loss - before) < 1e-6);
    m->studio.closeUnchanged();
}

void TestStepsPanel::typingIsCheckedAndGivenUp()
{
    m->open();
    m->begin();
    m->goTo(StepWay::forward, "dense_1");
    const double before = m->session().step()->loss;
    for (const char* wrong : {"half", "", "1e99", "nan"}) {
        m->type(0, 1, QString::fromLatin1(wrong));
        QVERIFY(m->session().edits().empty());
        QCOMPARE(m->session().step()->loss, before);
        auto* note = m->studio.child<NoteBox>("stepsNote");
        QVERIFY(note->isVisible());
        QVERIFY2(note->text().contains(u"is not a number"_s), qPrintable(note->text()));
    }
    const QModelIndex index = m->table().index(0, 1);
    m->view().setCurrentIndex(index);
    m->view().edit(index);
    auto* field = m->view().findChild<QLineEdit*>(u"weightField"_s);
    QVERIFY(field);
    QTest::keyClicks(field, u"5"_s);
    QTest::keyClick(field, Qt::Key_Escape);
    QTRY_VERIFY(!m->view().findChild<QLineEdit*>(u"weightField"_s));
    QVERIFY(m->session().edits().empty());
    QCOMPARE(m->session().step()->loss, before);
    // Sums are computed and can't be typed.
    QVERIFY(!(m->table().flags(m->table().index(3, 1)) & Qt::ItemIsEditable));
    m->type(0, 1, u"0.5"_s);
    QVERIFY(!m->studio.child<NoteBox>("stepsNote")->isVisible());
    m->studio.closeUnchanged();
}

void TestStepsPanel::theStepIsTaken()
{
    m->open();
    m->begin();
    m->goTo(StepWay::forward, "dense_1");
    m->type(0, 0, u"0.25"_s);
    const StepsSession::Step before = m->session().step();
    QCOMPARE(before->step, 1);
    m->goTo(StepWay::update, "dense_1");
    m->click("stepsTake");
    m->await();
    const StepsSession::Step after = m->session().step();
    QCOMPARE(after->step, 2);
    QVERIFY(after->samples != before->samples);
    QVERIFY(m->session().edits().empty());
    QCOMPARE(m->session().lossBefore(), after->loss);
    QCOMPARE(m->text("stepsWhere"), u"Forward, layer 1 of 4: input_1"_s);
    for (std::size_t layer = 0; layer < after->layers.size(); ++layer)
        for (std::size_t p = 0; p < after->layers[layer].parameters.size(); ++p) {
            const inspect::TracedParameter &was = before->layers[layer].parameters[p], &is = after->layers[layer].parameters[p];
            for (std::size_t i = 0; i < was.before.size(); ++i)
                QVERIFY(std::abs(is.before[i] - (was.before[i] - 0.1 * was.gradient[i])) < 1e-6);
        }
    // The file and its runs are as they were.
    QVERIFY(!m->window().session().run());
    m->studio.closeUnchanged();
}

void TestStepsPanel::anotherBatchIsFollowed()
{
    m->open();
    m->begin();
    QVERIFY(!m->button("stepsNewBatch").toolTip().isEmpty());
    m->goTo(StepWay::forward, "dense_2");
    const StepsSession::Step first = m->session().step();
    m->click("stepsNewBatch");
    m->await();
    const StepsSession::Step second = m->session().step();
    QCOMPARE(second->step, 1); // nothing was trained
    QVERIFY(second->samples != first->samples);
    QCOMPARE(layerOf(*second, "dense_1").parameters[0].before, layerOf(*first, "dense_1").parameters[0].before);
    QCOMPARE(m->text("stepsWhere"), u"Forward, layer 3 of 4: dense_2"_s); // it stays at this layer
    QVERIFY(std::abs(m->shownLoss() - second->loss) < 1e-4);
    const auto own = m->ownTracer();
    own->skipBatch();
    QCOMPARE(own->look().samples, second->samples);
    QCOMPARE(own->look().loss, second->loss);
    // A weight that was changed stays so, beside the loss of this batch without that.
    m->type(1, 2, u"0.75"_s);
    m->click("stepsNewBatch");
    m->await();
    own->skipBatch();
    QCOMPARE(m->session().lossBefore(), own->look().loss);
    own->setWeight("dense_2.kernel", 1 * 3 + 2, 0.75);
    QCOMPARE(m->session().step()->loss, own->look().loss);
    QCOMPARE(m->session().edits().size(), std::size_t{1});
    QVERIFY(m->studio.child<QLabel>("stepsLossBefore")->isVisible());
    m->click("stepsRestore");
    m->await();
    QCOMPARE(m->session().step()->loss, m->session().lossBefore());
    m->studio.closeUnchanged();
}

void TestStepsPanel::keysAlone()
{
    m->open();
    m->window().raisePanel("problemsDock");
    auto* action = m->studio.child<QAction>("nextLayerAction");
    QCOMPARE(action->shortcut(), QKeySequence(Qt::Key_F7));
    m->studio.child<Canvas>("canvas")->setFocus();
    QTest::keyClick(m->studio.child<Canvas>("canvas"), Qt::Key_F7);
    QTRY_COMPARE_WITH_TIMEOUT(m->session().state(), StepsSession::State::ready, stepsPatience);
    QVERIFY(m->view().isVisible());
    QTest::keyClick(m->studio.child<Canvas>("canvas"), Qt::Key_F7);
    QCOMPARE(m->text("stepsWhere"), u"Forward, layer 2 of 4: dense_1"_s);
    m->view().setFocus();
    QVERIFY(m->view().hasFocus());
    m->view().setCurrentIndex(m->table().index(0, 0));
    QTest::keyClick(&m->view(), Qt::Key_Right);
    QTest::keyClick(&m->view(), Qt::Key_Down);
    QCOMPARE(m->view().currentIndex(), m->table().index(1, 1));
    const double before = m->session().step()->loss;
    for (const Qt::Key key : {Qt::Key_F2, Qt::Key_Return}) {
        QTest::keyClick(&m->view(), key);
        auto* field = m->view().findChild<QLineEdit*>(u"weightField"_s);
        QVERIFY(field);
        QTest::keyClicks(field, key == Qt::Key_F2 ? u"1.5"_s : u"-1.5"_s);
        m->enter(*field);
        QCOMPARE(m->cell(1, 1), key == Qt::Key_F2 ? 1.5 : -1.5);
        QVERIFY(m->session().step()->loss != before);
        m->view().setFocus();
    }
    m->studio.closeUnchanged();
}

void TestStepsPanel::aRunHasTheDeviceFirst()
{
    m->open();
    m->begin();
    m->goTo(StepWay::forward, "dense_1");
    const StepsSession::Step step = m->session().step();
    m->studio.trainAStep();
    QCOMPARE(m->session().state(), StepsSession::State::left);
    QCOMPARE(m->session().step(), step);
    auto* note = m->studio.child<NoteBox>("stepsNote");
    QVERIFY(note->isVisible());
    QVERIFY2(note->text().contains(u"Stop the run first"_s), qPrintable(note->text()));
    m->window().raisePanel("stepsDock");
    QVERIFY(!m->button("stepsTake").isEnabled());
    QVERIFY(!m->button("stepsBegin").isEnabled());
    m->click("stepsNext"); // what is known can still be looked at
    QCOMPARE(m->text("stepsWhere"), u"Forward, layer 3 of 4: dense_2"_s);
    QVERIFY(!(m->table().flags(m->table().index(0, 0)) & Qt::ItemIsEditable));
    m->window().session().stop();
    QTRY_VERIFY_WITH_TIMEOUT(!m->window().session().isLive(), stepsPatience);
    QTRY_VERIFY(m->button("stepsBegin").isEnabled());
    m->begin();
    m->studio.closeUnchanged();
}

void TestStepsPanel::theWeightsOfARun()
{
    m->open();
    m->studio.trainAStep();
    m->window().session().stop();
    QTRY_VERIFY_WITH_TIMEOUT(!m->window().session().isLive(), stepsPatience);
    m->window().raisePanel("stepsDock");
    auto* weights = m->studio.child<QComboBox>("stepsWeights");
    QTRY_COMPARE_WITH_TIMEOUT(weights->count(), 2, stepsPatience);
    QCOMPARE(weights->currentIndex(), 1);
    m->begin();
    // They are what the first step made of the random ones.
    const auto own = m->ownTracer();
    const inspect::TracedStep first = own->look();
    for (std::size_t layer = 0; layer < first.layers.size(); ++layer)
        for (std::size_t p = 0; p < first.layers[layer].parameters.size(); ++p)
            for (std::size_t i = 0; i < first.layers[layer].parameters[p].after.size(); ++i)
                QVERIFY(std::abs(m->session().step()->layers[layer].parameters[p].before[i]
                                 - first.layers[layer].parameters[p].after[i])
                        < 1e-6);
    weights->setCurrentIndex(0);
    m->begin();
    QCOMPARE(m->session().step()->loss, first.loss);
    m->studio.closeUnchanged();
}

void TestStepsPanel::anEditedProjectSaysSo()
{
    m->open();
    m->begin();
    auto* note = m->studio.child<NoteBox>("stepsNote");
    QVERIFY(!note->isVisible());
    m->document().editGraph(u"move"_s, [](Graph& graph) { graph.find("dense_1")->x += 10; });
    QVERIFY(!note->isVisible()); // its numbers are the same
    m->document().edit(u"units"_s, [](Project& project) { project.graph.find("dense_1")->parameters["units"] = std::int64_t{5}; });
    QVERIFY(note->isVisible());
    QVERIFY2(note->text().contains(u"was changed"_s), qPrintable(note->text()));
    QVERIFY(!m->network().trail().trail());
    m->goTo(StepWay::forward, "dense_1");
    QCOMPARE(m->table().columnCount(), 3);
    m->begin();
    QVERIFY(!note->isVisible());
    m->goTo(StepWay::forward, "dense_1");
    QCOMPARE(m->table().columnCount(), 5);
    m->studio.closeUnchanged();
}

void TestStepsPanel::aPreparationIsCancelled()
{
    m->open();
    m->click("stepsBegin");
    QCOMPARE(m->session().state(), StepsSession::State::preparing);
    QCOMPARE(m->button("stepsBegin").text(), u"Cancel"_s);
    m->click("stepsBegin");
    QCOMPARE(m->session().state(), StepsSession::State::nothing);
    QVERIFY(!m->studio.child<NoteBox>("stepsNote")->isVisible());
    m->begin();
    m->studio.closeUnchanged();
    QCOMPARE(m->session().state(), StepsSession::State::nothing); // another project has other steps
}

void TestStepsPanel::aWeightThatBreaksTheStep()
{
    m->open();
    m->document().edit(u"no limit"_s, [](Project& project) {
        for (const char* node : {"dense_1", "dense_2"})
            project.graph.find(node)->parameters["activation"] = std::string("none");
    });
    m->begin();
    const double before = m->session().step()->loss;
    m->goTo(StepWay::forward, "dense_1");
    m->type(0, 0, u"3e38"_s);
    auto* note = m->studio.child<NoteBox>("stepsNote");
    QVERIFY(note->isVisible());
    QVERIFY2(note->text().contains(u"NaN or an infinity"_s), qPrintable(note->text()));
    QCOMPARE(m->text("stepsLoss"), u"NaN"_s);
    QVERIFY(!m->button("stepsTake").isEnabled());
    QVERIFY(std::abs(m->cell(0, 0) / 3e38 - 1.0) < 1e-3); // what was typed stays, to be mended
    m->click("stepsRestore");
    m->await();
    QVERIFY(!note->isVisible());
    QCOMPARE(m->session().step()->loss, before);
    QVERIFY(m->button("stepsTake").isEnabled());
    m->studio.closeUnchanged();
}

void TestStepsPanel::brokenProjectsSayWhy()
{
    m->open();
    m->document().edit(u"broken"_s, [](Project& project) { project.graph.edges.pop_back(); });
    m->click("stepsBegin");
    QTRY_COMPARE_WITH_TIMEOUT(m->session().state(), StepsSession::State::nothing, stepsPatience);
    auto* note = m->studio.child<NoteBox>("stepsNote");
    QVERIFY(note->isVisible());
    QVERIFY(!note->text().isEmpty());
    m->document().undoStack().undo();
    m->document().edit(u"elsewhere"_s, [](Project& project) {
        project.data.source = "csv";
        project.data.path = "/nowhere/points.csv";
    });
    m->click("stepsBegin");
    QTRY_VERIFY_WITH_TIMEOUT(m->session().problem(), stepsPatience);
    QVERIFY2(note->text().contains(u"/nowhere/points.csv"_s), qPrintable(note->text()));
    m->document().undoStack().undo();
    m->document().edit(u"data"_s, [](Project& project) { project.training.batch = 100000; });
    m->click("stepsBegin");
    QTRY_VERIFY_WITH_TIMEOUT(m->session().problem(), stepsPatience);
    QVERIFY2(note->text().contains(u"100,000"_s) || note->text().contains(u"100000"_s), qPrintable(note->text()));
    m->studio.closeUnchanged();
}

NETSMITH_WINDOW_TEST(TestStepsPanel)

} // namespace test_steps_panel

#include "test_steps_panel.moc"

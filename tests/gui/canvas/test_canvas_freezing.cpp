#include "tests/gui/canvas/canvas_fixture.h"

#include "engine/graph/project/training_recipe.h"
#include "gui/canvas/network_drawing.h"
#include "gui/document/block_commands.h"
#include "gui/document/freezing.h"
#include "gui/widgets/theme.h"
#include "tests/test_program.h"

#include <QMenu>
#include <QSignalSpy>

namespace test_canvas_freezing {

using namespace netsmith;
using namespace netsmith::gui;
using namespace Qt::StringLiterals;

/// Layers are frozen where they are drawn, and look like it.
class TestCanvasFreezing : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init()
    {
        m = std::make_unique<CanvasFixture>();
        m->openChain();
    }
    void cleanup() { m.reset(); }

    void freezesFromTheMenu();
    void freezesWhatIsBefore();
    void freezesByTheKeyboard();
    void aSelectionIsOneStep();
    void fineTunesInASecondPhase();
    void saysWhyNoSecondPhase();
    void saysWhyNot();
    void aBlockIsFrozenAsAWhole();
    void sharedWeightsAreFrozenAtTheirOwner();
    void frozenNodesLookLikeIt();

private:
    bool trainable(const char* id) const
    {
        const auto& parameters = m->node(id).parameters;
        const auto found = parameters.find("trainable");
        return found == parameters.end() || found->second != ParameterValue(false);
    }
    QMenu* menuAt(QPoint place)
    {
        QContextMenuEvent event(QContextMenuEvent::Mouse, place, m->globalOf(place));
        QApplication::sendEvent(m->canvas.viewport(), &event);
        return qobject_cast<QMenu*>(QApplication::activePopupWidget());
    }
    void choose(const char* id, const char* action)
    {
        QMenu* menu = menuAt(m->middleOf(id));
        QVERIFY(menu);
        auto* found = menu->findChild<QAction*>(QString::fromLatin1(action));
        QVERIFY2(found && found->isEnabled(), action);
        QTest::mouseClick(menu, Qt::LeftButton, {}, menu->actionGeometry(found).center());
        QCoreApplication::processEvents();
    }
    QString whyNot(const char* id, const char* action)
    {
        QMenu* menu = menuAt(m->middleOf(id));
        const auto* found = menu ? menu->findChild<QAction*>(QString::fromLatin1(action)) : nullptr;
        const QString reason = !found ? u"no such entry"_s : found->isEnabled() ? QString() : found->toolTip();
        if (menu)
            menu->close();
        return reason;
    }
    QImage pictureOf(const char* id)
    {
        QCoreApplication::processEvents();
        const QRectF place = m->item(id).rectangle().adjusted(-8.0, -8.0, 8.0, 8.0);
        return m->canvas.viewport()->grab(m->canvas.mapFromScene(place).boundingRect()).toImage();
    }

    std::unique_ptr<CanvasFixture> m;
};

void TestCanvasFreezing::freezesFromTheMenu()
{
    choose("conv2d_1", "canvasMenuFreeze");
    QVERIFY(!trainable("conv2d_1"));
    QVERIFY(trainable("dense_1"));
    QCOMPARE(m->steps(), 1);
    QCOMPARE(m->document.undoStack().undoText(), u"Freeze conv2d_1"_s);
    QVERIFY(m->item("conv2d_1").face().frozen);
    QVERIFY(!m->item("dense_1").face().frozen);
    QCOMPARE(whyNot("conv2d_1", "canvasMenuFreeze"), u"It is frozen already."_s);
    choose("conv2d_1", "canvasMenuUnfreeze");
    QVERIFY(!m->node("conv2d_1").parameters.contains("trainable")); // as before
    QVERIFY(!m->item("conv2d_1").face().frozen);
    QCOMPARE(m->steps(), 2);
    m->document.undoStack().undo();
    QVERIFY(m->item("conv2d_1").face().frozen);
}

void TestCanvasFreezing::freezesWhatIsBefore()
{
    choose("dense_1", "canvasMenuFreezeBefore");
    QVERIFY(!trainable("conv2d_1"));
    QVERIFY(trainable("dense_1"));
    QVERIFY(!m->node("flatten_1").parameters.contains("trainable")); // it has no weights
    QCOMPARE(m->steps(), 1);
    QCOMPARE(whyNot("dense_1", "canvasMenuFreezeBefore"), u"Everything before it is frozen already."_s);
    QCOMPARE(whyNot("conv2d_1", "canvasMenuFreezeBefore"), u"No layer before this one has weights."_s);
}

void TestCanvasFreezing::freezesByTheKeyboard()
{
    m->click(m->middleOf("dense_1"));
    m->key(Qt::Key_T);
    QVERIFY(!trainable("dense_1"));
    m->key(Qt::Key_T, Qt::ShiftModifier);
    QVERIFY(trainable("dense_1"));
    m->key(Qt::Key_T, Qt::ControlModifier);
    QVERIFY(!trainable("conv2d_1"));
    QVERIFY(trainable("dense_1"));
    QCOMPARE(m->steps(), 3);
}

void TestCanvasFreezing::aSelectionIsOneStep()
{
    m->canvas.selectAll();
    m->key(Qt::Key_T);
    QVERIFY(!trainable("conv2d_1") && !trainable("dense_1"));
    QCOMPARE(m->steps(), 1);
    QCOMPARE(m->document.undoStack().undoText(), u"Freeze 2 layer(s)"_s); // rooms are tested without translations
    m->document.undoStack().undo();
    QVERIFY(trainable("conv2d_1") && trainable("dense_1"));
}

/// The head is trained first, then also what is chosen, at a tenth of the rate.
void TestCanvasFreezing::fineTunesInASecondPhase()
{
    m->document.edit(u"Epochs"_s, [](Project& project) { project.training.epochs = 9; });
    choose("dense_1", "canvasMenuFreezeBefore");
    QSignalSpy told(&m->canvas, &Canvas::fineTuningArranged);
    choose("conv2d_1", "canvasMenuFineTune");
    const TrainingSettings& training = m->document.project().training;
    QCOMPARE(training.groups.size(), std::size_t{2});
    QCOMPARE(training.groups[0].layers, std::vector<std::string>{"dense_1"});
    QCOMPARE(training.groups[0].learningRateMultiplier, 1.0);
    QCOMPARE(training.groups[1].layers, std::vector<std::string>{"conv2d_1"});
    QCOMPARE(training.groups[1].learningRateMultiplier, 0.1);
    QCOMPARE(training.phases.size(), std::size_t{2});
    QCOMPARE(training.phases[0].groups, std::vector<std::string>{training.groups[0].name});
    QCOMPARE(training.phases[0].epochs, 3);
    QVERIFY(training.phases[1].groups.empty() && training.phases[1].epochs == 0); // all, to the end
    QVERIFY(recipeProblems(training).empty());
    QVERIFY(trainable("conv2d_1"));
    QCOMPARE(told.size(), 1);
    QVERIFY(told.front().front().toString().contains(u"conv2d_1"_s));
    m->document.undoStack().undo();
    QVERIFY(training.groups.empty() && training.phases.empty() && !trainable("conv2d_1"));
}

void TestCanvasFreezing::saysWhyNoSecondPhase()
{
    const auto why = [this](const char* id) { return whyNot(id, "canvasMenuFineTune"); };
    QVERIFY(why("conv2d_1").startsWith(u"Nothing from here on is frozen"_s));
    applyFreezing(m->document, Freezing::freeze, {"conv2d_1"});
    QVERIFY(why("dense_1").startsWith(u"Nothing from here on is frozen"_s)); // it stands before
    applyFreezing(m->document, Freezing::freeze, {"dense_1"});
    QVERIFY(why("conv2d_1").startsWith(u"Every layer is frozen"_s));
    applyFreezing(m->document, Freezing::unfreeze, {"dense_1"});
    QVERIFY(why("conv2d_1").isEmpty());
    m->document.edit(u"Epochs"_s, [](Project& project) { project.training.epochs = 1; });
    QVERIFY(why("conv2d_1").startsWith(u"Two phases need"_s));
    m->document.edit(u"Groups"_s, [](Project& project) {
        project.training.epochs = 5;
        project.training.groups = {{.name = "mine", .layers = {"dense_1"}}};
    });
    QVERIFY(why("conv2d_1").startsWith(u"The training has groups"_s));
}

void TestCanvasFreezing::saysWhyNot()
{
    QCOMPARE(whyNot("flatten_1", "canvasMenuFreeze"), u"This layer has no weights."_s);
    QCOMPARE(whyNot("dense_1", "canvasMenuUnfreeze"), u"It is not frozen."_s);
    m->click(m->middleOf("flatten_1"));
    m->key(Qt::Key_T);
    QCOMPARE(m->reason(), u"This layer has no weights."_s);
    m->click(m->ground());
    m->key(Qt::Key_T);
    QCOMPARE(m->reason(), u"Select a layer first."_s);
    QCOMPARE(m->steps(), 0);
}

void TestCanvasFreezing::aBlockIsFrozenAsAWhole()
{
    const std::string block = makeBlock(m->document, {"conv2d_1", "flatten_1"});
    const int before = m->steps();
    applyFreezing(m->document, Freezing::freezeBefore, {"dense_1"});
    QCOMPARE(m->steps(), before + 1);
    QVERIFY(isFrozen(m->document, *m->graph().find(block)));
    QVERIFY(m->item(block.c_str()).face().frozen);
    applyFreezing(m->document, Freezing::unfreeze, {block});
    QVERIFY(!isFrozen(m->document, *m->graph().find(block)));

    QVERIFY(openBlock(m->document, block)); // frozen inside: wherever the block is used
    applyFreezing(m->document, Freezing::freeze, {"conv2d_1"});
    leaveBlock(m->document);
    QVERIFY(isFrozen(m->document, *m->graph().find(block)));
    applyFreezing(m->document, Freezing::unfreeze, {block});
    QVERIFY(!isFrozen(m->document, *m->graph().find(block)));
}

void TestCanvasFreezing::sharedWeightsAreFrozenAtTheirOwner()
{
    m->document.editGraph(u"share"_s, [](Graph& graph) {
        Node twin = *graph.find("dense_1");
        twin.id = "dense_2";
        twin.shares = "dense_1";
        twin.y += 120.0;
        graph.nodes.push_back(twin);
        graph.edges.push_back({{"flatten_1", "output"}, {"dense_2", "input"}, Json::object()});
    });
    applyFreezing(m->document, Freezing::freeze, {"dense_2"});
    QVERIFY(!trainable("dense_1"));
    QVERIFY(trainable("dense_2"));
    QVERIFY(m->item("dense_1").face().frozen);
    QVERIFY(m->item("dense_2").face().frozen);
}

/// At every zoom, and in exported pictures.
void TestCanvasFreezing::frozenNodesLookLikeIt()
{
    for (const double zoom : {1.0, 0.3, 0.15}) {
        m->canvas.setZoom(zoom);
        m->canvas.fitAll();
        m->canvas.setZoom(zoom);
        const QImage before = pictureOf("conv2d_1");
        applyFreezing(m->document, Freezing::freeze, {"conv2d_1"});
        const QImage after = pictureOf("conv2d_1");
        QVERIFY2(before != after, qPrintable(QString::number(zoom)));
        if (const QString folder = qEnvironmentVariable("NETSMITH_PICTURES"); !folder.isEmpty())
            for (const Theme::Mode mode : {Theme::Mode::dark, Theme::Mode::light}) {
                Theme::instance().setMode(mode);
                QCoreApplication::processEvents();
                m->canvas.grab().save(
                    u"%1/frozen-%2-%3.png"_s.arg(folder).arg(zoom * 100.0).arg(mode == Theme::Mode::dark ? 0 : 1));
            }
        applyFreezing(m->document, Freezing::unfreeze, {"conv2d_1"});
    }
    const QByteArray plain = drawNetwork(m->canvas.network(), DrawingFormat::svg, u"a"_s);
    applyFreezing(m->document, Freezing::freeze, {"conv2d_1"});
    QVERIFY(drawNetwork(m->canvas.network(), DrawingFormat::svg, u"a"_s).size() > plain.size());
}

NETSMITH_WINDOW_TEST(TestCanvasFreezing)

} // namespace test_canvas_freezing

#include "test_canvas_freezing.moc"

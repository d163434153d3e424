#include "tests/gui/app/studio_fixture.h"
#include "tests/gui/document/saved_document.h"

#include "gui/app/window/actions.h"
#include "gui/canvas/canvas.h"
#include "gui/canvas/network_scene.h"
#include "tests/test_program.h"

#include <QAbstractItemView>
#include <QLineEdit>
#include <QMenu>
#include <QToolButton>
#include <QtTest>

namespace test_blocks {

using namespace netsmith;
using namespace netsmith::gui;
using namespace Qt::StringLiterals;

/// Blocks in the whole window: shortcuts, menus and panels agree on what is open.
class TestBlocks : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init();
    void cleanup() { m.reset(); }

    void shortcutsReachTheCanvas();
    void menusOfferWhatCanBeDone();
    void panelsFollowIntoABlock();
    void aBlockSurvivesItsFile();

private:
    Canvas& canvas() { return m->window().canvas(); }
    Document& document() { return m->window().document(); }
    QAction& action(const char* name) { return *m->window().actions()[name]; }
    QPoint middleOf(const char* node) { return canvas().mapFromScene(canvas().network().node(node)->rectangle().center()); }

    std::unique_ptr<StudioFixture> m;
};

void TestBlocks::init()
{
    m = std::make_unique<StudioFixture>();
    m->window().files().openSample(QStringLiteral(NETSMITH_PROJECTS) + u"/mnist_cnn/mnist_cnn.netsmith"_s);
    awaitFiles(m->window());
    QTRY_VERIFY(canvas().isVisible());
    canvas().setFocus();
    QVERIFY(QTest::qWaitForWindowActive(&m->window()));
}

void TestBlocks::shortcutsReachTheCanvas()
{
    document().selection().set({"conv2d_2", "max_pooling2d_1"});
    QTest::keyClick(&canvas(), Qt::Key_G, Qt::ControlModifier);
    auto* field = m->child<QLineEdit>("canvasRename");
    QVERIFY(field->isVisible());
    QTest::keyClicks(field, u"Stem"_s);
    QTest::keyClick(field, Qt::Key_Return);
    QCOMPARE(document().selection().nodes(), std::set<std::string>{"block_1"});
    QTest::keyClick(&canvas(), Qt::Key_Return);
    QCOMPARE(document().place(), std::string("block_1"));
    QTest::keyClick(&canvas(), Qt::Key_Up, Qt::AltModifier);
    QCOMPARE(document().place(), std::string());
    QTest::mouseDClick(canvas().viewport(), Qt::LeftButton, {}, middleOf("block_1"));
    QCOMPARE(document().place(), std::string("block_1"));
    QTest::keyClick(&canvas(), Qt::Key_Escape);
    QCOMPARE(document().place(), std::string());
    QTest::keyClick(&canvas(), Qt::Key_G, Qt::ControlModifier | Qt::ShiftModifier);
    QCOMPARE(document().selection().nodes(), (std::set<std::string>{"conv2d_2", "max_pooling2d_1"}));
    QCOMPARE(document().analysis().errorCount(), 0);
}

void TestBlocks::menusOfferWhatCanBeDone()
{
    auto* menu = m->child<QMenu>("networkMenu");
    const QStringList names{u"makeBlockAction"_s, u"openBlockAction"_s, u"leaveBlockAction"_s, u"renameBlockAction"_s,
                            u"takeApartAction"_s};
    for (const QString& name : names) {
        QVERIFY2(menu->actions().contains(&action(qPrintable(name))), qPrintable(name));
        QVERIFY2(!action(qPrintable(name)).isEnabled(), qPrintable(name)); // nothing is selected
    }
    // What can't be done says why.
    QCOMPARE(action("fineTuneAction").toolTip(), u"Select a layer first."_s);
    document().selection().set({"conv2d_2", "max_pooling2d_1"});
    QVERIFY2(action("fineTuneAction").toolTip().contains(u"is frozen"_s), qPrintable(action("fineTuneAction").toolTip()));
    QVERIFY2(action("freezeAction").toolTip().endsWith(u"(T)"_s), qPrintable(action("freezeAction").toolTip()));
    action("makeBlockAction").trigger();
    QTest::keyClick(m->child<QLineEdit>("canvasRename"), Qt::Key_Return);
    for (const char* name : {"openBlockAction", "renameBlockAction", "takeApartAction"})
        QVERIFY2(action(name).isEnabled(), name);
    action("renameBlockAction").trigger();
    QTest::keyClicks(m->child<QLineEdit>("canvasRename"), u"Eyes"_s);
    QTest::keyClick(m->child<QLineEdit>("canvasRename"), Qt::Key_Return);
    QCOMPARE(document().project().graph.blocks[0].title, std::string("Eyes"));
    action("openBlockAction").trigger();
    QVERIFY(action("leaveBlockAction").isEnabled());
    action("leaveBlockAction").trigger();
    QVERIFY(!action("leaveBlockAction").isEnabled());
    action("takeApartAction").trigger();
    QVERIFY(document().graph().find("conv2d_2"));
}

void TestBlocks::panelsFollowIntoABlock()
{
    document().selection().set({"conv2d_2", "max_pooling2d_1"});
    action("makeBlockAction").trigger();
    QTest::keyClick(m->child<QLineEdit>("canvasRename"), Qt::Key_Return);
    action("openBlockAction").trigger();
    m->window().raisePanel("outlineDock");
    auto* tree = m->child<QAbstractItemView>("outlineTree");
    QTRY_VERIFY(tree->isVisible());
    QCOMPARE(tree->model()->rowCount(), 4); // the input, two layers, the output
    // A problem in the block is listed in the network, and leads into the block.
    document().editGraph(u"break"_s, [](Graph& graph) { graph.find("conv2d_2")->parameters["filters"] = std::int64_t{0}; });
    document().open({});
    QVERIFY(canvas().network().node("block_1")->problem());
    action("nextProblemAction").trigger();
    QCOMPARE(document().place(), std::string("block_1"));
    QCOMPARE(document().selection().nodes(), std::set<std::string>{"conv2d_2"});
}

void TestBlocks::aBlockSurvivesItsFile()
{
    document().selection().set({"conv2d_2", "max_pooling2d_1"});
    action("makeBlockAction").trigger();
    QTest::keyClick(m->child<QLineEdit>("canvasRename"), Qt::Key_Return);
    action("openBlockAction").trigger();
    document().editGraph(u"move"_s, [](Graph& graph) { graph.find("in:input")->x -= 50.0; });
    const Project kept = document().project();
    const QString file = m->path(u"kept.netsmith"_s);
    QVERIFY(saveDocument(document(), file).hasValue());
    document().reset(loadProject(file.toStdString()).take(), file);
    QCOMPARE(document().place(), std::string());
    QVERIFY(document().project().graph == kept.graph);
}

NETSMITH_WINDOW_TEST(TestBlocks)

} // namespace test_blocks

#include "test_blocks.moc"

#include "tests/gui/canvas/canvas_fixture.h"
#include "tests/test_program.h"

#include <QMenu>

namespace test_canvas_menus {

using namespace netsmith;
using namespace netsmith::gui;
using namespace Qt::StringLiterals;

using Ids = std::set<std::string>;

/// The actions of the context menus.
class TestCanvasMenus : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init()
    {
        m = std::make_unique<CanvasFixture>();
        m->openChain();
    }
    void cleanup() { m.reset(); }

    void menuOfANode();
    void menuOfAWire();
    void menuOfTheGround();
    void menuByKeyboard();
    void layingOut();

private:
    QMenu* menuAt(QPoint place, QContextMenuEvent::Reason reason = QContextMenuEvent::Mouse);
    void choose(QMenu* menu, const char* action);

    std::unique_ptr<CanvasFixture> m;
};

QMenu* TestCanvasMenus::menuAt(QPoint place, QContextMenuEvent::Reason reason)
{
    QContextMenuEvent event(reason, place, m->globalOf(place));
    QApplication::sendEvent(m->canvas.viewport(), &event);
    return qobject_cast<QMenu*>(QApplication::activePopupWidget());
}

void TestCanvasMenus::choose(QMenu* menu, const char* action)
{
    QVERIFY(menu);
    auto* found = menu->findChild<QAction*>(QString::fromLatin1(action));
    QVERIFY2(found, action);
    QVERIFY2(found->isEnabled(), action);
    QTest::mouseClick(menu, Qt::LeftButton, {}, menu->actionGeometry(found).center());
    QCoreApplication::processEvents();
}

void TestCanvasMenus::menuOfANode()
{
    choose(menuAt(m->middleOf("flatten_1")), "canvasMenuDuplicate");
    QCOMPARE(m->selected(), Ids{"flatten_2"});
    choose(menuAt(m->middleOf("conv2d_1")), "canvasMenuDisconnect");
    QCOMPARE(m->graph().edges.size(), 1u);
    choose(menuAt(m->middleOf("conv2d_1")), "canvasMenuRename");
    QTRY_VERIFY(m->canvas.findChild<QWidget*>(u"canvasRename"_s)->isVisible());
    m->canvas.setFocus();
    choose(menuAt(m->middleOf("conv2d_1")), "canvasMenuDelete");
    QVERIFY(!m->graph().find("conv2d_1"));
    m->document.edit(u"break"_s, [](Project& project) {
        setParameter(project.graph, layers(), {"input_1"}, "shape", std::vector<std::int64_t>{8, 8, 1});
    });
    choose(menuAt(m->middleOf("input_1")), "canvasMenuFix");
    QVERIFY(!m->graph().find("input_1")->parameters.contains("shape")); // the data set's shape again, the default
}

void TestCanvasMenus::menuOfAWire()
{
    QSignalSpy asked(&m->canvas, &Canvas::quickAddRequested);
    const QPoint place = m->wire("conv2d_1", "flatten_1");
    choose(menuAt(place), "canvasMenuInsert");
    QCOMPARE(asked.count(), 1);
    m->canvas.addPicked(u"relu"_s, asked.front().at(1).toPointF(), std::nullopt, false);
    QVERIFY(m->wired("conv2d_1", "relu_1"));
    QVERIFY(m->wired("relu_1", "flatten_1"));
    choose(menuAt(m->wire("input_1", "conv2d_1")), "canvasMenuDelete");
    QVERIFY(!m->wired("input_1", "conv2d_1"));
}

void TestCanvasMenus::menuOfTheGround()
{
    QSignalSpy asked(&m->canvas, &Canvas::quickAddRequested);
    choose(menuAt(m->ground()), "canvasMenuAdd");
    QCOMPARE(asked.count(), 1);
    choose(menuAt(m->ground()), "canvasMenuSelectAll");
    QCOMPARE(m->selected().size(), 4u);
    m->canvas.copy();
    choose(menuAt(m->ground()), "canvasMenuPaste");
    QCOMPARE(m->graph().nodes.size(), 8u);
    const Node& first = *m->graph().find("input_2");
    QVERIFY((QPointF(first.x, first.y) - QPointF(300.0, 250.0)).manhattanLength() <= 10.0);
}

void TestCanvasMenus::menuByKeyboard()
{
    m->document.selection().select("dense_1");
    QMenu* menu = menuAt(m->ground(), QContextMenuEvent::Keyboard);
    QVERIFY(menu && menu->findChild<QAction*>(u"canvasMenuRename"_s));
    menu->close();
}

void TestCanvasMenus::layingOut()
{
    choose(menuAt(m->ground()), "canvasMenuLayoutDown");
    QVERIFY(m->node("conv2d_1").y > m->node("input_1").y);
    QCOMPARE(m->node("conv2d_1").x, m->node("input_1").x);
    choose(menuAt({5, 5}), "canvasMenuLayoutAcross");
    QVERIFY(m->node("conv2d_1").x > m->node("input_1").x);
    QVERIFY(!m->overlapping());
    QVERIFY(m->canvas.viewport()->rect().contains(m->middleOf("dense_1")));
}

NETSMITH_WINDOW_TEST(TestCanvasMenus)

} // namespace test_canvas_menus

#include "test_canvas_menus.moc"

#include "engine/layers/registry.h"
#include "gui/document/graph_edits.h"
#include "gui/outline/outline_panel.h"
#include "gui/palette/layer_picker.h"
#include "gui/widgets/lists/search_field.h"
#include "gui/widgets/theme.h"
#include "tests/test_program.h"

#include <QAction>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QTreeView>
#include <QtTest>

#include <algorithm>

namespace test_outline_panel {

using namespace netsmith;
using namespace netsmith::gui;
using namespace Qt::StringLiterals;

/// The outline of a real project, used with only the keyboard, and with the mouse.
class TestOutlinePanel : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void init();
    void cleanup();
    void orderOfTheWires();
    void whatAScreenReaderSays();
    void selectionInStep();
    void wiresBelowANode();
    void disconnecting();
    void connecting();
    void targetsThatWouldNotDo();
    void insertingAfter();
    void insertingWithAnAdapter();
    void deleting();
    void deletingAWire();
    void renaming();
    void followingTheWires();
    void contextMenu();
    void staysOpenAcrossEdits();
    void empty();
    void catchesUpWhenShown();
    void blocksByKeys();
    void framesAndNotesByKeys();

private:
    QModelIndex rowOf(const QString& name) const
    {
        for (int i = 0; i < m_tree->model()->rowCount(); ++i)
            if (const QModelIndex index = m_tree->model()->index(i, 0); spoken(index).section(u',', 0, 0).endsWith(name))
                return index;
        return {};
    }
    static QString spoken(const QModelIndex& index) { return index.data(Qt::AccessibleTextRole).toString(); }
    QStringList below(const QModelIndex& index) const
    {
        QStringList out;
        for (int i = 0; i < m_tree->model()->rowCount(index); ++i)
            out << m_tree->model()->index(i, 0, index).data().toString();
        return out;
    }
    void go(const QString& name) { m_tree->setCurrentIndex(rowOf(name)); }
    void press(int key, Qt::KeyboardModifiers modifiers = {}) { QTest::keyClick(m_tree, static_cast<Qt::Key>(key), modifiers); }
    bool wired(const std::string& from, const std::string& to) const
    {
        return std::ranges::any_of(m_document->graph().edges,
                                   [&](const Edge& edge) { return edge.from.node == from && edge.to.node == to; });
    }
    int steps() const { return m_document->undoStack().count(); }

    std::unique_ptr<Document> m_document;
    std::unique_ptr<OutlinePanel> m_panel;
    QTreeView* m_tree = nullptr;
};

void TestOutlinePanel::initTestCase()
{
    QLocale::setDefault(QLocale(QLocale::English, QLocale::UnitedStates));
    Theme::instance().apply();
}

void TestOutlinePanel::init()
{
    m_document = std::make_unique<Document>();
    Expected<Project> project = loadProject(NETSMITH_PROJECTS "/mnist_cnn/mnist_cnn.netsmith");
    QVERIFY(project.hasValue());
    std::ranges::reverse(project->graph.nodes); // the order follows the wires, not the file
    m_document->reset(std::move(*project), {});
    m_panel = std::make_unique<OutlinePanel>(*m_document);
    m_panel->resize(300, 600);
    m_panel->show();
    QVERIFY(QTest::qWaitForWindowActive(m_panel.get()));
    m_tree = m_panel->findChild<QTreeView*>(u"outlineTree"_s);
    m_tree->setFocus();
}

void TestOutlinePanel::cleanup()
{
    m_panel.reset();
    m_document.reset();
}

void TestOutlinePanel::orderOfTheWires()
{
    QStringList names;
    for (int i = 0; i < m_tree->model()->rowCount(); ++i)
        names << spoken(m_tree->model()->index(i, 0)).section(u',', 0, 0);
    QCOMPARE(names,
             (QStringList{u"Input input_1"_s, u"Conv2D conv2d_1"_s, u"MaxPool2D max_pooling2d_1"_s, u"Conv2D conv2d_2"_s,
                          u"MaxPool2D max_pooling2d_2"_s, u"Conv2D conv2d_3"_s, u"Flatten flatten_1"_s, u"Dense dense_1"_s,
                          u"Dense dense_2"_s}));
}

void TestOutlinePanel::whatAScreenReaderSays()
{
    QCOMPARE(spoken(rowOf(u"conv2d_2"_s)), u"Conv2D conv2d_2, 11×11×64, 18,496 parameters, from MaxPool2D max_pooling2d_1"_s);
    QVERIFY(!m_tree->accessibleName().isEmpty());
    m_document->edit(u"break"_s,
                     [](Project& project) { setParameter(project.graph, layers(), {"dense_2"}, "units", std::int64_t{7}); });
    QVERIFY(spoken(rowOf(u"dense_2"_s)).contains(u"Error: Expected 10"_s));
}

void TestOutlinePanel::selectionInStep()
{
    m_document->selection().set({"conv2d_3"});
    QCOMPARE(m_tree->selectionModel()->selectedIndexes(), QModelIndexList{rowOf(u"conv2d_3"_s)});
    QCOMPARE(m_tree->currentIndex(), rowOf(u"conv2d_3"_s));
    press(Qt::Key_Up);
    QCOMPARE(m_document->selection().nodes(), std::set<std::string>{"max_pooling2d_2"});
    press(Qt::Key_Up, Qt::ShiftModifier);
    QCOMPARE(m_document->selection().nodes(), (std::set<std::string>{"max_pooling2d_2", "conv2d_2"}));
    QTest::mouseClick(m_tree->viewport(), Qt::LeftButton, {}, m_tree->visualRect(rowOf(u"dense_1"_s)).center());
    QCOMPARE(m_document->selection().nodes(), std::set<std::string>{"dense_1"});
    m_document->selection().clear();
    QVERIFY(m_tree->selectionModel()->selectedIndexes().isEmpty());
    QSignalSpy revealed(&m_document->selection(), &Selection::revealed);
    press(Qt::Key_Return);
    QCOMPARE(revealed.size(), 1);
}

void TestOutlinePanel::wiresBelowANode()
{
    go(u"conv2d_2"_s);
    QCOMPARE(below(m_tree->currentIndex()), (QStringList{u"from MaxPool2D max_pooling2d_1"_s, u"to MaxPool2D max_pooling2d_2"_s}));
    press(Qt::Key_Right);
    QVERIFY(m_tree->isExpanded(rowOf(u"conv2d_2"_s)));
    press(Qt::Key_Down);
    press(Qt::Key_Down);
    QCOMPARE(m_tree->currentIndex().parent(), rowOf(u"conv2d_2"_s));
    QCOMPARE(m_document->selection().edges().size(), std::size_t{1});
    QCOMPARE(m_document->selection().edges().front().to.node, std::string("max_pooling2d_2"));
    press(Qt::Key_Return); // to the other end
    QCOMPARE(m_document->selection().nodes(), std::set<std::string>{"max_pooling2d_2"});
    QCOMPARE(m_tree->currentIndex(), rowOf(u"max_pooling2d_2"_s));
}

void TestOutlinePanel::disconnecting()
{
    go(u"conv2d_2"_s);
    press(Qt::Key_Right);
    press(Qt::Key_Down); // the wire from the pooling
    press(Qt::Key_J, Qt::ControlModifier | Qt::ShiftModifier);
    QVERIFY(!wired("max_pooling2d_1", "conv2d_2"));
    QVERIFY(wired("conv2d_2", "max_pooling2d_2"));
    QCOMPARE(steps(), 1);
    QVERIFY(below(rowOf(u"conv2d_2"_s)).first().endsWith(u"is not connected"_s));
    m_document->undoStack().undo();
    // On a layer: all of its wires.
    go(u"conv2d_2"_s);
    press(Qt::Key_J, Qt::ControlModifier | Qt::ShiftModifier);
    QVERIFY(!wired("max_pooling2d_1", "conv2d_2"));
    QVERIFY(!wired("conv2d_2", "max_pooling2d_2"));
    QCOMPARE(steps(), 1);
}

void TestOutlinePanel::connecting()
{
    m_document->edit(u"cut"_s,
                     [](Project& project) { gui::disconnect(project.graph, *project.graph.into("conv2d_2", "input").front()); });
    go(u"max_pooling2d_1"_s);
    press(Qt::Key_J, Qt::ControlModifier);
    auto* picker = m_panel->findChild<PickerPopup*>(u"connectPicker"_s);
    QVERIFY(picker->isVisible());
    auto* list = picker->findChild<SectionedList*>();
    QCOMPARE(list->ids(), QStringList{u"conv2d_2 input"_s}); // the only free input
    QTest::keyClicks(picker->findChild<SearchField*>(), u"conv"_s);
    QTest::keyClick(picker->findChild<SearchField*>(), Qt::Key_Return);
    QVERIFY(wired("max_pooling2d_1", "conv2d_2"));
    QCOMPARE(steps(), 2);
    m_document->undoStack().undo();
    QVERIFY(!wired("max_pooling2d_1", "conv2d_2"));
}

void TestOutlinePanel::targetsThatWouldNotDo()
{
    m_document->edit(u"more"_s, [](Project& project) {
        addNode(project.graph, *layers().find("add"), {0, 300});
        addNode(project.graph, *layers().find("max_pooling2d"), {0, 400});
        gui::connect(project.graph, {"conv2d_1", "output"}, {"add_1", "inputs"});
    });
    const auto targets = [this](const QString& from) {
        go(from);
        press(Qt::Key_J, Qt::ControlModifier);
        auto* picker = m_panel->findChild<PickerPopup*>(u"connectPicker"_s);
        const QStringList ids = picker->findChild<SectionedList*>()->ids();
        QTest::keyClick(picker->findChild<SearchField*>(), Qt::Key_Escape);
        return ids;
    };
    // An image fits into a free pooling; added to 26×26×32 it would not fit, but may be tried. No cycle back to its inputs.
    QCOMPARE(targets(u"conv2d_2"_s), (QStringList{u"max_pooling2d_3 input"_s, u"add_1 inputs"_s}));
    // Nothing is left that would not make a cycle.
    m_document->edit(u"circle"_s, [](Project& project) {
        gui::connect(project.graph, {"max_pooling2d_3", "output"}, {"add_1", "inputs"});
    });
    QVERIFY(targets(u"add_1"_s).isEmpty());
    QCOMPARE(steps(), 2); // Esc connected nothing
}

void TestOutlinePanel::insertingAfter()
{
    go(u"dense_1"_s);
    press(Qt::Key_Insert);
    auto* picker = m_panel->findChild<LayerPicker*>();
    QVERIFY(picker->isVisible());
    QTest::keyClicks(picker->findChild<SearchField*>(), u"dropout"_s);
    QTest::keyClick(picker->findChild<SearchField*>(), Qt::Key_Return);
    QVERIFY(wired("dense_1", "dropout_1"));
    QVERIFY(wired("dropout_1", "dense_2"));
    QVERIFY(!wired("dense_1", "dense_2"));
    QCOMPARE(steps(), 1);
    QCOMPARE(m_document->selection().nodes(), std::set<std::string>{"dropout_1"});
    QCOMPARE(m_tree->currentIndex(), rowOf(u"dropout_1"_s));
}

void TestOutlinePanel::insertingWithAnAdapter()
{
    go(u"max_pooling2d_2"_s);
    press(Qt::Key_Insert);
    auto* picker = m_panel->findChild<LayerPicker*>();
    QTest::keyClicks(picker->findChild<SearchField*>(), u"fc"_s);
    QTest::keyClick(picker->findChild<SearchField*>(), Qt::Key_Down);
    QTest::keyClick(picker->findChild<SearchField*>(), Qt::Key_Return);
    QVERIFY(wired("max_pooling2d_2", "flatten_2"));
    QVERIFY(wired("flatten_2", "dense_3"));
    QCOMPARE(steps(), 1);
    m_document->undoStack().undo();
    QVERIFY(wired("max_pooling2d_2", "conv2d_3"));
}

void TestOutlinePanel::deleting()
{
    go(u"max_pooling2d_1"_s);
    press(Qt::Key_Delete);
    QVERIFY(!m_document->graph().find("max_pooling2d_1"));
    QVERIFY(wired("conv2d_1", "conv2d_2"));
    QCOMPARE(steps(), 1);
    QCOMPARE(m_tree->currentIndex(), rowOf(u"conv2d_2"_s)); // the one in its place
    press(Qt::Key_Backspace);
    QVERIFY(!m_document->graph().find("conv2d_2"));
    m_document->undoStack().undo();
    m_document->undoStack().undo();
    QCOMPARE(m_tree->model()->rowCount(), 9);
}

void TestOutlinePanel::deletingAWire()
{
    go(u"dense_1"_s);
    press(Qt::Key_Right);
    press(Qt::Key_Down);
    press(Qt::Key_Delete);
    QVERIFY(!wired("flatten_1", "dense_1"));
    QVERIFY(m_document->graph().find("dense_1"));
}

void TestOutlinePanel::renaming()
{
    go(u"conv2d_2"_s);
    press(Qt::Key_F2);
    auto* editor = m_panel->findChild<QLineEdit*>(u"outlineRename"_s);
    QVERIFY(editor);
    QVERIFY(editor->text().isEmpty());
    QCOMPARE(editor->placeholderText(), u"conv2d_2"_s);
    QTest::keyClicks(editor, u"stem"_s);
    QTest::keyClick(editor, Qt::Key_Return);
    QTRY_COMPARE(m_document->graph().find("conv2d_2")->title, std::string("stem"));
    QVERIFY(rowOf(u"stem"_s).isValid());
    QCOMPARE(steps(), 1);
    press(Qt::Key_F2);
    QTest::keyClick(m_panel->findChild<QLineEdit*>(u"outlineRename"_s), Qt::Key_Escape);
    QCOMPARE(steps(), 1);
}

void TestOutlinePanel::followingTheWires()
{
    go(u"conv2d_2"_s);
    press(Qt::Key_Right, Qt::AltModifier);
    QCOMPARE(m_document->selection().nodes(), std::set<std::string>{"max_pooling2d_2"});
    press(Qt::Key_Left, Qt::AltModifier);
    press(Qt::Key_Left, Qt::AltModifier);
    QCOMPARE(m_document->selection().nodes(), std::set<std::string>{"max_pooling2d_1"});
}

void TestOutlinePanel::contextMenu()
{
    const QPoint place = m_tree->visualRect(rowOf(u"dense_2"_s)).center();
    QTest::mouseClick(m_tree->viewport(), Qt::RightButton, {}, place);
    QContextMenuEvent event(QContextMenuEvent::Mouse, place, m_tree->viewport()->mapToGlobal(place));
    QApplication::sendEvent(m_tree->viewport(), &event);
    QMenu* menu = m_panel->menu();
    QVERIFY(menu->isVisible());
    QCOMPARE(m_document->selection().nodes(), std::set<std::string>{"dense_2"});
    for (QAction* action : menu->actions())
        if (!action->isSeparator() && action->isVisible()) { // actions for blocks are hidden
            QVERIFY2(action->isEnabled(), qPrintable(action->text()));
            QVERIFY(!action->objectName().isEmpty());
        }
    QAction* deletes = m_panel->findChild<QAction*>(u"outlineDelete"_s);
    QTest::mouseClick(menu, Qt::LeftButton, {}, menu->actionGeometry(deletes).center());
    QVERIFY(!m_document->graph().find("dense_2"));
}

void TestOutlinePanel::staysOpenAcrossEdits()
{
    m_tree->setExpanded(rowOf(u"conv2d_2"_s), true);
    go(u"flatten_1"_s);
    press(Qt::Key_Delete);
    QVERIFY(m_tree->isExpanded(rowOf(u"conv2d_2"_s)));
    QVERIFY(!m_tree->isExpanded(rowOf(u"conv2d_1"_s)));
}

void TestOutlinePanel::empty()
{
    m_document->reset(Project(), {});
    QVERIFY(m_tree->isHidden());
    QVERIFY(m_panel->findChild<QLabel*>(u"outlineEmpty"_s)->isVisible());
    m_document->edit(u"add"_s, [](Project& project) { addNode(project.graph, *layers().find("input"), {}); });
    QVERIFY(m_tree->isVisible());
}

void TestOutlinePanel::catchesUpWhenShown()
{
    m_panel->hide();
    m_document->edit(u"remove"_s, [](Project& project) { remove(project.graph, layers(), {"conv2d_2"}, {}); });
    m_document->selection().set({"dense_1"});
    m_panel->show();
    QCOMPARE(m_tree->model()->rowCount(), 8);
    QCOMPARE(m_tree->selectionModel()->selectedIndexes(), QModelIndexList{rowOf(u"dense_1"_s)});
}

void TestOutlinePanel::blocksByKeys()
{
    m_document->reset(loadProject(NETSMITH_PROJECTS "/mnist_residual/mnist_residual.netsmith").take(), {});
    go(u"res_2"_s);
    QCOMPARE(m_tree->currentIndex().data().toString(), u"Residual block"_s); // its title
    press(Qt::Key_Return, Qt::ControlModifier);
    QCOMPARE(m_document->place(), std::string("res_2"));
    QCOMPARE(m_tree->model()->rowCount(), 9); // including the ends
    QCOMPARE(m_tree->model()->index(0, 0).data().toString(), u"Block input"_s);
    press(Qt::Key_Up, Qt::AltModifier);
    QCOMPARE(m_document->place(), std::string());
    QCOMPARE(m_document->selection().nodes(), std::set<std::string>{"res_2"});
    press(Qt::Key_G, Qt::ControlModifier | Qt::ShiftModifier);
    QCOMPARE(m_document->selection().nodes().size(), 7u);
    QVERIFY(!m_document->graph().find("res_2"));
    press(Qt::Key_G, Qt::ControlModifier);
    QCOMPARE(m_document->selection().nodes(), std::set<std::string>{"block_1"});
    QCOMPARE(m_document->undoStack().count(), 2);
    QCOMPARE(m_document->analysis().errorCount(), 0);
    go(u"res_1"_s);
    press(Qt::Key_Up, Qt::AltModifier); // nothing to leave
    QCOMPARE(m_document->place(), std::string());
}

void TestOutlinePanel::framesAndNotesByKeys()
{
    m_document->editGraph(u"Annotate"_s, [](Graph& graph) {
        titleFrame(graph, addFrame(graph, {"conv2d_1", "conv2d_2"}), "Stem");
        addNote(graph, {0.0, -200.0}, "one");
        addNote(graph, {300.0, -200.0}, "two\nlines");
    });
    const auto row = [this](int fromTheEnd) { return m_tree->model()->index(m_tree->model()->rowCount() - fromTheEnd, 0); };
    QVERIFY(spoken(row(3)).contains(u"Stem"_s) && spoken(row(3)).contains(u"2"_s));
    QCOMPARE(spoken(row(2)), u"Note: one"_s);
    QCOMPARE(row(1).data().toString(), u"two lines"_s);
    m_tree->setCurrentIndex(row(3));
    QCOMPARE(m_document->selection().annotations(), (Annotations{{"frame_1"}, {}}));
    press(Qt::Key_F2);
    auto* editor = m_panel->findChild<QLineEdit*>(u"outlineRename"_s);
    QCOMPARE(editor->text(), u"Stem"_s);
    QTest::keyClicks(editor, u"Body"_s);
    QTest::keyClick(editor, Qt::Key_Return);
    QTRY_COMPARE(m_document->graph().groups[0].title, std::string("Body"));
    // The lines of a note stay the same if its row is not changed.
    m_tree->setCurrentIndex(row(1));
    const int before = steps();
    press(Qt::Key_F2);
    QTest::keyClick(m_panel->findChild<QLineEdit*>(u"outlineRename"_s), Qt::Key_Return);
    QCoreApplication::processEvents();
    QCOMPARE(steps(), before);
    QCOMPARE(m_document->graph().notes[1].text, std::string("two\nlines"));
    // And so do the other lines after typing.
    press(Qt::Key_F2);
    auto* field = m_panel->findChildren<QLineEdit*>(u"outlineRename"_s).back(); // the previous one is deleted later
    QTest::keyClick(field, Qt::Key_End);
    QTest::keyClicks(field, u" more"_s);
    QTest::keyClick(field, Qt::Key_Return);
    QTRY_COMPARE(m_document->graph().notes[1].text, std::string("two\nlines more"));
    QCOMPARE(row(1).data().toString(), u"two lines more"_s);
    m_document->undoStack().undo();
    m_tree->setCurrentIndex(row(2));
    press(Qt::Key_Delete);
    QCOMPARE(m_document->graph().notes.size(), 1u);
    QCOMPARE(m_document->graph().notes[0].text, std::string("two\nlines"));
    m_tree->setCurrentIndex(row(2));
    press(Qt::Key_Delete);
    QVERIFY(m_document->graph().groups.empty());
    QVERIFY(m_document->graph().find("conv2d_1"));
    // The selection follows other panels.
    m_document->selection().set({}, {}, {{}, {0}});
    QCOMPARE(m_tree->currentIndex(), row(1));
}

NETSMITH_WINDOW_TEST(TestOutlinePanel)

} // namespace test_outline_panel

#include "test_outline_panel.moc"

#include "engine/layers/registry.h"
#include "gui/document/document.h"
#include "gui/document/graph_edits.h"
#include "gui/palette/drag_ghost.h"
#include "gui/palette/layer_catalog.h"
#include "gui/palette/layer_list.h"
#include "gui/palette/layer_picker.h"
#include "gui/palette/palette.h"
#include "gui/widgets/lists/search_field.h"
#include "gui/widgets/theme.h"
#include "tests/test_program.h"

#include <QContextMenuEvent>
#include <QLabel>
#include <QLineEdit>
#include <QMainWindow>
#include <QMenu>
#include <QToolButton>
#include <QtTest>

namespace test_palette {

using namespace netsmith::gui;
using namespace Qt::StringLiterals;

/// The palette in a window, with mouse and keys.
class TestPalette : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init();
    void cleanup();
    void listsEveryLayer();
    void findsByOtherNames_data();
    void findsByOtherNames();
    void nothingFound();
    void keysChooseWhileTyping();
    void doubleClickAdds();
    void enterAdds();
    void dragsWithinTheWindow();
    void escapeCancelsADrag();
    void closingTheWindowCancelsADrag();
    void aClickIsNoDrag();
    void becomesAColumnOfIcons();
    void listsTheProjectsBlocks();
    void aBlockIsRenamed();
    void aBlockIsOpenedAndDeleted();

private:
    QPoint placeOf(const QString& layer) const { return m_list->rectOf(layer).center(); }
    DragGhost* ghost() const
    {
        for (DragGhost* found : m_window->findChildren<DragGhost*>())
            if (found->isVisible())
                return found;
        return nullptr;
    }

    Document m_document;
    std::unique_ptr<QMainWindow> m_window;
    Palette* m_palette = nullptr;
    LayerList* m_list = nullptr;
    SearchField* m_search = nullptr;
};

void TestPalette::init()
{
    Theme::instance().apply();
    m_window = std::make_unique<QMainWindow>();
    m_document.reset({}, {});
    m_palette = new Palette(m_document);
    m_window->setCentralWidget(m_palette);
    m_window->resize(240, 900);
    m_window->show();
    QVERIFY(QTest::qWaitForWindowActive(m_window.get()));
    m_list = m_palette->findChild<LayerList*>(u"paletteList"_s);
    m_search = m_palette->findChild<SearchField*>(u"paletteSearch"_s);
    QVERIFY(m_list && m_search);
}

void TestPalette::cleanup()
{
    m_window.reset();
}

void TestPalette::listsEveryLayer()
{
    QCOMPARE(m_list->rowCount(), static_cast<int>(layersInOrder(m_document.layers()).size()));
    QCOMPARE(layersInOrder(m_document.layers()).size() + 1,
             netsmith::layers().size()); // except "block": each block has its own entry
    // The most common layers come first, those that only change shapes last.
    QCOMPARE(m_list->ids().first(), u"input"_s);
    const QStringList ids = m_list->ids();
    QVERIFY(ids.indexOf(u"dense"_s) < ids.indexOf(u"conv2d"_s));
    QVERIFY(ids.indexOf(u"conv2d"_s) < ids.indexOf(u"conv1d"_s));
    QVERIFY(ids.indexOf(u"relu"_s) < ids.indexOf(u"elu"_s));
    for (const QString& shaping : {u"cropping1d"_s, u"permute"_s, u"zero_padding3d"_s})
        QVERIFY2(ids.indexOf(shaping) > ids.indexOf(u"concatenate"_s), qPrintable(shaping));
    QVERIFY(ids.indexOf(u"flatten"_s) < ids.indexOf(u"cropping1d"_s));
    // Headings can't be selected: the list has more lines than layers, and Down never stops at one.
    QVERIFY(m_list->model()->rowCount() > m_list->rowCount());
    m_list->setFocus();
    QStringList met{m_list->currentId()};
    for (int i = 1; i < m_list->rowCount(); ++i) {
        QTest::keyClick(m_list, Qt::Key_Down);
        met << m_list->currentId();
    }
    QCOMPARE(met, m_list->ids());
    for (int i = 0; i < m_list->model()->rowCount(); ++i) {
        const QModelIndex index = m_list->model()->index(i, 0);
        if (index.flags() != Qt::NoItemFlags) {
            const QStringList tip = index.data(Qt::ToolTipRole).toString().split(u'\n');
            QCOMPARE(tip.size(), 2);
            QVERIFY(!tip[0].isEmpty());
            QVERIFY(!tip[1].isEmpty());
        }
    }
}

void TestPalette::findsByOtherNames_data()
{
    QTest::addColumn<QString>("typed");
    QTest::addColumn<QString>("first");
    const auto row = [](const char* typed, const char* first) {
        QTest::addRow("%s", typed) << QString::fromUtf8(typed) << QString::fromUtf8(first);
    };
    row("fully connected", "dense");
    row("Linear", "dense");
    row("fc", "dense");
    row("conv2d", "conv2d");
    row("cnn", "conv2d");
    row("MaxPool2D", "max_pooling2d");
    row("gap", "global_average_pooling2d");
    row("bn", "batch_normalization");
    row("skip", "add");
    row("concat", "concatenate");
    row("batch_norm", "batch_normalization");
    row("pooling global", "global_average_pooling2d"); // the first of equally good matches
    row("weighted sum", "dense"); // words of its doc
}

void TestPalette::findsByOtherNames()
{
    QFETCH(QString, typed);
    QFETCH(QString, first);
    QTest::keyClicks(m_search, typed);
    QVERIFY(!m_list->ids().isEmpty());
    QCOMPARE(m_list->ids().first(), first);
    QCOMPARE(m_list->currentId(), first);
}

void TestPalette::nothingFound()
{
    QTest::keyClicks(m_search, u"zzz"_s);
    QVERIFY(m_list->isHidden());
    const auto* empty = m_palette->findChild<QLabel*>(u"paletteEmpty"_s);
    QVERIFY(empty->isVisible());
    QVERIFY(empty->text().contains(u"zzz"_s));
    QSignalSpy activated(m_palette, &Palette::layerActivated);
    QTest::keyClick(m_search, Qt::Key_Return);
    QCOMPARE(activated.size(), 0);
    QTest::keyClick(m_search, Qt::Key_Escape); // clears it
    QCOMPARE(m_list->rowCount(), static_cast<int>(layersInOrder(m_document.layers()).size()));
    QVERIFY(m_list->isVisible());
}

void TestPalette::keysChooseWhileTyping()
{
    QSignalSpy activated(m_palette, &Palette::layerActivated);
    m_palette->focusSearch();
    QVERIFY(m_search->hasFocus());
    QTest::keyClicks(m_search, u"pool"_s);
    const QStringList found = m_list->ids();
    QVERIFY(found.size() >= 3);
    QTest::keyClick(m_search, Qt::Key_Down);
    QTest::keyClick(m_search, Qt::Key_Down);
    QTest::keyClick(m_search, Qt::Key_Up);
    QVERIFY(m_search->hasFocus());
    QTest::keyClick(m_search, Qt::Key_Return);
    QCOMPARE(activated.size(), 1);
    QCOMPARE(activated[0][0].toString(), found[1]);
}

void TestPalette::doubleClickAdds()
{
    QSignalSpy activated(m_palette, &Palette::layerActivated);
    QTest::mouseClick(m_list->viewport(), Qt::LeftButton, {}, placeOf(u"flatten"_s));
    QCOMPARE(activated.size(), 0);
    QCOMPARE(m_list->currentId(), u"flatten"_s);
    QTest::mouseDClick(m_list->viewport(), Qt::LeftButton, {}, placeOf(u"flatten"_s));
    QCOMPARE(activated.size(), 1);
    QCOMPARE(activated[0][0].toString(), u"flatten"_s);
}

void TestPalette::enterAdds()
{
    QSignalSpy activated(m_palette, &Palette::layerActivated);
    QTest::mouseClick(m_list->viewport(), Qt::LeftButton, {}, placeOf(u"dense"_s));
    QTest::keyClick(m_list, Qt::Key_Return);
    QCOMPARE(activated.size(), 1);
    QCOMPARE(activated[0][0].toString(), u"dense"_s);
}

void TestPalette::dragsWithinTheWindow()
{
    QSignalSpy moved(m_palette, &Palette::layerDragMoved);
    QSignalSpy ended(m_palette, &Palette::layerDragEnded);
    QSignalSpy activated(m_palette, &Palette::layerActivated);
    QWidget* viewport = m_list->viewport();
    const QPoint from = placeOf(u"conv2d"_s);
    QTest::mousePress(viewport, Qt::LeftButton, {}, from);
    QTest::mouseMove(viewport, from + QPoint(2, 1));
    QVERIFY(!ghost());
    QTest::mouseMove(viewport, from + QPoint(60, 40));
    QVERIFY(ghost());
    QVERIFY(ghost()->isVisible());
    QCOMPARE(ghost()->parentWidget(), m_window.get());
    const QPoint pointer = m_window->mapFromGlobal(viewport->mapToGlobal(from + QPoint(60, 40)));
    QVERIFY(!ghost()->geometry().contains(pointer)); // beside it
    QVERIFY((ghost()->pos() - pointer).manhattanLength() < 40);
    QTest::mouseMove(viewport, from + QPoint(90, 300));
    QCOMPARE(moved.size(), 2);
    QCOMPARE(moved[1][0].toPoint(), viewport->mapToGlobal(from + QPoint(90, 300)));
    QCOMPARE(moved[1][1].toString(), u"conv2d"_s);
    QCOMPARE(m_list->currentId(), u"conv2d"_s); // items below the pointer are not selected meanwhile
    QTest::mouseRelease(viewport, Qt::LeftButton, {}, from + QPoint(90, 300));
    QCOMPARE(ended.size(), 1);
    QCOMPARE(ended[0][0].toPoint(), viewport->mapToGlobal(from + QPoint(90, 300)));
    QCOMPARE(ended[0][1].toString(), u"conv2d"_s);
    QVERIFY(!ghost());
    QCOMPARE(activated.size(), 0);
}

void TestPalette::escapeCancelsADrag()
{
    QSignalSpy ended(m_palette, &Palette::layerDragEnded);
    QSignalSpy cancelled(m_palette, &Palette::layerDragCancelled);
    QWidget* viewport = m_list->viewport();
    QTest::mousePress(viewport, Qt::LeftButton, {}, placeOf(u"dense"_s));
    QTest::mouseMove(viewport, placeOf(u"dense"_s) + QPoint(60, 40));
    QVERIFY(ghost());
    m_search->setFocus();
    QTest::keyClick(m_search, Qt::Key_Escape); // wherever the focus is
    QVERIFY(!ghost());
    QCOMPARE(cancelled.size(), 1);
    QTest::mouseMove(viewport, placeOf(u"dense"_s) + QPoint(90, 80));
    QTest::mouseRelease(viewport, Qt::LeftButton, {}, placeOf(u"dense"_s) + QPoint(90, 80));
    QVERIFY(!ghost());
    QCOMPARE(ended.size(), 0);
    QCOMPARE(cancelled.size(), 1);
}

void TestPalette::closingTheWindowCancelsADrag()
{
    QSignalSpy cancelled(m_palette, &Palette::layerDragCancelled);
    QTest::mousePress(m_list->viewport(), Qt::LeftButton, {}, placeOf(u"dense"_s));
    QTest::mouseMove(m_list->viewport(), placeOf(u"dense"_s) + QPoint(60, 40));
    QVERIFY(ghost());
    m_window->close();
    QCOMPARE(cancelled.size(), 1);
    QVERIFY(!ghost());
}

void TestPalette::aClickIsNoDrag()
{
    QSignalSpy moved(m_palette, &Palette::layerDragMoved);
    QSignalSpy ended(m_palette, &Palette::layerDragEnded);
    // A press on a heading drags nothing.
    const QPoint heading(40, m_list->rectOf(u"conv2d"_s).top() - 6);
    QTest::mousePress(m_list->viewport(), Qt::LeftButton, {}, heading);
    QTest::mouseMove(m_list->viewport(), heading + QPoint(80, 80));
    QTest::mouseRelease(m_list->viewport(), Qt::LeftButton, {}, heading + QPoint(80, 80));
    QTest::mouseClick(m_list->viewport(), Qt::LeftButton, {}, placeOf(u"relu"_s));
    QCOMPARE(moved.size(), 0);
    QCOMPARE(ended.size(), 0);
}

void TestPalette::becomesAColumnOfIcons()
{
    QVERIFY(!m_palette->isCompact());
    m_window->resize(60, 900);
    QTRY_VERIFY(m_palette->isCompact());
    QVERIFY(!m_search->isVisible());
    QCOMPARE(m_list->rowCount(), static_cast<int>(layersInOrder(m_document.layers()).size()));

    QSignalSpy activated(m_palette, &Palette::layerActivated);
    QTest::mouseDClick(m_list->viewport(), Qt::LeftButton, {}, placeOf(u"relu"_s));
    QCOMPARE(activated.size(), 1);

    QTest::mouseClick(m_palette->findChild<QToolButton*>(u"paletteFind"_s), Qt::LeftButton);
    auto* picker = m_palette->findChild<LayerPicker*>();
    QVERIFY(picker->isVisible());
    auto* field = picker->findChild<SearchField*>();
    QTest::keyClicks(field, u"linear"_s);
    QTest::keyClick(field, Qt::Key_Return);
    QVERIFY(!picker->isVisible());
    QCOMPARE(activated.size(), 2);
    QCOMPARE(activated[1][0].toString(), u"dense"_s);

    m_window->resize(240, 900);
    QTRY_VERIFY(!m_palette->isCompact());
    QVERIFY(m_search->isVisible());
}

void TestPalette::listsTheProjectsBlocks()
{
    const netsmith::Project project = netsmith::loadProject(NETSMITH_PROJECTS "/mnist_residual/mnist_residual.netsmith").take();
    m_document.reset(project, {});
    QCOMPARE(m_list->ids().first(), u"block:residual"_s);
    QVERIFY(!m_list->ids().contains(u"block"_s)); // by itself it is not a block
    QVERIFY(!m_list->ids().contains(u"block_input"_s));
    QTest::keyClicks(m_search, u"resid"_s);
    QCOMPARE(m_list->ids().first(), u"block:residual"_s);
    m_search->clear();
    // In a block, ends can be added; the list keeps its selection.
    m_list->setCurrentId(u"dense"_s);
    m_document.open("res_1");
    QCOMPARE(m_list->ids().mid(0, 3), (QStringList{u"block:residual"_s, u"block_input"_s, u"block_output"_s}));
    QCOMPARE(m_list->currentId(), u"dense"_s);
    // It is dragged like a layer.
    QSignalSpy ended(m_palette, &Palette::layerDragEnded);
    m_list->scrollToTop();
    const QPoint from = placeOf(u"block:residual"_s);
    QTest::mousePress(m_list->viewport(), Qt::LeftButton, {}, from);
    QTest::mouseMove(m_list->viewport(), from + QPoint(60, 60));
    QMouseEvent move(QEvent::MouseMove, from + QPoint(60, 60), m_list->viewport()->mapToGlobal(from + QPoint(60, 60)), Qt::NoButton,
                     Qt::LeftButton, Qt::NoModifier);
    QApplication::sendEvent(m_list->viewport(), &move);
    QVERIFY(ghost());
    QTest::mouseRelease(m_list->viewport(), Qt::LeftButton, {}, from + QPoint(60, 60));
    QCOMPARE(ended.size(), 1);
    QCOMPARE(ended[0][1].toString(), u"block:residual"_s);
}

void TestPalette::aBlockIsRenamed()
{
    m_document.reset(netsmith::loadProject(NETSMITH_PROJECTS "/mnist_residual/mnist_residual.netsmith").take(), {});
    m_list->setFocus();
    m_list->setCurrentId(u"dense"_s);
    QTest::keyClick(m_list, Qt::Key_F2); // a layer can't be renamed
    auto* field = m_list->findChild<QLineEdit*>(u"paletteRename"_s);
    QVERIFY(!field->isVisible());
    m_list->setCurrentId(u"block:residual"_s);
    QTest::keyClick(m_list, Qt::Key_F2);
    QVERIFY(field->isVisible() && field->hasFocus());
    QCOMPARE(field->text(), u"Residual block"_s);
    QTest::keyClicks(field, u"Skip"_s);
    QTest::keyClick(field, Qt::Key_Return);
    QVERIFY(!field->isVisible() && m_list->hasFocus());
    QCOMPARE(m_document.graph().blocks[0].title, std::string("Skip"));
    QCOMPARE(m_document.undoStack().count(), 1);
    QTest::keyClick(m_list, Qt::Key_F2);
    QTest::keyClicks(field, u"Other"_s);
    QTest::keyClick(field, Qt::Key_Escape);
    QCOMPARE(m_document.graph().blocks[0].title, std::string("Skip"));
}

void TestPalette::aBlockIsOpenedAndDeleted()
{
    m_document.reset(netsmith::loadProject(NETSMITH_PROJECTS "/mnist_residual/mnist_residual.netsmith").take(), {});
    const auto menu = [this] {
        QContextMenuEvent event(QContextMenuEvent::Mouse, placeOf(u"block:residual"_s),
                                m_list->viewport()->mapToGlobal(placeOf(u"block:residual"_s)));
        QApplication::sendEvent(m_list->viewport(), &event);
        return m_list->findChild<QMenu*>(u"paletteMenu"_s);
    };
    QMenu* shown = menu();
    QVERIFY(shown);
    auto* deleting = shown->findChild<QAction*>(u"paletteDeleteBlock"_s);
    QVERIFY(!deleting->isEnabled() && deleting->text().contains(u'3')); // the number of uses
    shown->findChild<QAction*>(u"paletteOpenBlock"_s)->trigger();
    QCOMPARE(m_document.place(), std::string("res_1"));
    delete shown;
    m_document.open({});
    QTest::keyClick(m_list, Qt::Key_Delete); // it is used
    QCOMPARE(m_document.graph().blocks.size(), 1u);
    m_document.editGraph(u"delete"_s, [this](netsmith::Graph& graph) {
        remove(graph, m_document.layers(), {"res_1", "res_2", "res_3"}, {});
    });
    m_list->setCurrentId(u"block:residual"_s);
    QTest::keyClick(m_list, Qt::Key_Delete);
    QVERIFY(m_document.graph().blocks.empty());
    QCOMPARE(m_list->ids().first(), u"input"_s);
}

NETSMITH_WINDOW_TEST(TestPalette)

} // namespace test_palette

#include "test_palette.moc"

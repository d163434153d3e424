#include "tests/gui/canvas/canvas_fixture.h"

#include "gui/canvas/node_pictures.h"
#include "gui/document/block_commands.h"
#include "gui/document/graph_edits.h"
#include "gui/widgets/theme.h"
#include "tests/test_program.h"

#include <QAction>
#include <QHelpEvent>
#include <QToolButton>
#include <QToolTip>

namespace test_canvas_pictures {

using namespace netsmith;
using namespace netsmith::gui;
using namespace Qt::StringLiterals;

namespace {

constexpr QRgb magenta = 0xffff00ff; // of no token

NodePicture picture(const QString& details = u"3×3"_s)
{
    NodePicture made{.image = QImage(3, 3, QImage::Format_ARGB32), .details = details};
    made.image.fill(magenta);
    return made;
}

} // namespace

/// Pictures at the network's nodes.
class TestCanvasPictures : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init()
    {
        m = std::make_unique<CanvasFixture>();
        m->openChain();
    }
    void cleanup() { m.reset(); }

    void aPictureIsBelowItsNode();
    void aPictureIsBesideANodeWithAnotherBelow();
    void picturesAreInView();
    void picturesFollowTheGraph();
    void aPictureHasAToolTip();
    void aClickOpensAPicture();
    void theLegendIsThereAsLongAsThePictures();
    void aLowCanvasHasNoLegend();
    void anActionHasItsButton();

private:
    /// The rectangle in which the viewport shows the pictures' colour.
    QRect shown();
    QWidget* legend() { return m->canvas.findChild<QWidget*>(u"pictureLegend"_s); }

    std::unique_ptr<CanvasFixture> m;
};

QRect TestCanvasPictures::shown()
{
    const QImage image = m->canvas.viewport()->grab().toImage();
    QRect all;
    for (int y = 0; y < image.height(); ++y)
        for (int x = 0; x < image.width(); ++x)
            if (image.pixel(x, y) == magenta)
                all |= QRect(x, y, 1, 1);
    return all;
}

void TestCanvasPictures::aPictureIsBelowItsNode()
{
    QVERIFY(shown().isEmpty());
    m->canvas.setPictures({.title = u"Outputs"_s, .nodes = {{"dense_1", picture()}}});
    const QRect node = m->canvas.mapFromScene(m->item("dense_1").rectangle()).boundingRect();
    const QRect place = shown();
    QVERIFY(place.top() > node.bottom() && place.left() > node.left() && place.right() < node.right());
    QVERIFY(std::abs(place.width() - place.height()) <= 1); // in its proportions
    m->canvas.setPictures({});
    QVERIFY(shown().isEmpty());
}

void TestCanvasPictures::aPictureIsBesideANodeWithAnotherBelow()
{
    // From top to bottom, 80 apart.
    m->document.editGraph(u"move"_s, [&](Graph& graph) {
        double down = 0.0;
        for (const char* id : {"input_1", "conv2d_1", "flatten_1", "dense_1"}) {
            move(graph, {id}, QPointF(0.0, down) - m->item(id).home());
            down += 80.0;
        }
    });
    m->canvas.setPictures({.title = u"Outputs"_s, .nodes = {{"conv2d_1", picture()}, {"flatten_1", picture()}}});
    for (const char* id : {"conv2d_1", "flatten_1"})
        QVERIFY2(m->item(id).pictureRectangle().left() > m->item(id).rectangle().right(), id);
}

void TestCanvasPictures::picturesAreInView()
{
    m->canvas.fitAll();
    m->canvas.setPictures({.title = u"Outputs"_s, .nodes = {{"dense_1", picture()}}});
    const QRectF place = m->item("dense_1").pictureRectangle();
    QVERIFY(m->canvas.viewport()->rect().contains(m->canvas.mapFromScene(place).boundingRect()));
    QVERIFY(m->canvas.network().networkRectangle().contains(place));
}

void TestCanvasPictures::picturesFollowTheGraph()
{
    m->canvas.setPictures(
        {.title = u"Outputs"_s, .nodes = {{"dense_1", picture()}, {"block_1/conv2d_1", picture()}, {"gone", picture()}}});
    m->document.selection().set({"dense_1"});
    m->canvas.deleteSelection();
    QVERIFY(!m->canvas.network().node("dense_1"));
    QVERIFY(shown().isEmpty());
    m->document.undoStack().undo();
    QVERIFY(m->item("dense_1").picture().has_value());
    QVERIFY(!shown().isEmpty());
}

void TestCanvasPictures::aPictureHasAToolTip()
{
    m->canvas.setPictures({.title = u"Outputs"_s, .nodes = {{"dense_1", picture(u"10 · 0 to <1>"_s)}}});
    const QPoint place = m->viewOf(m->item("dense_1").pictureRectangle().center());
    QHelpEvent event(QEvent::ToolTip, place, m->globalOf(place));
    QCoreApplication::sendEvent(m->canvas.viewport(), &event);
    QTRY_VERIFY(QToolTip::isVisible());
    QVERIFY2(QToolTip::text().contains(u"10 · 0 to &lt;1&gt;"_s), qPrintable(QToolTip::text()));
    QToolTip::hideText();
}

void TestCanvasPictures::aClickOpensAPicture()
{
    m->canvas.setPictures({.title = u"Outputs"_s, .nodes = {{"dense_1", picture()}}});
    std::vector<std::string> opened;
    connect(&m->canvas, &Canvas::pictureActivated, this, [&](const std::string& node) { opened.push_back(node); });
    m->click(m->viewOf(m->item("dense_1").pictureRectangle().center()));
    QCOMPARE(opened, std::vector<std::string>{"dense_1"});
    QVERIFY(m->selected().empty()); // it is not a click on the node
    m->click(m->middleOf("dense_1"));
    QCOMPARE(opened.size(), std::size_t{1});
}

void TestCanvasPictures::theLegendIsThereAsLongAsThePictures()
{
    QVERIFY(legend()->isHidden());
    m->canvas.setPictures({.title = u"Outputs of the layers"_s, .nodes = {{"dense_1", picture()}}});
    QVERIFY(legend()->isVisible());
    QCOMPARE(legend()->accessibleName(), u"Outputs of the layers"_s);
    QVERIFY(m->canvas.rect().contains(legend()->geometry()));
    m->canvas.setPictures({});
    QVERIFY(legend()->isHidden());
}

void TestCanvasPictures::aLowCanvasHasNoLegend()
{
    const QSize usual = m->canvas.size();
    m->canvas.setPictures({.title = u"Outputs of the layers"_s, .nodes = {{"dense_1", picture()}}});
    QVERIFY(legend()->isVisible());
    m->canvas.resize(360, 70); // the legend would be above the buttons
    QVERIFY(!legend()->isVisible());
    m->canvas.setPictures({});
    m->canvas.setPictures({.title = u"Gradients"_s, .nodes = {{"dense_1", picture()}}});
    QVERIFY(!legend()->isVisible());
    m->canvas.resize(usual);
    QVERIFY(legend()->isVisible());
    QVERIFY(m->canvas.rect().contains(legend()->geometry()));
}

void TestCanvasPictures::anActionHasItsButton()
{
    QAction action(u"Layer &outputs"_s);
    action.setObjectName(u"outputsAction"_s);
    action.setCheckable(true);
    m->canvas.addButton(action);
    auto* button = m->canvas.findChild<QToolButton*>(u"outputsActionButton"_s);
    QVERIFY(button);
    QTRY_VERIFY(button->isVisible());
    QCOMPARE(button->text(), u"Layer outputs"_s);
    QTest::mouseClick(button, Qt::LeftButton);
    QVERIFY(action.isChecked());
}

NETSMITH_WINDOW_TEST(TestCanvasPictures)

} // namespace test_canvas_pictures

#include "test_canvas_pictures.moc"

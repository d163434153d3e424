#include "tests/gui/canvas/canvas_fixture.h"

#include "gui/canvas/network_tint.h"
#include "gui/document/block_commands.h"
#include "gui/widgets/theme.h"
#include "tests/test_program.h"

#include <QHelpEvent>
#include <QToolTip>

namespace test_canvas_tint {

using namespace netsmith;
using namespace netsmith::gui;
using namespace Qt::StringLiterals;

namespace {

NetworkTint tintOf(std::map<std::string, NodeTint> nodes)
{
    return {.title = u"How far"_s, .borders = {u"1"_s, u"2"_s, u"3"_s, u"4"_s}, .nodes = std::move(nodes)};
}

} // namespace

/// Colours over the network for measurements at its nodes.
class TestCanvasTint : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init()
    {
        m = std::make_unique<CanvasFixture>();
        Theme::instance().setMode(Theme::Mode::dark);
        m->openChain();
    }
    void cleanup()
    {
        Theme::instance().setMode(Theme::Mode::system);
        m.reset();
    }

    void nodesAreColouredAndToldInWords();
    void theLegendIsThereAsLongAsTheColours();
    void aBlockHasTheFarthestOfWhatIsInIt();
    void coloursFollowTheGraph();
    void namesThatBeginAlikeAreApart();
    void theLaterSourceCoversTheEarlier();

private:
    bool shows(Token token);
    QWidget* legend() { return m->canvas.findChild<QWidget*>(u"canvasLegend"_s); }

    std::unique_ptr<CanvasFixture> m;
};

bool TestCanvasTint::shows(Token token)
{
    const QImage image = m->canvas.viewport()->grab().toImage();
    const QRgb wanted = Theme::instance().color(token).rgb();
    for (int y = 0; y < image.height(); ++y)
        for (int x = 0; x < image.width(); ++x)
            if (image.pixel(x, y) == wanted)
                return true;
    return false;
}

void TestCanvasTint::nodesAreColouredAndToldInWords()
{
    for (int step = 0; step < NetworkTint::steps; ++step)
        QVERIFY(!shows(tintToken(step)));
    const NodeFace face = m->item("dense_1").face();
    m->canvas.setTint(tintOf({{"dense_1", {4, 0.9, u"Δ 42 %"_s, u"61 % lost"_s}}, {"conv2d_1", {1, 0.2, u"Δ 0.04 %"_s, {}}}}),
                      TintSource::twin);
    QVERIFY(m->item("dense_1").tint() && !m->item("flatten_1").tint());
    QCOMPARE(m->item("dense_1").tint()->details, u"Δ 42 %"_s);
    QCOMPARE(m->item("dense_1").face(), face); // its name stays visible
    QVERIFY(shows(Token::differenceMost) && shows(Token::differenceLittle));
    m->canvas.setZoom(0.3); // no texts
    m->canvas.centerOn(300.0, 100.0);
    QVERIFY(shows(Token::differenceMost));
    m->canvas.setZoom(0.15); // blocks of colour
    m->canvas.centerOn(300.0, 100.0);
    QVERIFY(shows(Token::differenceMost));
    m->canvas.setZoom(1.0);
    m->canvas.centerOn(300.0, 150.0);

    const QPoint at = m->middleOf("dense_1");
    QHelpEvent help(QEvent::ToolTip, at, m->canvas.viewport()->mapToGlobal(at));
    QApplication::sendEvent(m->canvas.viewport(), &help);
    QVERIFY2(QToolTip::text().contains(u"How far: Δ 42 % · 61 % lost"_s), qPrintable(QToolTip::text()));

    m->canvas.setTint(std::nullopt, TintSource::twin);
    QVERIFY(!m->item("dense_1").tint());
    for (const Token token : {Token::differenceMost, Token::differenceLittle})
        QVERIFY(!shows(token));
}

void TestCanvasTint::theLegendIsThereAsLongAsTheColours()
{
    QVERIFY(!legend()->isVisible());
    m->canvas.setTint(tintOf({{"dense_1", {2, 0.5, u"Δ 1 %"_s, {}}}}), TintSource::twin);
    QVERIFY(legend()->isVisible());
    QCOMPARE(legend()->accessibleName(), u"How far"_s);
    QVERIFY(m->canvas.rect().contains(legend()->geometry()));
    QVERIFY(legend()->geometry().right() > m->canvas.width() - 20);
    const QImage image = legend()->grab().toImage();
    for (int step = 0; step < NetworkTint::steps; ++step) {
        bool found = false;
        for (int x = 0; x < image.width() && !found; ++x)
            for (int y = 0; y < image.height() && !found; ++y)
                found = image.pixel(x, y) == Theme::instance().color(tintToken(step)).rgb();
        QVERIFY2(found, qPrintable(QString::number(step)));
    }
    const auto* zoomBar = m->canvas.findChild<QWidget*>(u"canvasZoomBar"_s);
    for (const int width : {700, 400}) { // a narrow one has no room for both side by side
        m->canvas.resize(width, 500);
        QVERIFY(m->canvas.rect().contains(legend()->geometry()));
        QVERIFY(!legend()->geometry().intersects(zoomBar->geometry()));
    }
    m->canvas.setTint(std::nullopt, TintSource::twin);
    QVERIFY(!legend()->isVisible());
}

void TestCanvasTint::aBlockHasTheFarthestOfWhatIsInIt()
{
    const std::string block = makeBlock(m->document, {"conv2d_1", "flatten_1"});
    QVERIFY(!block.empty());
    m->canvas.setTint(tintOf({{block + "/conv2d_1", {1, 0.25, u"Δ 0.05 %"_s, {}}},
                              {block + "/flatten_1", {3, 0.75, u"Δ 5 %"_s, {}}},
                              {"dense_1", {4, 1.0, u"Δ 100 %"_s, {}}}}),
                      TintSource::twin);
    QCOMPARE(m->item(block.c_str()).tint()->details, u"Δ 5 %"_s);
    QVERIFY(m->canvas.openBlock(block));
    QCOMPARE(m->item("conv2d_1").tint()->details, u"Δ 0.05 %"_s);
    QCOMPARE(m->item("flatten_1").tint()->details, u"Δ 5 %"_s);
    QVERIFY(!m->canvas.network().node("dense_1"));
    m->canvas.leaveBlock();
    QCOMPARE(m->item("dense_1").tint()->details, u"Δ 100 %"_s);
}

void TestCanvasTint::coloursFollowTheGraph()
{
    m->canvas.setTint(tintOf({{"dense_1", {2, 0.5, u"Δ 1 %"_s, {}}}}), TintSource::twin);
    m->document.selection().set({"dense_1"});
    m->canvas.deleteSelection();
    QVERIFY(!m->canvas.network().node("dense_1"));
    m->document.undoStack().undo();
    QVERIFY(m->item("dense_1").tint());
    m->canvas.dropLayer(u"relu"_s, {300.0, 300.0});
    QVERIFY(!m->item("relu_1").tint());
}

void TestCanvasTint::namesThatBeginAlikeAreApart()
{
    const NetworkTint tint = tintOf({{"a", {1, 0.1, u"a"_s, {}}},
                                     {"a.b", {4, 0.9, u"a.b"_s, {}}},
                                     {"a/x", {2, 0.3, u"a/x"_s, {}}},
                                     {"a/y/z", {3, 0.6, u"a/y/z"_s, {}}},
                                     {"ab/x", {4, 1.0, u"ab/x"_s, {}}}});
    QCOMPARE(tint.of({}, "a")->details, u"a/y/z"_s);
    QCOMPARE(tint.of("a", "x")->details, u"a/x"_s);
    QCOMPARE(tint.of("a", "y")->details, u"a/y/z"_s);
    QCOMPARE(tint.of("a/y", "z")->details, u"a/y/z"_s);
    QVERIFY(!tint.of("a", "b") && !tint.of({}, "x"));
}

void TestCanvasTint::theLaterSourceCoversTheEarlier()
{
    const auto shown = [&] { return m->item("dense_1").tint() ? m->item("dense_1").tint()->details : QString(); };
    m->canvas.setTint(tintOf({{"dense_1", {3, 0.5, u"twin"_s, {}}}}), TintSource::twin);
    m->canvas.setTint(tintOf({{"dense_1", {1, 0.5, u"heat"_s, {}}}}), TintSource::heat);
    QCOMPARE(shown(), u"twin"_s);
    m->canvas.setTint(std::nullopt, TintSource::twin);
    QCOMPARE(shown(), u"heat"_s);
    QVERIFY(legend()->isVisible());
    m->canvas.setTint(std::nullopt, TintSource::heat);
    QCOMPARE(shown(), QString());
    QVERIFY(!legend()->isVisible());
}

NETSMITH_WINDOW_TEST(TestCanvasTint)

} // namespace test_canvas_tint

#include "test_canvas_tint.moc"

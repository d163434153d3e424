#include "tests/gui/canvas/canvas_fixture.h"

#include "gui/widgets/theme.h"

#include <QLabel>

using namespace Qt::StringLiterals;

namespace netsmith::gui {

CanvasFixture::CanvasFixture()
    : canvas(document)
{
    Theme::instance().apply();
    canvas.resize(1000, 700);
    canvas.show();
    canvas.activateWindow();
    canvas.setFocus();
    (void)QTest::qWaitForWindowActive(&canvas);
}

void CanvasFixture::open(const Graph& graph)
{
    Project project;
    project.graph = graph;
    document.reset(std::move(project), {});
    canvas.setZoom(1.0);
    canvas.centerOn(300.0, 150.0);
}

void CanvasFixture::openChain()
{
    Graph graph;
    addNode(graph, layer("input"), {0.0, 0.0});
    for (const char* id : {"conv2d", "flatten", "dense"})
        addBehind(graph, layers(), layer(id), graph.nodes.back().id);
    for (std::size_t i = 0; i < graph.nodes.size(); ++i) {
        graph.nodes[i].x = 170.0 * static_cast<double>(i);
        graph.nodes[i].y = 0.0;
    }
    setParameter(graph, layers(), {"dense_1"}, "units", std::int64_t{10});
    open(graph);
}

bool CanvasFixture::wired(const char* from, const char* to) const
{
    return std::ranges::any_of(graph().edges, [&](const Edge& edge) { return edge.from.node == from && edge.to.node == to; });
}

bool CanvasFixture::overlapping() const
{
    const std::vector<Node>& nodes = graph().nodes;
    for (const Node& one : nodes)
        for (const Node& other : nodes)
            if (&one != &other && std::abs(one.x - other.x) < nodeSize.x() && std::abs(one.y - other.y) < nodeSize.y())
                return true;
    return false;
}

WireItem* CanvasFixture::wireToLoss(const char* node)
{
    for (WireItem* wire : item(node).wires())
        if (wire->leadsToLoss())
            return wire;
    return nullptr;
}

QPoint CanvasFixture::wire(const char* from, const char* to)
{
    for (const auto& [key, item] : canvas.network().wires())
        if (item->edge().from.node == from && item->edge().to.node == to) {
            const QPolygonF& route = item->route();
            const qsizetype piece = (route.size() - 1) / 2;
            return viewOf((route[piece] + route[piece + 1]) / 2.0);
        }
    qFatal("there is no wire from %s to %s", from, to);
}

void CanvasFixture::press(QPoint at, Qt::KeyboardModifiers modifiers, Qt::MouseButton button)
{
    QTest::mousePress(canvas.viewport(), button, modifiers, at);
}

void CanvasFixture::moveTo(QPoint at, Qt::MouseButtons buttons)
{
    QMouseEvent event(QEvent::MouseMove, at, canvas.viewport()->mapToGlobal(at), Qt::NoButton, buttons, Qt::NoModifier);
    QApplication::sendEvent(canvas.viewport(), &event);
}

void CanvasFixture::release(QPoint at, Qt::KeyboardModifiers modifiers, Qt::MouseButton button)
{
    QTest::mouseRelease(canvas.viewport(), button, modifiers, at);
}

void CanvasFixture::click(QPoint at, Qt::KeyboardModifiers modifiers)
{
    press(at, modifiers);
    release(at, modifiers);
}

void CanvasFixture::dragOn(QPoint from, QPoint to, Qt::KeyboardModifiers modifiers, Qt::MouseButton button)
{
    constexpr int pieces = 8;
    press(from, modifiers, button);
    for (int i = 1; i <= pieces; ++i)
        moveTo(from + (to - from) * i / pieces, button);
}

void CanvasFixture::drag(QPoint from, QPoint to, Qt::KeyboardModifiers modifiers, Qt::MouseButton button)
{
    dragOn(from, to, modifiers, button);
    release(to, modifiers, button);
}

void CanvasFixture::key(Qt::Key key, Qt::KeyboardModifiers modifiers)
{
    QTest::keyClick(&canvas, key, modifiers);
}

void CanvasFixture::wheel(QPoint at, int steps, Qt::KeyboardModifiers modifiers)
{
    QWheelEvent event(at, canvas.viewport()->mapToGlobal(at), {}, QPoint(0, 120 * steps), Qt::NoButton, modifiers,
                      Qt::NoScrollPhase, false);
    QApplication::sendEvent(canvas.viewport(), &event);
}

QString CanvasFixture::reason()
{
    const auto* label = canvas.findChild<QLabel*>(u"canvasReason"_s);
    return label->isVisible() ? label->text() : QString();
}

} // namespace netsmith::gui

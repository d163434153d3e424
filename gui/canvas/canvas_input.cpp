#include "gui/canvas/canvas.h"

#include "gui/canvas/gestures/band_gesture.h"
#include "gui/canvas/gestures/click_gesture.h"
#include "gui/canvas/gestures/move_gesture.h"
#include "gui/canvas/gestures/pan_gesture.h"
#include "gui/canvas/gestures/resize_gesture.h"
#include "gui/canvas/gestures/wire_gesture.h"
#include "gui/canvas/network_scene.h"
#include "gui/canvas/walk.h"
#include "gui/document/graph_edits.h"

#include <QApplication>
#include <QHelpEvent>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QNativeGestureEvent>
#include <QPointingDevice>
#include <QTimer>
#include <QWheelEvent>

#include <algorithm>
#include <cmath>

using namespace Qt::StringLiterals;

/// Mouse, touchpad and keyboard input of the canvas.
namespace netsmith::gui {
namespace {

constexpr double nudgeStep = gridStep;
constexpr double farNudgeStep = 5.0 * gridStep;
constexpr int edgeWidth = 24; // where the view scrolls during a drag
constexpr int edgeSpeed = 14; // pixels per 16 ms

/// A touchpad. On X11, wheels report pixels too, so those aren't sufficient there.
bool isTouchpad(const QWheelEvent& event)
{
    if (event.pointingDevice() && event.pointingDevice()->type() == QInputDevice::DeviceType::TouchPad)
        return true;
    if (event.phase() != Qt::NoScrollPhase)
        return true;
    return !event.pixelDelta().isNull() && QGuiApplication::platformName() != QLatin1StringView("xcb");
}

} // namespace

Pointer Canvas::pointerAt(QPoint viewPosition, Qt::KeyboardModifiers modifiers) const
{
    return {viewportTransform().inverted().map(QPointF(viewPosition)), viewPosition, modifiers};
}

std::unique_ptr<Gesture> Canvas::gestureFor(const Pointer& pointer)
{
    const Hit hit = m_network->at(pointer.scene, scale());
    const auto isStillOn = [this, kind = hit.kind, node = hit.node](const Pointer& now) {
        const Hit here = m_network->at(now.scene, scale());
        return here.kind == kind && here.node == node;
    };
    switch (hit.kind) {
    case Hit::Kind::ground: return std::make_unique<BandGesture>(*this, pointer);
    case Hit::Kind::node: return std::make_unique<MoveGesture>(*this, pointer, hit.node->id());
    case Hit::Kind::annotation:
        if (hit.annotation.edges && !pointer.adds())
            return std::make_unique<ResizeGesture>(*this, pointer, hit.annotation);
        return std::make_unique<MoveGesture>(*this, pointer, hit.annotation.ref);
    case Hit::Kind::output: return std::make_unique<WireGesture>(*this, pointer, hit.portRef(), true);
    case Hit::Kind::loss:
        return std::make_unique<ClickGesture>(isStillOn,
                                              [this, objective = hit.objective] { Q_EMIT objectiveActivated(objective); });
    case Hit::Kind::picture: return std::make_unique<ClickGesture>(isStillOn, [this, node = hit.node->id()] { openPicture(node); });
    case Hit::Kind::fix:
        return std::make_unique<ClickGesture>(isStillOn, [this, problem = hit.card->problem()] { applyFix(m_document, problem); });
    case Hit::Kind::input: {
        const LayerSpec* layer = layerOf(hit.node->id());
        const PortSpec* port = nullptr;
        if (layer)
            port = &*std::ranges::find(layer->inputs, hit.port, &PortSpec::name);
        // Detaches the end of the wire at this port; the selected one if the port can have several.
        for (const WireItem* wire : hit.node->wires())
            if (port && wire->edge().to == hit.portRef() && (!port->many || wire->hasSelection()))
                return std::make_unique<WireGesture>(*this, pointer, wire->edge(), true);
        return std::make_unique<WireGesture>(*this, pointer, hit.portRef(), false);
    }
    case Hit::Kind::wire: break;
    }
    if (hit.wire->leadsToLoss())
        return std::make_unique<ClickGesture>(isStillOn, [] {});
    const Edge edge = hit.wire->edge();
    const double reach = std::max(28.0, 20.0 / scale());
    const double toInput = QLineF(hit.wire->route().back(), pointer.scene).length();
    const double toOutput = QLineF(hit.wire->route().front(), pointer.scene).length();
    if (!pointer.adds() && std::min(toInput, toOutput) <= reach)
        return std::make_unique<WireGesture>(*this, pointer, edge, toInput <= toOutput);
    return std::make_unique<ClickGesture>(isStillOn, [this, edge, adds = pointer.adds()] {
        Selection& selection = m_document.selection();
        if (!adds) {
            selection.set({}, {edge});
            return;
        }
        std::vector<Edge> edges = selection.edges();
        if (std::erase(edges, edge) == 0)
            edges.push_back(edge);
        selection.set(selection.nodes(), edges);
    });
}

void Canvas::startGesture(std::unique_ptr<Gesture> gesture)
{
    leaveHover();
    m_gesture = std::move(gesture);
    showCursor();
}

void Canvas::moveGesture(const Pointer& pointer)
{
    m_gesture->move(pointer);
    showCursor();
    const QRect inner = viewport()->rect().adjusted(edgeWidth, edgeWidth, -edgeWidth, -edgeWidth);
    if (m_gesture->scrolls() && !inner.contains(pointer.view)) {
        if (!m_scrollTimer->isActive())
            m_scrollTimer->start();
    } else {
        m_scrollTimer->stop();
    }
}

void Canvas::scrollWithGesture()
{
    if (!m_gesture) {
        m_scrollTimer->stop();
        return;
    }
    const QRect inner = viewport()->rect().adjusted(edgeWidth, edgeWidth, -edgeWidth, -edgeWidth);
    const auto speed = [](int position, int least, int most) {
        const int beyond = position < least ? position - least : position > most ? position - most : 0;
        return std::clamp(beyond * edgeSpeed / edgeWidth, -edgeSpeed, edgeSpeed);
    };
    panBy(-QPoint(speed(m_pointer.x(), inner.left(), inner.right()), speed(m_pointer.y(), inner.top(), inner.bottom())));
    m_gesture->move(pointerAt(m_pointer, QGuiApplication::keyboardModifiers()));
}

void Canvas::finishGesture(const Pointer& pointer)
{
    m_scrollTimer->stop();
    m_gestureButton = Qt::NoButton;
    const std::unique_ptr<Gesture> gesture = std::move(m_gesture); // moved out first, since its edit must not cancel it
    gesture->finish(pointer);
    showCursor();
}

void Canvas::cancelGesture()
{
    m_scrollTimer->stop();
    m_gestureButton = Qt::NoButton;
    const std::unique_ptr<Gesture> gesture = std::move(m_gesture);
    gesture->cancel();
    showCursor();
}

void Canvas::mousePressEvent(QMouseEvent* event)
{
    event->accept();
    m_pointer = event->position().toPoint();
    leaveFields();
    m_document.endMerging();
    hideReason();
    if (m_byKeyboard) {
        m_byKeyboard = false;
        update();
    }
    if (m_gesture)
        return;
    const Pointer pointer = pointerAt(m_pointer, event->modifiers());
    if (event->button() == Qt::MiddleButton || (event->button() == Qt::LeftButton && m_spaceHeld))
        startGesture(std::make_unique<PanGesture>(*this, pointer));
    else if (event->button() == Qt::LeftButton)
        startGesture(gestureFor(pointer));
    if (m_gesture)
        m_gestureButton = event->button();
}

void Canvas::mouseMoveEvent(QMouseEvent* event)
{
    event->accept();
    m_pointer = event->position().toPoint();
    const Pointer pointer = pointerAt(m_pointer, event->modifiers());
    if (m_gesture)
        moveGesture(pointer);
    else
        hover(pointer);
}

void Canvas::mouseReleaseEvent(QMouseEvent* event)
{
    event->accept();
    m_pointer = event->position().toPoint();
    if (m_gesture && event->button() == m_gestureButton)
        finishGesture(pointerAt(m_pointer, event->modifiers()));
}

void Canvas::mouseDoubleClickEvent(QMouseEvent* event)
{
    event->accept();
    if (event->button() != Qt::LeftButton || m_spaceHeld)
        return;
    const QPoint position = event->position().toPoint();
    const Pointer pointer = pointerAt(position, event->modifiers());
    const Hit hit = m_network->at(pointer.scene, scale());
    switch (hit.kind) {
    case Hit::Kind::node:
        if (!openBlock(hit.node->id()))
            rename(hit.node->id());
        break;
    case Hit::Kind::annotation:
        if (hit.annotation.ref.note)
            editNote(*hit.annotation.ref.note);
        else
            editFrame(hit.annotation.ref.frame);
        break;
    case Hit::Kind::ground:
    case Hit::Kind::wire: Q_EMIT quickAddRequested(viewport()->mapToGlobal(position), pointer.scene, std::nullopt); break;
    default: mousePressEvent(event);
    }
}

void Canvas::wheelEvent(QWheelEvent* event)
{
    event->accept();
    leaveFields(); // what they cover moves
    if (isTouchpad(*event) && !(event->modifiers() & Qt::ControlModifier)) {
        panBy(event->pixelDelta().isNull() ? event->angleDelta() / 2 : event->pixelDelta());
    } else {
        constexpr double perStep = 1.0015; // zooms by a fifth in 120 steps, a notch of the wheel
        const int steps = event->angleDelta().y() != 0 ? event->angleDelta().y() : event->pixelDelta().y();
        setZoom(m_zoom * std::pow(perStep, steps), event->position().toPoint());
    }
    if (m_gesture)
        moveGesture(pointerAt(m_pointer, event->modifiers()));
}

bool Canvas::viewportEvent(QEvent* event)
{
    switch (event->type()) {
    case QEvent::NativeGesture: {
        const auto* gesture = static_cast<QNativeGestureEvent*>(event);
        if (gesture->gestureType() == Qt::ZoomNativeGesture)
            setZoom(m_zoom * (1.0 + gesture->value()), gesture->position().toPoint());
        return true;
    }
    case QEvent::ToolTip: {
        const auto* help = static_cast<QHelpEvent*>(event);
        showToolTip(help->pos(), help->globalPos());
        return true;
    }
    case QEvent::Enter: m_pointerInside = true; break;
    case QEvent::Leave:
        m_pointerInside = false;
        leaveHover();
        break;
    default: break;
    }
    return QGraphicsView::viewportEvent(event);
}

void Canvas::hover(const Pointer& pointer)
{
    const Hit hit = m_network->at(pointer.scene, scale());
    const bool onNode = hit.node && hit.kind != Hit::Kind::loss && hit.kind != Hit::Kind::picture;
    const std::string node = onNode ? hit.node->id() : std::string();
    if (node != m_hoveredNode || !hit.wire || !m_hoveredWire || hit.wire->edge() != *m_hoveredWire)
        leaveHover();
    m_hoveredNode = node;
    m_hoveredWire = hit.wire && !hit.card ? std::optional(hit.wire->edge()) : std::nullopt;
    if (hit.kind == Hit::Kind::input || hit.kind == Hit::Kind::output)
        hit.node->setHoveredPort(hit.port, hit.kind == Hit::Kind::input);
    else if (onNode)
        hit.node->setHovered(true);
    if (m_hoveredWire)
        hit.wire->setHovered(true);
    if (hit.card)
        hit.card->setFixHovered(hit.kind == Hit::Kind::fix);
    const bool onAnnotation = hit.kind == Hit::Kind::annotation;
    m_network->annotations().hover(onAnnotation ? std::optional(hit.annotation.ref) : std::nullopt);
    m_hoverCursor = onAnnotation && hit.annotation.edges                ? ResizeGesture::cursorFor(hit.annotation.edges)
        : onAnnotation                                                  ? Qt::ArrowCursor
        : hit.kind == Hit::Kind::input || hit.kind == Hit::Kind::output ? Qt::CrossCursor
        : hit.kind == Hit::Kind::ground || hit.kind == Hit::Kind::node  ? Qt::ArrowCursor
                                                                        : Qt::PointingHandCursor;
    showCursor();
}

void Canvas::leaveHover()
{
    if (NodeItem* item = m_network->node(m_hoveredNode)) {
        item->setHovered(false);
        item->setHoveredPort({}, true);
    }
    if (m_hoveredWire)
        if (WireItem* item = m_network->wire(*m_hoveredWire))
            item->setHovered(false);
    m_network->leaveCards();
    m_network->annotations().hover(std::nullopt);
    m_hoveredNode.clear();
    m_hoveredWire.reset();
    m_hoverCursor = Qt::ArrowCursor;
    showCursor();
}

void Canvas::showCursor()
{
    const Qt::CursorShape shape = m_gesture ? m_gesture->cursor() : m_spaceHeld ? Qt::OpenHandCursor : m_hoverCursor;
    if (viewport()->cursor().shape() != shape)
        viewport()->setCursor(shape);
}

void Canvas::keyPressEvent(QKeyEvent* event)
{
    hideReason();
    if (event->key() == Qt::Key_Space && event->modifiers() == Qt::NoModifier) {
        if (!event->isAutoRepeat()) {
            m_spaceHeld = true;
            showCursor();
        }
        return;
    }
    if (event->key() == Qt::Key_Escape) {
        if (m_gesture)
            cancelGesture();
        else if (!m_document.selection().empty())
            m_document.selection().clear();
        else if (!m_document.place().empty())
            leaveBlock();
        else
            QGraphicsView::keyPressEvent(event);
        return;
    }
    if (m_gesture)
        return; // it must end first
    if (!pressArrow(event) && !pressEditKey(event) && !pressViewKey(event))
        event->ignore();
}

void Canvas::keyReleaseEvent(QKeyEvent* event)
{
    if (event->key() == Qt::Key_Space && !event->isAutoRepeat()) {
        m_spaceHeld = false;
        showCursor();
        return;
    }
    event->ignore();
}

bool Canvas::pressEditKey(QKeyEvent* event)
{
    if (event->matches(QKeySequence::SelectAll))
        selectAll();
    else if (event->matches(QKeySequence::Copy))
        copy();
    else if (event->matches(QKeySequence::Cut))
        cut();
    else if (event->matches(QKeySequence::Paste))
        paste();
    else if (event->key() == Qt::Key_D && event->modifiers() == Qt::ControlModifier)
        duplicate();
    else if (event->key() == Qt::Key_Delete || event->key() == Qt::Key_Backspace)
        deleteSelection();
    else if (event->key() == Qt::Key_F2)
        renameSelected();
    else if (event->matches(QKeySequence::Find))
        openFind();
    else if (event->key() == Qt::Key_G && event->modifiers() == Qt::ControlModifier)
        makeBlock();
    else if (event->key() == Qt::Key_G && event->modifiers() == (Qt::ControlModifier | Qt::ShiftModifier))
        takeApart();
    else if (event->key() == Qt::Key_G && event->modifiers() == Qt::NoModifier)
        addFrame();
    else if (event->key() == Qt::Key_N && event->modifiers() == Qt::NoModifier)
        addNote();
    else if (event->key() == Qt::Key_T && event->modifiers() == Qt::NoModifier)
        freeze(Freezing::freeze);
    else if (event->key() == Qt::Key_T && event->modifiers() == Qt::ShiftModifier)
        freeze(Freezing::unfreeze);
    else if (event->key() == Qt::Key_T && event->modifiers() == Qt::ControlModifier)
        freeze(Freezing::freezeBefore);
    else if (event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter)
        return openBlock(onlySelected()) || editAnnotation();
    else
        return false;
    return true;
}

bool Canvas::pressViewKey(QKeyEvent* event)
{
    const bool control = event->modifiers() & Qt::ControlModifier;
    switch (event->key()) {
    case Qt::Key_F:
        if (event->modifiers() != Qt::NoModifier)
            return false;
        fitAll();
        return true;
    case Qt::Key_Period: fitSelection(); return !control;
    case Qt::Key_0:
        if (control)
            zoomReset();
        return control;
    case Qt::Key_Plus:
    case Qt::Key_Equal:
        if (control)
            zoomIn();
        return control;
    case Qt::Key_Minus:
        if (control)
            zoomOut();
        return control;
    default: return false;
    }
}

bool Canvas::pressArrow(QKeyEvent* event)
{
    QPointF way;
    Way along = Way::forwards;
    switch (event->key()) {
    case Qt::Key_Left:
        way = {-1.0, 0.0};
        along = Way::backwards;
        break;
    case Qt::Key_Right: way = {1.0, 0.0}; break;
    case Qt::Key_Up:
        way = {0.0, -1.0};
        along = Way::up;
        break;
    case Qt::Key_Down:
        way = {0.0, 1.0};
        along = Way::down;
        break;
    default: return false;
    }
    const Qt::KeyboardModifiers modifiers = event->modifiers() & ~Qt::KeypadModifier;
    if (modifiers == Qt::AltModifier && along == Way::up && !m_document.place().empty())
        leaveBlock(); // leaves the block; Tab and Alt+Down still reach every layer
    else if (modifiers == Qt::AltModifier)
        followWire(static_cast<int>(along));
    else if (modifiers == Qt::NoModifier || modifiers == Qt::ShiftModifier)
        nudge(way * (modifiers == Qt::ShiftModifier ? farNudgeStep : nudgeStep));
    else
        return false;
    return true;
}

void Canvas::followWire(int way)
{
    const std::set<std::string>& selected = m_document.selection().nodes();
    std::string next;
    if (selected.size() == 1)
        next = neighbour(m_document.graph(), *selected.begin(), static_cast<Way>(way));
    else if (const std::vector<std::string> order = readingOrder(m_document); !order.empty())
        next = order.front();
    if (!next.empty())
        m_document.selection().reveal(next);
}

} // namespace netsmith::gui

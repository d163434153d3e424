#include "gui/canvas/gestures/band_gesture.h"

#include "gui/canvas/canvas.h"
#include "gui/canvas/network_scene.h"

#include <QBrush>
#include <QGraphicsRectItem>
#include <QPen>

namespace netsmith::gui {

BandGesture::BandGesture(Canvas& canvas, const Pointer& start)
    : m_canvas(canvas)
    , m_start(start)
    , m_nodesBefore(canvas.document().selection().nodes())
    , m_edgesBefore(canvas.document().selection().edges())
    , m_annotationsBefore(canvas.document().selection().annotations())
    , m_band(std::make_unique<QGraphicsRectItem>())
{
    CanvasLook& look = canvas.network().look();
    QColor ground = look.color(Token::accent);
    ground.setAlphaF(0.12f);
    m_band->setBrush(ground);
    m_band->setPen(look.hairline(Token::accent));
    m_band->setZValue(4.0);
    m_band->hide();
    canvas.network().addItem(m_band.get());
    if (!start.adds())
        canvas.document().selection().clear();
}

BandGesture::~BandGesture() = default;

void BandGesture::move(const Pointer& pointer)
{
    const QRectF area = QRectF(m_start.scene, pointer.scene).normalized();
    m_band->setRect(area);
    m_band->show();
    std::set<std::string> nodes;
    std::vector<Edge> edges;
    Annotations annotations;
    if (m_start.adds()) {
        nodes = m_nodesBefore;
        edges = m_edgesBefore;
        annotations = m_annotationsBefore;
    }
    const AnnotationLayer& drawn = m_canvas.network().annotations();
    for (const auto& [id, frame] : drawn.frames())
        if (!frame->rectangle().isEmpty() && area.contains(frame->rectangle()))
            annotations.frames.insert(id);
    for (std::size_t i = 0; i < drawn.notes().size(); ++i)
        if (area.intersects(drawn.notes()[i]->rectangle()))
            annotations.notes.insert(i);
    for (const NodeMap::Entry* entry : m_canvas.network().map().allWithin(area))
        if (m_canvas.network().node(entry->first)) // losses can't be selected
            nodes.insert(entry->first);
    m_canvas.document().selection().set(std::move(nodes), std::move(edges), std::move(annotations));
}

void BandGesture::finish(const Pointer& pointer)
{
    if (m_band->isVisible())
        move(pointer);
}

void BandGesture::cancel()
{
    m_canvas.document().selection().set(m_nodesBefore, m_edgesBefore, m_annotationsBefore);
}

} // namespace netsmith::gui

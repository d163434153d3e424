#include "gui/canvas/items/annotation_layer.h"

#include "gui/widgets/engine_text.h"

#include <QFontMetricsF>
#include <QGraphicsScene>
#include <QPainter>
#include <QTextLayout>

#include <algorithm>
#include <set>
#include <string_view>

namespace netsmith::gui {
namespace {

constexpr double frameRadius = 12.0;
constexpr double noteRadius = 6.0;
constexpr double groundAlpha = 0.09;
constexpr double mostTitleGrowth = 2.6; // then the title fills the space above a frame's layers

QColor faded(QColor color, double alpha)
{
    color.setAlphaF(static_cast<float>(alpha));
    return color;
}

} // namespace

/// A frame's title: a separate item, since frames are below everything but wires must not cross the text.
class AnnotationItem::Title final : public QGraphicsItem {
public:
    Title(CanvasLook& look, const Face& face)
        : m_look(look)
        , m_face(face)
    {
        setAcceptedMouseButtons(Qt::NoButton);
        setZValue(0.85);
    }

    void renew()
    {
        prepareGeometryChange();
        setPos(m_face.rectangle.topLeft());
        update();
    }
    QRectF boundingRect() const override { return {0.0, 0.0, m_face.rectangle.width(), 2.0 * frameBand}; }
    void paint(QPainter* painter, const QStyleOptionGraphicsItem*, QWidget*) override
    {
        constexpr double left = 14.0, around = 3.0;
        const QFont& font = m_look.titleFont(std::min(textGrowth(painter->worldTransform().m11()), mostTitleGrowth));
        const QFontMetricsF metrics(font);
        const QString text = metrics.elidedText(m_face.text, Qt::ElideRight, std::max(0.0, m_face.rectangle.width() - 2.0 * left));
        const QSizeF size(metrics.horizontalAdvance(text), metrics.height());
        const QRectF place(QPointF(left, std::max(2.0, (frameBand - size.height()) / 2.0)), size);
        painter->fillRect(place.adjusted(-around, 0.0, around, 0.0), m_look.color(Token::canvas));
        painter->fillRect(place.adjusted(-around, 0.0, around, 0.0), faded(m_look.color(m_face.token), groundAlpha));
        painter->setFont(font);
        painter->setPen(m_look.color(Token::textSecondary));
        painter->drawText(place, Qt::AlignCenter | Qt::TextSingleLine | Qt::TextDontClip, text);
    }

private:
    CanvasLook& m_look;
    const Face& m_face;
};

AnnotationItem::AnnotationItem(CanvasLook& look)
    : m_look(look)
{
    setAcceptedMouseButtons(Qt::NoButton);
}

AnnotationItem::~AnnotationItem() = default;

void AnnotationItem::renew()
{
    update();
    if (m_title)
        m_title->update();
}

void AnnotationItem::setShown(bool shown)
{
    setVisible(shown);
    if (m_title)
        m_title->setVisible(shown);
}

void AnnotationItem::show(const Face& face)
{
    if (face == m_face)
        return;
    prepareGeometryChange();
    m_face = face;
    setPos(face.rectangle.topLeft());
    // Smaller frames, which may be inside larger ones, are above them.
    setZValue(face.isFrame ? -10.0 - face.rectangle.width() * face.rectangle.height() * 1e-9 : 0.95);
    if (face.isFrame && !m_title && scene()) {
        m_title = std::make_unique<Title>(m_look, m_face);
        scene()->addItem(m_title.get());
    }
    if (m_title)
        m_title->renew();
    update();
}

void AnnotationItem::setSelection(bool selected)
{
    if (selected == m_selected)
        return;
    m_selected = selected;
    update();
}

void AnnotationItem::setHovered(bool hovered)
{
    if (hovered == m_hovered)
        return;
    m_hovered = hovered;
    update();
}

QRectF AnnotationItem::boundingRect() const
{
    constexpr double around = 40.0; // handles have a fixed size on screen
    return QRectF(QPointF(), m_face.rectangle.size()).adjusted(-around, -around, around, around);
}

void AnnotationItem::paint(QPainter* painter, const QStyleOptionGraphicsItem*, QWidget*)
{
    const double scale = painter->worldTransform().m11();
    painter->save();
    painter->setRenderHint(QPainter::Antialiasing);
    if (m_face.isFrame)
        paintFrame(*painter, scale);
    else
        paintNote(*painter, scale);
    if (m_selected)
        paintHandles(*painter, scale);
    painter->restore();
}

void AnnotationItem::paintFrame(QPainter& painter, double scale) const
{
    const QColor& color = m_look.color(m_face.token);
    const QRectF place(QPointF(), m_face.rectangle.size());
    const double px = 1.0 / scale;
    const double width = (m_selected ? 2.0 : 1.0) * px;
    painter.setPen(QPen(m_selected ? m_look.color(Token::accent) : faded(color, m_hovered ? 1.0 : 0.7), width));
    painter.setBrush(faded(color, groundAlpha));
    painter.drawRoundedRect(place.adjusted(width / 2, width / 2, -width / 2, -width / 2), frameRadius, frameRadius);
}

void AnnotationItem::paintNote(QPainter& painter, double scale) const
{
    const QRectF place(QPointF(), m_face.rectangle.size());
    const double px = 1.0 / scale;
    const double width = (m_selected ? 2.0 : 1.0) * px;
    painter.setPen(
        QPen(m_selected ? m_look.color(Token::accent) : faded(m_look.color(Token::careful), m_hovered ? 1.0 : 0.5), width));
    painter.setBrush(m_look.color(Token::carefulGround));
    painter.drawRoundedRect(place.adjusted(width / 2, width / 2, -width / 2, -width / 2), noteRadius, noteRadius);
    if (detailAt(scale) == Detail::blocks)
        return;
    painter.setPen(m_look.color(Token::text));
    QTextLayout layout;
    layOutNote(layout, m_face.text, m_look.noteFont(), place.width());
    layout.draw(&painter, {noteMargin, noteMargin});
}

void AnnotationItem::paintHandles(QPainter& painter, double scale) const
{
    const QRectF place(QPointF(), m_face.rectangle.size());
    const double side = 7.0 / scale;
    painter.setPen(QPen(m_look.color(Token::canvas), 1.0 / scale));
    painter.setBrush(m_look.color(Token::accent));
    const QPointF middle = place.center();
    for (const QPointF& at :
         {place.topLeft(), place.topRight(), place.bottomLeft(), place.bottomRight(), QPointF(middle.x(), place.top()),
          QPointF(middle.x(), place.bottom()), QPointF(place.left(), middle.y()), QPointF(place.right(), middle.y())})
        painter.drawRect(QRectF(at - QPointF(side, side) / 2.0, QSizeF(side, side)));
}

AnnotationLayer::AnnotationLayer(QGraphicsScene& scene, CanvasLook& look)
    : m_scene(scene)
    , m_look(look)
{
}

AnnotationLayer::~AnnotationLayer() = default;

void AnnotationLayer::show(const Graph& graph)
{
    std::set<std::string_view> present;
    for (const Group& frame : graph.groups)
        present.insert(frame.id);
    std::erase_if(m_frames, [&present](const auto& each) { return !present.contains(each.first); });
    const auto keep = [this](std::unique_ptr<AnnotationItem>& item, const AnnotationItem::Face& face) {
        if (!item) {
            item = std::make_unique<AnnotationItem>(m_look);
            m_scene.addItem(item.get());
        }
        item->show(face);
        item->setShown(!face.rectangle.isEmpty());
    };
    const std::vector<QRectF> rectangles = frameRectangles(graph);
    for (std::size_t i = 0; i < rectangles.size(); ++i) {
        const Group& frame = graph.groups[i];
        keep(m_frames[frame.id], {rectangles[i], frameTitle(frame), frameToken(frame), true});
    }
    m_notes.resize(graph.notes.size());
    for (std::size_t i = 0; i < m_notes.size(); ++i)
        keep(m_notes[i], {noteRectangle(graph.notes[i]), fromStd(graph.notes[i].text), Token::careful, false});
}

void AnnotationLayer::select(const Annotations& annotations)
{
    for (const auto& [id, item] : m_frames)
        item->setSelection(annotations.frames.contains(id));
    for (std::size_t i = 0; i < m_notes.size(); ++i)
        m_notes[i]->setSelection(annotations.notes.contains(i));
}

AnnotationItem* AnnotationLayer::find(const AnnotationRef& ref) const
{
    if (ref.note)
        return *ref.note < m_notes.size() ? m_notes[*ref.note].get() : nullptr;
    const auto found = m_frames.find(ref.frame);
    return found == m_frames.end() ? nullptr : found->second.get();
}

const AnnotationItem* AnnotationLayer::item(const AnnotationRef& ref) const
{
    return find(ref);
}

void AnnotationLayer::hover(const std::optional<AnnotationRef>& ref)
{
    if (ref == m_hovered)
        return;
    if (AnnotationItem* before = m_hovered ? find(*m_hovered) : nullptr)
        before->setHovered(false);
    m_hovered = ref;
    if (AnnotationItem* now = ref ? find(*ref) : nullptr)
        now->setHovered(true);
}

void AnnotationLayer::renew()
{
    for (const auto& [id, item] : m_frames)
        item->renew();
    for (const auto& item : m_notes)
        item->renew();
}

QRectF AnnotationLayer::rectangle() const
{
    QRectF around;
    for (const auto& [id, item] : m_frames)
        around |= item->rectangle();
    for (const auto& item : m_notes)
        around |= item->rectangle();
    return around;
}

std::optional<AnnotationLayer::Hit> AnnotationLayer::noteAt(QPointF position, double reach) const
{
    for (std::size_t i = m_notes.size(); i-- > 0;) { // the last one is on top
        const QRectF& place = m_notes[i]->rectangle();
        if (place.adjusted(-reach, -reach, reach, reach).contains(position))
            return Hit{{{}, i}, edgesAt(place, position, reach)};
    }
    return std::nullopt;
}

std::optional<AnnotationLayer::Hit> AnnotationLayer::frameAt(QPointF position, double reach) const
{
    std::optional<Hit> hit;
    double least = 0.0;
    for (const auto& [id, item] : m_frames) {
        const QRectF& place = item->rectangle();
        if (place.isEmpty() || !place.adjusted(-reach, -reach, reach, reach).contains(position))
            continue;
        const Qt::Edges edges = edgesAt(place, position, reach);
        const double area = place.width() * place.height();
        if ((!edges && position.y() > place.top() + frameBand) || (hit && area >= least))
            continue;
        hit = Hit{{id, std::nullopt}, edges};
        least = area;
    }
    return hit;
}

Qt::Edges edgesAt(const QRectF& rectangle, QPointF position, double reach)
{
    Qt::Edges edges;
    edges.setFlag(Qt::LeftEdge, std::abs(position.x() - rectangle.left()) <= reach);
    edges.setFlag(Qt::RightEdge, std::abs(position.x() - rectangle.right()) <= reach);
    edges.setFlag(Qt::TopEdge, std::abs(position.y() - rectangle.top()) <= reach);
    edges.setFlag(Qt::BottomEdge, std::abs(position.y() - rectangle.bottom()) <= reach);
    return edges;
}

} // namespace netsmith::gui

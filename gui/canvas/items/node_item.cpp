#include "gui/canvas/items/node_item.h"

#include "gui/document/graph_edits.h"

#include <QFontMetricsF>
#include <QPainter>
#include <QStyleOptionGraphicsItem>

#include <algorithm>
#include <cmath>
#include <limits>

using namespace Qt::StringLiterals;

namespace netsmith::gui {
namespace {

constexpr double titleMiddle = 17.0;
constexpr double detailsMiddle = 36.0;

/// Lays out a text for painting and returns the position of its top left corner at which its centre is at `middle`.
void prepare(QStaticText& text, const QString& words, const QFont& font, double room)
{
    text.setTextFormat(Qt::PlainText);
    text.setPerformanceHint(QStaticText::AggressiveCaching);
    text.setText(QFontMetricsF(font).elidedText(words, Qt::ElideRight, room));
    text.prepare({}, font);
}

constexpr double onPort = 9.0; ///< so near a port is on it

double topOf(const QStaticText& text, double middle)
{
    return middle - text.size().height() / 2.0;
}

} // namespace

NodeItem::NodeItem(CanvasLook& look, std::string id)
    : m_look(look)
    , m_id(std::move(id))
{
    setZValue(1.0);
    setAcceptedMouseButtons(Qt::NoButton);
}

QRectF NodeItem::rectangle() const
{
    return {pos(), QSizeF(nodeSize.x(), nodeSize.y())};
}

void NodeItem::setPorts(std::vector<std::string> inputs, std::vector<std::string> outputs, bool lastInputIsOptional)
{
    m_inputs = std::move(inputs);
    m_outputs = std::move(outputs);
    m_frame.inputs = static_cast<std::uint8_t>(m_inputs.size());
    m_frame.lastIsOptional = lastInputIsOptional;
    m_frame.outputs = static_cast<std::uint8_t>(m_outputs.size());
    update();
}

QPointF NodeItem::portPosition(const std::string& port, bool input) const
{
    const std::vector<std::string>& ports = input ? m_inputs : m_outputs;
    const auto found = std::ranges::find(ports, port);
    const bool isThere = found != ports.end();
    const int index = isThere ? static_cast<int>(found - ports.begin()) : 0;
    const int count = isThere ? static_cast<int>(ports.size()) : 1;
    return pos() + (input ? inputPlace(index, count, isThere && m_frame.lastIsOptional) : outputPlace(index, count));
}

const std::string* NodeItem::portNear(QPointF position, bool input, std::optional<double> reach) const
{
    const std::vector<std::string>& ports = input ? m_inputs : m_outputs;
    const std::string* nearest = nullptr;
    double least = reach.value_or(std::numeric_limits<double>::infinity());
    for (const std::string& port : ports) {
        const QPointF way = portPosition(port, input) - position;
        const double distance = std::hypot(way.x(), way.y());
        const bool optional = input && m_frame.lastIsOptional && &port == &ports.back();
        if (distance <= (optional ? std::min(least, reach.value_or(onPort)) : least)) {
            least = distance;
            nearest = &port;
        }
    }
    return nearest;
}

void NodeItem::setKind(Token category, const QString& icon)
{
    m_frame.category = category;
    m_icon = icon;
    update();
}

void NodeItem::setFace(const NodeFace& face)
{
    if (face == m_face)
        return;
    m_face = face;
    m_frame.frozen = face.frozen;
    layOut();
}

void NodeItem::layOut()
{
    m_laidOut = false;
    update();
}

void NodeItem::prepareTexts(Detail detail, double growth)
{
    m_laidOut = true;
    m_detail = detail;
    m_growth = m_titleGrowth = growth;
    const double right = nodeSize.x() - nodeLook::textRight;
    if (detail == Detail::names) { // the name uses the full width of the node
        constexpr double left = 12.0, room = nodeSize.x() - left - 3.0, least = 0.8;
        const double wanted = QFontMetricsF(m_look.titleFont(growth)).horizontalAdvance(m_face.title);
        if (wanted > room) // shrinks slightly before it is elided
            m_titleGrowth = std::max(least * growth, growth * room / wanted);
        prepare(m_title, m_face.title, m_look.titleFont(m_titleGrowth), room);
        m_titlePlace = {left, topOf(m_title, nodeSize.y() / 2.0)};
        return;
    }
    const QString& count = m_tint ? m_tint->count : m_face.count;
    prepare(m_count, count, m_look.numberFont(growth), nodeSize.x());
    const double countWidth = count.isEmpty() ? 0.0 : m_count.size().width();
    const double titleWidth = QFontMetricsF(m_look.titleFont(growth)).horizontalAdvance(m_face.title);
    // The count moves to the second line before the title is elided.
    const bool beside = countWidth > 0.0 && nodeLook::titleLeft + titleWidth + 5.0 + countWidth <= right;
    const double below = countWidth > 0.0 && !beside ? countWidth + 6.0 : 0.0;
    prepare(m_title, m_face.title, m_look.titleFont(growth), right + 4.0 - nodeLook::titleLeft);
    prepare(m_details, m_tint ? m_tint->details : m_face.details, m_look.detailFont(growth), right - nodeLook::textLeft - below);
    m_titlePlace = {nodeLook::titleLeft, topOf(m_title, titleMiddle)};
    m_detailsPlace = {nodeLook::textLeft, topOf(m_details, detailsMiddle)};
    m_countPlace = {right - countWidth, topOf(m_count, beside ? titleMiddle : detailsMiddle)};
}

void NodeItem::setSelection(bool selected)
{
    if (m_frame.selected == selected)
        return;
    m_frame.selected = selected;
    setZValue(selected ? 1.5 : 1.0);
    update();
}

void NodeItem::setHovered(bool hovered)
{
    if (m_frame.hovered == hovered)
        return;
    m_frame.hovered = hovered;
    update();
}

void NodeItem::setHoveredPort(const std::string& port, bool input)
{
    const std::optional<QPointF> place = port.empty() ? std::nullopt : std::optional(portPosition(port, input) - pos());
    if (place == m_hoveredPort)
        return;
    m_hoveredPort = place;
    update();
}

void NodeItem::setProblem(std::optional<Severity> severity)
{
    const bool wrong = severity == Severity::error;
    const bool doubtful = severity == Severity::warning;
    if (m_frame.wrong == wrong && m_frame.doubtful == doubtful)
        return;
    m_frame.wrong = wrong;
    m_frame.doubtful = doubtful;
    update();
}

std::optional<Severity> NodeItem::problem() const
{
    if (m_frame.wrong)
        return Severity::error;
    return m_frame.doubtful ? std::optional(Severity::warning) : std::nullopt;
}

void NodeItem::setTint(const NodeTint* tint)
{
    if (tint ? m_tint == *tint : !m_tint)
        return;
    m_tint = tint ? std::optional(*tint) : std::nullopt;
    m_frame.tint = static_cast<std::uint8_t>(m_tint ? m_tint->step + 1 : 0);
    layOut();
}

void NodeItem::setPicture(const NodePicture* picture, bool beside)
{
    if (!picture && !m_picture)
        return;
    if (!picture != !m_picture || beside != m_pictureBeside)
        prepareGeometryChange();
    m_picture = picture ? std::optional(*picture) : std::nullopt;
    m_pictureBeside = beside;
    update();
}

QRectF NodeItem::pictureRectangle(bool beside) const
{
    constexpr double gap = 4.0, portGap = 14.0;
    const QPointF corner = beside ? QPointF(nodeSize.x() + portGap, 0.0) : QPointF(0.0, nodeSize.y() + gap);
    return {pos() + corner, QSizeF(pictureWidth, pictureHeight)};
}

QRectF NodeItem::boundingRect() const
{
    constexpr double around = nodeLook::around;
    const QRectF node(-around, -around, nodeSize.x() + 2.0 * around, nodeSize.y() + 2.0 * around);
    return m_picture ? node | pictureRectangle().translated(-pos()).adjusted(-1.0, -1.0, 1.0, 1.0) : node;
}

/// In item units.
void NodeItem::paintPicture(QPainter& painter, double scale) const
{
    constexpr double radius = 4.0, padding = 3.0;
    const QRectF place = pictureRectangle().translated(-pos());
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(m_look.hairline(Token::line));
    painter.setBrush(m_look.color(Token::canvas));
    painter.drawRoundedRect(place, radius, radius);
    painter.setRenderHint(QPainter::Antialiasing, false);
    const QRectF room = place.adjusted(padding, padding, -padding, -padding);
    QSizeF size = room.size();
    if (!m_picture->fills)
        size = QSizeF(m_picture->image.size()).scaled(room.size(), Qt::KeepAspectRatio);
    QRectF target(QPointF(), size);
    target.moveCenter(room.center());
    // Cells stay sharp where they are enlarged.
    const double enlarged = size.width() * scale * painter.device()->devicePixelRatioF() / m_picture->image.width();
    painter.setRenderHint(QPainter::SmoothPixmapTransform, enlarged < 1.0);
    painter.drawImage(target, m_picture->image);
    painter.setRenderHint(QPainter::SmoothPixmapTransform, false);
}

void NodeItem::paint(QPainter* painter, const QStyleOptionGraphicsItem*, QWidget*)
{
    const QTransform world = painter->worldTransform();
    const double scale = world.m11();
    const QPointF origin(world.dx(), world.dy());
    const Detail detail = detailAt(scale);
    if (detail == Detail::blocks) {
        constexpr double frozenOpacity = 0.45;
        const QRectF block(0.0, 0.0, nodeSize.x(), nodeSize.y());
        painter->setOpacity(m_frame.frozen && !m_frame.wrong ? frozenOpacity : 1.0);
        painter->fillRect(block, m_look.color(m_frame.wrong ? Token::bad : m_tint ? tintToken(m_tint->step) : m_frame.category));
        painter->setOpacity(1.0);
        if (m_frame.selected) {
            painter->setPen(m_look.hairline(Token::text));
            painter->setBrush(Qt::NoBrush);
            painter->drawRect(block.adjusted(-4.0, -4.0, 4.0, 4.0));
        }
        return;
    }
    painter->setWorldTransform({});
    m_look.drawFrame(*painter, origin, scale, m_frame, m_icon);
    const QPointF at = CanvasLook::toPixel(origin, painter->device()->devicePixelRatioF());
    painter->setWorldTransform(QTransform(scale, 0.0, 0.0, scale, at.x(), at.y()));
    if (m_tint) {
        constexpr double thickness = 3.0, least = 2.0; // the minimum length
        const double most = nodeSize.x() - 2.0 * nodeLook::radius;
        painter->fillRect(
            QRectF(nodeLook::radius, nodeSize.y() - 2.0 - thickness, std::max(least, most * m_tint->level), thickness),
            m_look.color(tintToken(m_tint->step)));
    }
    const double growth = textGrowth(scale);
    if (!m_laidOut || detail != m_detail || growth != m_growth)
        prepareTexts(detail, growth); // deferred until it is painted
    painter->setPen(m_look.color(Token::text));
    painter->setFont(m_look.titleFont(m_titleGrowth));
    painter->drawStaticText(m_titlePlace, m_title);
    if (detail != Detail::names) {
        painter->setPen(m_look.color(Token::textSecondary));
        painter->setFont(m_look.detailFont(growth));
        painter->drawStaticText(m_detailsPlace, m_details);
        if (!m_count.text().isEmpty()) {
            painter->setPen(m_look.color(Token::textMuted));
            painter->setFont(m_look.numberFont(growth));
            painter->drawStaticText(m_countPlace, m_count);
        }
    }
    if (m_picture)
        paintPicture(*painter, scale);
    if (m_hoveredPort) {
        painter->setWorldTransform({});
        m_look.drawPort(*painter, world.map(*m_hoveredPort), scale, Token::accent, 6.0);
    }
    painter->setWorldTransform(world);
}

} // namespace netsmith::gui

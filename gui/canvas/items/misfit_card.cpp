#include "gui/canvas/items/misfit_card.h"

#include "gui/widgets/icon.h"

#include <QFontMetricsF>
#include <QPainter>
#include <QTextOption>

#include <algorithm>
#include <cmath>

using namespace Qt::StringLiterals;

namespace netsmith::gui {
namespace {

constexpr double widest = 240.0;
constexpr double padding = 8.0;
constexpr double iconSize = 14.0;
constexpr double textLeft = padding + iconSize + 6.0;
constexpr double gap = 4.0;

} // namespace

MisfitCard::MisfitCard(CanvasLook& look)
    : m_look(look)
{
    setZValue(3.0);
    setAcceptedMouseButtons(Qt::NoButton);
    for (QStaticText* text : {&m_sentenceText, &m_fixText}) {
        text->setTextFormat(Qt::PlainText);
        text->setPerformanceHint(QStaticText::AggressiveCaching);
    }
    m_sentenceText.setTextOption(QTextOption(Qt::AlignLeft));
}

void MisfitCard::show(const Problem& problem, const QString& sentence, const QString& fix)
{
    m_problem = problem;
    if (sentence == m_sentence && fix == m_fix)
        return;
    m_sentence = sentence;
    m_fix = fix;
    layOut();
}

void MisfitCard::layOut()
{
    const QFontMetricsF metrics(m_look.detailFont());
    const double wanted = std::ceil(metrics.horizontalAdvance(m_sentence)) + 1.0;
    const double room = widest - textLeft - padding;
    // Balances the lengths of the lines.
    const double lines = std::ceil(wanted / room);
    const double width = lines <= 1.0 ? wanted : std::min(room, std::ceil(wanted / lines * 1.15));
    m_sentenceText.setText(m_sentence);
    m_sentenceText.setTextWidth(width);
    m_sentenceText.prepare({}, m_look.detailFont());
    m_fixText.setText(m_fix);
    QFont font = m_look.detailFont();
    font.setWeight(QFont::DemiBold);
    m_fixText.prepare({}, font);
    double height = m_sentenceText.size().height();
    double inner = m_sentenceText.size().width();
    if (!m_fix.isEmpty()) {
        height += gap + m_fixText.size().height();
        inner = std::max(inner, m_fixText.size().width());
    }
    prepareGeometryChange();
    m_size = {std::ceil(textLeft + inner + padding), std::ceil(height + 2.0 * padding - 2.0)};
    setPlace(m_place);
    update();
}

void MisfitCard::setPlace(QPointF place)
{
    m_place = place;
    setPos(std::round(place.x() - m_size.width() / 2.0), place.y());
}

QRectF MisfitCard::fixRectangle() const
{
    if (m_fix.isEmpty())
        return {};
    const double height = m_fixText.size().height();
    return QRectF(pos() + QPointF(textLeft - 4.0, m_size.height() - padding - height + 1.0),
                  QSizeF(m_fixText.size().width() + 8.0, height + 4.0));
}

void MisfitCard::setFixHovered(bool hovered)
{
    if (m_fixHovered == hovered)
        return;
    m_fixHovered = hovered;
    update();
}

QRectF MisfitCard::boundingRect() const
{
    return QRectF(QPointF(), m_size).adjusted(-1.0, -1.0, 1.0, 1.0);
}

void MisfitCard::paint(QPainter* painter, const QStyleOptionGraphicsItem*, QWidget*)
{
    if (detailAt(painter->worldTransform().m11()) != Detail::full)
        return;
    painter->setRenderHint(QPainter::Antialiasing);
    painter->setPen(QPen(m_look.color(Token::bad), 1.0));
    painter->setBrush(m_look.color(Token::badGround));
    painter->drawRoundedRect(QRectF(QPointF(), m_size).adjusted(0.5, 0.5, -0.5, -0.5), nodeLook::radius, nodeLook::radius);
    paintIcon(*painter, QRectF(padding, padding, iconSize, iconSize), u"error"_s, m_look.color(Token::bad));
    painter->setPen(m_look.color(Token::text));
    painter->setFont(m_look.detailFont());
    painter->drawStaticText(QPointF(textLeft, padding - 1.0), m_sentenceText);
    if (!m_fix.isEmpty()) {
        QFont font = m_look.detailFont();
        font.setWeight(QFont::DemiBold);
        painter->setPen(m_look.color(Token::accent));
        painter->setFont(font);
        const QPointF at(textLeft, m_size.height() - padding - m_fixText.size().height() + 1.0);
        painter->drawStaticText(at, m_fixText);
        if (m_fixHovered) {
            const double line = at.y() + QFontMetricsF(font).ascent() + 2.0;
            painter->drawLine(QPointF(at.x(), line), QPointF(at.x() + m_fixText.size().width(), line));
        }
    }
    painter->setRenderHint(QPainter::Antialiasing, false);
}

} // namespace netsmith::gui

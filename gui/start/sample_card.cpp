#include "gui/start/sample_card.h"

#include "engine/layers/registry.h"
#include "gui/document/project_text.h"
#include "gui/widgets/engine_text.h"
#include "gui/widgets/theme.h"

#include <QEvent>
#include <QFileInfo>
#include <QKeyEvent>
#include <QLocale>
#include <QPainter>
#include <QTextLayout>

#include <cmath>

using namespace Qt::StringLiterals;

namespace netsmith::gui {
namespace {

constexpr int padding = 12;
constexpr int pictureHeight = 84;
constexpr int firstHeight = 164; ///< of the card in landscape layout
constexpr int belowPicture = 10;
constexpr int belowTitle = 3;
constexpr int belowDescription = 4;
constexpr int anyNumber = 1000; ///< of lines: no limit

/// The height of a text wrapped at `width`.
double heightOf(const QString& text, const QFont& font, double width)
{
    QTextLayout layout(text, font);
    double height = 0.0;
    layout.beginLayout();
    for (QTextLine line = layout.createLine(); line.isValid(); line = layout.createLine()) {
        line.setLineWidth(width);
        height += QFontMetricsF(font).lineSpacing();
    }
    layout.endLayout();
    return height;
}

/// Draws text in at most `lines` lines, the last one elided; returns the height used.
double paintLines(QPainter& painter, const QRectF& area, const QString& text, const QFont& font, int lines)
{
    QTextLayout layout(text, font, painter.device());
    const QFontMetricsF metrics(font, painter.device());
    double y = 0.0;
    layout.beginLayout();
    for (int i = 0; i < lines; ++i) {
        QTextLine line = layout.createLine();
        if (!line.isValid())
            break;
        line.setLineWidth(area.width());
        if (i == lines - 1 && line.textStart() + line.textLength() < text.size()) {
            const QString rest = metrics.elidedText(text.mid(line.textStart()), Qt::ElideRight, area.width());
            painter.setFont(font);
            painter.drawText(QPointF(area.left(), area.top() + y + metrics.ascent()), rest);
        } else {
            line.draw(&painter, area.topLeft() + QPointF(0.0, y));
        }
        y += metrics.lineSpacing();
    }
    layout.endLayout();
    return y;
}

} // namespace

SampleCard::SampleCard(Project project, QString path, bool first, QWidget* parent)
    : QAbstractButton(parent)
    , m_project(std::move(project))
    , m_sketch(sketchOf(m_project.graph, layers()))
    , m_path(std::move(path))
    , m_first(first)
{
    setObjectName(u"sample_%1"_s.arg(QFileInfo(m_path).completeBaseName()));
    setFocusPolicy(Qt::StrongFocus);
    setCursor(Qt::PointingHandCursor);
    setAttribute(Qt::WA_Hover);
    QSizePolicy policy(QSizePolicy::Expanding, first ? QSizePolicy::Fixed : QSizePolicy::Minimum);
    policy.setHeightForWidth(!first);
    setSizePolicy(policy);
    const QString title = projectTitle(m_project);
    const QString goal = projectGoal(m_project);
    setText(title);
    setAccessibleName(first ? tr("Start here: %1").arg(title) : title);
    setAccessibleDescription(projectDescription(m_project));
    setToolTip(goal.isEmpty() ? accessibleDescription() : tr("%1\n\nGoal: %2").arg(accessibleDescription(), goal));
    connect(&Theme::instance(), &Theme::changed, this, [this] {
        updateGeometry();
        update();
    });
}

QSize SampleCard::sizeHint() const
{
    const Theme& theme = Theme::instance();
    if (m_first)
        return {theme.scaled(520), theme.scaled(firstHeight)};
    return {theme.scaled(250), heightForWidth(theme.scaled(250))};
}

QSize SampleCard::minimumSizeHint() const
{
    const Theme& theme = Theme::instance();
    return {theme.scaled(m_first ? 300 : 180), theme.scaled(m_first ? firstHeight : pictureHeight)};
}

int SampleCard::heightForWidth(int width) const
{
    if (m_first)
        return sizeHint().height();
    const Theme& theme = Theme::instance();
    const double inner = width - 2.0 * (padding + 1);
    double height = theme.scaled(pictureHeight) + belowPicture + heightOf(text(), theme.font(TextRole::bodyStrong), inner)
        + belowTitle + heightOf(accessibleDescription(), theme.font(TextRole::caption), inner);
    if (const QString goal = goalText(); !goal.isEmpty())
        height += belowDescription + heightOf(goal, theme.font(TextRole::caption), inner);
    return static_cast<int>(std::ceil(height)) + 2 * (padding + 1) + 4;
}

QString SampleCard::goalText() const
{
    const QString goal = projectGoal(m_project);
    return goal.isEmpty() ? goal : tr("Goal: %1").arg(goal);
}

void SampleCard::keyPressEvent(QKeyEvent* event)
{
    if (event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter)
        click(); // a card acts as a link, and Enter follows links
    else
        QAbstractButton::keyPressEvent(event);
}

bool SampleCard::event(QEvent* event)
{
    if (event->type() == QEvent::HoverEnter || event->type() == QEvent::HoverLeave)
        update();
    return QAbstractButton::event(event);
}

void SampleCard::paintEvent(QPaintEvent*)
{
    const Theme& theme = Theme::instance();
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const QRectF frame = QRectF(rect()).adjusted(1, 1, -1, -1);
    painter.setPen(QPen(theme.color(m_first ? Token::accent : Token::line), m_first ? 2.0 : 1.0));
    painter.setBrush(theme.color(isDown() ? Token::pressed : underMouse() ? Token::hover : Token::panel));
    painter.drawRoundedRect(frame, 10, 10);
    if (hasFocus()) { // inside the border of the first card, which has the same colour
        const qreal gap = m_first ? 4.0 : 0.0;
        painter.setPen(QPen(theme.color(Token::focusRing), 2.0));
        painter.setBrush(Qt::NoBrush);
        painter.drawRoundedRect(frame.adjusted(gap, gap, -gap, -gap), 10.0 - gap, 10.0 - gap);
    }

    const QRectF inner = frame.adjusted(padding, padding, -padding, -padding);
    QRectF picture(inner.topLeft(), QSizeF(inner.width(), theme.scaled(pictureHeight)));
    if (m_first)
        picture = QRectF(inner.topLeft(), QSizeF(inner.width() * 0.46, inner.height()));
    painter.setPen(Qt::NoPen);
    painter.setBrush(theme.color(Token::canvas));
    painter.drawRoundedRect(picture, 6, 6);
    paintNetwork(painter, picture.adjusted(14, 10, -14, -10), m_sketch);

    paintText(painter,
              m_first ? QRectF(QPointF(picture.right() + 20, inner.top()), inner.bottomRight())
                      : QRectF(QPointF(inner.left(), picture.bottom() + belowPicture), inner.bottomRight()));
}

void SampleCard::paintText(QPainter& painter, QRectF area) const
{
    const Theme& theme = Theme::instance();
    if (m_first)
        area.setTop(area.top() + paintBadge(painter, area.topLeft()) + 8);
    if (m_first)
        area.setBottom(area.bottom() - paintVerb(painter, area.bottomLeft()) - 8);
    const QFont titleFont = theme.font(m_first ? TextRole::title : TextRole::bodyStrong);
    const QFont font = theme.font(m_first ? TextRole::body : TextRole::caption);
    painter.setPen(theme.color(Token::text));
    area.setTop(area.top() + paintLines(painter, area, text(), titleFont, m_first ? 2 : anyNumber) + belowTitle);
    painter.setPen(theme.color(Token::textSecondary));
    const int lines = m_first ? static_cast<int>(area.height() / QFontMetricsF(font).lineSpacing()) : anyNumber;
    area.setTop(area.top() + paintLines(painter, area, accessibleDescription(), font, lines) + belowDescription);
    if (m_first)
        return;
    painter.setPen(theme.color(Token::textMuted));
    paintLines(painter, area, goalText(), font, anyNumber);
}

double SampleCard::paintBadge(QPainter& painter, const QPointF& corner) const
{
    const Theme& theme = Theme::instance();
    const QString badge = tr("Start here");
    const QFont font = theme.font(TextRole::captionStrong);
    const QFontMetricsF metrics(font);
    const QRectF pill(corner, QSizeF(metrics.horizontalAdvance(badge) + 16, metrics.height() + 4));
    painter.setPen(Qt::NoPen);
    painter.setBrush(theme.color(Token::accentGround));
    painter.drawRoundedRect(pill, pill.height() / 2, pill.height() / 2);
    painter.setPen(theme.color(Token::text));
    painter.setFont(font);
    painter.drawText(pill, Qt::AlignCenter, badge);
    return pill.height();
}

/// What a click on the card does, drawn as a button; the whole card is clickable.
double SampleCard::paintVerb(QPainter& painter, const QPointF& corner) const
{
    const Theme& theme = Theme::instance();
    const QString verb = tr("Open this network");
    const QFont font = theme.font(TextRole::bodyStrong);
    const double height = theme.scaled(28);
    const QRectF button(corner.x(), corner.y() - height, QFontMetricsF(font).horizontalAdvance(verb) + 24, height);
    painter.setPen(Qt::NoPen);
    painter.setBrush(theme.color(Token::accent));
    painter.drawRoundedRect(button, 6, 6);
    painter.setPen(theme.color(Token::onAccent));
    painter.setFont(font);
    painter.drawText(button, Qt::AlignCenter, verb);
    return height;
}

} // namespace netsmith::gui

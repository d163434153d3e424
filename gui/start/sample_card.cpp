#include "gui/start/sample_card.h"

#include "engine/layers/registry.h"
#include "gui/start/network_picture.h"
#include "gui/widgets/engine_text.h"
#include "gui/widgets/theme.h"

#include <QEvent>
#include <QFileInfo>
#include <QLocale>
#include <QPainter>
#include <QTextLayout>

using namespace Qt::StringLiterals;

namespace netsmith::gui {
namespace {

constexpr int padding = 12;

/// A project's "title", "description" or "goal" in the window's language, where it brings its own translation
/// (`"translations": {"zh_CN": {"title": …}}`), else as it stands.
QString textOf(const Project& project, const char* key, const std::string& original)
{
    const auto all = project.extra.find("translations");
    if (all != project.extra.end() && all->is_object()) {
        const auto own = all->find(QLocale().name().toStdString());
        if (own != all->end() && own->is_object() && own->contains(key) && own->at(key).is_string())
            return fromStd(own->at(key).get<std::string>());
    }
    return fromStd(original);
}

/// Draws text over at most `lines` lines, the last one elided; gives the height it took.
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
    , m_path(std::move(path))
    , m_first(first)
{
    setObjectName(u"sample_%1"_s.arg(QFileInfo(m_path).completeBaseName()));
    setFocusPolicy(Qt::StrongFocus);
    setCursor(Qt::PointingHandCursor);
    setAttribute(Qt::WA_Hover);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    const QString title = textOf(m_project, "title", m_project.title);
    setText(title);
    setAccessibleName(first ? tr("Start here: %1").arg(title) : title);
    setAccessibleDescription(textOf(m_project, "description", m_project.description));
    setToolTip(textOf(m_project, "goal", m_project.goal));
    connect(&Theme::instance(), &Theme::changed, this, qOverload<>(&QWidget::update));
}

QSize SampleCard::sizeHint() const
{
    const Theme& theme = Theme::instance();
    return {theme.scaled(250), theme.scaled(116) + 5 * QFontMetrics(theme.font(TextRole::body)).lineSpacing() + 2 * padding};
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
    const bool strong = m_first || hasFocus();
    const QRectF frame = QRectF(rect()).adjusted(1, 1, -1, -1);
    painter.setPen(QPen(theme.color(hasFocus() ? Token::focusRing : m_first ? Token::accent : Token::line), strong ? 2.0 : 1.0));
    painter.setBrush(theme.color(isDown() ? Token::pressed : underMouse() ? Token::hover : Token::panel));
    painter.drawRoundedRect(frame, 10, 10);

    const QRectF picture(frame.left() + padding, frame.top() + padding, frame.width() - 2 * padding, theme.scaled(92));
    painter.setPen(Qt::NoPen);
    painter.setBrush(theme.color(Token::canvas));
    painter.drawRoundedRect(picture, 6, 6);
    paintNetwork(painter, picture.adjusted(12, 12, -12, -12), m_project.graph, layers());

    QRectF text(picture.left(), picture.bottom() + 10, picture.width(), frame.bottom() - picture.bottom() - 10 - padding);
    if (m_first) {
        const QString badge = tr("Start here");
        const QFont font = theme.font(TextRole::captionStrong);
        const QFontMetricsF metrics(font);
        const QRectF pill(picture.right() - metrics.horizontalAdvance(badge) - 24, picture.top() + 8,
                          metrics.horizontalAdvance(badge) + 16, metrics.height() + 4);
        painter.setBrush(theme.color(Token::accent));
        painter.drawRoundedRect(pill, pill.height() / 2, pill.height() / 2);
        painter.setPen(theme.color(Token::onAccent));
        painter.setFont(font);
        painter.drawText(pill, Qt::AlignCenter, badge);
    }
    painter.setPen(theme.color(Token::text));
    text.setTop(text.top()
                + paintLines(painter, text, textOf(m_project, "title", m_project.title), theme.font(TextRole::bodyStrong), 1) + 4);
    painter.setPen(theme.color(Token::textSecondary));
    paintLines(painter, text, textOf(m_project, "description", m_project.description), theme.font(TextRole::caption), 3);
}

} // namespace netsmith::gui

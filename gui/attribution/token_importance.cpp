#include "gui/attribution/token_importance.h"

#include "gui/attribution/importance_scale.h"
#include "gui/widgets/number_text.h"
#include "gui/widgets/plain_text.h"
#include "gui/widgets/theme.h"

#include <QHelpEvent>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>

#include <algorithm>
#include <cmath>

using namespace Qt::StringLiterals;

namespace netsmith::gui {
namespace {

constexpr int tokenInset = 3;
constexpr int tokenLead = 6; ///< between two lines
constexpr int fullWidth = 480;
/// The strongest ground still leaves its text readable.
constexpr double groundStrength = 0.55;

} // namespace

TokenImportance::TokenImportance(QWidget* parent)
    : QWidget(parent)
{
    setMouseTracking(true);
    setFocusPolicy(Qt::StrongFocus);
    QSizePolicy policy(QSizePolicy::Expanding, QSizePolicy::Preferred);
    policy.setHeightForWidth(true);
    setSizePolicy(policy);
    connect(&Theme::instance(), &Theme::changed, this, [this] {
        updateGeometry();
        update();
    });
}

void TokenImportance::show(const std::vector<ShownPart>& parts, double limit)
{
    m_parts = parts;
    m_limit = std::max(limit, 1e-30);
    if (m_current >= static_cast<int>(m_parts.size()))
        m_current = -1;
    QString text;
    for (const ShownPart& part : m_parts)
        text += (part.hasSpace ? u" "_s : QString()) + part.text;
    setAccessibleDescription(text);
    updateGeometry();
    update();
    tell();
}

/// From left to right, in as many lines as needed; a line break of the text begins another one.
std::vector<QRectF> TokenImportance::placesIn(int width) const
{
    const QFontMetricsF metrics(Theme::instance().font(TextRole::body));
    const double height = metrics.height() + 2.0 * tokenInset, lead = Theme::instance().scaled(tokenLead);
    const double space = metrics.horizontalAdvance(u' ');
    std::vector<QRectF> places;
    double x = 0.0, y = 0.0;
    for (const ShownPart& part : m_parts) {
        const bool isBreak = part.text.contains(u'\n');
        const double wide = metrics.horizontalAdvance(isBreak ? part.name : part.text) + (part.hasSpace ? 2.0 * tokenInset : 0.0);
        if (part.hasSpace && x > 0.0)
            x += std::max(2.0, space - 2.0 * tokenInset);
        if (x > 0.0 && x + wide > width) {
            x = 0.0;
            y += height + lead;
        }
        places.emplace_back(x, y, std::min<double>(wide, width), height);
        x += wide;
        if (isBreak) {
            x = 0.0;
            y += height + lead;
        }
    }
    return places;
}

QRectF TokenImportance::partRectangle(int part) const
{
    return placesIn(width())[static_cast<std::size_t>(part)];
}

QSize TokenImportance::sizeHint() const
{
    const int width = Theme::instance().scaled(fullWidth);
    return {width, heightForWidth(width)};
}

int TokenImportance::heightForWidth(int width) const
{
    const std::vector<QRectF> places = placesIn(width);
    return places.empty() ? 0 : static_cast<int>(std::ceil(places.back().bottom())) + 1;
}

void TokenImportance::paintEvent(QPaintEvent*)
{
    const Theme& theme = Theme::instance();
    const ImportanceScale scale;
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setFont(theme.font(TextRole::body));
    const std::vector<QRectF> places = placesIn(width());
    for (std::size_t i = 0; i < m_parts.size(); ++i) {
        const ShownPart& part = m_parts[i];
        painter.setPen(Qt::NoPen);
        painter.setBrush(scale.color(part.value / m_limit, groundStrength));
        painter.drawRoundedRect(places[i], 2.0, 2.0);
        painter.setPen(theme.color(Token::text));
        painter.drawText(places[i], Qt::AlignCenter, part.text.contains(u'\n') ? part.name : part.text);
    }
    if (m_current >= 0) {
        painter.setBrush(Qt::NoBrush);
        painter.setPen(QPen(theme.color(hasFocus() ? Token::focusRing : Token::careful), 1.5));
        painter.drawRoundedRect(places[static_cast<std::size_t>(m_current)].adjusted(0.5, 0.5, -0.5, -0.5), 2.0, 2.0);
    }
}

int TokenImportance::partAt(QPointF at) const
{
    const std::vector<QRectF> places = placesIn(width());
    const auto found = std::ranges::find_if(places, [&](const QRectF& place) { return place.contains(at); });
    return found == places.end() ? -1 : static_cast<int>(found - places.begin());
}

QString TokenImportance::wordsOf(int part) const
{
    const ShownPart& shown = m_parts[static_cast<std::size_t>(part)];
    return tr("Token %1, “%2”: %3").arg(countText(shown.position + 1), shown.name, signedText(shown.value));
}

void TokenImportance::setCurrent(int part)
{
    if (part == m_current || part >= static_cast<int>(m_parts.size()))
        return;
    m_current = part;
    update();
    tell();
    Q_EMIT currentChanged(part);
}

void TokenImportance::tell()
{
    Q_EMIT told(m_current >= 0 ? wordsOf(m_current) : QString());
}

bool TokenImportance::event(QEvent* event)
{
    if (event->type() == QEvent::ToolTip) {
        const auto* help = static_cast<QHelpEvent*>(event);
        if (const int part = partAt(help->pos()); part >= 0)
            showPlainTip(help->globalPos(), wordsOf(part), this);
        return true;
    }
    return QWidget::event(event);
}

void TokenImportance::mouseMoveEvent(QMouseEvent* event)
{
    setCurrent(partAt(event->position()));
}

void TokenImportance::leaveEvent(QEvent* event)
{
    QWidget::leaveEvent(event);
    if (!hasFocus())
        setCurrent(-1);
}

void TokenImportance::keyPressEvent(QKeyEvent* event)
{
    const int by = event->key() == Qt::Key_Left ? -1 : event->key() == Qt::Key_Right ? 1 : 0;
    if (by == 0 || m_parts.empty())
        return QWidget::keyPressEvent(event);
    setCurrent(std::clamp(m_current + by, 0, static_cast<int>(m_parts.size()) - 1));
}

void TokenImportance::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::LanguageChange)
        tell();
}

} // namespace netsmith::gui

#include "gui/app/asking/mistake_grid.h"

#include "gui/widgets/engine_text.h"
#include "gui/widgets/number_text.h"
#include "gui/widgets/plain_text.h"
#include "gui/widgets/theme.h"

#include <QHelpEvent>
#include <QPainter>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace netsmith::gui {
namespace {

constexpr int mistakeSide = 84;
constexpr int mistakeGap = 12;

void paintCurve(QPainter& painter, const QRect& place, const std::vector<double>& curve)
{
    if (curve.size() < 2)
        return;
    const auto [least, most] = std::ranges::minmax(curve);
    const double range = std::max(most - least, 1e-9);
    QPolygonF line;
    for (std::size_t i = 0; i < curve.size(); ++i)
        line << QPointF(place.left() + 4 + (place.width() - 8) * static_cast<double>(i) / static_cast<double>(curve.size() - 1),
                        place.bottom() - 4 - (place.height() - 8) * (curve[i] - least) / range);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(Theme::instance().color(Token::accent), 1.5));
    painter.drawPolyline(line);
}

} // namespace

MistakeGrid::MistakeGrid(QWidget* parent)
    : QWidget(parent)
{
    setObjectName(u"mistakeGrid"_s);
    QSizePolicy policy(QSizePolicy::Expanding, QSizePolicy::Minimum);
    policy.setHeightForWidth(true);
    setSizePolicy(policy);
    connect(&Theme::instance(), &Theme::changed, this, [this] {
        updateGeometry();
        update();
    });
}

void MistakeGrid::show(const Mistakes& mistakes)
{
    m_mistakes = mistakes;
    updateGeometry();
    update();
}

void MistakeGrid::clear()
{
    show({});
}

bool MistakeGrid::isText() const
{
    return !m_mistakes.worst.empty() && !m_mistakes.worst.front().content.text.isEmpty();
}

int MistakeGrid::columns(int width) const
{
    return isText() ? 1 : std::max(1, (width + mistakeGap) / (Theme::instance().scaled(mistakeSide) + mistakeGap));
}

QSize MistakeGrid::cell(int width) const
{
    const int line = QFontMetrics(Theme::instance().font(TextRole::caption)).height();
    if (isText())
        return {width, 2 * line + 6};
    const int count = columns(width);
    const int length = (width - mistakeGap * (count - 1)) / count;
    return {length, length + 2 * line + 4};
}

QRect MistakeGrid::cellRect(int index) const
{
    const QSize size = cell(width());
    const int count = columns(width());
    return {QPoint(index % count * (size.width() + mistakeGap), index / count * (size.height() + mistakeGap)), size};
}

int MistakeGrid::heightForWidth(int width) const
{
    const int rows = (static_cast<int>(m_mistakes.worst.size()) + columns(width) - 1) / columns(width);
    return rows * (cell(width).height() + mistakeGap);
}

QSize MistakeGrid::sizeHint() const
{
    return {560, heightForWidth(560)};
}

QStringList MistakeGrid::wordsOf(int index) const
{
    const Mistake& mistake = m_mistakes.worst[static_cast<std::size_t>(index)];
    if (!m_mistakes.tellsClass)
        return {tr("Sample %1").arg(countText(mistake.position + 1)), tr("error %1").arg(significantText(mistake.badness))};
    const QString answer = engineText(mistake.answer);
    return {tr("is “%1”").arg(engineText(mistake.truth)),
            mistake.isShare ? tr("“%1”, %2").arg(answer, percentText(mistake.share, 0)) : tr("“%1”").arg(answer)};
}

bool MistakeGrid::event(QEvent* event)
{
    if (event->type() == QEvent::ToolTip) {
        const auto* help = static_cast<QHelpEvent*>(event);
        for (int i = 0; i < static_cast<int>(m_mistakes.worst.size()); ++i)
            if (cellRect(i).contains(help->pos())) {
                const Mistake& mistake = m_mistakes.worst[static_cast<std::size_t>(i)];
                QStringList lines{tr("Sample %1").arg(countText(mistake.position + 1)), wordsOf(i).join(u' ')};
                if (!mistake.content.text.isEmpty())
                    lines << mistake.content.text;
                showPlainTip(help->globalPos(), lines.join(u'\n'), this);
                return true;
            }
    }
    return QWidget::event(event);
}

void MistakeGrid::paintEvent(QPaintEvent* event)
{
    const Theme& theme = Theme::instance();
    QPainter painter(this);
    painter.setFont(theme.font(TextRole::caption));
    const QFontMetrics metrics(painter.font());
    for (int i = 0; i < static_cast<int>(m_mistakes.worst.size()); ++i) {
        const QRect place = cellRect(i);
        if (!place.intersects(event->rect()))
            continue;
        const SampleContent& content = m_mistakes.worst[static_cast<std::size_t>(i)].content;
        QRect words = place;
        if (isText()) {
            painter.setPen(theme.color(Token::text));
            painter.drawText(QRect(place.left(), place.top(), place.width(), metrics.height()), Qt::AlignLeft | Qt::AlignVCenter,
                             metrics.elidedText(content.text, Qt::ElideRight, place.width()));
            painter.setPen(theme.color(Token::bad));
            painter.drawText(
                QRect(place.left(), place.top() + metrics.height() + 2, place.width(), metrics.height()),
                Qt::AlignLeft | Qt::AlignVCenter,
                metrics.elidedText(wordsOf(i).join(tr(", not ", "what it is, and what was said")), Qt::ElideRight, place.width()));
            continue;
        }
        const QRect picture(place.topLeft(), QSize(place.width(), place.width()));
        painter.fillRect(picture, theme.color(Token::track));
        if (!content.picture.isNull()) {
            painter.setRenderHint(QPainter::SmoothPixmapTransform, content.picture.width() * 3 > picture.width());
            QRect shown(QPoint(), content.picture.size().scaled(picture.size(), Qt::KeepAspectRatio));
            shown.moveCenter(picture.center());
            painter.drawImage(shown, content.picture);
        } else {
            paintCurve(painter, picture, content.curve);
        }
        words.setTop(picture.bottom() + 3);
        const QStringList lines = wordsOf(i);
        for (int line = 0; line < 2; ++line) {
            painter.setPen(theme.color(line == 0 ? Token::text : Token::bad));
            painter.drawText(QRect(words.left(), words.top() + line * metrics.height(), words.width(), metrics.height()),
                             Qt::AlignCenter, metrics.elidedText(lines[line], Qt::ElideRight, words.width()));
        }
    }
}

} // namespace netsmith::gui

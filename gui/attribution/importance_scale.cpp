#include "gui/attribution/importance_scale.h"

#include "gui/attribution/importance.h"
#include "gui/widgets/theme.h"

#include <QEvent>
#include <QPainter>

#include <algorithm>
#include <cmath>

namespace netsmith::gui {
namespace {

constexpr int rampHeight = 10;
constexpr int rampGap = 3; ///< to the numbers

} // namespace

ImportanceScale::ImportanceScale()
{
    const Theme& theme = Theme::instance();
    m_for = theme.color(Token::accent);
    m_against = theme.color(Token::validation);
    m_ground = theme.color(Token::canvas);
}

QColor ImportanceScale::over(double value, double strength) const
{
    QColor color = value < 0.0 ? m_against : m_for;
    color.setAlphaF(static_cast<float>(std::isfinite(value) ? std::min(std::abs(value), 1.0) * strength : 0.0));
    return color;
}

QColor ImportanceScale::color(double value, double strength) const
{
    const QColor top = over(value, strength);
    const auto mixed = [&](int above, int below) {
        return static_cast<int>(std::lround(below + (above - below) * static_cast<double>(top.alphaF())));
    };
    return {mixed(top.red(), m_ground.red()), mixed(top.green(), m_ground.green()), mixed(top.blue(), m_ground.blue())};
}

ImportanceLegend::ImportanceLegend(QWidget* parent)
    : QWidget(parent)
{
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    connect(&Theme::instance(), &Theme::changed, this, [this] {
        updateGeometry();
        update();
    });
}

void ImportanceLegend::show(double most, bool hasNegative, bool ofClass)
{
    m_ofClass = ofClass;
    m_most = most;
    m_hasNegative = hasNegative;
    setAccessibleDescription(words());
    setToolTip(words());
    update();
}

QString ImportanceLegend::words() const
{
    if (!m_hasNegative)
        return tr("From 0 to %1").arg(signedText(m_most));
    return (m_ofClass ? tr("From %1, against the answer, to %2, for it") : tr("From %1, lowering the number, to %2, raising it"))
        .arg(signedText(-m_most), signedText(m_most));
}

QSize ImportanceLegend::sizeHint() const
{
    const Theme& theme = Theme::instance();
    return {theme.scaled(240), theme.scaled(rampHeight) + rampGap + 2 * QFontMetrics(theme.font(TextRole::numberCaption)).height()};
}

QSize ImportanceLegend::minimumSizeHint() const
{
    return {Theme::instance().scaled(140), sizeHint().height()};
}

void ImportanceLegend::paintEvent(QPaintEvent*)
{
    const Theme& theme = Theme::instance();
    const ImportanceScale scale;
    QPainter painter(this);
    const QRect ramp(0, 0, width(), theme.scaled(rampHeight));
    for (int x = 0; x < ramp.width(); ++x) {
        const double share = x / std::max(1.0, ramp.width() - 1.0);
        painter.fillRect(QRect(x, 0, 1, ramp.height()), scale.color(m_hasNegative ? 2.0 * share - 1.0 : share));
    }
    painter.setPen(theme.color(Token::line));
    painter.drawRect(ramp.adjusted(0, 0, -1, -1));
    painter.setFont(theme.font(TextRole::numberCaption));
    painter.setPen(theme.color(Token::textSecondary));
    const QRect below(0, ramp.bottom() + rampGap, width(), height() - ramp.bottom() - rampGap);
    if (m_most <= 0.0)
        return;
    const QString left =
        m_hasNegative ? signedText(-m_most) + u'\n' + (m_ofClass ? tr("against it") : tr("lowers it")) : signedText(0.0);
    const QString right =
        m_hasNegative ? signedText(m_most) + u'\n' + (m_ofClass ? tr("for it") : tr("raises it")) : signedText(m_most);
    painter.drawText(below, Qt::AlignLeft | Qt::AlignTop, left);
    painter.drawText(below, Qt::AlignRight | Qt::AlignTop, right);
    if (m_hasNegative)
        painter.drawText(below, Qt::AlignHCenter | Qt::AlignTop, signedText(0.0));
}

void ImportanceLegend::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::LanguageChange)
        show(m_most, m_hasNegative, m_ofClass);
}

} // namespace netsmith::gui

#include "gui/canvas/overlays/tint_legend.h"

#include "gui/widgets/theme.h"

#include <QPainter>

using namespace Qt::StringLiterals;

namespace netsmith::gui {
namespace {

constexpr int legendSwatch = 44;

} // namespace

TintLegend::TintLegend(QWidget* parent)
    : Legend(u"canvasLegend"_s, NetworkTint::steps * legendSwatch, parent)
{
}

void TintLegend::setTint(const NetworkTint* tint)
{
    if (tint) {
        m_borders = tint->borders;
        setAccessibleDescription(QStringList(m_borders.begin(), m_borders.end()).join(u" · "_s));
    }
    setTitle(tint ? tint->title : QString());
}

void TintLegend::paintBar(QPainter& painter, const QRect& bar, const QRect& below)
{
    const auto edge = [&](int step) { return bar.left() + bar.width() * step / NetworkTint::steps; };
    for (int step = 0; step < NetworkTint::steps; ++step)
        painter.fillRect(QRect(edge(step), bar.top(), edge(step + 1) - edge(step) - 1, bar.height()),
                         Theme::instance().color(tintToken(step)));
    const int half = bar.width() / NetworkTint::steps / 2;
    for (int i = 1; i < NetworkTint::steps; ++i)
        painter.drawText(QRect(edge(i) - half, below.top(), 2 * half, below.height()), Qt::AlignCenter,
                         m_borders[static_cast<std::size_t>(i - 1)]);
}

} // namespace netsmith::gui

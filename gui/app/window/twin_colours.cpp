#include "gui/app/window/twin_colours.h"

#include "gui/canvas/canvas.h"
#include "gui/canvas/network_tint.h"
#include "gui/twin/twin_panel.h"
#include "gui/twin/twin_text.h"

#include <algorithm>
#include <cmath>

namespace netsmith::gui {
namespace {

/// Steps of ten, from 1e-4, which is beyond the precision of any 16-bit format: the first boundary is the smallest visible
/// difference, and past the last one little of a gradient is left.
constexpr std::array<double, NetworkTint::steps - 1> tintBorders{1e-4, 1e-3, 1e-2, 1e-1};
constexpr int tintDigits = 2; ///< as many as fit in a node

/// From no visible difference to one as large as the value itself, on a logarithmic scale.
double levelOf(double difference)
{
    return difference > 0.0 ? std::clamp(1.0 + std::log10(difference) / 4.0, 0.0, 1.0) : 0.0;
}

NodeTint tintOf(const twin::TwinLayer& layer)
{
    const double difference = layer.stepDifference(); // drift alone is not an error
    NodeTint tint;
    tint.step = static_cast<int>(std::ranges::upper_bound(tintBorders, difference) - tintBorders.begin());
    tint.level = levelOf(difference);
    tint.details = TwinColours::tr("Δ %1").arg(differenceText(difference, tintDigits));
    if (layer.overflowedShare() > 0.0)
        tint.count = TwinColours::tr("%1 overflow").arg(shareText(layer.overflowedShare(), tintDigits));
    else if (layer.lostShare() > 0.0)
        tint.count = TwinColours::tr("%1 lost").arg(shareText(layer.lostShare(), tintDigits));
    return tint;
}

NetworkTint tintOf(const twin::TwinMoment& moment)
{
    NetworkTint tint{.title = TwinColours::tr("Gradients of one step: how far from FP32")};
    for (std::size_t i = 0; i < tintBorders.size(); ++i)
        tint.borders[i] = shareText(tintBorders[i], 1);
    for (const twin::TwinLayer& layer : moment.layers)
        if (layer.arriving || layer.gradient)
            tint.nodes[layer.node] = tintOf(layer);
    return tint;
}

} // namespace

TwinColours::TwinColours(TwinPanel& panel, Canvas& canvas, QObject* parent)
    : QObject(parent)
    , m_panel(&panel)
    , m_canvas(&canvas)
{
    connect(&panel, &TwinPanel::momentShown, this, &TwinColours::renew);
    connect(&panel, &TwinPanel::coloursToggled, this, &TwinColours::renew);
}

void TwinColours::renew()
{
    if (!m_canvas || !m_panel)
        return;
    const twin::TwinMoment* moment = m_panel->wantsColours() ? m_panel->moment() : nullptr;
    m_canvas->setTint(moment ? std::optional(tintOf(*moment)) : std::nullopt, TintSource::twin);
}

} // namespace netsmith::gui

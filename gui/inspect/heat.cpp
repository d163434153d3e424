#include "gui/inspect/heat.h"

#include "gui/widgets/number_text.h"

#include <algorithm>
#include <cmath>

using namespace Qt::StringLiterals;

namespace netsmith::gui {
namespace {

using inspect::LayerMeasures;
using inspect::StepMeasures;
using Borders = std::array<double, NetworkTint::steps - 1>;

constexpr Borders partBorders{0.02, 0.05, 0.1, 0.25}; ///< of the whole network's
constexpr Borders shareBorders{0.01, 0.1, 0.25, 0.5};
constexpr Borders decades{1e-5, 1e-4, 1e-3, 1e-2};

bool isLogarithmic(Heat heat)
{
    return heat == Heat::gradient || heat == Heat::update;
}

const Borders& bordersOf(Heat heat)
{
    if (isLogarithmic(heat))
        return decades;
    return heat == Heat::time || heat == Heat::flops || heat == Heat::bytes ? partBorders : shareBorders;
}

/// A layer's value, by which it is coloured; `whole`: the sum over all layers.
std::optional<double> valueOf(const LayerMeasures& layer, Heat heat, const StepMeasures& all, double whole)
{
    const auto partOf = [&](double part) { return part > 0.0 && whole > 0.0 ? std::optional(part / whole) : std::nullopt; };
    switch (heat) {
    case Heat::none: return std::nullopt;
    case Heat::time: return partOf(layer.seconds());
    case Heat::peak: return all.peak > 0.0 && layer.rate() > 0.0 ? std::optional(layer.rate() / all.peak) : std::nullopt;
    case Heat::flops: return partOf(layer.flops);
    case Heat::bytes: return partOf(layer.bytes);
    case Heat::gradient: return layer.gradient;
    case Heat::update: return layer.update;
    case Heat::dead: return layer.dead;
    case Heat::saturated: return layer.saturated;
    }
    return std::nullopt;
}

double wholeOf(const StepMeasures& all, Heat heat)
{
    if (heat == Heat::time)
        return all.seconds();
    double sum = 0.0;
    for (const LayerMeasures& layer : all.layers)
        sum += heat == Heat::flops ? layer.flops : heat == Heat::bytes ? layer.bytes : 0.0;
    return sum;
}

/// From 0 to 1; decades from 1e-6 to 1.
double levelOf(double value, Heat heat)
{
    if (!std::isfinite(value))
        return 1.0;
    const double level = !isLogarithmic(heat) ? value : value > 0.0 ? 1.0 + std::log10(value) / 6.0 : 0.0;
    return std::clamp(level, 0.0, 1.0);
}

/// "0.54 + 1.1 ms", the way forward and the way back: two digits and one unit, so that it fits into a node.
QString timeText(const LayerMeasures& layer)
{
    const double most = std::max(layer.forward, layer.backward), factor = most < 1e-3 ? 1e6 : most < 1.0 ? 1e3 : 1.0;
    const auto number = [&](double seconds) { return significantText(seconds * factor, 2); };
    const QString numbers = layer.backward > 0.0
        ? HeatWords::tr("%1 + %2", "time forward + time backward").arg(number(layer.forward), number(layer.backward))
        : number(layer.forward);
    const QString unit = most < 1e-3 ? HeatWords::tr("%1 µs") : most < 1.0 ? HeatWords::tr("%1 ms") : HeatWords::tr("%1 s");
    return unit.arg(numbers);
}

QString scientificText(double value)
{
    return std::isfinite(value) ? QLocale().toString(value, 'e', 1) : u"NaN"_s;
}

NodeTint tintOf(const LayerMeasures& layer, double value, Heat heat)
{
    NodeTint tint;
    const Borders& borders = bordersOf(heat);
    tint.step = std::isfinite(value) ? static_cast<int>(std::ranges::upper_bound(borders, value) - borders.begin())
                                     : NetworkTint::steps - 1;
    tint.level = levelOf(value, heat);
    switch (heat) {
    case Heat::none: break;
    case Heat::time:
        tint.details = timeText(layer);
        tint.count = percentText(value, 0);
        break;
    case Heat::peak:
        tint.details = flopRateText(layer.rate());
        tint.count = percentText(value, 0);
        break;
    case Heat::flops:
        tint.details = flopsText(layer.flops);
        tint.count = percentText(value, 0);
        break;
    case Heat::bytes:
        tint.details = bytesText(std::llround(layer.bytes));
        tint.count = percentText(value, 0);
        break;
    case Heat::gradient:
    case Heat::update: tint.details = scientificText(value); break;
    case Heat::dead:
    case Heat::saturated: tint.details = percentText(value); break;
    }
    return tint;
}

} // namespace

const char* idOf(Heat heat)
{
    switch (heat) {
    case Heat::none: return "none";
    case Heat::time: return "time";
    case Heat::peak: return "peak";
    case Heat::flops: return "flops";
    case Heat::bytes: return "bytes";
    case Heat::gradient: return "gradient";
    case Heat::update: return "update";
    case Heat::dead: return "dead";
    case Heat::saturated: return "saturated";
    }
    return "none";
}

QString HeatWords::name(Heat heat)
{
    switch (heat) {
    case Heat::none: return tr("&Kind of layer");
    case Heat::time: return tr("&Time");
    case Heat::peak: return tr("Share of the device's &peak");
    case Heat::flops: return tr("&FLOPs");
    case Heat::bytes: return tr("&Bytes read and written");
    case Heat::gradient: return tr("&Gradients");
    case Heat::update: return tr("&Updates");
    case Heat::dead: return tr("&Dead units");
    case Heat::saturated: return tr("&Saturation");
    }
    return {};
}

QString HeatWords::title(Heat heat)
{
    switch (heat) {
    case Heat::none: return {};
    case Heat::time: return tr("Time of a batch: forward + backward");
    case Heat::peak: return tr("FLOP/s, and their share of the device's peak");
    case Heat::flops: return tr("FLOPs of a batch, forward and backward");
    case Heat::bytes: return tr("Bytes read and written for a batch");
    case Heat::gradient: return tr("Gradients of the weights: root mean square");
    case Heat::update: return tr("Change of the weights in a step, relative to them");
    case Heat::dead: return tr("ReLU units that are 0 for every sample");
    case Heat::saturated: return tr("Outputs where the activation is saturated");
    }
    return {};
}

NetworkTint HeatWords::tint(const StepMeasures& measures, Heat heat)
{
    NetworkTint tint{.title = title(heat)};
    const Borders& borders = bordersOf(heat);
    for (std::size_t i = 0; i < borders.size(); ++i)
        tint.borders[i] = isLogarithmic(heat) ? QLocale().toString(borders[i], 'e', 0) : percentText(borders[i], 0);
    const double whole = wholeOf(measures, heat);
    for (const LayerMeasures& layer : measures.layers)
        if (const auto value = valueOf(layer, heat, measures, whole))
            tint.nodes[layer.node] = tintOf(layer, *value, heat);
    return tint;
}

} // namespace netsmith::gui

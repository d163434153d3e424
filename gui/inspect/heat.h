#pragma once

#include "engine/inspect/measures/layer_measures.h"
#include "gui/canvas/network_tint.h"

#include <QCoreApplication>

#include <array>

namespace netsmith::gui {

/// What the layers can be coloured by.
enum class Heat { none, time, peak, flops, bytes, gradient, update, dead, saturated };

inline constexpr std::array heats{Heat::none,     Heat::time,   Heat::peak, Heat::flops,    Heat::bytes,
                                  Heat::gradient, Heat::update, Heat::dead, Heat::saturated};

/// The names and the colours of what was measured.
class HeatWords {
    Q_DECLARE_TR_FUNCTIONS(HeatWords)

public:
    /// For a menu: "&Time".
    static QString name(Heat heat);
    /// For the legend: "Time of a batch, forward + backward".
    static QString title(Heat heat);
    /// The layers that have such a value; none for `Heat::none`.
    static NetworkTint tint(const inspect::StepMeasures& measures, Heat heat);
};

/// For the name of an action: "time".
const char* idOf(Heat heat);

} // namespace netsmith::gui

#pragma once

#include "gui/plots/curve_series.h"

#include <QString>

#include <string>

namespace netsmith::gui {

/// What one plot shows.
struct PlotQuantity {
    std::string id; ///< "loss"
    QString title;
    Better better = Better::lower;
    bool percent = false; ///< values are fractions: 0.992 is shown as 99.2 %
    bool doublings = false; ///< a setting changed only by doubling and halving: stairs on an axis in powers of two
    bool inset = false; ///< shown small in the corner of the first plot instead of in its own
    bool machine = false; ///< of the machine: shown if the user chooses it
    bool operator==(const PlotQuantity&) const = default;
};

/// What a run did at one moment, or from then until another.
struct PlotMark {
    enum class Kind { epoch, validation, checkpoint, pause };
    static constexpr int kinds = 4;

    Kind kind = Kind::epoch;
    CurvePoint begin{};
    CurvePoint end{}; ///< the same for a moment
};

/// A run that has curves.
struct PlotRun {
    std::string id;
    QString name;
    double epochs = 0.0; ///< planned; 0: unknown
    double steps = 0.0;
    bool visible = true;
};

} // namespace netsmith::gui

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
    bool operator==(const PlotQuantity&) const = default;
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

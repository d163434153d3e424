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
    bool percent = false; ///< values are shares: 0.992 is shown as 99.2 %
    bool doublings = false; ///< set, and changed by doubling and halving alone: stairs on an axis that counts powers of two
    bool inset = false; ///< no plot of its own, but small in the corner of the first
    bool operator==(const PlotQuantity&) const = default;
};

/// A run that has curves.
struct PlotRun {
    std::string id;
    QString name;
    double epochs = 0.0; ///< meant to be trained; 0: not known
    double steps = 0.0;
    bool visible = true;
};

} // namespace netsmith::gui

#pragma once

#include "engine/report/ink.h"
#include "engine/report/network/wire_routes.h"

#include <optional>
#include <string>
#include <vector>

namespace netsmith::report {

/// A line or a cloud of points in a plot.
struct PlotLine {
    enum class Style {
        solid,
        dashed,
        faint, ///< of single steps: the axes need not show their largest and smallest values
        cloud,
    };

    std::string name; ///< in the legend; empty: not there
    Ink ink = Ink::accent;
    Style style = Style::solid;
    std::vector<Place> points; ///< by x; one that is not finite is a gap
};

/// A diagram with axes, ticks and a legend.
struct Plot {
    std::string title;
    std::string axis; ///< what x is: "epoch"
    std::vector<PlotLine> lines;
    bool percent = false; ///< y is a fraction, to be shown in percent
    bool wholeNumbers = false; ///< ticks of x are whole numbers
    std::optional<double> marked; ///< a vertical line at this x, with these words
    std::string markedWords{};
    std::optional<Place> ring{}; ///< a point to stand out
};

/// The part of a plot that data is drawn in, in the drawing's units, and what its edges stand for.
struct PlotArea {
    Box box;
    double xLeast = 0.0;
    double xMost = 1.0;
    double yLeast = 0.0;
    double yMost = 1.0;

    /// Where a point of the data is.
    Place at(Place point) const;
};

inline constexpr double plotWidth = 440.0;
inline constexpr double plotHeight = 270.0;

PlotArea areaOf(const Plot& plot);
/// With the colours of a page. Lines of more points than can be told apart are thinned.
std::string svgOf(const Plot& plot);

/// At most about this many points: of each of as many parts as fit the least and the largest, so that no peak is lost.
std::vector<Place> thinned(const std::vector<Place>& points, std::size_t atMost);
/// Round numbers within a range, about this many.
std::vector<double> ticksWithin(double least, double most, int about, bool wholeNumbers = false);

} // namespace netsmith::report

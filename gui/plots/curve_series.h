#pragma once

#include "gui/plots/min_max_pyramid.h"

#include <cstdint>
#include <optional>

namespace netsmith::gui {

/// One measured number and when it was measured.
struct CurvePoint {
    std::int64_t step = 0; ///< done by then
    double epoch = 0.0; ///< done by then, with the part of the one under way
    double seconds = 0.0; ///< of training by then
    double value = 0.0;
};

/// What the horizontal axis counts.
enum class CurveX { step, epoch, seconds };

/// As measured, or behind the smoothing.
enum class CurveTraceKind { raw, smoothed };

/// Which of two values is the better one.
enum class Better { lower, higher, neither };

/// One curve of one run as columns that only grow, with what makes a million points quick to draw: the extremes of every range and
/// the smoothed values, both kept up as points come.
class CurveSeries {
public:
    /// Steps rise. A run that goes on from an earlier step takes the place of what it had measured after that.
    void append(std::span<const CurvePoint> points);

    /// 0 … 0.999: the exponential moving average s ← a·s + (1−a)·v over the values, divided by the weight 1−aᵗ it has gathered, so
    /// that it does not start at zero (Kingma and Ba, "Adam", 2015, section 3). Values that are not finite leave it as it is.
    void setSmoothing(double smoothing);
    double smoothing() const { return m_smoothing; }

    std::size_t size() const { return m_values.size(); }
    bool empty() const { return m_values.empty(); }
    std::span<const double> x(CurveX axis) const;
    std::span<const double> values(CurveTraceKind kind) const { return kind == CurveTraceKind::raw ? m_values : m_smoothed; }

    /// The first point at or behind `x`; size() where there is none.
    std::size_t firstAtOrBehind(CurveX axis, double x) const;
    /// The point nearest to `x`; nothing where there are none.
    std::optional<std::size_t> nearest(CurveX axis, double x) const;
    /// Of the points in [begin, end).
    Extremes extremes(CurveTraceKind kind, std::size_t begin, std::size_t end) const;
    /// The first best of all values.
    std::optional<std::size_t> best(CurveTraceKind kind, Better better) const;

private:
    /// Where the least and the greatest value were seen first.
    struct Best {
        std::optional<std::size_t> lowest;
        std::optional<std::size_t> highest;

        void look(std::span<const double> values, std::size_t at);
    };

    void truncate(std::size_t size);
    /// Brings everything that derives from the values up to date, from `first` on.
    void follow(std::size_t first);

    std::vector<double> m_steps;
    std::vector<double> m_epochs;
    std::vector<double> m_seconds;
    std::vector<double> m_values;
    std::vector<double> m_smoothed;
    MinMaxPyramid m_valueExtremes;
    MinMaxPyramid m_smoothedExtremes;
    double m_smoothing = 0.0;
    double m_average = 0.0;
    double m_weight = 0.0;
    Best m_bestValue;
    Best m_bestSmoothed;
};

} // namespace netsmith::gui

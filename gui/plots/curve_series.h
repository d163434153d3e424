#pragma once

#include "gui/plots/min_max_pyramid.h"

#include <cstdint>
#include <optional>

namespace netsmith::gui {

/// One measured number and when it was measured.
struct CurvePoint {
    std::int64_t step = 0; ///< completed by then
    double epoch = 0.0; ///< completed by then, including the fraction of the current one
    double seconds = 0.0; ///< of training until then
    double value = 0.0;
};

/// What the horizontal axis counts.
enum class CurveX { step, epoch, seconds };

/// As measured, or smoothed.
enum class CurveTraceKind { raw, smoothed };

/// Which of two values is the better one.
enum class Better { lower, higher, neither };

/// One curve of one run, stored as columns that only grow, with what makes a million points fast to draw: the extremes of every
/// range and the smoothed values, both updated as points are appended.
class CurveSeries {
public:
    /// Steps ascend. Points of a run resumed from an earlier step replace those measured after that step.
    void append(std::span<const CurvePoint> points);
    /// For measurements by the clock: times ascend, and several points may have one step.
    void appendTimed(std::span<const CurvePoint> points);

    /// 0 … 0.999: the exponential moving average s ← a·s + (1−a)·v over the values, divided by its accumulated weight 1−aᵗ, so that
    /// it is not biased towards zero at first (Kingma and Ba, "Adam", 2015, section 3). Values that are not finite leave it
    /// unchanged.
    void setSmoothing(double smoothing);
    double smoothing() const { return m_smoothing; }

    std::size_t size() const { return m_values.size(); }
    bool empty() const { return m_values.empty(); }
    std::span<const double> x(CurveX axis) const;
    std::span<const double> values(CurveTraceKind kind) const { return kind == CurveTraceKind::raw ? m_values : m_smoothed; }

    /// The first point at or after `x`; size() if there is none.
    std::size_t firstAtOrBehind(CurveX axis, double x) const;
    /// The point nearest to `x`; nothing if the series is empty.
    std::optional<std::size_t> nearest(CurveX axis, double x) const;
    /// Over the points in [begin, end).
    Extremes extremes(CurveTraceKind kind, std::size_t begin, std::size_t end) const;
    /// The best value; the first of equal ones.
    std::optional<std::size_t> best(CurveTraceKind kind, Better better) const;

private:
    /// Where the lowest and the highest value first occurred.
    struct Best {
        std::optional<std::size_t> lowest;
        std::optional<std::size_t> highest;

        void look(std::span<const double> values, std::size_t at);
    };

    void add(const CurvePoint& point);
    void truncate(std::size_t size);
    /// Updates everything derived from the values, from `first` on.
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

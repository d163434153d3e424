#pragma once

#include "gui/plots/curve_series.h"

#include <map>
#include <string>

namespace netsmith::gui {

/// Who a curve is about.
enum class CurveKind {
    train,
    validation,
    plain, ///< neither: the learning rate
    marks, ///< no curve: steps that stand out, for they were skipped
};

/// The curves of all runs that are shown, by run, quantity ("loss") and kind.
class CurveModel {
public:
    struct Key {
        std::string run;
        std::string quantity;
        CurveKind kind = CurveKind::train;
        auto operator<=>(const Key&) const = default;
    };

    /// A series stays where it is until its run is removed.
    CurveSeries& append(const Key& key, std::span<const CurvePoint> points);
    /// Null where nothing was measured.
    const CurveSeries* find(const Key& key) const;
    const std::map<Key, CurveSeries>& all() const { return m_series; }
    bool empty() const { return m_series.empty(); }
    bool hasRun(const std::string& run) const;

    void removeRun(const std::string& run);
    /// Its series stay where they are.
    void renameRun(const std::string& run, const std::string& id);
    void clear() { m_series.clear(); }

    /// Of all training curves; validations and learning rates are few points or smooth already.
    void setSmoothing(double smoothing);
    double smoothing() const { return m_smoothing; }

private:
    std::map<Key, CurveSeries> m_series;
    double m_smoothing = 0.0;
};

} // namespace netsmith::gui

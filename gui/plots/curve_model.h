#pragma once

#include "gui/plots/curve_series.h"

#include <map>
#include <string>

namespace netsmith::gui {

/// What a curve shows of a run.
enum class CurveKind {
    train,
    validation,
    plain, ///< neither, such as the learning rate
    marks, ///< not a curve: single steps that are marked because they were skipped
    machine, ///< of the machine, by the clock: what the run used, or what has no such part
    machineAll, ///< likewise, what all programs used together
};
inline bool isOfMachine(CurveKind kind)
{
    return kind == CurveKind::machine || kind == CurveKind::machineAll;
}
/// Whether it is dashed, beside a solid curve of the same run.
inline bool isDashed(CurveKind kind)
{
    return kind == CurveKind::validation || kind == CurveKind::machineAll;
}

/// The curves of all shown runs, by run, quantity ("loss") and kind.
class CurveModel {
public:
    struct Key {
        std::string run;
        std::string quantity;
        CurveKind kind = CurveKind::train;
        auto operator<=>(const Key&) const = default;
    };

    /// The reference stays valid until the run is removed.
    CurveSeries& append(const Key& key, std::span<const CurvePoint> points);
    /// Null if nothing was measured.
    const CurveSeries* find(const Key& key) const;
    const std::map<Key, CurveSeries>& all() const { return m_series; }
    bool empty() const { return m_series.empty(); }
    bool hasRun(const std::string& run) const;

    void removeRun(const std::string& run);
    /// References to its series stay valid.
    void renameRun(const std::string& run, const std::string& id);
    void clear() { m_series.clear(); }

    /// Of all training curves; validation curves and learning rates have few points or are smooth already.
    void setSmoothing(double smoothing);
    double smoothing() const { return m_smoothing; }

private:
    std::map<Key, CurveSeries> m_series;
    double m_smoothing = 0.0;
};

} // namespace netsmith::gui

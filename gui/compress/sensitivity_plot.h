#pragma once

#include "engine/compress/chain/chain.h"
#include "gui/plots/qcustomplot.h"

#include <optional>
#include <vector>

namespace netsmith::gui {

/// What a network is worth without shares of the channels of one layer.
struct SensitivityCurve {
    QString layer{}; ///< and how many are tied to it
    std::vector<QPointF> points{}; ///< (share, judged value), in ascending order; the whole network first
    double chosen = 0.0; ///< the share that the plan took
};

/// The curves of the plan that a run was made by.
struct SensitivityCurves {
    std::string judged{}; ///< "accuracy"
    std::vector<SensitivityCurve> layers{};
};
/// Nothing if the run was made by no plan, or its file does not hold the curves.
std::optional<SensitivityCurves> sensitivityOf(const compress::ChainRun& run);

/// How much worse a network gets without more and more channels of each layer alone, and how many of them a plan took.
class SensitivityPlot : public QCustomPlot {
    Q_OBJECT

public:
    explicit SensitivityPlot(QWidget* parent = nullptr);

    void show(SensitivityCurves curves);
    const SensitivityCurves& curves() const { return m_curves; }
    /// The judged value on a layer's curve, between its points.
    static double valueAt(const SensitivityCurve& curve, double share);
    /// What there is to say about a layer.
    QString wordsOf(std::size_t layer) const;
    /// The layer whose curve or chosen share is next to a place.
    std::optional<std::size_t> layerAt(const QPointF& place) const;

    QSize sizeHint() const override { return minimumSizeHint(); }

protected:
    bool event(QEvent* event) override;

private:
    void applyTheme();
    void draw();

    SensitivityCurves m_curves;
};

} // namespace netsmith::gui

#pragma once

#include "gui/plots/curve_model.h"
#include "gui/plots/plot_quantity.h"

#include <QColor>

namespace netsmith::gui {

/// One curve as a plot shows it.
struct PlotCurve {
    const CurveSeries* series = nullptr;
    CurveKind kind = CurveKind::train;
    QString name; ///< "train", "validation", or the run's name if several are shown
    QColor color;
    bool judged = false; ///< its best point is marked
    std::string run = {};

    /// The trace that is read off: smoothed for training, raw for all others.
    CurveTraceKind shown() const { return kind == CurveKind::train ? CurveTraceKind::smoothed : CurveTraceKind::raw; }
};

/// The values of the curves at one position of the horizontal axis.
struct Crosshair {
    struct Row {
        QColor color;
        bool dashed = false;
        QString name;
        QString value;
        QString measured; ///< the raw value under the smoothed curve; empty if there is none
        double x = 0.0; ///< of the point that is read off
        double y = 0.0;
    };
    double x = 0.0;
    QString heading; ///< "Epoch 2.31 · step 4,331"
    std::vector<Row> rows; ///< the greatest value first
    std::vector<Row> beside; ///< of the inset, in drawing order

    /// It as one sentence, for screen readers.
    QString text() const;
};

Crosshair crosshairAt(double x, CurveX axis, const PlotQuantity& quantity, const std::vector<PlotCurve>& curves);
/// Adds the values of an inset's curves.
void addBeside(Crosshair& crosshair, CurveX axis, const PlotQuantity& quantity, const std::vector<PlotCurve>& curves);

} // namespace netsmith::gui

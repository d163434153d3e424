#pragma once

#include "gui/plots/curve_model.h"
#include "gui/plots/plot_quantity.h"

#include <QColor>

namespace netsmith::gui {

/// One curve as a plot shows it.
struct PlotCurve {
    const CurveSeries* series = nullptr;
    CurveKind kind = CurveKind::train;
    QString name; ///< "train", "validation", or the run's where several are shown
    QColor color;
    bool judged = false; ///< its best point is marked
    std::string run = {};

    /// As a curve is followed by the eye: smoothed for training, measured for all else.
    CurveTraceKind shown() const { return kind == CurveKind::train ? CurveTraceKind::smoothed : CurveTraceKind::raw; }
};

/// What the curves show at one place of the horizontal axis.
struct Crosshair {
    struct Row {
        QColor color;
        bool dashed = false;
        QString name;
        QString value;
        QString measured; ///< behind the smoothing; empty where there is none
        double x = 0.0; ///< of the point that is read
        double y = 0.0;
    };
    double x = 0.0;
    QString heading; ///< "Epoch 2.31 · step 4,331"
    std::vector<Row> rows; ///< the greatest value first
    std::vector<Row> beside; ///< of the inset, in the order in which its curves are drawn

    /// One sentence of it for screen readers.
    QString text() const;
};

Crosshair crosshairAt(double x, CurveX axis, const PlotQuantity& quantity, const std::vector<PlotCurve>& curves);
/// Reads off the curves of an inset too.
void addBeside(Crosshair& crosshair, CurveX axis, const PlotQuantity& quantity, const std::vector<PlotCurve>& curves);

} // namespace netsmith::gui

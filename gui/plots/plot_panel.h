#pragma once

#include "engine/core/expected.h"
#include "gui/plots/curve_model.h"
#include "gui/plots/plot_quantity.h"

#include <QImage>
#include <QTimer>
#include <QWidget>

#include <filesystem>
#include <set>

class QLabel;
class QStackedLayout;

namespace netsmith::gui {

class CurvePlot;
struct PlotCurve;
class PlotGrid;
class PlotTitle;
class PlotToolbar;

/// The live curves: a plot for each quantity, over any number of runs. Draws at most ten times a second however often points come,
/// and not at all while it is hidden.
class PlotPanel : public QWidget {
    Q_OBJECT

public:
    explicit PlotPanel(QWidget* parent = nullptr);
    ~PlotPanel() override;

    /// Which plots there are, in their order; curves of quantities that are not among them wait until they are.
    void setQuantities(std::vector<PlotQuantity> quantities);

    /// Adds a run, or alters the one with that id. The first, or `current`, has the colours of training and validation; the others
    /// each have one of their own.
    void setRun(const PlotRun& run);
    void setCurrentRun(const std::string& run);
    void removeRun(const std::string& run);
    /// The run goes on as another id, with its curves and colour; what had that id is gone.
    void renameRun(const std::string& run, const std::string& id);
    void clear();
    const std::vector<PlotRun>& runs() const { return m_runs; }
    QColor colorOf(const std::string& run) const;

    /// Points of one curve; of a run that was not set they are kept and not shown.
    void append(const std::string& run, const std::string& quantity, CurveKind kind, std::span<const CurvePoint> points);
    const CurveModel& model() const { return m_model; }

    bool follows() const;
    /// All plots as they are, at twice the size on the screen.
    QImage picture() const;
    Expected<void> exportPicture(const std::filesystem::path& path) const;

    QSize sizeHint() const override;

Q_SIGNALS:
    /// The picture could not be saved, in words.
    void exportFailed(const QString& sentence);

protected:
    void changeEvent(QEvent* event) override;
    void showEvent(QShowEvent* event) override;

private:
    struct Cell;

    void retranslate();
    void applyTheme();
    void curvesChanged(); ///< which curves there are, or how they look
    void pointsCame();
    void refresh();
    void refreshTitles();
    void chooseSight(double lower, double upper);
    void follow(bool follows);
    void setAxes();
    void showCrosshair(std::optional<double> x, const CurvePlot* listing);
    void askWhereToExport();
    std::vector<PlotCurve> curvesOf(const PlotQuantity& quantity) const;
    std::vector<PlotCurve> insetCurves() const;
    std::pair<double, double> fullSight() const;
    QString nameOf(const std::string& run) const;
    QString presentValue(const PlotCurve& curve, const PlotQuantity& quantity) const;
    void titleRuns(PlotTitle& title, const PlotQuantity& quantity, std::vector<PlotCurve> curves) const;
    bool severalRuns() const;

    CurveModel m_model;
    std::vector<PlotQuantity> m_quantities;
    std::vector<PlotRun> m_runs;
    std::string m_current;
    std::vector<Cell> m_cells;
    std::optional<std::pair<double, double>> m_chosenSight;
    QTimer m_refreshTimer{this};
    QTimer m_titleTimer{this};
    bool m_dirty = true;
    bool m_curvesDirty = true;

    PlotToolbar* m_toolbar;
    PlotGrid* m_grid;
    QStackedLayout* m_pages;
    QLabel* m_emptyTitle;
    QLabel* m_emptyText;
};

} // namespace netsmith::gui

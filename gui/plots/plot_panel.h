#pragma once

#include "gui/plots/curve_model.h"
#include "gui/plots/plot_quantity.h"
#include "gui/widgets/file_saver.h"

#include <QImage>
#include <QTimer>
#include <QWidget>

#include <filesystem>
#include <set>

class QLabel;
class QStackedLayout;

namespace netsmith::gui {

class CurvePlot;
class MarkLegend;
struct PlotCurve;
class PlotGrid;
class PlotTitle;
class PlotToolbar;
class TextLabel;

/// The live curves: one plot for each quantity, for any number of runs. Redraws at most ten times a second however often points are
/// added, and not at all while hidden.
class PlotPanel : public QWidget {
    Q_OBJECT

public:
    explicit PlotPanel(QWidget* parent = nullptr);
    ~PlotPanel() override;

    /// Which plots are shown, in order; curves of other quantities are kept and not shown.
    void setQuantities(std::vector<PlotQuantity> quantities);

    /// What the user may add of the machine, and by id the reason why a plot of it has no curve. Nothing: there is no such choice.
    void offerMachine(std::vector<PlotQuantity> quantities, std::map<std::string, QString> absence);
    /// Of these the chosen ones, and whether marks are drawn beside them.
    void chooseMachine(const std::set<std::string>& chosen, bool marks);
    const std::set<std::string>& chosenMachine() const;
    bool marksRuns() const;
    /// What a run did; a mark that begins when the last one of its kind did replaces it.
    void mark(const std::string& run, std::span<const PlotMark> marks);
    /// In order; none if nothing is known of it.
    std::vector<PlotMark> marksOf(const std::string& run) const;
    /// Where its last validation began.
    std::optional<CurvePoint> lastValidation(const std::string& run) const;

    /// Adds a run, or updates the one with that id. The first, or `current`, has the colours of training and validation; each of
    /// the others has its own colour.
    void setRun(const PlotRun& run);
    void setCurrentRun(const std::string& run);
    void removeRun(const std::string& run);
    /// Gives the run another id; its curves and colour are kept. A run that had that id is removed.
    void renameRun(const std::string& run, const std::string& id);
    void clear();
    const std::vector<PlotRun>& runs() const { return m_runs; }
    QColor colorOf(const std::string& run) const;

    /// Appends points to a curve; if the run has not been set, they are kept but not shown.
    void append(const std::string& run, const std::string& quantity, CurveKind kind, std::span<const CurvePoint> points);
    const CurveModel& model() const { return m_model; }

    /// Adds a row below the plots; takes ownership.
    void addBelow(QWidget* row);

    bool follows() const;
    /// All plots as shown, at twice the screen's resolution.
    QImage picture() const;
    /// Writes it as a PNG file on another thread.
    void exportPicture(const std::filesystem::path& path);

    QSize sizeHint() const override;

Q_SIGNALS:
    /// The image could not be saved; `sentence` is the reason.
    void exportFailed(const QString& sentence);
    /// The user chose something else of the machine.
    void machineChosen();

protected:
    void changeEvent(QEvent* event) override;
    void showEvent(QShowEvent* event) override;

private:
    struct Cell {
        QWidget* widget = nullptr;
        PlotTitle* title = nullptr;
        CurvePlot* plot = nullptr;
        TextLabel* absence = nullptr; ///< in place of the plot if it has no curves; only of the machine's
    };

    void buildCells();
    void machineChanged();
    void showMachine(const Cell& cell);
    const std::vector<PlotMark>* shownMarks() const;
    QString machineName(const PlotRun& run, const PlotQuantity& quantity, CurveKind kind, bool several) const;
    void retranslate();
    void applyTheme();
    void curvesChanged(); ///< curves were added or removed, or their look has changed
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
    std::vector<PlotQuantity> m_measured;
    std::vector<PlotQuantity> m_machine; ///< that are offered
    std::vector<PlotQuantity> m_quantities; ///< all that are shown
    std::map<std::string, QString> m_absence;
    std::map<std::string, std::vector<PlotMark>> m_marks; ///< by run
    std::vector<PlotRun> m_runs;
    std::string m_current;
    std::vector<Cell> m_cells;
    std::optional<std::pair<double, double>> m_chosenSight;
    FileSaver m_saver;
    QTimer m_refreshTimer{this};
    QTimer m_titleTimer{this};
    bool m_dirty = true;
    bool m_curvesDirty = true;

    PlotToolbar* m_toolbar;
    PlotGrid* m_grid;
    MarkLegend* m_legend;
    QStackedLayout* m_pages;
    QLabel* m_emptyTitle;
    QLabel* m_emptyText;
};

} // namespace netsmith::gui

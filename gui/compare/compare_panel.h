#pragma once

#include "gui/compare/compare_estimate.h"
#include "gui/compare/compare_session.h"
#include "gui/document/document.h"
#include "gui/jobs/device_lease.h"
#include "gui/widgets/file_saver.h"

#include <QWidget>

#include <functional>
#include <string>
#include <vector>

class QBoxLayout;
class QPushButton;

namespace netsmith::gui {

class CompareChoice;
class CompareTable;
class NoteBox;
class PlotPanel;
class ShareBar;
class TextLabel;
class TrainingSettingsPanel;

/// The project trained in several variants, side by side: the gains and costs of each, and the conclusions.
class ComparePanel : public QWidget {
    Q_OBJECT

public:
    /// `settings` knows what this machine offers; it must outlive this.
    ComparePanel(Document& document, TrainingSettingsPanel& settings, QWidget* parent = nullptr);

    /// The folder of the runs, and where the project's data may be.
    void setPlace(TrainingPlace place) { m_place = std::move(place); }
    /// The window's jobs: no comparison starts while another has the device.
    void setJobs(WindowJobs& jobs);
    CompareSession& session() { return m_session; }
    const CompareSession& session() const { return m_session; }
    const CompareEstimate& estimate() const { return m_estimate; }

Q_SIGNALS:
    /// A comparison is about to start: what was typed and not entered yet is to be entered.
    void starting();
    /// The user asks to see a run.
    void runWanted(const std::filesystem::path& run);

protected:
    void changeEvent(QEvent* event) override;
    void showEvent(QShowEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    void build();
    void connectRooms();
    void startOrStop();
    /// Why no comparison can start now; empty: it can.
    QString whyNot() const;
    /// What keeps it from starting in this window.
    std::optional<JobKind> inTheWay() const;
    void followState();
    void showFailure(const Message& message);
    void follow(const netsmith::gui::Change& change);
    void forget();
    void beginRun();
    void addPoints(const runs::RunCurves& points);
    void choosePlots();
    /// Adds the run to the plots, by the index of its training.
    void nameRun(std::size_t index, double epochs, double steps);
    void refresh();
    void showProgress();
    void showPlan();
    void plan();
    void showTable();
    void followRow();
    void showConclusions();
    void openRun();
    void askWhereToExport();
    /// The variants to train; none if the project can't be compared.
    std::vector<runs::Variant> planned() const;
    QString nameOf(std::size_t index) const;
    void retranslate();

    Document& m_document;
    CompareSession m_session;
    CompareEstimate m_estimate;
    TrainingPlace m_place;
    DeviceLease m_lease{JobKind::comparison};
    FileSaver m_saver;
    std::vector<std::string> m_runs; ///< the trainings started so far, by their ids in the plots; empty: it had no run
    std::vector<std::string> m_measured;
    CompareChoice* m_choice;
    TextLabel* m_plan; ///< how many trainings, and how long
    QPushButton* m_start; ///< also stops a live comparison
    TextLabel* m_about; ///< what a comparison is for, until the first one
    TextLabel* m_words;
    ShareBar* m_bar;
    NoteBox* m_problem;
    NoteBox* m_conclusions; ///< which setting to choose
    TextLabel* m_findings;
    QWidget* m_outcome; ///< table and curves, side by side if there is room
    QBoxLayout* m_sides;
    CompareTable* m_table;
    QPushButton* m_open;
    QPushButton* m_export;
    PlotPanel* m_curves;
};

} // namespace netsmith::gui

#pragma once

#include "gui/compare/compare_estimate.h"
#include "gui/compare/compare_session.h"
#include "gui/document/document.h"

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

/// The project trained in several ways, side by side: what each gains and costs, and what to make of it in a sentence.
class ComparePanel : public QWidget {
    Q_OBJECT

public:
    /// `settings` knows what this machine offers; it outlives this.
    ComparePanel(Document& document, TrainingSettingsPanel& settings, QWidget* parent = nullptr);

    /// Where the runs go and the project's data may lie.
    void setPlace(TrainingPlace place) { m_place = std::move(place); }
    /// What has the processor or the device to itself: nothing is begun beside it.
    enum class Busy { no, run, twin };
    void setBusy(Busy busy);
    /// Asked before a comparison begins: why it may not, or nothing.
    void setGuard(std::function<QString()> guard) { m_guard = std::move(guard); }
    CompareSession& session() { return m_session; }
    const CompareSession& session() const { return m_session; }
    const CompareEstimate& estimate() const { return m_estimate; }

Q_SIGNALS:
    /// A person wants to see a run.
    void runWanted(const std::filesystem::path& run);

protected:
    void changeEvent(QEvent* event) override;
    void showEvent(QShowEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    void build();
    void connectRooms();
    void startOrStop();
    void showFailure(const Message& message);
    void follow(const netsmith::gui::Change& change);
    void forget();
    void beginRun();
    void addPoints(const runs::RunCurves& points);
    void choosePlots();
    /// A run as the plots know it, by the place of its training.
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
    /// In which ways it would be trained; none where it can't be.
    std::vector<runs::Variant> planned() const;
    QString nameOf(std::size_t index) const;
    QString stateOf(std::size_t index) const;
    QString words() const;
    void retranslate();

    Document& m_document;
    CompareSession m_session;
    CompareEstimate m_estimate;
    TrainingPlace m_place;
    std::function<QString()> m_guard;
    Busy m_busy = Busy::no;
    std::vector<std::string> m_runs; ///< of the trainings that have begun, by their ids in the plots; empty: it had none
    std::vector<std::string> m_measured;
    CompareChoice* m_choice;
    TextLabel* m_plan; ///< how many trainings, and how long
    QPushButton* m_start; ///< stops what is live
    TextLabel* m_about; ///< what a comparison is for, before the first one
    TextLabel* m_words;
    ShareBar* m_bar;
    NoteBox* m_problem;
    NoteBox* m_conclusions; ///< what to choose
    TextLabel* m_findings;
    QWidget* m_outcome; ///< table and curves, beside each other where there is room
    QBoxLayout* m_sides;
    CompareTable* m_table;
    QPushButton* m_open;
    QPushButton* m_export;
    PlotPanel* m_curves;
};

} // namespace netsmith::gui

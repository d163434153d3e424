#pragma once

#include "gui/training/run_table_model.h"
#include "gui/training/runs_reader.h"
#include "gui/training/training_session.h"

#include <QTimer>
#include <QWidget>

#include <functional>

class QMenu;
class QPushButton;
class QToolButton;

namespace netsmith::gui {

class NoticeBar;
class RunCardWindow;
class RunDifferenceCard;
class RunNotes;
class RunTable;
class RunTableExport;
class RunTrashWindow;
class RunVerbs;
class SearchField;
class TextLabel;

/// The runs of the project as a table: how each ended and how good it got, to choose those whose curves are shown, to go on with
/// one, to name, tag and delete them.
class RunsPanel : public QWidget {
    Q_OBJECT

public:
    explicit RunsPanel(TrainingSession& session, QWidget* parent = nullptr);

    /// Whose runs are listed; empty: no project is open.
    void setProjectFile(const std::filesystem::path& projectFile);
    /// What runs are called where they stand together, by where they lie; empty for those that are not listed.
    std::vector<QString> namesOf(const std::vector<std::filesystem::path>& runs) const;
    /// What the table calls a run; empty where it is not listed.
    QString nameOf(const std::filesystem::path& run) const;
    /// The runs in the plots, with their colours there, by where they lie.
    void setColours(const RunTableModel::Colours& colours);
    /// Reads the curves of a run that a person wants to see; `runOpened` tells them.
    void openRun(const std::filesystem::path& run) { m_reader.open(run, true); }
    /// Some began, ended or went that are not the session's.
    void reload();
    /// Reads a run's curves, as a person does who turns on its eye.
    void showCurves(const std::filesystem::path& run) { m_reader.open(run, false); }
    /// A run is being trained again, to be compared. `setVerifyGuard`: asked before that; why it may not be, or nothing.
    bool isVerifying() const;
    void setVerifyGuard(std::function<QString()> guard) { m_verifyGuard = std::move(guard); }
    /// Which columns there are and what it is sorted by, to be kept between starts; see `RunTable::arrangement`.
    QString arrangement() const;
    void setArrangement(const QString& text);

Q_SIGNALS:
    /// The runs of the project were read; oldest first.
    void listed(const std::vector<netsmith::runs::RunSummary>& runs);
    /// `toFront`: a person wants to see the curves now, and did not just turn on the run's eye.
    void runOpened(const std::filesystem::path& run, const netsmith::runs::RunCurves& curves, bool toFront);
    void runHidden(const std::filesystem::path& run);
    /// What the run trained is to be opened: its own copy of the project, which stays as it is.
    void projectAsked(const std::filesystem::path& projectFile);
    void verifyingChanged();

protected:
    void changeEvent(QEvent* event) override;

private:
    void build();
    void connectTable();
    void connectReader();
    void setRuns(std::vector<runs::RunSummary> runs);
    /// What is typed as a filter; nothing, and it says why, where that is none.
    std::optional<RunChoice> typedChoice(std::span<const runs::RunSummary> runs);
    void choose();
    void showTable();
    void follow();
    void showNotes();
    void retranslate();
    void showDeleted();
    /// The words are asked for again when the language changes.
    void showProblem(std::function<QString()> words);
    void removeChosen();
    /// The run that is chosen alone; null where there are none or several.
    const runs::RunSummary* single() const;
    bool isLive(const std::filesystem::path& run) const;
    /// What is called a run that is a fold of one in the table; empty where it is none.
    QString foldName(const std::filesystem::path& run) const;
    /// The run of the table that lies there, whichever way leads to it.
    std::filesystem::path inTable(const std::filesystem::path& place) const;
    void noteLive();

    TrainingSession& m_session;
    RunsReader m_reader;
    std::filesystem::path m_projectFile;
    std::filesystem::path m_place; ///< of its runs, without links on the way
    RunTableModel::Colours m_colours; ///< as they were told
    RunTableModel* m_model;
    RunTable* m_table;
    RunTableExport* m_export;
    QWidget* m_top; ///< what is shown of the runs
    RunVerbs* m_verbs;
    SearchField* m_filter;
    TextLabel* m_count;
    TextLabel* m_mistake; ///< what is wrong with the filter
    TextLabel* m_empty;
    RunNotes* m_notes;
    RunDifferenceCard* m_difference;
    NoticeBar* m_deleted;
    NoticeBar* m_problem;
    std::function<QString()> m_problemWords;
    QPushButton* m_undo;
    QToolButton* m_group;
    QToolButton* m_columns;
    QMenu* m_columnsMenu;
    QPushButton* m_trashButton;
    RunCardWindow* m_card = nullptr; ///< made when it is asked for; so is the next
    RunTrashWindow* m_trashWindow = nullptr;
    std::function<QString()> m_verifyGuard;
    std::vector<DeletedRun> m_trash; ///< what the bar would bring back
    QString m_gone; ///< what the run was called that was deleted alone
    std::optional<std::vector<runs::RunSummary>> m_late; ///< read while a name was typed
    QTimer m_filterTimer;
};

} // namespace netsmith::gui

#pragma once

#include "gui/runs/runs_reader.h"
#include "gui/runs/table/run_table_model.h"
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
class RunExport;
class RunTable;
class RunTableExport;
class RunTrashWindow;
class RunVerbs;
class SearchField;
class TextLabel;

/// The project's runs as a table: how each ended and its best result. Runs can be selected to show their curves, resumed, named,
/// tagged and deleted.
class RunsPanel : public QWidget {
    Q_OBJECT

public:
    explicit RunsPanel(TrainingSession& session, QWidget* parent = nullptr);

    /// The project whose runs are listed; empty: no project is open.
    void setProjectFile(const std::filesystem::path& projectFile);
    /// The names of runs shown together, by their folders; empty for runs that are not listed.
    std::vector<QString> namesOf(const std::vector<std::filesystem::path>& runs) const;
    /// The run's name in the table; empty if it is not listed.
    QString nameOf(const std::filesystem::path& run) const;
    /// The runs in the plots, with their colours there, by folder.
    void setColours(const RunTableModel::Colours& colours);
    /// Reads the curves of a run to be shown; `runOpened` returns them.
    void openRun(const std::filesystem::path& run) { m_reader.open(run, true); }
    /// Selects a run in the table, if it is listed.
    void select(const std::filesystem::path& run);
    /// Runs other than the session's were started, ended or removed.
    void reload();
    /// Reads a run's curves, as when the user turns on its eye.
    void showCurves(const std::filesystem::path& run) { m_reader.open(run, false); }
    /// The columns and the sort order, to be saved between sessions; see `RunTable::arrangement`.
    QString arrangement() const;
    void setArrangement(const QString& text);

Q_SIGNALS:
    /// The project's runs were read; oldest first.
    void listed(const std::vector<netsmith::runs::RunSummary>& runs);
    /// `toFront`: the user wants to see the curves now, and did not just turn on the run's eye.
    void runOpened(const std::filesystem::path& run, const netsmith::runs::RunCurves& curves, bool toFront);
    void runHidden(const std::filesystem::path& run);
    /// The project that the run trained should be opened: the run's copy, which stays unchanged.
    void projectAsked(const std::filesystem::path& projectFile);
    /// The next training should start from this run's weights.
    void beginAsked(const std::filesystem::path& run);

protected:
    void changeEvent(QEvent* event) override;

private:
    void build();
    void connectTable();
    void connectReader();
    void setRuns(std::vector<runs::RunSummary> runs);
    /// The filter as typed; nothing, with an error message, if it is invalid.
    std::optional<RunChoice> typedChoice(std::span<const runs::RunSummary> runs);
    void choose();
    void showTable();
    void follow();
    void showNotes();
    void retranslate();
    void showDeleted();
    /// `words` is called again when the language changes.
    void showProblem(std::function<QString()> words);
    void removeChosen();
    /// The only selected run; null if there are none or several.
    const runs::RunSummary* single() const;
    bool isLive(const std::filesystem::path& run) const;
    /// The name of a run that is a fold of one in the table; empty if it is none.
    QString foldName(const std::filesystem::path& run) const;
    /// The path in the table of the run at that place, even if the place is given by another path.
    std::filesystem::path inTable(const std::filesystem::path& place) const;
    void noteLive();

    TrainingSession& m_session;
    RunsReader m_reader;
    std::filesystem::path m_projectFile;
    std::filesystem::path m_place; ///< of its runs, with symbolic links resolved
    RunTableModel::Colours m_colours; ///< as set
    RunTableModel* m_model;
    RunTable* m_table;
    RunTableExport* m_export;
    QWidget* m_top; ///< everything shown of the runs
    RunVerbs* m_verbs;
    SearchField* m_filter;
    TextLabel* m_count;
    TextLabel* m_mistake; ///< the error in the filter
    TextLabel* m_empty;
    RunNotes* m_notes;
    RunDifferenceCard* m_difference;
    NoticeBar* m_deleted;
    NoticeBar* m_problem;
    RunExport* m_exporting;
    std::function<QString()> m_problemWords;
    QPushButton* m_undo;
    QToolButton* m_group;
    QToolButton* m_columns;
    QMenu* m_columnsMenu;
    QPushButton* m_trashButton;
    RunCardWindow* m_card = nullptr; ///< created when first needed, like the next
    RunTrashWindow* m_trashWindow = nullptr;
    std::vector<DeletedRun> m_trash; ///< what the bar would restore
    QString m_gone; ///< the name of the deleted run, if it was the only one
    std::optional<std::vector<runs::RunSummary>> m_late; ///< read while a name was being edited
    QTimer m_filterTimer;
};

} // namespace netsmith::gui

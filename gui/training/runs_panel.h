#pragma once

#include "gui/training/runs_reader.h"
#include "gui/training/training_session.h"

#include <QWidget>

class QAction;
class QPushButton;
class QTreeWidget;

namespace netsmith::gui {

class NoticeBar;
class TextLabel;

/// The runs of the project: how each ended and how good it got, to look at its curves, to go on with it, to delete it.
class RunsPanel : public QWidget {
    Q_OBJECT

public:
    explicit RunsPanel(TrainingSession& session, QWidget* parent = nullptr);

    /// Whose runs are listed.
    void setProjectFile(const std::filesystem::path& projectFile);

Q_SIGNALS:
    void runOpened(const std::filesystem::path& run, const netsmith::gui::RunCurves& curves);

protected:
    void changeEvent(QEvent* event) override;

private:
    void reload();
    void setRows(std::vector<RunRow> rows);
    /// Shows the runs anew, with the one in `chosen` as the current one.
    void fill(const std::filesystem::path& chosen);
    void follow();
    void retranslate();
    void askToDelete();
    const RunRow* current() const;
    std::filesystem::path chosen() const;
    bool isLive(const RunRow& row) const;

    TrainingSession& m_session;
    RunsReader m_reader;
    std::filesystem::path m_projectFile;
    std::vector<RunRow> m_rows;
    QTreeWidget* m_tree;
    TextLabel* m_empty;
    NoticeBar* m_question;
    QPushButton* m_delete;
    QPushButton* m_keep;
    QAction* m_openAction;
    QAction* m_resumeAction;
    QAction* m_deleteAction;
    std::filesystem::path m_doomed; ///< the run that the question is about
};

} // namespace netsmith::gui

#pragma once

#include "engine/runs/store/run_summary.h"
#include "gui/widgets/side_thread.h"

#include <QWidget>

#include <filesystem>
#include <functional>
#include <vector>

class QPushButton;
class QTreeWidget;

namespace netsmith::gui {

class NoteBox;
class NoticeBar;
class TextLabel;

/// The deleted runs of a project: to be restored, or deleted permanently, which frees their disk space.
class RunTrashWindow final : public QWidget {
    Q_OBJECT

public:
    explicit RunTrashWindow(QWidget* parent);

    /// `runs`: the folder of the project's runs.
    void open(const std::filesystem::path& runs);

Q_SIGNALS:
    /// Runs were restored or deleted permanently.
    void changed();

protected:
    void changeEvent(QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    void read();
    void work(std::function<void()> job);
    /// Runs on the thread.
    void tell(const Error& error);
    void showRuns(std::vector<runs::RunSummary> runs);
    void restoreChosen();
    void retranslate();
    void follow();

    std::filesystem::path m_folder;
    std::vector<runs::RunSummary> m_runs;
    QTreeWidget* m_list;
    TextLabel* m_empty;
    NoteBox* m_problem;
    NoticeBar* m_sure; ///< asks before anything is deleted permanently
    QPushButton* m_really;
    QPushButton* m_restore;
    QPushButton* m_purge;
    SideThread m_thread{"netsmith-trash"}; ///< declared last: it uses the other members
};

} // namespace netsmith::gui

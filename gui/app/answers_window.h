#pragma once

#include "gui/app/given_answers.h"
#include "gui/widgets/side_thread.h"

#include <QWidget>

#include <optional>
#include <stop_token>

class QPushButton;
class QTableWidget;

namespace netsmith::gui {

class NoteBox;
class TextLabel;
class TrainingSession;

/// What a run's network says of files and folders: the first answers as a table, with the truth and the error where it is given,
/// and all of them as a CSV file.
class AnswersWindow final : public QWidget {
    Q_OBJECT

public:
    AnswersWindow(TrainingSession& session, QWidget* parent);
    /// Stops the asking and waits for it.
    ~AnswersWindow() override;

    /// Asks the run; what was shown before goes.
    void open(const std::filesystem::path& run, const QStringList& paths);
    const std::optional<GivenAnswers>& shown() const { return m_answers; }

protected:
    void changeEvent(QEvent* event) override;
    void closeEvent(QCloseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    void retranslate();
    void refresh();
    void fillTable();
    void save(const QString& path);
    void note(bool bad, std::function<QString()> words);

    TrainingSession& m_session;
    std::filesystem::path m_run;
    std::optional<GivenAnswers> m_answers;
    TextLabel* m_title;
    NoteBox* m_note;
    QTableWidget* m_table;
    QPushButton* m_save;
    std::uint64_t m_job = 0; ///< the latest
    std::stop_source m_stop;
    SideThread m_thread{"netsmith-answers"}; ///< the last, for it uses the others
};

} // namespace netsmith::gui

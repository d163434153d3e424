#pragma once

#include "gui/app/asking_window.h"
#include "gui/app/given_answers.h"

#include <optional>

class QPushButton;
class QTableWidget;

namespace netsmith::gui {

class TextLabel;

/// What a run's network says of files and folders: the first answers as a table, with the truth and the error where it is given,
/// and all of them as a CSV file.
class AnswersWindow final : public AskingWindow {
    Q_OBJECT

public:
    AnswersWindow(TrainingSession& session, QWidget* parent);

    /// Asks the run; what was shown before goes.
    void open(const std::filesystem::path& run, const QStringList& paths);
    const std::optional<GivenAnswers>& shown() const { return m_answers; }

private:
    void forget() override;
    void refresh() override;
    void retranslate() override;
    QString busyText() const override;
    void fillTable();
    void save(const QString& path);

    std::optional<GivenAnswers> m_answers;
    QTableWidget* m_table;
    TextLabel* m_empty;
    QPushButton* m_save;
};

} // namespace netsmith::gui

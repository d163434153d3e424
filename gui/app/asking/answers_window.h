#pragma once

#include "gui/app/asking/asking_window.h"
#include "gui/app/asking/given_answers.h"
#include "gui/widgets/file_saver.h"

#include <optional>

class QPushButton;
class QTableWidget;

namespace netsmith::gui {

class TextLabel;

/// The predictions of a run's network for files and folders: the first ones as a table, with the true values and the errors if
/// known, and all of them as a CSV file.
class AnswersWindow final : public AskingWindow {
    Q_OBJECT

public:
    AnswersWindow(TrainingSession& session, QWidget* parent);

    /// Starts the predictions; clears earlier ones.
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
    FileSaver m_saver;
    QTableWidget* m_table;
    TextLabel* m_empty;
    QPushButton* m_save;
};

} // namespace netsmith::gui

#pragma once

#include "gui/data/data_worker.h"
#include "gui/document/document.h"

#include <QWidget>

class QComboBox;
class QProgressBar;
class QPushButton;

namespace netsmith::gui {

class ClassBalance;
class FactList;
class FormRow;
class NoteBox;
class ParameterRow;
class SampleGrid;
class SectionHeader;
class TextLabel;

/// Which data the network learns from: the set, its samples, what part judges, what is done to its numbers.
class DataPanel : public QWidget {
    Q_OBJECT

public:
    explicit DataPanel(Document& document, QWidget* parent = nullptr);

    DataWorker& worker() { return m_worker; }
    /// Chooses a source, one undo step.
    void choose(const std::string& source);

protected:
    void changeEvent(QEvent* event) override;
    void showEvent(QShowEvent* event) override;

private:
    void build();
    void retranslate();
    void follow();
    void load();
    void showPreview(const DataPreview& preview);
    void showProgress(const data::Progress& progress);
    void showProblem(const QString& sentence, bool canRetry);
    void rest();
    void edit(const QString& text, const std::function<void(DataSettings&)>& change, const QString& mergeKey = {});
    const data::Source* source() const;

    Document& m_document;
    DataWorker m_worker;
    FormRow* m_choiceRow;
    QComboBox* m_choice;
    TextLabel* m_doc;
    NoteBox* m_note;
    QWidget* m_busy;
    TextLabel* m_busyText;
    QProgressBar* m_progress;
    QPushButton* m_cancel;
    SectionHeader* m_samplesHeader;
    SampleGrid* m_samples;
    FactList* m_facts;
    SectionHeader* m_balanceHeader;
    ClassBalance* m_balance;
    SectionHeader* m_splitHeader;
    SectionHeader* m_numbersHeader;
    std::vector<ParameterRow*> m_rows;
    std::string m_shown; ///< the source whose preview is there or asked for
    bool m_downloading = false;
};

} // namespace netsmith::gui

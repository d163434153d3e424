#pragma once

#include "gui/data/data_worker.h"
#include "gui/document/document.h"

#include <QWidget>

class QVBoxLayout;

namespace netsmith::gui {

class ClassBalance;
class DataFigures;
class DataNotice;
class FormRow;
class ParameterRow;
class SampleGrid;
class SampleView;
class SectionHeader;
class SourceBox;
class SourceSettings;
class SplitFigures;
class TextLabel;
class TransformList;

/// The data that the network learns from: the set, its samples, the validation part, and its preprocessing.
class DataPanel : public QWidget {
    Q_OBJECT

public:
    explicit DataPanel(Document& document, QWidget* parent = nullptr);
    DataPanel(Document& document, DataShelf shelf, QWidget* parent = nullptr);

    DataWorker& worker() { return m_worker; }
    /// Chooses a source, one undo step.
    void choose(const std::string& source);
    /// Searches a folder first, from now on; `source` is chosen unless it is empty.
    void useFolder(const QString& folder, const std::string& source);
    /// Downloads the files of the chosen set, unless they are being downloaded.
    void download();

protected:
    void changeEvent(QEvent* event) override;
    void showEvent(QShowEvent* event) override;

private:
    void build();
    void addRows(QVBoxLayout& column);
    void retranslate();
    void follow();
    void followSettings();
    void followTransforms();
    void load();
    void showPreview(const DataPreview& preview);
    void holdBack(const DataPreview& preview);
    void showFigures();
    void showEffect();
    void edit(const QString& text, const std::function<void(DataSettings&)>& change, const QString& mergeKey = {});
    /// An edit that changes the samples: whether to split some off for validation is decided once they are read.
    void editSource(const QString& text, const std::function<void(DataSettings&)>& change, const QString& mergeKey);
    /// As declared; null if there is none of that name.
    const data::Source* source() const { return m_worker.shelf().find(m_document.project().data.source); }

    Document& m_document;
    DataWorker m_worker;
    FormRow* m_choiceRow;
    SourceBox* m_choice;
    TextLabel* m_doc;
    TextLabel* m_licence;
    SourceSettings* m_settings;
    DataNotice* m_notice;
    SectionHeader* m_samplesHeader;
    SampleView* m_samples;
    DataFigures* m_figures;
    SectionHeader* m_splitHeader;
    SplitFigures* m_parts;
    SectionHeader* m_numbersHeader;
    TextLabel* m_effect; ///< of the normalisation
    SectionHeader* m_transformsHeader;
    TransformList* m_transforms;
    SampleGrid* m_transformed; ///< what the network sees of the first samples
    SectionHeader* m_balanceHeader;
    ClassBalance* m_balance;
    std::vector<ParameterRow*> m_rows;
    std::string m_shown; ///< the settings whose preview is shown or requested, as a key
    std::optional<DataPreview> m_preview;
    bool m_downloading = false;
    DataSettings m_asked; ///< whose files are being downloaded
    std::optional<DataSettings> m_fresh; ///< newly chosen by the user and not read yet
};

} // namespace netsmith::gui

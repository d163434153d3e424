#pragma once

#include "gui/document/document.h"
#include "gui/properties/chosen_nodes.h"

#include <QWidget>

#include <vector>

class QVBoxLayout;

namespace netsmith::gui {

class BlockForm;
class CommitField;
class ElidedLabel;
class FactList;
class FormRow;
class IconLabel;
class InnerValues;
class ParameterRow;
class ProblemNotes;
class TextLabel;
class WeightsRow;

/// The selected nodes and their parameters, one editor per declared parameter; the network's figures if none is selected. Every
/// committed value is one undo step.
class PropertiesPanel : public QWidget {
    Q_OBJECT

public:
    explicit PropertiesPanel(Document& document, QWidget* parent = nullptr);

    /// Commits values that are typed but not committed, before a run starts or the project is saved.
    void commit();

protected:
    void changeEvent(QEvent* event) override;

private:
    void follow(const Change& change);
    /// The selection has changed.
    void choose();
    /// The rows needed: other layers or other defaults need others.
    std::vector<std::string> rowsWanted();
    void rebuildRows();
    void showHeader();
    void showValues();
    void showFacts();
    /// The fields offered if a parameter names a field of the data.
    void showFields();
    bool namesFields(const ParameterSpec& parameter) const;
    /// The field of the data that this value of an Input names; null if it is another parameter, or no such field is known.
    const data::FieldSpec* fieldNamed(const ParameterSpec& parameter, const ParameterValue& value) const;
    void setValue(const ParameterSpec& parameter, const ParameterValue& value, bool stepping);
    void reset(const ParameterSpec& parameter);
    void rename(const QString& title);
    /// "conv2d_2", "3 layers"
    QString targetText() const;

    Document& m_document;
    ChosenNodes m_chosen;
    std::vector<std::string> m_builtFor; ///< what the rows were built for
    std::vector<ParameterRow*> m_rows;
    std::vector<TextLabel*> m_headings; ///< above the parameters of the layers in a block

    IconLabel* m_icon;
    ElidedLabel* m_title;
    ElidedLabel* m_id;
    TextLabel* m_doc;
    ProblemNotes* m_notes;
    CommitField* m_name;
    FormRow* m_nameRow;
    BlockForm* m_block;
    WeightsRow* m_weights;
    QVBoxLayout* m_form;
    InnerValues* m_inner;
    QWidget* m_rule;
    FactList* m_facts;
    TextLabel* m_hint;
};

} // namespace netsmith::gui

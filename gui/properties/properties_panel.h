#pragma once

#include "gui/document/document.h"
#include "gui/properties/chosen_nodes.h"

#include <QWidget>

#include <vector>

class QVBoxLayout;

namespace netsmith::gui {

class CommitField;
class ElidedLabel;
class FactList;
class FormRow;
class IconLabel;
class ParameterRow;
class ProblemNotes;
class TextLabel;

/// What the chosen nodes are and how they are set, one editor a declared parameter; the network's figures where none is chosen.
/// Every committed value is one undo step.
class PropertiesPanel : public QWidget {
    Q_OBJECT

public:
    explicit PropertiesPanel(Document& document, QWidget* parent = nullptr);

    /// Commits what was typed but not committed, before a run starts or the project is saved.
    void commit();

protected:
    void changeEvent(QEvent* event) override;

private:
    void follow(const Change& change);
    /// Other nodes are chosen.
    void choose();
    void rebuildRows();
    void showHeader();
    void showValues();
    void showFacts();
    void setValue(const ParameterSpec& parameter, const ParameterValue& value, bool stepping);
    void reset(const ParameterSpec& parameter);
    void rename(const QString& title);
    /// "conv2d_2", "3 layers"
    QString targetText() const;

    Document& m_document;
    ChosenNodes m_chosen;
    std::vector<std::string> m_builtFor; ///< the layers that the rows were built for
    std::vector<ParameterRow*> m_rows;

    IconLabel* m_icon;
    ElidedLabel* m_title;
    ElidedLabel* m_id;
    TextLabel* m_doc;
    ProblemNotes* m_notes;
    CommitField* m_name;
    FormRow* m_nameRow;
    QVBoxLayout* m_form;
    QWidget* m_rule;
    FactList* m_facts;
    TextLabel* m_hint;
};

} // namespace netsmith::gui

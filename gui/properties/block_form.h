#pragma once

#include "gui/document/document.h"

#include <QWidget>

class QPushButton;

namespace netsmith::gui {

class ChosenNodes;
class CommitField;
class FormRow;

/// The properties of a block wherever it is used: its name, and a button that opens it.
class BlockForm : public QWidget {
    Q_OBJECT

public:
    explicit BlockForm(Document& document, QWidget* parent = nullptr);

    /// Hidden unless all selected nodes are of one block.
    void show(const ChosenNodes& chosen);
    void commit();

protected:
    void changeEvent(QEvent* event) override;

private:
    void setTexts();

    Document& m_document;
    CommitField* m_name;
    FormRow* m_nameRow;
    QPushButton* m_open;
    std::string m_block;
    std::string m_node; ///< through which it is opened
};

} // namespace netsmith::gui

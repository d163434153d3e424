#pragma once

#include "gui/document/document.h"

#include <QWidget>

class QPushButton;

namespace netsmith::gui {

class ChosenNodes;
class CommitField;
class FormRow;

/// What holds for a block wherever it stands: its name, and the way into it.
class BlockForm : public QWidget {
    Q_OBJECT

public:
    explicit BlockForm(Document& document, QWidget* parent = nullptr);

    /// Hides where the chosen nodes do not all stand for one block.
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

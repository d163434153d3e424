#pragma once

#include "gui/document/document.h"

#include <QPushButton>
#include <QWidget>

#include <vector>

class QVBoxLayout;

namespace netsmith::gui {

class NoteBox;

/// What is wrong with the chosen nodes, each with its fix.
class ProblemNotes : public QWidget {
    Q_OBJECT

public:
    explicit ProblemNotes(Document& document, QWidget* parent = nullptr);

    void show(const std::set<std::string>& nodes);

private:
    Document& m_document;
    QVBoxLayout* m_column;
    QStringList m_shown; ///< what the notes say, to leave those alone that say it already
    std::vector<NoteBox*> m_notes;
};

} // namespace netsmith::gui

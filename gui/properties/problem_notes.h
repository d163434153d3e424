#pragma once

#include "gui/document/document.h"

#include <QPushButton>
#include <QWidget>

#include <vector>

class QVBoxLayout;

namespace netsmith::gui {

class NoteBox;

/// The problems of the selected nodes, each with its fix.
class ProblemNotes : public QWidget {
    Q_OBJECT

public:
    explicit ProblemNotes(Document& document, QWidget* parent = nullptr);

    void show(const std::set<std::string>& nodes);

private:
    Document& m_document;
    QVBoxLayout* m_column;
    QStringList m_shown; ///< the texts of the notes, so that unchanged ones are kept
    std::vector<NoteBox*> m_notes;
};

} // namespace netsmith::gui

#pragma once

#include "gui/document/document.h"

#include <QWidget>

#include <map>
#include <string>
#include <vector>

class QScrollArea;
class QVBoxLayout;

namespace netsmith::gui {

class ProblemRow;
class TextLabel;

/// Everything that is wrong or doubtful in the project, errors first, live after every edit: a click leads there, a button fixes.
class ProblemsPanel : public QWidget {
    Q_OBJECT

public:
    explicit ProblemsPanel(Document& document, QWidget* parent = nullptr);

    /// Leads to the problem after the current one, and from the last to the first.
    void revealNext();
    int errorCount() const { return m_errors; }
    int warningCount() const { return m_warnings; }

Q_SIGNALS:
    void countsChanged(int errors, int warnings);
    /// The data that are missing are to be fetched.
    void downloadAsked();
    /// A problem was chosen that lies in the training's settings and at no node.
    void settingsAsked();

protected:
    void changeEvent(QEvent* event) override;

private:
    void refresh();
    void setTexts();
    ProblemRow* addRow();
    QString placeOf(const Problem& problem);
    /// As it is at the place that is open, where it is wrong there too, and else at its first.
    const Problem& shown(const ListedProblem& listed) const;
    /// The graph at a place, copied once each time the list is made where it is not open.
    const Graph& graphAt(const std::string& place);
    void fix(Problem problem);
    void setCurrent(int row);
    void bringIntoView(int row);
    void reveal(int row);

    Document& m_document;
    std::vector<ListedProblem> m_problems; ///< errors first
    std::optional<Document::MissingData> m_missing;
    std::map<std::string, Graph> m_graphs;
    std::vector<ProblemRow*> m_rows; ///< the first of them; more than those are shown would be of no use
    QScrollArea* m_scroll;
    QVBoxLayout* m_column;
    QWidget* m_nothing;
    QWidget* m_nothingIcon;
    TextLabel* m_nothingText;
    TextLabel* m_more;
    int m_current = -1; ///< the row that Tab leads to
    int m_revealed = -1; ///< the problem that was shown last
    int m_errors = 0;
    int m_warnings = 0;
};

} // namespace netsmith::gui

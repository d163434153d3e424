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

/// All errors and warnings of the project, errors first, updated at every edit: a click goes to the place, a button applies the
/// fix.
class ProblemsPanel : public QWidget {
    Q_OBJECT

public:
    explicit ProblemsPanel(Document& document, QWidget* parent = nullptr);

    /// Goes to the problem after the current one, and from the last to the first.
    void revealNext();
    int errorCount() const { return m_errors; }
    int warningCount() const { return m_warnings; }

Q_SIGNALS:
    void countsChanged(int errors, int warnings);
    /// The missing data should be downloaded.
    void downloadAsked();
    /// A problem in the training settings, and at no node, was chosen.
    void settingsAsked();

protected:
    void changeEvent(QEvent* event) override;

private:
    void refresh();
    void setTexts();
    ProblemRow* addRow();
    QString placeOf(const Problem& problem);
    /// The problem at the place that is open, if it occurs there, otherwise at its first place.
    const Problem& shown(const ListedProblem& listed) const;
    /// The graph at a place; if it is not open, it is copied once each time the list is made.
    const Graph& graphAt(const std::string& place);
    void fix(Problem problem);
    void setCurrent(int row);
    void bringIntoView(int row);
    void reveal(int row);

    Document& m_document;
    std::vector<ListedProblem> m_problems; ///< errors first
    std::optional<Document::MissingData> m_missing;
    std::map<std::string, Graph> m_graphs;
    std::vector<ProblemRow*> m_rows; ///< of the first problems; more rows than are shown would be useless
    QScrollArea* m_scroll;
    QVBoxLayout* m_column;
    QWidget* m_nothing;
    QWidget* m_nothingIcon;
    TextLabel* m_nothingText;
    TextLabel* m_more;
    int m_current = -1; ///< the row that Tab reaches
    int m_revealed = -1; ///< the problem that was shown last
    int m_errors = 0;
    int m_warnings = 0;
};

} // namespace netsmith::gui

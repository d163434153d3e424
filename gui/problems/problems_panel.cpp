#include "gui/problems/problems_panel.h"

#include "gui/document/node_text.h"
#include "gui/problems/problem_row.h"
#include "gui/widgets/controls/scroller.h"
#include "gui/widgets/engine_text.h"
#include "gui/widgets/labels/icon_label.h"
#include "gui/widgets/labels/text_label.h"
#include "gui/widgets/number_text.h"

#include <QEvent>
#include <QVBoxLayout>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace netsmith::gui {
namespace {

constexpr std::size_t mostRows = 100;

} // namespace

ProblemsPanel::ProblemsPanel(Document& document, QWidget* parent)
    : QWidget(parent)
    , m_document(document)
    , m_scroll(new Scroller(this))
    , m_nothing(new QWidget(this))
    , m_nothingIcon(new IconLabel(u"ok"_s, Token::good, 16, m_nothing))
    , m_nothingText(new TextLabel(TextRole::body, u"secondary"_s, m_nothing))
    , m_more(new TextLabel(TextRole::body, u"muted"_s))
{
    setObjectName(u"problemsPanel"_s);
    m_scroll->setObjectName(u"problemsList"_s);
    auto* list = new QWidget;
    m_column = new QVBoxLayout(list);
    m_column->setContentsMargins(0, 4, 0, 4);
    m_column->setSpacing(0);
    m_more->setObjectName(u"problemsMore"_s);
    m_more->setContentsMargins(36, 4, 12, 4);
    m_column->addWidget(m_more);
    m_column->addStretch();
    m_scroll->setWidget(list);

    m_nothingText->setObjectName(u"problemsNothing"_s);
    auto* line = new QHBoxLayout(m_nothing);
    line->setContentsMargins(12, 12, 12, 12);
    line->setSpacing(8);
    line->addStretch();
    line->addWidget(m_nothingIcon);
    line->addWidget(m_nothingText);
    line->addStretch();

    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->addWidget(m_scroll, 1);
    column->addWidget(m_nothing, 1);
    connect(&document, &Document::analysed, this, &ProblemsPanel::refresh);
    connect(&document, &Document::changed, this, [this](const Change& change) {
        if (change.appearance && !change.matters())
            refresh(); // places are named by titles
    });
    setTexts();
    refresh();
}

void ProblemsPanel::setTexts()
{
    m_nothingText->setText(tr("No problems"));
    m_scroll->setAccessibleName(tr("Problems"));
}

QString ProblemsPanel::placeOf(const Problem& problem)
{
    // "res_1 › conv2d_1": the path from the network.
    QString names;
    for (std::size_t end = 0; !problem.node.empty() && end != std::string::npos;) {
        const std::size_t begin = end == 0 ? 0 : end + 1;
        end = problem.node.find('/', begin);
        const Graph& graph = graphAt(begin == 0 ? std::string() : problem.node.substr(0, begin - 1));
        const std::string id = problem.node.substr(begin, end == std::string::npos ? end : end - begin);
        const Node* node = graph.find(id);
        names += (names.isEmpty() ? QString() : u" › "_s) + (node ? nodeName(*node) : fromStd(id));
    }
    if (!names.isEmpty())
        return names;
    return problem.subject == ProblemSubject::network ? tr("Network") : tr("Training");
}

const Problem& ProblemsPanel::shown(const ListedProblem& listed) const
{
    const auto here =
        std::ranges::find(listed.at, m_document.place(), [](const Problem& problem) { return gui::placeOf(problem); });
    return here == listed.at.end() ? listed.first() : *here;
}

ProblemRow* ProblemsPanel::addRow()
{
    auto* row = new ProblemRow(m_scroll->widget());
    const int index = static_cast<int>(m_rows.size());
    row->setObjectName(u"problem%1"_s.arg(index));
    m_column->insertWidget(index, row);
    connect(row, &ProblemRow::chosen, this, [this, index] { reveal(index); });
    connect(row, &ProblemRow::focused, this, [this, index] {
        setCurrent(index);
        bringIntoView(index);
    });
    connect(row, &ProblemRow::moveAsked, this, [this, index](int rows) {
        const int last = static_cast<int>(std::min(m_problems.size(), m_rows.size())) - 1;
        m_rows[static_cast<std::size_t>(std::clamp(index + rows, 0, last))]->setFocus(Qt::OtherFocusReason);
    });
    connect(row, &ProblemRow::fixAsked, this, [this, index] {
        const Problem& problem = shown(m_problems[static_cast<std::size_t>(index)]);
        if (m_missing && problem.message == m_missing->problem)
            Q_EMIT downloadAsked();
        else
            fix(problem);
    });
    m_rows.push_back(row);
    return row;
}

const Graph& ProblemsPanel::graphAt(const std::string& place)
{
    if (place == m_document.place())
        return m_document.graph();
    const auto [known, isNew] = m_graphs.try_emplace(place);
    if (isNew)
        known->second = m_document.graphAt(place);
    return known->second;
}

void ProblemsPanel::fix(Problem problem)
{
    const std::optional<Problem> seen = seenAt(gui::placeOf(problem), problem);
    if (seen && m_document.open(gui::placeOf(problem))) // where its effect is visible
        applyFix(m_document, *seen);
}

void ProblemsPanel::refresh()
{
    m_graphs.clear();
    const auto revealed = static_cast<std::size_t>(m_revealed);
    const std::optional<Problem> shownLast =
        revealed < m_problems.size() ? std::optional(m_problems[revealed].first()) : std::nullopt;
    // A network without layers has nothing to fix yet.
    const bool begun = !m_document.project().graph.nodes.empty();
    m_problems = begun ? m_document.analysis().listed() : std::vector<ListedProblem>();
    m_missing = m_document.missingData();
    m_nothingText->setText(begun ? tr("No problems") : tr("Start with Input: drag it from the list of layers onto the canvas"));
    m_nothingIcon->setVisible(begun);
    std::ranges::stable_sort(m_problems, [](const ListedProblem& one, const ListedProblem& other) {
        return one.first().severity == Severity::error && other.first().severity == Severity::warning;
    });
    const bool stillThere = shownLast && revealed < m_problems.size() && m_problems[revealed].first().node == shownLast->node
        && m_problems[revealed].first().message == shownLast->message;
    if (shownLast && !stillThere)
        --m_revealed; // it was fixed, and the next one has its index
    const std::size_t rows = std::min(m_problems.size(), mostRows);
    bool hadFocus = false;
    for (std::size_t i = 0; i < std::max(rows, m_rows.size()); ++i) {
        ProblemRow* row = i < m_rows.size() ? m_rows[i] : addRow();
        if (i >= rows) {
            hadFocus = hadFocus || row->hasFocus() || row->isAncestorOf(focusWidget());
            row->setVisible(false);
            continue;
        }
        const Problem& problem = shown(m_problems[i]);
        const std::optional<Problem> seen = seenAt(gui::placeOf(problem), problem);
        const Graph& graph = graphAt(gui::placeOf(problem));
        QString sentence = problemSentence(graph, *seen);
        if (const int places = static_cast<int>(m_problems[i].at.size()); places > 1)
            sentence = tr("%1 (in %n place(s))", "a problem", places).arg(sentence);
        const bool fetches = m_missing && problem.message == m_missing->problem;
        const QString verb =
            fetches ? tr("Download %1").arg(bytesText(m_missing->bytes)) : fixVerb(m_document.layers(), graph, *seen);
        row->show(
            {problem.severity, placeOf(problem), sentence, verb, fetches ? tr("The files are kept for all projects") : QString()});
        row->setVisible(true);
    }
    m_more->setVisible(m_problems.size() > rows);
    m_more->setText(tr("and %n more problem(s)", nullptr, static_cast<int>(m_problems.size() - rows)));
    m_scroll->setVisible(!m_problems.empty());
    m_nothing->setVisible(m_problems.empty());
    // Tab needs one row to enter the list.
    setCurrent(std::clamp(m_current, m_problems.empty() ? -1 : 0, static_cast<int>(rows) - 1));
    if (hadFocus && m_current >= 0)
        m_rows[static_cast<std::size_t>(m_current)]->setFocus(Qt::OtherFocusReason);

    const int errors = m_document.analysis().errorCount();
    const int warnings = m_document.analysis().warningCount();
    if (errors != m_errors || warnings != m_warnings) {
        m_errors = errors;
        m_warnings = warnings;
        Q_EMIT countsChanged(errors, warnings);
    }
}

void ProblemsPanel::setCurrent(int row)
{
    m_current = row;
    for (std::size_t i = 0; i < m_rows.size(); ++i)
        if (m_rows[i]->isCurrent() != (static_cast<int>(i) == row))
            m_rows[i]->setCurrent(static_cast<int>(i) == row);
}

void ProblemsPanel::bringIntoView(int row)
{
    // Its top last, which is what is read if the row is higher than the list.
    const QRect place = m_rows[static_cast<std::size_t>(row)]->geometry();
    m_scroll->ensureVisible(0, place.bottom(), 0, 4);
    m_scroll->ensureVisible(0, place.top(), 0, 4);
}

void ProblemsPanel::reveal(int row)
{
    setCurrent(row);
    bringIntoView(row);
    m_revealed = row;
    const Problem problem = shown(m_problems[static_cast<std::size_t>(row)]);
    const std::optional<Problem> seen = seenAt(gui::placeOf(problem), problem);
    if (!problem.node.empty() && m_document.open(gui::placeOf(problem)) && m_document.graph().find(seen->node))
        m_document.selection().reveal(seen->node);
    else if (problem.subject == ProblemSubject::settings)
        Q_EMIT settingsAsked();
}

void ProblemsPanel::revealNext()
{
    const int rows = static_cast<int>(std::min(m_problems.size(), mostRows));
    if (rows == 0)
        return;
    m_revealed = (m_revealed + 1) % rows;
    reveal(m_revealed);
}

void ProblemsPanel::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::LanguageChange) {
        setTexts();
        refresh();
    }
}

} // namespace netsmith::gui

#include "gui/properties/problem_notes.h"

#include "gui/document/node_text.h"
#include "gui/widgets/labels/note_box.h"

#include <QVBoxLayout>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace netsmith::gui {
namespace {

constexpr std::size_t most = 4; // the problems panel lists all

} // namespace

ProblemNotes::ProblemNotes(Document& document, QWidget* parent)
    : QWidget(parent)
    , m_document(document)
    , m_column(new QVBoxLayout(this))
{
    m_column->setContentsMargins(0, 0, 0, 0);
    m_column->setSpacing(8);
}

void ProblemNotes::show(const std::set<std::string>& nodes)
{
    std::vector<Problem> problems;
    for (const Severity severity : {Severity::error, Severity::warning})
        for (const Problem& problem : m_document.analysis().problemsHere())
            if (problem.severity == severity && problems.size() < most && nodes.contains(problem.node))
                problems.push_back(problem);
    const Graph& graph = m_document.graph();
    const auto sentenceOf = [&](const Problem& problem) {
        const QString sentence = problemSentence(graph, problem);
        return nodes.size() == 1 ? sentence : tr("%1: %2").arg(nodeName(*graph.find(problem.node)), sentence);
    };
    QStringList wanted;
    for (const Problem& problem : problems)
        wanted << QString::number(static_cast<int>(problem.severity)) + sentenceOf(problem) + u'\n'
                + fixVerb(m_document.layers(), graph, problem);
    if (wanted == m_shown)
        return;
    m_shown = wanted;
    while (m_notes.size() > problems.size()) {
        m_notes.back()->hide(); // before it loses its parent, so that the focus stays in this window
        m_notes.back()->setParent(nullptr);
        m_notes.back()->deleteLater(); // its button may be the sender
        m_notes.pop_back();
    }
    for (std::size_t i = 0; i < problems.size(); ++i) {
        const Problem& problem = problems[i];
        if (i == m_notes.size()) {
            m_notes.push_back(new NoteBox(NoteBox::Kind::bad, {}, this));
            m_notes[i]->setObjectName(u"problemNote%1"_s.arg(i));
            m_column->addWidget(m_notes[i]);
            m_notes[i]->show();
        }
        m_notes[i]->setKind(problem.severity == Severity::error ? NoteBox::Kind::bad : NoteBox::Kind::careful);
        m_notes[i]->setText(sentenceOf(problem));
        m_notes[i]->clearVerbs();
        if (problem.fix)
            connect(m_notes[i]->addVerb(fixVerb(m_document.layers(), graph, problem), u"fixNote%1"_s.arg(i)), &QPushButton::clicked,
                    this, [this, problem] { applyFix(m_document, problem); });
    }
    setVisible(!problems.empty());
}

} // namespace netsmith::gui

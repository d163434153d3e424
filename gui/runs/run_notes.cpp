#include "gui/runs/run_notes.h"

#include <QKeyEvent>

using namespace Qt::StringLiterals;

namespace netsmith::gui {
namespace {

constexpr int notesLines = 3;

} // namespace

RunNotes::RunNotes(QWidget* parent)
    : QPlainTextEdit(parent)
{
    setObjectName(u"runNotes"_s);
    setTabChangesFocus(true);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    retranslate();
}

void RunNotes::setRun(const std::filesystem::path& run, const QString& notes)
{
    if (run == m_run && toPlainText() != m_committed) {
        m_committed = notes;
        return;
    }
    commit();
    const bool same = run == m_run && notes == m_committed;
    m_run = run;
    m_committed = notes;
    if (!same)
        setPlainText(notes);
    setEnabled(!run.empty());
}

void RunNotes::commit()
{
    if (m_run.empty() || toPlainText() == m_committed)
        return;
    m_committed = toPlainText();
    Q_EMIT committed(m_run, m_committed);
}

void RunNotes::retranslate()
{
    setAccessibleName(tr("Notes about the run"));
    setPlaceholderText(tr("Notes about this run"));
}

QSize RunNotes::sizeHint() const
{
    return {QPlainTextEdit::sizeHint().width(), notesLines * fontMetrics().lineSpacing() + 16};
}

bool RunNotes::event(QEvent* event)
{
    // Esc restores the text before any shortcut can use the key.
    if (event->type() == QEvent::ShortcutOverride && static_cast<QKeyEvent*>(event)->key() == Qt::Key_Escape) {
        event->accept();
        return true;
    }
    return QPlainTextEdit::event(event);
}

void RunNotes::keyPressEvent(QKeyEvent* event)
{
    if (event->key() == Qt::Key_Escape)
        setPlainText(m_committed);
    else
        QPlainTextEdit::keyPressEvent(event);
}

void RunNotes::focusOutEvent(QFocusEvent* event)
{
    commit();
    QPlainTextEdit::focusOutEvent(event);
}

} // namespace netsmith::gui

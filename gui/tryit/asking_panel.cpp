#include "gui/tryit/asking_panel.h"

#include <QEvent>

using namespace Qt::StringLiterals;

namespace netsmith::gui {
namespace {

constexpr int questionMilliseconds = 1000 / 15; // between two questions

} // namespace

AskingPanel::AskingPanel(const QString& name, QWidget* parent)
    : QWidget(parent)
    , m_note(new NoteBox(NoteBox::Kind::info, {}, this))
    , m_caption(new AnswerCaption(this))
{
    setObjectName(name + u"Panel"_s);
    m_note->setObjectName(name + u"Note"_s);
    m_caption->setObjectName(name + u"Caption"_s);
    m_timer.setSingleShot(true);
    m_timer.setInterval(questionMilliseconds);
    connect(&m_timer, &QTimer::timeout, this, [this] {
        const QStringList next = m_ready && isVisible() ? question() : QStringList();
        if (next.isEmpty() || next == m_lastAsked)
            return;
        m_lastAsked = next;
        ask();
    });
}

void AskingPanel::setReady(bool ready)
{
    if (ready == m_ready)
        return;
    m_ready = ready;
    forgetQuestion(); // another network may answer now
    questionChanged();
}

void AskingPanel::networkChanged()
{
    forgetQuestion();
    if (isVisible())
        soon();
}

void AskingPanel::soon()
{
    if (!m_timer.isActive())
        m_timer.start();
}

void AskingPanel::questionChanged()
{
    m_problem.clear();
    refresh();
    soon();
}

void AskingPanel::answered(const QString& run, qint64 step)
{
    m_caption->showAnswer(run, step);
    m_problem.clear();
    refresh();
}

void AskingPanel::showProblem(const QString& sentence)
{
    m_problem = sentence;
    refresh();
}

void AskingPanel::showNote(const QString& sentence, NoteBox::Kind kind)
{
    const QString& shown = m_problem.isEmpty() ? sentence : m_problem;
    m_note->setKind(m_problem.isEmpty() ? kind : NoteBox::Kind::bad);
    m_note->setText(shown);
    m_note->setVisible(!shown.isEmpty());
}

void AskingPanel::showEvent(QShowEvent* event)
{
    QWidget::showEvent(event);
    soon();
}

void AskingPanel::changeEvent(QEvent* event)
{
    if (event->type() == QEvent::LanguageChange) {
        retranslate();
        refresh();
    }
    QWidget::changeEvent(event);
}

} // namespace netsmith::gui

#include "gui/tryit/answer_caption.h"

#include "gui/widgets/number_text.h"

#include <QEvent>

#include <utility>

using namespace Qt::StringLiterals;

namespace netsmith::gui {

AnswerCaption::AnswerCaption(QWidget* parent)
    : ElidedLabel(TextRole::numberCaption, u"secondary"_s, parent)
{
}

void AnswerCaption::setNamer(Namer namer)
{
    m_namer = std::move(namer);
    refresh();
}

void AnswerCaption::showAnswer(const QString& run, qint64 step, const QString& told)
{
    m_run = run;
    m_step = step;
    m_told = told;
    refresh();
}

void AnswerCaption::refresh()
{
    if (!isAnswered())
        return clear();
    const QString by = tr("Step %1 · %2", "a run's step and the run").arg(countText(m_step), m_namer ? m_namer(m_run) : m_run);
    setText(m_told.isEmpty() ? by : tr("%1 · %2", "what it told, and which run").arg(m_told, by));
}

void AnswerCaption::changeEvent(QEvent* event)
{
    ElidedLabel::changeEvent(event);
    if (event->type() == QEvent::LanguageChange)
        refresh();
}

} // namespace netsmith::gui

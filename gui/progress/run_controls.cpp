#include "gui/progress/run_controls.h"

#include "gui/progress/run_actions.h"
#include "gui/widgets/controls/action_button.h"
#include "gui/widgets/theme.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QToolButton>

using namespace Qt::StringLiterals;

namespace netsmith::gui {

RunControls::RunControls(RunActions& actions, QWidget* parent)
    : QWidget(parent)
    , m_actions(actions)
    , m_run(new ActionButton(u"runButton"_s, this))
    , m_step(new QToolButton(this))
    , m_stop(new ActionButton(u"stopButton"_s, this))
{
    setObjectName(u"runControls"_s);
    m_step->setObjectName(u"stepButton"_s);
    m_step->setFocusPolicy(Qt::StrongFocus);
    m_step->setDefaultAction(actions.stepAction());
    m_stop->setAction(actions.stopAction());
    auto* layout = new QHBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(8);
    layout->addWidget(m_run);
    layout->addWidget(m_step);
    layout->addWidget(m_stop);
    connect(actions.pauseAction(), &QAction::changed, this, &RunControls::follow);
    connect(actions.runAction(), &QAction::changed, this, &RunControls::follow);
    connect(&Theme::instance(), &Theme::changed, this, &RunControls::fit);
    follow();
    fit();
}

void RunControls::follow()
{
    const bool pauses = m_actions.pauseAction()->isEnabled();
    m_run->setAction(pauses ? m_actions.pauseAction() : m_actions.runAction());
    m_run->setPrimary(!pauses && m_actions.runAction()->isEnabled());
    m_step->setAccessibleName(m_actions.stepAction()->text());
}

void RunControls::fit()
{
    m_run->reserve({tr("Run"), tr("Pause"), tr("Resume"), tr("Train"), tr("Run again")});
    m_stop->reserve({tr("Stop"), tr("Cancel")});
}

void RunControls::changeEvent(QEvent* event)
{
    if (event->type() == QEvent::LanguageChange) {
        m_actions.retranslate();
        follow();
        fit();
    } else if (event->type() == QEvent::FontChange || event->type() == QEvent::StyleChange) {
        fit();
    }
    QWidget::changeEvent(event);
}

} // namespace netsmith::gui

#include "gui/training/run_controls.h"

#include "gui/training/run_actions.h"
#include "gui/widgets/theme.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QStyle>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace netsmith::gui {
namespace {

QToolButton* makeButton(QWidget* parent, const QString& name, Qt::ToolButtonStyle style)
{
    auto* button = new QToolButton(parent);
    button->setObjectName(name);
    button->setToolButtonStyle(style);
    button->setFocusPolicy(Qt::StrongFocus);
    parent->layout()->addWidget(button);
    return button;
}

} // namespace

RunControls::RunControls(RunActions& actions, QWidget* parent)
    : QWidget(parent)
    , m_actions(actions)
{
    setObjectName(u"runControls"_s);
    auto* layout = new QHBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(8);
    m_run = makeButton(this, u"runButton"_s, Qt::ToolButtonTextBesideIcon);
    m_step = makeButton(this, u"stepButton"_s, Qt::ToolButtonIconOnly);
    m_stop = makeButton(this, u"stopButton"_s, Qt::ToolButtonTextBesideIcon);
    m_step->setDefaultAction(actions.stepAction());
    m_stop->setDefaultAction(actions.stopAction());
    for (const QAction* action : actions.all())
        connect(action, &QAction::changed, this, &RunControls::follow);
    connect(&Theme::instance(), &Theme::changed, this, &RunControls::fit);
    follow();
    fit();
}

void RunControls::follow()
{
    QAction* shown = m_actions.pauseAction()->isEnabled() ? m_actions.pauseAction() : m_actions.runAction();
    if (m_run->defaultAction() != shown) {
        if (QAction* before = m_run->defaultAction())
            m_run->removeAction(before);
        m_run->setDefaultAction(shown);
    }
    m_run->setAccessibleName(shown->text());
    m_step->setAccessibleName(m_actions.stepAction()->text());
    m_stop->setAccessibleName(m_actions.stopAction()->text());
}

/// Room for the longest word that each button ever shows.
void RunControls::fit()
{
    const auto widest = [this](QToolButton* button, std::initializer_list<QString> words) {
        int width = 0;
        for (const QString& word : words)
            width = std::max(width, button->fontMetrics().horizontalAdvance(word));
        button->setMinimumWidth(width + button->iconSize().width() + Theme::instance().scaled(28));
    };
    widest(m_run, {tr("Run"), tr("Pause"), tr("Resume"), tr("Train"), tr("Run anew")});
    widest(m_stop, {tr("Stop"), tr("Cancel")});
}

void RunControls::changeEvent(QEvent* event)
{
    if (event->type() == QEvent::LanguageChange) {
        m_actions.retranslate();
        fit();
    } else if (event->type() == QEvent::FontChange) {
        fit();
    }
    QWidget::changeEvent(event);
}

} // namespace netsmith::gui

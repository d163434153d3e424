#include "gui/app/window/work_pages.h"

#include "gui/widgets/icon.h"

#include <QAction>
#include <QActionGroup>
#include <QEvent>
#include <QFrame>
#include <QStackedWidget>
#include <QTabBar>
#include <QVBoxLayout>

using namespace Qt::StringLiterals;

namespace netsmith::gui {

WorkPages::WorkPages(QWidget* parent)
    : QWidget(parent)
    , m_tabs(new QTabBar(this))
    , m_stack(new QStackedWidget(this))
    , m_actions(new QActionGroup(this))
{
    setObjectName(u"workPages"_s);
    m_tabs->setObjectName(u"workTabs"_s);
    m_tabs->setDrawBase(false);
    m_tabs->setExpanding(false);
    m_tabs->setElideMode(Qt::ElideRight); // in large texts; their tool tips say more
    m_tabs->setUsesScrollButtons(false);
    auto* line = new QFrame(this);
    line->setProperty("class", u"hairline"_s);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(m_tabs);
    column->addWidget(line);
    column->addWidget(m_stack, 1);
    connect(m_tabs, &QTabBar::currentChanged, this, &WorkPages::show);
    changeEvent(nullptr);
}

void WorkPages::add(const QString& name, QWidget* page, QAction& action)
{
    action.setCheckable(true);
    m_actions->addAction(&action);
    m_stack->addWidget(page);
    const int index = m_tabs->addTab(name);
    m_tabs->setTabData(index, name);
    action.setChecked(index == m_tabs->currentIndex());
    connect(&action, &QAction::triggered, this, [this, name, page] {
        open(name);
        page->setFocus();
    });
    connect(&action, &QAction::changed, this, [this, index, &action] { m_tabs->setTabToolTip(index, action.toolTip()); });
    if (index == 0)
        setFocusProxy(page);
}

void WorkPages::open(const QString& name)
{
    if (const int index = indexOf(name); index >= 0)
        m_tabs->setCurrentIndex(index);
}

void WorkPages::show(int index)
{
    m_stack->setCurrentIndex(index);
    m_actions->actions()[index]->setChecked(true);
    setFocusProxy(m_stack->currentWidget());
    Q_EMIT opened(current());
}

QString WorkPages::current() const
{
    return m_tabs->tabData(m_tabs->currentIndex()).toString();
}

void WorkPages::setTitle(const QString& name, const QString& title)
{
    m_tabs->setTabText(indexOf(name), title);
}

void WorkPages::setWorking(const QString& name, bool working)
{
    m_tabs->setTabIcon(indexOf(name), working ? icon(u"run"_s, Token::accent) : QIcon());
}

void WorkPages::setAvailable(bool available)
{
    m_actions->setEnabled(available);
}

QWidget& WorkPages::area() const
{
    return *m_stack;
}

int WorkPages::indexOf(const QString& name) const
{
    for (int i = 0; i < m_tabs->count(); ++i)
        if (m_tabs->tabData(i).toString() == name)
            return i;
    return -1;
}

void WorkPages::changeEvent(QEvent* event)
{
    if (!event || event->type() == QEvent::LanguageChange)
        m_tabs->setAccessibleName(tr("Pages"));
    if (event)
        QWidget::changeEvent(event);
}

} // namespace netsmith::gui

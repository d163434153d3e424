#include "gui/app/help_window.h"

#include "gui/app/help_pages.h"
#include "gui/widgets/theme.h"

#include <QEvent>
#include <QKeyEvent>
#include <QTabBar>
#include <QTextBrowser>
#include <QVBoxLayout>

using namespace Qt::StringLiterals;

namespace netsmith::gui {

HelpWindow::HelpWindow(const Actions& actions, QWidget* parent)
    : QWidget(parent, Qt::Window)
    , m_actions(actions)
    , m_tabs(new QTabBar(this))
    , m_text(new QTextBrowser(this))
{
    setObjectName(u"helpWindow"_s);
    m_tabs->setObjectName(u"helpTabs"_s);
    m_text->setObjectName(u"helpText"_s);
    m_text->setOpenExternalLinks(false);
    for (int i = 0; i < 3; ++i)
        m_tabs->addTab({});
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(m_tabs);
    column->addWidget(m_text, 1);
    resize(Theme::instance().scaled(760), Theme::instance().scaled(560));
    connect(m_tabs, &QTabBar::currentChanged, this, &HelpWindow::showPage);
    connect(&Theme::instance(), &Theme::changed, this, &HelpWindow::showPage);
    setTexts();
}

void HelpWindow::open(Page page)
{
    m_tabs->setCurrentIndex(static_cast<int>(page));
    show();
    raise();
    activateWindow();
    m_text->setFocus(Qt::OtherFocusReason);
}

HelpWindow::Page HelpWindow::page() const
{
    return static_cast<Page>(m_tabs->currentIndex());
}

void HelpWindow::setTexts()
{
    setWindowTitle(tr("Netsmith help"));
    m_tabs->setTabText(0, tr("Guide"));
    m_tabs->setTabText(1, tr("Shortcuts"));
    m_tabs->setTabText(2, tr("Reference"));
    m_tabs->setAccessibleName(tr("Pages of the help"));
    m_text->setAccessibleName(tr("Help"));
    showPage();
}

void HelpWindow::showPage()
{
    switch (page()) {
    case Page::guide: m_text->setHtml(guidePage()); break;
    case Page::shortcuts: m_text->setHtml(shortcutsPage(m_actions)); break;
    case Page::reference: m_text->setHtml(referencePage()); break;
    }
}

void HelpWindow::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::LanguageChange)
        setTexts();
}

void HelpWindow::keyPressEvent(QKeyEvent* event)
{
    if (event->key() == Qt::Key_Escape)
        close();
    else
        QWidget::keyPressEvent(event);
}

} // namespace netsmith::gui

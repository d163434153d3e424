#include "gui/app/help/help_window.h"

#include "gui/app/help/help_pages.h"
#include "gui/widgets/lists/search_field.h"
#include "gui/widgets/theme.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QScrollBar>
#include <QStyle>
#include <QTabBar>
#include <QTextBrowser>
#include <QVBoxLayout>

#include <utility>

using namespace Qt::StringLiterals;

namespace netsmith::gui {

HelpWindow::HelpWindow(QList<QAction*> actions, QWidget* parent)
    : QWidget(parent, Qt::Window)
    , m_actions(std::move(actions))
    , m_tabs(new QTabBar(this))
    , m_search(new SearchField(this))
    , m_text(new QTextBrowser(this))
{
    setObjectName(u"helpWindow"_s);
    m_tabs->setObjectName(u"helpTabs"_s);
    m_search->setObjectName(u"helpSearch"_s);
    m_text->setObjectName(u"helpText"_s);
    m_text->setOpenLinks(false);
    for (int i = 0; i < 3; ++i)
        m_tabs->addTab({});
    auto* top = new QHBoxLayout;
    top->setContentsMargins(0, 0, 12, 0);
    top->setSpacing(12);
    top->addWidget(m_tabs);
    top->addStretch(1);
    top->addWidget(m_search, 1);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addLayout(top);
    column->addWidget(m_text, 1);
    resize(Theme::instance().scaled(760), Theme::instance().scaled(560));
    connect(m_tabs, &QTabBar::currentChanged, this, &HelpWindow::showPage);
    connect(m_search, &QLineEdit::textChanged, this, [this] { find(false); });
    connect(m_search, &SearchField::chosen, this, [this] { find(true); });
    connect(m_search, &SearchField::left, this, [this] { m_text->setFocus(Qt::OtherFocusReason); });
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
    m_tabs->setAccessibleName(tr("Help pages"));
    m_search->setPlaceholderText(tr("Find on this page"));
    m_search->setAccessibleName(tr("Find on this page"));
    m_text->setAccessibleName(tr("Help"));
    showPage();
}

void HelpWindow::showPage()
{
    m_places.at(static_cast<std::size_t>(m_shown)) = m_text->verticalScrollBar()->value();
    m_shown = m_tabs->currentIndex();
    switch (page()) {
    case Page::guide: m_text->setHtml(guidePage()); break;
    case Page::shortcuts: m_text->setHtml(shortcutsPage(m_actions)); break;
    case Page::reference: m_text->setHtml(referencePage()); break;
    }
    m_text->verticalScrollBar()->setValue(m_places.at(static_cast<std::size_t>(m_shown)));
    const QString wanted = m_search->text();
    showFound(wanted.isEmpty() || !m_text->document()->find(wanted).isNull());
}

void HelpWindow::find(bool fromHere)
{
    const QString wanted = m_search->text();
    QTextCursor from = m_text->textCursor();
    from.setPosition(fromHere ? from.selectionEnd() : 0);
    m_text->setTextCursor(from);
    bool found = wanted.isEmpty() || m_text->find(wanted);
    if (!found && fromHere) { // continues from the beginning
        m_text->moveCursor(QTextCursor::Start);
        found = m_text->find(wanted);
    }
    showFound(found);
}

void HelpWindow::showFound(bool found)
{
    m_search->setProperty("invalid", !found);
    m_search->style()->unpolish(m_search);
    m_search->style()->polish(m_search);
    m_search->setAccessibleDescription(found ? QString() : tr("Not found on this page"));
}

void HelpWindow::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::LanguageChange)
        setTexts();
}

void HelpWindow::keyPressEvent(QKeyEvent* event)
{
    if (event->key() == Qt::Key_Escape) {
        close();
    } else if (event->matches(QKeySequence::Find)) {
        m_search->setFocus(Qt::ShortcutFocusReason);
        m_search->selectAll();
    } else
        QWidget::keyPressEvent(event);
}

} // namespace netsmith::gui

#include "gui/app/window/dock.h"

#include "gui/app/window/focus_order.h"
#include "gui/widgets/controls/scroller.h"
#include "gui/widgets/icon.h"
#include "gui/widgets/theme.h"

#include <QEvent>
#include <QFrame>
#include <QHBoxLayout>
#include <QLabel>
#include <QMainWindow>
#include <QTabBar>
#include <QTimer>
#include <QToolButton>

using namespace Qt::StringLiterals;

namespace netsmith::gui {

Dock::Dock(const QString& objectName, QWidget* content, bool scrolls, QWidget* parent)
    : QDockWidget(parent)
    , m_titleLine(new QWidget(this))
    , m_noTitle(new QFrame(this))
    , m_title(new QLabel(m_titleLine))
{
    setObjectName(objectName);
    setFeatures(DockWidgetMovable | DockWidgetFloatable | DockWidgetClosable);
    if (scrolls) {
        auto* scroller = new Scroller(this);
        scroller->setWidget(content);
        setWidget(scroller);
    } else {
        setWidget(content);
    }

    m_title->setFont(Theme::instance().font(TextRole::captionStrong));
    m_title->setProperty("class", u"secondary"_s);
    auto* close = new QToolButton(m_titleLine);
    close->setObjectName(objectName + u"Close"_s);
    close->setProperty("class", u"quiet"_s);
    close->setIcon(icon(u"close"_s, Token::textSecondary));
    close->setIconSize({14, 14});
    connect(close, &QToolButton::clicked, this, &QDockWidget::close);
    auto* line = new QHBoxLayout(m_titleLine);
    line->setContentsMargins(12, 4, 4, 4);
    line->addWidget(m_title, 1);
    line->addWidget(close);
    setTitleBarWidget(m_titleLine);
    m_noTitle->setProperty("class", u"tabline"_s); // below the tabs, as wide as the panel
    m_noTitle->setFixedHeight(2); // Qt places the panel over the last row of its title
    m_noTitle->hide();

    connect(this, &QDockWidget::topLevelChanged, this, &Dock::fitTitle);
    connect(this, &QDockWidget::dockLocationChanged, this, &Dock::fitTitle);
    connect(&Theme::instance(), &Theme::changed, this,
            [this] { m_title->setFont(Theme::instance().font(TextRole::captionStrong)); });
}

void Dock::setTitle(const QString& title)
{
    setWindowTitle(title);
    m_title->setText(title);
    auto* close = m_titleLine->findChild<QToolButton*>();
    close->setToolTip(tr("Close this panel; the View menu brings it back"));
    close->setAccessibleName(tr("Close %1").arg(title));
}

bool Dock::event(QEvent* event)
{
    if (event->type() == QEvent::Show)
        QTimer::singleShot(0, this, &Dock::fitTitle); // after the docks that share its tabs are shown
    return QDockWidget::event(event);
}

bool Dock::focusNextPrevChild(bool next)
{
    return isFloating() ? moveFocus(*this, next) : QDockWidget::focusNextPrevChild(next);
}

void Dock::fitTitle()
{
    const auto* window = qobject_cast<const QMainWindow*>(parentWidget());
    if (window) // the line below the tabs is drawn by the panel, as wide as the panel
        for (QTabBar* tabs : window->findChildren<QTabBar*>(QString(), Qt::FindDirectChildrenOnly))
            tabs->setDrawBase(false);
    const bool tabbed = window && !isFloating() && !window->tabifiedDockWidgets(this).isEmpty();
    QWidget* wanted = tabbed ? static_cast<QWidget*>(m_noTitle) : m_titleLine;
    if (titleBarWidget() != wanted) {
        setTitleBarWidget(wanted);
        (tabbed ? m_titleLine : static_cast<QWidget*>(m_noTitle))->hide();
        wanted->show();
    }
}

} // namespace netsmith::gui

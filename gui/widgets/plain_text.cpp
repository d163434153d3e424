#include "gui/widgets/plain_text.h"

#include <QAbstractItemView>
#include <QApplication>
#include <QHeaderView>
#include <QHelpEvent>
#include <QLabel>
#include <QMenu>
#include <QTabBar>
#include <QTextDocument>
#include <QToolTip>

using namespace Qt::StringLiterals;

namespace netsmith::gui {
namespace {

QString tipOfHeader(const QHeaderView& header, QPoint position)
{
    const int section = header.logicalIndexAt(position);
    return section < 0 || !header.model() ? QString()
                                          : header.model()->headerData(section, header.orientation(), Qt::ToolTipRole).toString();
}

/// What a widget would show as its tool tip at a place; empty where it has none or shows one of its own making.
QString tipOf(QWidget& widget, QPoint position)
{
    if (const auto* menu = qobject_cast<QMenu*>(&widget)) {
        const QAction* action = menu->toolTipsVisible() ? menu->actionAt(position) : nullptr;
        return action && action->toolTip() != action->iconText() ? action->toolTip() : QString(); // else it has only its text
    }
    if (const auto* bar = qobject_cast<QTabBar*>(&widget))
        if (const int tab = bar->tabAt(position); tab >= 0 && !bar->tabToolTip(tab).isEmpty())
            return bar->tabToolTip(tab);
    if (const auto* view = qobject_cast<QAbstractItemView*>(widget.parentWidget()); view && view->viewport() == &widget) {
        if (const auto* header = qobject_cast<const QHeaderView*>(view))
            return tipOfHeader(*header, position);
        if (const QModelIndex index = view->indexAt(position); index.isValid())
            return index.data(Qt::ToolTipRole).toString();
    }
    if (const auto* shortens = dynamic_cast<const ShortensText*>(&widget))
        return withWholeText(shortens->textCutOff(), widget.toolTip());
    return widget.toolTip();
}

} // namespace

QString withWholeText(const QString& whole, const QString& tip)
{
    if (whole.isEmpty() || tip.contains(whole))
        return tip;
    return tip.isEmpty() ? whole : whole + u'\n' + tip;
}

PlainText::PlainText()
    : QObject(qApp)
{
    qApp->installEventFilter(this);
}

void PlainText::install()
{
    if (!qApp->findChild<PlainText*>(QString(), Qt::FindDirectChildrenOnly))
        new PlainText; // the application's
}

bool PlainText::eventFilter(QObject* watched, QEvent* event)
{
    if (event->type() == QEvent::Polish) {
        // What shows tool tips is a label, too; its texts come from below.
        if (auto* label = qobject_cast<QLabel*>(watched);
            label && label->textFormat() == Qt::AutoText && !label->inherits("QTipLabel"))
            label->setTextFormat(Qt::PlainText);
    } else if (event->type() == QEvent::ToolTip && watched->isWidgetType()) {
        auto* widget = static_cast<QWidget*>(watched);
        const auto* help = static_cast<QHelpEvent*>(event);
        const QString tip = tipOf(*widget, help->pos());
        // Other texts are plain to Qt as well; those of models may be long and want lines of a readable width.
        if (!tip.isEmpty()
            && (Qt::mightBeRichText(tip) || tip != widget->toolTip() || qobject_cast<QAbstractItemView*>(widget->parentWidget()))) {
            showPlainTip(help->globalPos(), tip, widget);
            return true;
        }
    }
    return QObject::eventFilter(watched, event);
}

void showPlainTip(QPoint globalPosition, const QString& text, QWidget* widget, const QRect& area)
{
    const QString shown = text.isEmpty() ? text : u"<p style=\"white-space: pre-wrap\">%1</p>"_s.arg(text.toHtmlEscaped());
    QToolTip::showText(globalPosition, shown, widget, area);
}

} // namespace netsmith::gui

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

/// A widget's tool tip at a position; empty if it has none or shows its own.
QString tipOf(QWidget& widget, QPoint position)
{
    if (const auto* menu = qobject_cast<QMenu*>(&widget)) {
        const QAction* action = menu->toolTipsVisible() ? menu->actionAt(position) : nullptr;
        return action && action->toolTip() != action->iconText() ? action->toolTip() : QString(); // else it only repeats the text
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
        new PlainText; // owned by the application
}

bool PlainText::eventFilter(QObject* watched, QEvent* event)
{
    if (event->type() == QEvent::Polish) {
        // The tool tip's window is a label, too; its texts are set below.
        if (auto* label = qobject_cast<QLabel*>(watched);
            label && label->textFormat() == Qt::AutoText && !label->inherits("QTipLabel"))
            label->setTextFormat(Qt::PlainText);
    } else if (event->type() == QEvent::ToolTip && watched->isWidgetType()) {
        auto* widget = static_cast<QWidget*>(watched);
        const auto* help = static_cast<QHelpEvent*>(event);
        const QString tip = tipOf(*widget, help->pos());
        // Qt shows other texts as plain text as well; those of models may be long, and are wrapped to a readable width.
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

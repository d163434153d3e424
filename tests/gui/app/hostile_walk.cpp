#include "tests/gui/app/hostile_walk.h"

#include <QApplication>
#include <QHelpEvent>
#include <QLabel>
#include <QPointer>
#include <QTextEdit>
#include <QToolTip>
#include <QtTest>

using namespace Qt::StringLiterals;

namespace netsmith::test {

bool isMarkup(const QString& text)
{
    return text.contains(u"<img"_s);
}

QString tipAt(QWidget& widget, QPoint position)
{
    QToolTip::showText({}, {});
    QHelpEvent event(QEvent::ToolTip, position, widget.mapToGlobal(position));
    QCoreApplication::sendEvent(&widget, &event);
    return QToolTip::text();
}

namespace {

/// Qt treats a text with a tag in its first line as markup.
bool isPlainTip(const QString& tip)
{
    return !isMarkup(tip) || !Qt::mightBeRichText(tip);
}

} // namespace

QStringList tipsOver(QWidget& widget, QSize step)
{
    QStringList tips;
    for (int y = 4; y < widget.height(); y += step.height())
        for (int x = 4; x < widget.width(); x += step.width()) {
            const QString tip = tipAt(widget, {x, y});
            if (!isPlainTip(tip))
                QTest::qFail(qPrintable(widget.objectName() + u": "_s + tip), __FILE__, __LINE__);
            if (!tip.isEmpty() && !tips.contains(tip))
                tips << tip;
        }
    return tips;
}

void collect(const QAbstractItemModel& model, const QModelIndex& parent, QModelIndexList& all)
{
    for (int row = 0; row < std::min(model.rowCount(parent), 200); ++row)
        for (int column = 0; column < model.columnCount(parent); ++column) {
            const QModelIndex index = model.index(row, column, parent);
            all.append(index);
            if (column == 0)
                collect(model, index, all);
        }
}

int readLabels(const QWidget* part)
{
    int seen = 0;
    const auto mind = [](bool isPlain, const QString& where) {
        if (!isPlain)
            QTest::qFail(qPrintable(where), __FILE__, __LINE__);
    };
    QList<QPointer<QWidget>> widgets;
    for (QWidget* widget : QApplication::allWidgets())
        widgets << widget;
    for (const QPointer<QWidget>& widget : widgets) { // showing a tip may delete some
        if (!widget)
            continue;
        const bool isIn = !part || part == widget || part->isAncestorOf(widget);
        if (const auto* label = qobject_cast<QLabel*>(widget.get());
            label && label->text().contains(u"img src"_s) && label->objectName() != u"qtooltip_label"_s) { // tips: see below
            label->ensurePolished();
            mind(label->textFormat() == Qt::PlainText || (label->textFormat() == Qt::RichText && !isMarkup(label->text())),
                 label->objectName() + u": "_s + label->text());
            seen += isIn;
        }
        if (const auto* text = qobject_cast<QTextEdit*>(widget.get())) {
            mind(!isMarkup(text->document()->toHtml()), text->objectName());
            seen += isIn && text->toPlainText().contains(u"img src"_s);
        }
        if (widget->toolTip().contains(u"img src"_s))
            mind(isPlainTip(tipAt(*widget, widget->rect().center())), widget->objectName() + u": "_s + widget->toolTip());
    }
    return seen;
}

} // namespace netsmith::test

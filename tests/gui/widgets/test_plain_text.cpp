#include "gui/widgets/plain_text.h"

#include "gui/widgets/controls/elided_label.h"

#include <QHeaderView>
#include <QHelpEvent>
#include <QLabel>
#include <QMenu>
#include <QStandardItemModel>
#include <QTabBar>
#include <QToolTip>
#include <QTreeView>
#include <QtTest>

using namespace netsmith::gui;
using namespace Qt::StringLiterals;

namespace {

const QString hostile = u"<b>x</b><img src=\"y\">"_s;

/// What the tool tip at a place of the widget shows.
QString tipAt(QWidget& widget, QPoint position)
{
    QToolTip::showText({}, {});
    QHelpEvent event(QEvent::ToolTip, position, widget.mapToGlobal(position));
    QCoreApplication::sendEvent(&widget, &event);
    return QToolTip::text();
}

bool isPlain(const QString& tip)
{
    return tip.contains(hostile.toHtmlEscaped()) && !tip.contains(u"<img"_s);
}

} // namespace

class TestPlainText : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { PlainText::install(); }
    void labelsShowWhatTheyAreGiven();
    void tipsShowWhatTheyAreGiven();
};

void TestPlainText::labelsShowWhatTheyAreGiven()
{
    PlainText::install(); // once more does no harm
    QLabel label(hostile), rich(u"<b>ours</b>"_s);
    rich.setTextFormat(Qt::RichText);
    label.show();
    rich.show();
    QCOMPARE(label.textFormat(), Qt::PlainText);
    QCOMPARE(rich.textFormat(), Qt::RichText);
}

void TestPlainText::tipsShowWhatTheyAreGiven()
{
    QWidget widget;
    widget.setToolTip(hostile);
    widget.show();
    QVERIFY(isPlain(tipAt(widget, {1, 1})));

    QTabBar tabs;
    tabs.setTabToolTip(tabs.addTab(u"tab"_s), hostile);
    tabs.show();
    QVERIFY(isPlain(tipAt(tabs, tabs.tabRect(0).center())));

    QMenu menu;
    menu.setToolTipsVisible(true);
    QAction* action = menu.addAction(u"action"_s);
    action->setToolTip(hostile);
    menu.popup({});
    QVERIFY(isPlain(tipAt(menu, menu.actionGeometry(action).center())));
    menu.close();

    QStandardItemModel model(1, 1);
    model.setData(model.index(0, 0), hostile, Qt::ToolTipRole);
    model.setHeaderData(0, Qt::Horizontal, hostile, Qt::ToolTipRole);
    QTreeView view;
    view.setModel(&model);
    view.show();
    QVERIFY(isPlain(tipAt(*view.viewport(), view.visualRect(model.index(0, 0)).center())));
    QVERIFY(isPlain(tipAt(*view.header()->viewport(), {5, 5})));

    ElidedLabel elided(TextRole::body, {});
    elided.setText(hostile.repeated(20));
    elided.resize(50, 20);
    elided.show();
    QVERIFY(isPlain(tipAt(elided, {1, 1})));
    showPlainTip({}, hostile, &widget);
    QVERIFY(isPlain(QToolTip::text()));
}

QTEST_MAIN(TestPlainText)
#include "test_plain_text.moc"

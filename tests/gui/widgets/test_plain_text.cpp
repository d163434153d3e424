#include "gui/widgets/plain_text.h"

#include "gui/widgets/forms/choice_box.h"
#include "gui/widgets/labels/elided_check_box.h"
#include "gui/widgets/labels/elided_label.h"
#include "gui/widgets/lists/sectioned_list.h"
#include "tests/test_program.h"

#include <QHeaderView>
#include <QHelpEvent>
#include <QLabel>
#include <QMenu>
#include <QStandardItemModel>
#include <QTabBar>
#include <QToolTip>
#include <QTreeView>
#include <QtTest>

namespace test_plain_text {

using namespace netsmith::gui;
using namespace Qt::StringLiterals;

namespace {

const QString hostile = u"<b>x</b><img src=\"y\">"_s;

/// The text of the tool tip at a position of the widget.
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
    void textsCutOffAreToldWhole();
    void anAmpersandIsALetter();
};

void TestPlainText::labelsShowWhatTheyAreGiven()
{
    PlainText::install(); // installing it again does no harm
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

void TestPlainText::textsCutOffAreToldWhole()
{
    const QString whole = u"A name that is far too long for its place: "_s + hostile;
    const auto tells = [&](QWidget& widget) {
        widget.setToolTip({});
        widget.resize(60, 24);
        widget.show();
        const bool alone = isPlain(tipAt(widget, {3, 3}));
        widget.setToolTip(u"what it is <i>for</i>"_s);
        const QString both = tipAt(widget, {3, 3});
        widget.resize(2000, 24);
        const QString tip = tipAt(widget, {3, 3}); // everything is shown, and nothing twice
        return alone && isPlain(both) && both.contains(u"what it is &lt;i&gt;for"_s) && !tip.contains(u"far too long"_s)
            && tip.contains(u"what it is"_s);
    };
    ElidedLabel label(TextRole::body);
    label.setText(whole);
    QVERIFY(tells(label));
    ElidedCheckBox box(whole);
    QVERIFY(tells(box));
    ChoiceBox choice;
    choice.addItem(whole);
    QVERIFY(tells(choice));

    SectionedList list;
    list.resize(120, 200);
    list.show();
    list.setRows({{u"a"_s, u"A long heading over the rows"_s, whole, {}, {}, {}, u"what it is"_s}, {u"b"_s, u"B"_s, u"b"_s}});
    const auto tipOf = [&](int row) { return tipAt(*list.viewport(), list.visualRect(list.model()->index(row, 0)).center()); };
    QVERIFY(tipOf(0).contains(u"A long heading over the rows"_s));
    QVERIFY(isPlain(tipOf(1)) && tipOf(1).contains(u"what it is"_s));
    list.resize(2000, 200);
    QVERIFY(!tipOf(1).contains(u"far too long"_s));
}

void TestPlainText::anAmpersandIsALetter()
{
    ElidedCheckBox box(u"R&D & more"_s);
    QVERIFY(box.shortcut().isEmpty());
    box.resize(box.sizeHint());
    box.show();
    QCOMPARE(box.textCutOff(), QString());
    box.resize(box.sizeHint().width() / 2, box.height());
    QCOMPARE(box.textCutOff(), u"R&D & more"_s);
}

NETSMITH_WINDOW_TEST(TestPlainText)

} // namespace test_plain_text

#include "test_plain_text.moc"

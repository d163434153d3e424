#include "gui/widgets/labels/notice_bar.h"
#include "gui/widgets/theme.h"
#include "tests/gui/loud_language.h"
#include "tests/gui/runs/run_shelf.h"
#include "tests/gui/training/picture.h"
#include "tests/test_program.h"

#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QSignalSpy>
#include <QToolButton>
#include <QtTest>

namespace test_run_choice {

using namespace netsmith;
using namespace netsmith::gui;
using namespace netsmith::test;
using namespace Qt::StringLiterals;
namespace fs = std::filesystem;

/// What the table shows: columns, runs and their curves.
class TestRunChoice : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase()
    {
        QLocale::setDefault(QLocale(QLocale::English, QLocale::UnitedStates));
        Theme::instance().apply();
    }

    void choosesColumnsByKeys()
    {
        RunShelf shelf;
        shelf.addThree();
        shelf.open(3);
        auto* menu = shelf.panel.findChild<QMenu*>(u"runColumnsMenu"_s);
        Q_EMIT menu->aboutToShow();
        const int steps = RunTableModel::columnOf("steps");
        QVERIFY(shelf.table->isColumnHidden(steps));
        menu->findChild<QAction*>(u"column_steps"_s)->trigger();
        QVERIFY(!shelf.table->isColumnHidden(steps));
        QVERIFY(!menu->findChild<QAction*>(u"column_name"_s)->isEnabled());
        auto* button = shelf.panel.findChild<QToolButton*>(u"runColumnsButton"_s);
        QVERIFY(button->focusPolicy() & Qt::TabFocus);
        QCOMPARE(button->menu(), menu);
    }

    void choosesRuns_data()
    {
        QTest::addColumn<QString>("typed");
        QTest::addColumn<QStringList>("left");
        const auto row = [](const char16_t* typed, const QStringList& left) {
            QTest::newRow(qPrintable(QString::fromUtf16(typed))) << QString::fromUtf16(typed) << left;
        };
        row(u"night", {u"Night shift"_s});
        row(u"KEEP", {u"Night shift"_s});
        row(u"\"night shift\"", {u"Night shift"_s});
        row(u"night keep", {u"Night shift"_s});
        row(u"night b", {});
        row(u"precision=bf16", {u"b"_s});
        row(u"precision != bf16", {u"Night shift"_s, u"a"_s});
        row(u"tag=wide", {u"Night shift"_s});
        row(u"samples_per_s > 100 seconds<10", {u"Night shift"_s});
        row(u"name~\"Night s\"", {u"Night shift"_s});
        row(u"started>=2026-02 state=stopped", {u"b"_s});
        row(u"best>69 night", {u"Night shift"_s}); // as the table shows it
        row(u"best > 69 % night", {u"Night shift"_s});
        row(u"best>71", {});
        row(u"state:done", {u"Night shift"_s, u"a"_s});
        row(u"State:stop", {u"b"_s});
        row(u"stopped", {u"b"_s}); // a word of the table
        row(u"precision:BF16", {u"b"_s});
        row(u"12:30", {}); // a word that is not a filter
        row(u"", {u"Night shift"_s, u"b"_s, u"a"_s});
    }

    void choosesRuns()
    {
        QFETCH(const QString, typed);
        QFETCH(const QStringList, left);
        RunShelf shelf;
        shelf.addThree();
        shelf.open(3);
        shelf.type(typed);
        QCOMPARE(shelf.names(), left);
        QVERIFY(!shelf.panel.findChild<QLabel*>(u"runsFilterMistake"_s)->isVisible());
        QCOMPARE(shelf.panel.findChild<QLabel*>(u"runsEmpty"_s)->isVisible(), left.isEmpty());
        if (!left.isEmpty())
            QVERIFY(shelf.table->hasFocus());
    }

    void saysWhatIsWrongWithAChoice()
    {
        RunShelf shelf;
        shelf.addThree();
        shelf.open(3);
        shelf.type(u"precision=bf16"_s);
        shelf.type(u"precisoin=fp32"_s);
        auto* mistake = shelf.panel.findChild<QLabel*>(u"runsFilterMistake"_s);
        QVERIFY(mistake->isVisible());
        QVERIFY(mistake->text().contains(u"\"precision\""_s));
        QCOMPARE(shelf.panel.findChild<QLineEdit*>(u"runsFilter"_s)->accessibleDescription(), mistake->text());
        QCOMPARE(shelf.names(), QStringList{u"b"_s}); // the previous filter
        savePictures(shelf.panel, u"run-table-mistake"_s);
        shelf.type(u"best>x"_s);
        QVERIFY(mistake->isVisible());
        shelf.type(u"stat:done"_s);
        QVERIFY2(mistake->text().contains(u"\"state\""_s), qPrintable(mistake->text()));
        shelf.type({});
        QVERIFY(!mistake->isVisible());
        QCOMPARE(shelf.names().size(), 3);
    }

    void turnsEyesOnAndOff()
    {
        RunShelf shelf;
        shelf.addThree();
        shelf.open(3);
        QSignalSpy opened(&shelf.panel, &RunsPanel::runOpened);
        QSignalSpy hidden(&shelf.panel, &RunsPanel::runHidden);
        const auto eyeOf = [&](int row) {
            return shelf.table->model()->index(row, RunTableModel::shownColumn).data(Qt::AccessibleTextRole).toString();
        };
        shelf.table->setCurrent(shelf.run("b"));
        QCOMPARE(eyeOf(1), u"Not shown in the plots"_s);
        QTest::keyClick(shelf.table, Qt::Key_Space);
        QTRY_COMPARE(opened.count(), 1);
        QCOMPARE(opened.front().at(0).value<fs::path>(), shelf.run("b"));
        QVERIFY(!opened.front().at(2).toBool()); // the table stays in front
        shelf.panel.setColours({{shelf.run("b"), QColor(Qt::red)}});
        QCOMPARE(eyeOf(1), u"Shown in the plots"_s);
        QCOMPARE(shelf.table->model()->index(1, RunTableModel::colourColumn).data(Qt::DecorationRole).value<QColor>(),
                 QColor(Qt::red));
        savePictures(shelf.panel, u"run-table-eye"_s);
        const QRect eye = shelf.table->visualRect(shelf.table->model()->index(0, RunTableModel::shownColumn));
        QTest::mouseClick(shelf.table->viewport(), Qt::LeftButton, {}, eye.center());
        QTRY_COMPARE(opened.count(), 2);
        QCOMPARE(opened.back().at(0).value<fs::path>(), shelf.run("c"));
        QCOMPARE(shelf.table->chosen(), std::vector{shelf.run("b")}); // the selection stays
        QTest::keyClick(shelf.table, Qt::Key_Space);
        QCOMPARE(hidden.count(), 1);
        QCOMPARE(hidden.front().at(0).value<fs::path>(), shelf.run("b"));
    }

    void refusesMoreCurvesThanCanBeToldApart()
    {
        RunShelf shelf;
        for (int i = 0; i < 21; ++i)
            shelf.add("run-" + std::to_string(i), madeRecord(i));
        shelf.open(21);
        QSignalSpy opened(&shelf.panel, &RunsPanel::runOpened);
        auto* bar = shelf.panel.findChild<NoticeBar*>(u"runProblemBar"_s);
        shelf.table->selectAll();
        QTest::keyClick(shelf.table, Qt::Key_Space);
        QVERIFY(bar->isVisible());
        QVERIFY(bar->accessibleName().contains(u"20"_s));
        {
            const netsmith::test::LoudLanguage loud;
            QTRY_VERIFY(bar->isVisible() && bar->accessibleName().contains(u"TOLD APART"_s));
        }
        QVERIFY(!shelf.panel.findChild<QAction*>(u"openRunAction"_s)->isEnabled());
        shelf.table->header()->setSortIndicator(RunTableModel::columnOf("seconds"), Qt::AscendingOrder);
        QCOMPARE(shelf.table->chosen().size(), 21u);
        QCOMPARE(shelf.table->selectionModel()->selection().size(), 1); // not one range for each row: thousands would take seconds
        shelf.table->setCurrent(shelf.run("run-3"));
        QTest::keyClick(shelf.table, Qt::Key_Space);
        QTRY_COMPARE(opened.count(), 1); // and none of the others
    }
};

NETSMITH_WINDOW_TEST(TestRunChoice)

} // namespace test_run_choice

#include "test_run_choice.moc"
